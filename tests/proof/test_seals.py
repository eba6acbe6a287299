"""Sealed entries: the trump maker's indicator is nobody's to know until it is opened, and then anybody's to check."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from api.cli.main import run
from domain.engine.facts import Act
from domain.engine.hiding import viewers
from domain.games.three04.acts import IndicatorPlaced, IndicatorTakenBack, TrumpOpened
from replay import bundle as bundles
from replay.notation import read_archived, read_hand
from replay.notation.actions import write_action
from replay.notation.archive import write_archived
from replay.notation.document import document_of
from replay.notation.hand_file import write_hand
from tests.http.people import Person, play, whole_deal
from tests.proof.conftest import Book

SEATS = ("S", "E", "N", "W")


def sealable() -> tuple[str, list[Act], list[Act], IndicatorPlaced]:
    """A deal up to the indicator, what came after it, and the indicator itself; the game is opened with it."""
    for seed in range(200):
        dealer, acts = whole_deal(seed)
        placed = [n for n, act in enumerate(acts) if isinstance(act, IndicatorPlaced)]
        if len(placed) != 1 or any(isinstance(act, IndicatorTakenBack) for act in acts):
            continue
        if any(isinstance(act, TrumpOpened) for act in acts):
            n = placed[0]
            act = acts[n]
            assert isinstance(act, IndicatorPlaced)
            return dealer, acts[:n], acts[n + 1 :], act
    raise AssertionError("no such deal")


class Table:
    """A deal in which the trump maker has sealed its indicator."""

    def __init__(self, book: Book) -> None:
        self.book = book
        dealer, before, self.after, self.indicator = sealable()
        self.deal = book.people.deal(dealer=dealer)
        play(book.people.admin, self.deal, before)
        self.seats = {seat: book.people.issue("seat", deal=self.deal, seat=seat) for seat in SEATS}
        self.maker = self.seats[self.indicator.seat]
        self.sealing = self.maker.post(f"/deals/{self.deal}/seals", {"card": self.indicator.card})

    def seal(self, who: Person) -> dict[str, Any]:
        answer = who.get(f"/deals/{self.deal}/seals")
        assert answer.status_code == 200, answer.json
        (seal,) = answer.json["seals"]
        return seal

    def open(self, card: str | None = None) -> None:
        """The play goes on until the maker opens the game and shows its indicator; another card if told so."""
        n = next(n for n, act in enumerate(self.after) if isinstance(act, TrumpOpened))
        play(self.book.people.admin, self.deal, self.after[:n])
        shown = TrumpOpened(self.indicator.seat, card or self.indicator.card)
        body = {"act": write_action(shown), "as_it_happened": True}
        answer = self.book.people.admin.post(f"/deals/{self.deal}/actions", body)
        assert answer.status_code == 200, answer.json


def hand_of(table: Table, who: Person) -> list[str]:
    """The trump maker's hand as somebody sees it."""
    seat = table.indicator.seat
    hand: list[str] = who.get(f"/deals/{table.deal}/views/{seat}").json["hands"][seat]
    return hand


@pytest.fixture
def table(book: Book) -> Table:
    sealed_table = Table(book)
    assert sealed_table.sealing.status_code == 200, sealed_table.sealing.json
    return sealed_table


def test_only_the_maker_knows_the_card_and_everybody_the_digest(table: Table) -> None:
    seal = table.seal(table.maker)
    assert (seal["card"], seal["open"]) == (table.indicator.card, False)
    form = {
        "nought": 1,
        "kind": "seal",
        "deal": table.deal,
        "seat": seal["seat"],
        "card": seal["card"],
        "salt": seal["salt"],
    }
    text = json.dumps(form, sort_keys=True, separators=(",", ":")).encode()
    assert sha256(text).hexdigest() == seal["digest"]
    others = [who for seat, who in table.seats.items() if seat != table.indicator.seat]
    for who in (*others, table.book.people.anybody, table.book.people.admin, table.book.people.issue("viewer")):
        public_seal = table.seal(who)
        assert public_seal == {key: seal[key] for key in ("seat", "digest", "ply", "open")}


def test_the_maker_sees_its_hand_and_its_indicator_and_nobody_else_does(table: Table) -> None:
    seat = table.indicator.seat
    view = table.maker.get(f"/deals/{table.deal}/views/{seat}").json
    assert view["trump"]["indicator"] == table.indicator.card
    assert "??" not in view["hands"][seat]
    assert table.indicator.card not in view["hands"][seat]
    arbiters = table.book.people.admin.get(f"/deals/{table.deal}/views/{seat}").json
    assert arbiters["trump"]["indicator"] == "??"
    assert set(arbiters["hands"][seat]) == {"??"}


