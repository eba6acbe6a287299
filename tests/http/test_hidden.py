"""A seat gets the same answers from two record books that differ only in cards that it has not seen."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID, uuid4

import pytest
from werkzeug.test import TestResponse

from domain.engine.facts import CardsDisclosed, DealOpened, Fact, IrregularityNoted
from domain.engine.hiding import viewers
from domain.engine.parameters import plain
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS, SIDI_BARRANI, STANDARD
from domain.record.record import Record
from replay.notation.archive import write_archived
from replay.notation.document import DealDocument, Item
from store.postgres import embedded
from tests.http.applications import new_book
from tests.http.people import AT, People, Person, opened
from tests.replaying.hidden import altered, story, told_from, unseen

DEALS = 400 if os.environ.get("NOUGHT_FULL") else 2
STEP = 5 if os.environ.get("NOUGHT_FULL") else 80
"""Plies from one view to the next; a replay holds all of them."""


SEARCHES = (
    "held=JH", "held=J*&hand=E", "held=*1&hand=maker", "held=JS+9S&limit=3", "shape=4-2-1-1", "lead=AS", "lead=J*",
    "only_trump=true", "only_trump=false", "reason=caps-late", "bid_from=200&result=failed", "bid_to=160",
)  # fmt: skip
"""Searches by cards: neither what is found nor its number or order may tell of unseen cards."""


@dataclass(frozen=True)
class Twin:
    """One of two record books."""

    people: People

    def take_in(self, deal: UUID, table: UUID, game: Ruleset, dealer: str, facts: list[Fact]) -> None:
        opened(self.people.admin.post("/tables", {"name": "Table", "id": str(table), "at": AT}))
        opening = DealOpened(plain(game), dealer, table=str(table), event="Evening")
        items = tuple(Item(fact, AT, "scribe") for fact in facts)
        line = write_archived(DealDocument(opening, items, str(deal), AT, "scribe"))
        path, kind = "/archive?as_recorded=true", "application/x-ndjson"
        answer = self.people.admin.call("POST", path, data=line, content_type=kind)
        assert answer.json["saved"] == 1, answer.json


@pytest.fixture(scope="module")
def twins(server: embedded.Embedded) -> Iterator[tuple[Twin, Twin]]:
    with new_book(server) as left, new_book(server) as right:
        yield Twin(left), Twin(right)


def response_parts(answer: TestResponse) -> tuple[int, bytes, list[tuple[str, str]]]:
    """Everything that comes back, the clock aside."""
    return answer.status_code, answer.data, sorted((name, value) for name, value in answer.headers if name != "Date")


def paths(deal: UUID, record: Record) -> Iterator[str]:
    """Every route that only looks, at every ply and through everybody's eyes."""
    plies = len(record.entries)
    yield from (f"/deals?{query}" for query in SEARCHES)
    yield from ("/deals.csv", "/archive?limit=5", "/archive?lead=JH")
    yield from ("/deals", "/deals?limit=1", "/matches", "/clubs", "/players", "/tables", "/rulesets", "/events")
    more = (
        "/archive",
        "/hand-file",
        "/notes",
        "/pins",
        "/what-if?ruleset=304-jaffna",
        "/audit",
        "/analysis",
        f"/analysis/{plies // 2}",
        "/knowledge",
        "/views",
        "/shuffle",
    )
    for rest in ("", "/timeline", "/events", "/events?after=3", *more):
        yield f"/deals/{deal}{rest}"
    for viewer in viewers(record.rules.seats):
        yield f"/deals/{deal}/replays/{viewer}"
        yield f"/deals/{deal}/replays/{viewer}?until={plies // 2}"
        yield f"/deals/{deal}/timeline?viewer={viewer}"
        yield f"/deals/{deal}/events?viewer={viewer}"
        for ply in (*range(-1, plies, STEP), plies - 1, plies):
            yield f"/deals/{deal}/views/{viewer}?ply={ply}"
            yield f"/deals/{deal}/knowledge?seat={viewer}&until={ply}"


def pages(deal: UUID) -> Iterator[str]:
    """Every page of a deal that only looks."""
    yield "/deals"
    rest = ("", "/what-if", "/what-if?ruleset=304-jaffna", "/audit", "/knowledge", "/seats", "/explore")
    yield from (f"/deals/{deal}{each}" for each in rest)
    yield f"/practice?deal={deal}&at=3"


def page(caller: Person, path: str) -> TestResponse:
    """The answer to a page's path, which is no path of the API."""
    return caller.app.test_client().get(path, headers={"Authorization": f"Bearer {caller.secret}"})