def test_no_answer_to_anybody_else_tells_the_card_or_the_salt(table: Table) -> None:
    """Not the arbiter's view, not the archive, not the feed of the whole store, nor the maker's view to another."""
    seal = table.seal(table.maker)
    laid = f"{seal['seat']} indicator {seal['card']}"
    admin = table.book.people.admin
    deal = table.deal
    others = [who for seat, who in table.seats.items() if seat != table.indicator.seat]
    paths = [
        f"/deals/{deal}", f"/deals/{deal}/events", f"/deals/{deal}/timeline", f"/deals/{deal}/archive",
        f"/deals/{deal}/hand-file", f"/deals/{deal}/desk", f"/deals/{deal}/seals", "/events?limit=1000",
        *(f"/deals/{deal}/{what}/{viewer}" for what in ("views", "replays") for viewer in viewers(SEATS)),
    ]  # fmt: skip
    for who in (admin, *others, table.book.people.anybody):
        for path in paths:
            body = who.get(path).data.decode()
            assert seal["salt"] not in body, path
            for telling in (f'act":"{laid}"', f'indicator":"{seal["card"]}"', f'card":"{seal["card"]}"', f'"{laid}"\n'):
                assert telling not in body, (path, telling)
    topics = [json.loads(line)["topic"] for line in admin.get("/events?limit=1000").data.splitlines()]
    assert "nought.Deal.CardSealed" in topics
    assert "nought.Seal.SealKept" not in topics


def test_what_everybody_sees_does_not_depend_on_the_card(book: Book) -> None:
    """Two deals that differ in the sealed card alone: the same to everybody but the maker, digests aside."""
    texts = []
    for which in (0, 1):
        dealer, before, _, indicator = sealable()
        deal = book.people.deal(dealer=dealer)
        play(book.people.admin, deal, before)
        maker = book.people.issue("seat", deal=deal, seat=indicator.seat)
        hand = maker.get(f"/deals/{deal}/views/{indicator.seat}").json["hands"][indicator.seat]
        answer = maker.post(f"/deals/{deal}/seals", {"card": hand[which], "at": "2026-02-14T20:15:09.318Z"})
        assert answer.status_code == 200, answer.json
        digest = answer.json["recorded"][-1]["fact"]["digest"]
        payloads = [
            book.people.anybody.get(f"/deals/{deal}/{path}").json
            for path in ("views/public", "replays/public", "seals", "timeline")
        ]
        texts.append(json.dumps(payloads).replace(deal, "deal").replace(digest, "digest"))
    first, second = (json.loads(each) for each in texts)
    for one, other in zip(first, second, strict=True):
        for each in (one, other):
            for act in (*each.get("acts", ()), *each.get("frames", ())):
                act.pop("at", None)
        assert one == other


@pytest.mark.full
def test_the_version_in_the_store_is_not_told_to_the_table(table: Table) -> None:
    rows = [json.loads(line) for line in table.book.people.anybody.get(f"/deals/{table.deal}/events").data.splitlines()]
    (sealed,) = [row["fact"] for row in rows if row["topic"] == "nought.Deal.CardSealed"]
    assert sealed["entry"] == 0


def test_it_is_opened_by_itself_when_the_indicator_is_shown(table: Table) -> None:
    table.open()
    seal = table.seal(table.book.people.anybody)
    assert (seal["open"], seal["card"]) == (True, table.indicator.card)
    record = table.book.services.ledger.deals.get(UUID(table.deal)).record
    placed = next(entry.act for entry in record.entries if isinstance(entry.act, IndicatorPlaced))
    assert placed.card == table.indicator.card, "the record has learned it"


def test_nothing_can_be_opened_before(table: Table) -> None:
    for who in (table.maker, table.book.people.admin):
        answer = who.post(f"/deals/{table.deal}/seals/open")
        assert (answer.status_code, answer.json["code"]) == (422, "seal-closed")


@pytest.mark.full
def test_after_the_deal_it_is_opened(table: Table) -> None:
    assert table.book.people.admin.post(f"/deals/{table.deal}/abandon", {"why": "late"}).status_code == 200
    assert not table.seal(table.book.people.anybody)["open"], "an abandoned deal shows no hands"
    assert table.maker.post(f"/deals/{table.deal}/seals/open").status_code == 200
    assert table.seal(table.book.people.anybody)["card"] == table.indicator.card
    again = table.maker.post(f"/deals/{table.deal}/seals/open")
    assert (again.status_code, again.json["code"]) == (422, "seal-closed")


def test_a_card_that_the_maker_does_not_hold_is_refused_and_nothing_is_kept(book: Book) -> None:
    dealer, before, _, indicator = sealable()
    deal = book.people.deal(dealer=dealer)
    play(book.people.admin, deal, before)
    maker = book.people.issue("seat", deal=deal, seat=indicator.seat)
    hand = maker.get(f"/deals/{deal}/views/{indicator.seat}").json["hands"][indicator.seat]
    other = next(card for card in ("JH", "9H", "AH", "TH", "KH") if card not in hand)
    count = book.services.log.events_count()
    refused = maker.post(f"/deals/{deal}/seals", {"card": other})
    assert (refused.status_code, refused.json["code"]) == (422, "indicator-not-held")
    wrong = next(seat for seat in SEATS if seat != indicator.seat)
    stranger = book.people.issue("seat", deal=deal, seat=wrong)
    held = stranger.get(f"/deals/{deal}/views/{wrong}").json["hands"][wrong][0]
    assert stranger.post(f"/deals/{deal}/seals", {"card": held}).json["code"] == "not-the-maker"
    assert maker.post(f"/deals/{deal}/seals", {"card": "??"}).json["code"] == "shape"
    assert book.services.log.events_count() == count
    assert book.people.admin.post(f"/deals/{deal}/seals", {"card": hand[0]}).status_code == 403


@pytest.mark.full
def test_the_same_command_again_seals_once(book: Book) -> None:
    dealer, before, _, indicator = sealable()
    deal = book.people.deal(dealer=dealer)
    play(book.people.admin, deal, before)
    maker = book.people.issue("seat", deal=deal, seat=indicator.seat)
    sent = {"json": {"card": indicator.card}, "headers": {"Idempotency-Key": "once"}}
    one, two = (maker.post(f"/deals/{deal}/seals", **sent) for _ in range(2))
    assert (one.status_code, two.status_code, two.json["replayed"]) == (200, 200, True)
    assert len(maker.get(f"/deals/{deal}/seals").json["seals"]) == 1


@pytest.mark.full
def test_another_card_than_was_sealed_is_noted_for_officials(book: Book) -> None:
    """The maker showed a card that it had not sealed: the opening tells, and so does the record."""
    table = Table(book)
    assert table.sealing.status_code == 200
    hand = hand_of(table, table.maker)
    other = next(card for card in hand if card not in ("??", table.indicator.card))
    table.open(other)
    seal = table.seal(book.people.anybody)
    assert (seal["open"], seal["card"]) == (True, table.indicator.card)
    rows = [json.loads(line) for line in book.people.admin.get(f"/deals/{table.deal}/events").data.splitlines()]
    assert "seal-differs" in [row["fact"].get("code") for row in rows]


def test_formats_keep_seals_and_anybody_can_check_them(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table.open()
    events = table.book.services.ledger.repository.history(UUID(table.deal))
    document = document_of(events, table.deal)
    assert read_archived(write_archived(document)) == document
    text = write_hand(document)
    assert read_hand(text) == document
    file = tmp_path / "deal.nought.toml"
    file.write_text(text)
    assert run(["verify", "seals", str(file)]) == 0
    assert f"{table.indicator.card} is the sealed card" in capsys.readouterr().out
    file.write_text(text.replace(f'card = "{table.indicator.card}"', 'card = "7S"'))
    assert run(["verify", "seals", str(file)]) == 1
    monkeypatch.setenv("NOUGHT_DSN", table.book.settings.dsn)
    monkeypatch.setenv("NOUGHT_SCHEMA", table.book.settings.schema)
    assert run(["verify", "seals", table.deal]) == 0
    assert run(["verify", "seals", "neither"]) == 2


def test_a_bundle_checks_the_seal_too(table: Table) -> None:
    table.open()
    table.book.sign()
    bundle = bundles.load(table.book.people.admin.get(f"/deals/{table.deal}/bundle").data)
    assert any("is what was committed to" in line for line in bundles.verify(bundle).shown)


@pytest.mark.full
def test_a_file_with_seals_is_taken_in_again(table: Table) -> None:
    table.open()
    line = write_archived(document_of(table.book.services.ledger.repository.history(UUID(table.deal)), table.deal))
    other = line.replace(table.deal.encode(), b"019c5c22-f9d0-791b-99d5-f0740c70b079")
    answer = table.book.people.admin.call("POST", "/archive", data=other + b"\n", content_type="application/x-ndjson")
    assert answer.status_code == 200
    assert answer.json.get("imported", answer.json) is not None
    assert table.book.people.admin.get("/deals/019c5c22-f9d0-791b-99d5-f0740c70b079").status_code == 200