def test_a_seat_cannot_tell_two_deals_apart_that_differ_in_cards_it_has_not_seen(twins: tuple[Twin, Twin]) -> None:
    left, right = twins
    exchanged = 0
    for seed in range(DEALS):
        rng = random.Random(seed)
        game = rng.choice((*RULESETS.values(), STANDARD, SIDI_BARRANI))
        dealer, facts = story(rng, game)
        facts = facts[: rng.randint(min(4, len(facts) - 1), len(facts) - 1)]
        viewer = rng.choice(game.seating.seats)
        record = told_from(game, dealer, facts)
        hidden = unseen(record, facts, viewer)
        if len(hidden) < 2 or record.over or record.rules.owed_act(record.state) is not None:
            continue
        a, b = rng.sample(hidden, 2)
        others = [altered(fact, {a: b, b: a}) for fact in facts]
        exchanged += told_from(game, dealer, others).acts != record.acts
        deal, table = uuid4(), uuid4()
        where = {"deal": str(deal)} if seed % 2 else {"table": str(table)}
        callers = []
        for side, story_told in ((left, facts), (right, others)):
            side.take_in(deal, table, game, dealer, story_told)
            callers.append(side.people.issue("seat", seat=viewer, **where))
        for path in paths(deal, record):
            one, other = (response_parts(caller.get(path)) for caller in callers)
            assert one == other, (seed, viewer, path)
        for path in pages(deal):
            one, other = (response_parts(page(caller, path)) for caller in callers)
            assert one == other, (seed, viewer, path)
        line = {"ply": len(record.acts) - 1, "line": rng.sample(list(record.rules.tables.bit), rng.randrange(2))}
        one, other = (response_parts(caller.post(f"/deals/{deal}/explore", line)) for caller in callers)
        assert one == other, (seed, viewer, "explore")
        compare_refusals(rng, callers, deal, viewer, list(record.rules.tables.bit))
    assert exchanged > DEALS // 3, "too few exchanges changed anything"


def compare_refusals(rng: random.Random, callers: list[Person], deal: UUID, viewer: str, pack: list[str]) -> None:
    """Compare the answers to acts of the seat: the same words, or in both books accepted."""
    tries = [f"{viewer} {card}" for card in rng.sample(pack, 3)]
    tries += [f"{viewer} ({card})" for card in rng.sample(pack, 2)]
    tries += [
        f"{viewer} {call}" for call in ("150", "170", "pass", "redeal", "spoilt", "closed", "counts 178", "concedes")
    ]
    tries += [
        f"{viewer} {call}" for call in ("70 H", "double", "weis 20", "weis 50", "weis top K", "scores 50", "stöck")
    ]
    rng.shuffle(tries)
    for seat in ("S", "E", "1", "4"):
        one, other = (caller.post(f"/deals/{deal}/confirmations", {"seat": seat, "at": AT}) for caller in callers)
        assert response_parts(one) == response_parts(other)
    for act in tries:
        one, other = (caller.post(f"/deals/{deal}/actions", {"act": act, "at": AT}) for caller in callers)
        assert one.status_code == other.status_code, (act, one.json, other.json)
        if one.status_code == 200:
            return
        assert response_parts(one) == response_parts(other)


def test_what_only_officials_may_notice_moves_no_version_of_a_seats(people: People) -> None:
    deal = people.deal(dealer="S")
    seat = people.issue("seat", deal=deal, seat="S")
    deal_sentence = "S deal " + " ".join(f"{each}:{' '.join(['??'] * 4)}" for each in ("E", "N", "W", "S"))
    people.admin.post(f"/deals/{deal}/actions", {"acts": ["S shuffle", "W cut", deal_sentence]})
    before = [
        response_parts(seat.get(f"/deals/{deal}{path}"))
        for path in ("", "/events", "/timeline", "/views/S", "/replays/S")
    ]
    official = people.admin.get(f"/deals/{deal}").json["version"]
    for path, body in (
        ("disclosures", {"hands": {"N": [["JH", "9H", "AH", "TH"]]}}),
        ("irregularities", {"ply": 1, "code": "spoke"}),
        ("amendments", {"ply": 1, "act": "W cut 12", "why": "JH was at the bottom"}),
    ):
        assert people.admin.post(f"/deals/{deal}/{path}", body).status_code == 200
    after = [
        response_parts(seat.get(f"/deals/{deal}{path}"))
        for path in ("", "/events", "/timeline", "/views/S", "/replays/S")
    ]
    assert before == after
    assert people.admin.get(f"/deals/{deal}").json["version"] == official + 3
    version = before[0][2]
    etag = dict(version)["ETag"]
    key = {"Idempotency-Key": "mine", "If-Match": etag}
    recorded = seat.post(f"/deals/{deal}/actions", {"act": "S 160", "as_it_happened": True}, headers=key)
    assert recorded.status_code == 200, recorded.json
    assert recorded.json["version"] == int(etag.strip('"')) + 1
    again = seat.post(f"/deals/{deal}/actions", {"act": "S 160", "as_it_happened": True}, headers=key)
    assert again.json == {**recorded.json, "replayed": True}
    late = seat.post(f"/deals/{deal}/actions", {"act": "S pass"}, headers={"If-Match": etag})
    assert (late.status_code, late.json["version"]) == (412, recorded.json["version"])


def test_a_seats_key_is_its_own(people: People) -> None:
    deal = people.deal(dealer="S")
    for who, act in (
        (people.issue("seat", deal=deal, seat="S"), "S shuffle"),
        (people.issue("seat", deal=deal, seat="W"), "W cut 3"),
    ):
        assert who.post(f"/deals/{deal}/actions", {"act": act}, headers={"Idempotency-Key": "1"}).status_code == 200


def test_a_list_of_deals_says_nothing_of_irregularities(people: People) -> None:
    deal = opened(people.admin.post("/deals", {"ruleset": "304", "dealer": "S"}))
    people.admin.post(f"/deals/{deal}/actions", {"act": "E 160", "as_it_happened": True})
    row = people.anybody.get("/deals").json["items"][0]
    assert row["id"] == deal
    assert not {"has_irregularities", "version"} & row.keys()


def test_the_facts_that_only_officials_see_are_known_here() -> None:
    """If another kind of fact is to be hidden from the seats, the tests above should have one of it."""
    from domain.engine.hiding import _HIDE, _hide_wholly

    assert {kind for kind, hider in _HIDE.items() if hider is _hide_wholly} == {CardsDisclosed, IrregularityNoted}
