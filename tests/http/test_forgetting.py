"""A person is forgotten: nothing that the server keeps names the person, and every proof holds (docs/privacy.md)."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import Any
from urllib.parse import quote_plus
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask
from psycopg.sql import SQL, Identifier

from api.proof.walk import KnownCheckpoint, walk
from api.services import Provider, Services
from domain.kernel.commands import Sent
from domain.kernel.errors import Declined
from store.settings import Settings
from tests.http.people import AT, People, opened, play, whole_deal

pytestmark = pytest.mark.usefixtures("computed")
"""Also what the statistics say."""

SENT: Sent = {"by": "Director", "at": AT}
GONE, STAYS = "Ravi s/o Kumaran", "Anula Perera"


def texts_of_all_tables(settings: Settings) -> Iterator[tuple[str, str]]:
    """Yield each row of each table as a text, with the bytes of events and files as text too."""
    with psycopg.connect(settings.owner_dsn or "", options=f"-c search_path={settings.schema}") as connection:
        tables = connection.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = %s", [settings.schema]
        ).fetchall()
        for (table,) in tables:
            columns = connection.execute(
                "SELECT column_name, data_type FROM information_schema.columns"
                " WHERE table_schema = %s AND table_name = %s",
                [settings.schema, table],
            ).fetchall()
            read = SQL(", ").join(
                SQL("encode({0}, 'escape')" if kind == "bytea" else "{0}::text").format(Identifier(name))
                for name, kind in columns
            )
            for row in connection.execute(SQL("SELECT {} FROM {}").format(read, Identifier(table))):
                yield table, " ".join(map(str, row))


def places_of(settings: Settings, name: str) -> dict[str, int]:
    """Count the rows that have a name in them, as it is, escaped or percent-encoded."""
    spellings = {name, json.dumps(name)[1:-1], name.replace(" ", "%20"), name.replace(" ", "+")}
    rows: dict[str, int] = {}
    for table, text in texts_of_all_tables(settings):
        if any(each in text for each in spellings):
            rows[table] = rows.get(table, 0) + 1
    return rows


class Book:
    def __init__(self, app: Flask, house: Provider, settings: Settings) -> None:
        self.app, self.house, self.settings = app, house, settings
        self.people = People(app, house)
        self.club = self.people.club()
        self.player = opened(self.people.admin.post("/players", {"name": GONE, "club": self.club}))
        dealer, acts = whole_deal(7)
        self.deal = self.people.deal(
            dealer=dealer, club=self.club, players={"S": GONE, "N": STAYS, "E": "Kala", "W": f"Farook & {GONE}"}
        )
        play(self.people.admin, self.deal, acts)
        self.people.admin.post(f"/deals/{self.deal}/notes", {"ply": 3, "text": f"{GONE} hesitated"})
        self.elsewhere = self.people.deal(club=self.people.club(), players={"S": GONE})

    @property
    def services(self) -> Services:
        return self.house.services

    def forget(self) -> None:
        self.services.forgetter().forget(UUID(self.club), [GONE], UUID(self.player), **SENT)

    def rows_with(self, name: str) -> int:
        """Count the texts and the rows of lists of the club that have a name in them."""
        with psycopg.connect(self.settings.owner_dsn or "") as connection:
            counted = connection.execute(
                SQL(
                    "SELECT (SELECT count(*) FROM {0}.texts WHERE owner = ANY (%(streams)s) AND text LIKE %(name)s)"
                    " + (SELECT count(*) FROM {0}.catalogue WHERE club_id = %(club)s"
                    " AND title || data::text LIKE %(name)s)"
                ).format(Identifier(self.settings.schema)),
                {"streams": [self.club, self.player], "club": self.club, "name": f"%{name}%"},
            ).fetchone()
        assert counted is not None
        number: int = counted[0]
        return number

    def view(self, deal: str) -> dict[str, str]:
        answer = self.people.admin.get(f"/deals/{deal}?viewer=arbiter")
        assert answer.status_code == 200, answer.json
        players: dict[str, str] = answer.json["players"]
        return players


@pytest.fixture
def book(app: Flask, house: Provider, settings: Settings) -> Book:
    return Book(app, house, settings)


def test_nothing_that_is_kept_names_somebody_who_was_forgotten(book: Book) -> None:
    """In the club that forgets: another club may know somebody of the same name."""
    assert book.people.admin.get(f"/deals/{book.deal}/replays/arbiter").status_code == 200
    before = places_of(book.settings, GONE)
    assert before["texts"] >= 4
    assert before["catalogue"] >= 2
    book.forget()
    left = places_of(book.settings, GONE)
    assert left.pop("texts") == 1, "the name in the other club"
    assert left.pop("catalogue") == 1
    assert left == {}
    assert book.view(book.deal)["S"].startswith("Former player ")
    assert book.view(book.deal)["W"] == f"Farook & {book.view(book.deal)['S']}"
    assert book.view(book.deal)["N"] == STAYS
    assert book.view(book.elsewhere)["S"] == GONE
    listed = book.people.admin.get(f"/players/{book.player}").json
    assert listed["name"] == book.view(book.deal)["S"]
    assert GONE not in json.dumps(book.people.admin.get(f"/deals/{book.deal}/notes").json)


def test_where_a_name_stands_is_found_without_reading_the_events(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the events were read in the background; those that came since are read when somebody asks."""
    texts = book.services.texts_of_people
    club, player = UUID(book.club), UUID(book.player)

    def what_is_held() -> tuple[set[UUID], dict[str, int], set[str]]:
        held = texts.find(club, [GONE], player)
        assert len(held.digests) == len(set(held.digests))
        return set(held.streams), dict(held.kinds), {each.text for each in held.texts}

    unread = what_is_held()
    assert {UUID(book.deal), player} < unread[0]
    assert UUID(book.elsewhere) not in unread[0], "another club's name is another text"
    assert unread[1] == {"Deal": 1, "Player": 1, "Notes": 1}
    assert unread[2] == {f"{GONE} hesitated"}
    assert texts.named.count_unread(10) > 0
    assert book.services.forgetter().read_on()
    assert texts.named.count_unread(10) == 0
    with monkeypatch.context() as without_events:
        without_events.setattr("store.tables.named_streams._LATELY", "SELECT NULL::uuid WHERE %s < 0 OR %b IS NULL")
        assert what_is_held() == unread
    later = UUID(book.people.deal(club=book.club, players={"E": GONE}))
    assert what_is_held()[0] == unread[0] | {later}
    assert book.services.forgetter().read_on()
    assert what_is_held()[0] == unread[0] | {later}


@pytest.mark.parametrize(
    ("name", "written", "is_found"),
    [
        ("Rani", "Rani came late", True),
        ("Rani", "(rani), as always", True),
        ("Rani", "Iranian tea", False),
        ("Rani Silva", "Rani and Silva", False),
        ("Rani Silva", "the bid of Rani  Silva", False),
        ("Rani Silva", "RANI SILVA!", True),
        ("Ed", "He reached for it", False),
        ("குமரன்", "நேற்று குமரன் வந்தார்", True),
        ("සිල්වා", "සිල්වා මහතා", True),
        ("…", "well … no", True),
        ("O'Neil", "said O'Neil.", True),
    ],
)
def test_a_text_is_found_by_the_name_in_it(book: Book, name: str, written: str, is_found: bool) -> None:
    book.people.admin.post(f"/deals/{book.deal}/notes", {"ply": 1, "text": written})
    held = book.services.texts_of_people.find(UUID(book.club), [name], None)
    assert ([each.text for each in held.texts] == [written]) is is_found


def test_a_process_that_still_remembered_the_name_leaves_it_in_no_list(book: Book) -> None:
    """For a second after the removal, another process may write what it remembers; the lists are made anew later."""
    forgetter = book.services.forgetter()
    with closing(Services.build(book.settings)) as other:
        other.recorder.texts._notice_removals = lambda: None  # type: ignore[method-assign]
        remembered = other.ledger.deals.open("304", "S", players={"N": GONE}, club=UUID(book.club), **SENT).id
        book.forget()
        late = other.ledger.deals.open("304", "S", players={"N": GONE}, club=UUID(book.club), **SENT).id
    assert book.rows_with(GONE) == 1
    with pytest.MonkeyPatch.context() as at_once:
        at_once.setattr("api.people.forgetting.LATER", 0.0)
        while forgetter.list_later():
            pass
    assert book.rows_with(GONE) == 0
    assert book.services.texts_of_people.lists.count() == 0
    assert {book.view(str(each))["N"] for each in (remembered, late)} == {book.view(book.deal)["S"]}


def test_a_deal_that_is_being_written_at_the_removal_keeps_the_name_in_no_list(book: Book) -> None:
    """Found by the simulation: its events were not visible to the removal, and are older than the removal's."""
    book.services.recorder.patience = 30
    match = book.services.ledger.matches.open("304", "S", club=UUID(book.club), **SENT).id
    forgetter = book.services.forgetter()
    seen: dict[UUID, tuple[int, int]] = {}
    with psycopg.connect(book.settings.owner_dsn or "", autocommit=True) as other, ThreadPoolExecutor(1) as threads:
        with other.transaction():
            row = SQL("SELECT FROM {}.catalogue WHERE id = %s FOR UPDATE").format(Identifier(book.settings.schema))
            other.execute(row, [match])
            written = threads.submit(
                book.services.ledger.deals.open, match=match, players={"N": GONE}, dealer_reason="drawn", **SENT
            )
            wait_until_blocked(book.settings, other, written)
            book.forget()
            with pytest.MonkeyPatch.context() as at_once:
                at_once.setattr("api.people.forgetting.LATER", 0.0)
                assert forgetter.list_later(seen) == 0, "the deal is not there yet"
        late = written.result().id
    assert book.rows_with(GONE) == 1
    with pytest.MonkeyPatch.context() as at_once:
        at_once.setattr("api.people.forgetting.LATER", 0.0)
        while forgetter.list_later(seen):
            pass
    assert book.rows_with(GONE) == 0
    assert book.view(str(late))["N"] == book.view(book.deal)["S"]


def wait_until_blocked(settings: Settings, blocking: psycopg.Connection, unless: Future[Any]) -> None:
    """Wait until another connection waits for this one, unless something is done before."""
    waits = "SELECT pid FROM pg_stat_activity WHERE %s = ANY (pg_blocking_pids(pid))"
    with psycopg.connect(settings.owner_dsn or "", autocommit=True) as connection:
        while not connection.execute(waits, [blocking.info.backend_pid]).fetchall():
            assert not unless.done(), unless.result()
            time.sleep(0.01)


def test_names_in_lists_are_replaced_only_with_the_event_of_a_removal(book: Book) -> None:
    statement = "SELECT {}.forget_in_tables(ARRAY['x'], 'y', NULL, ARRAY[]::uuid[], gen_random_uuid(), 1)"
    with psycopg.connect(book.settings.dsn) as connection, pytest.raises(psycopg.Error, match="removal"):
        connection.execute(SQL(statement).format(Identifier(book.settings.schema)))


def test_every_proof_holds_as_before(book: Book) -> None:
    """Leaves are over digests: what was signed before fits what is there afterwards."""
    keeper = book.services.log_keeper("cards.example")
    keeper.grow()
    signed = keeper.checkpoint()
    assert signed is not None
    book.forget()
    keeper.grow()
    report = walk(book.services.log, [KnownCheckpoint("before", signed.note)])
    assert report.broken == ()
    assert report.waiting == 0


def test_what_follows_from_the_record_is_the_same_but_for_the_name(book: Book) -> None:
    paths = [f"/deals/{book.deal}?viewer=arbiter", f"/deals/{book.deal}/replays/arbiter", f"/deals/{book.deal}/audit"]
    before = [book.people.admin.get(path).text for path in paths]
    book.forget()
    former = book.view(book.deal)["S"]
    assert [book.people.admin.get(path).text for path in paths] == [text.replace(GONE, former) for text in before]
    assert GONE in before[0]


def test_a_name_that_is_typed_again_is_a_new_one(book: Book) -> None:
    """Somebody may come back, or somebody else be called the same: nobody is told apart by what was forgotten."""
    book.forget()
    again = book.people.deal(club=book.club, players={"S": GONE})
    assert book.view(again)["S"] == GONE
    assert book.view(book.deal)["S"].startswith("Former player ")


def test_a_pair_at_a_seat_of_an_imported_deal_is_two_names(book: Book) -> None:
    """Found in a book of 20,000 deals: its matches named a pair of which one was forgotten."""
    line, copy = book.people.admin.get(f"/deals/{book.deal}/archive").data, str(uuid4())
    taken = book.people.admin.call(
        "POST",
        "/archive",
        data=line.replace(book.deal.encode(), copy.encode()),
        headers={"Content-Type": "application/x-ndjson"},
    )
    assert (taken.status_code, taken.json["saved"]) == (200, 1), taken.json
    assert book.view(copy)["W"] == f"Farook & {GONE}"
    book.forget()
    assert book.view(copy)["W"] == f"Farook & {book.view(book.deal)['S']}"


def test_nobody_of_whom_nothing_is_kept_can_be_forgotten(book: Book) -> None:
    with pytest.raises(Declined, match="nothing is kept"):
        book.services.forgetter().forget(UUID(book.club), ["Nobody Ever"], **SENT)
    book.forget()
    with pytest.raises(Declined, match="nothing is kept"):
        book.services.forgetter().forget(UUID(book.club), [GONE], UUID(book.player), **SENT)


def test_a_text_is_removed_with_a_reason_and_its_event_stays(book: Book) -> None:
    ledger = book.services.ledger
    notes = ledger.notes.get(UUID(book.deal))
    with pytest.raises(Declined):
        book.services.forgetter().remove_text(UUID(book.club), notes.id, 1, " ", **SENT)
    for elsewhere in (None, UUID(book.people.club())):
        with pytest.raises(Declined, match="holds no text"):
            book.services.forgetter().remove_text(elsewhere, notes.id, 1, "Another club's", **SENT)
    book.services.forgetter().remove_text(UUID(book.club), notes.id, 1, "It insults somebody", **SENT)
    (note,) = book.services.ledger.notes.get(UUID(book.deal)).notes.values()
    assert (note.text, note.by) == (f"(removed on {AT[:10]} by Director: It insults somebody)", "Keeper")
    with pytest.raises(Declined, match="holds no text"):
        book.services.forgetter().remove_text(UUID(book.club), notes.id, 1, "Once more", **SENT)


def test_a_forgotten_name_and_one_that_never_was_are_not_told_apart(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by the answer, nor by what is asked of the database, which is what takes time."""
    never = "Rani s/o Kumaran"
    assert len(never) == len(GONE)
    book.forget()
    statements: list[str] = []
    execute = psycopg.Cursor.execute

    def note(self: Any, query: Any, *values: Any, **how: Any) -> Any:
        if not re.search(r"number FROM \S*removals\b|data \? 'seen'", str(query)):  # asked once a second
            statements.append(str(query))
        return execute(self, query, *values, **how)

    monkeypatch.setattr(psycopg.Cursor, "execute", note)

    def answered(path: str, name: str) -> tuple[int, str, list[str]]:
        statements.clear()
        token = {"Authorization": f"Bearer {book.people.admin.secret}"}
        answer = book.app.test_client().get(path.format(quote_plus(name)), headers=token)
        return answer.status_code, answer.text.replace(name, "X").replace(quote_plus(name), "X"), list(statements)

    for path in (
        f"/api/v1/deals?club={book.club}&player={{}}",
        f"/api/v1/deals?club={book.club}&result=open&player={{}}",
    ):
        answered(path, never)  # what a process remembers once
        gone, unknown = answered(path, GONE), answered(path, never)
        assert gone[0] == 200, path
        assert gone == unknown, path
        assert gone[2], "something was asked of the database"


def test_a_view_that_was_fetched_before_is_not_confirmed_with_the_name_in_it(book: Book) -> None:
    """The client's copy has the name. The server sends the view anew, and still takes the earlier ETag in If-Match."""
    token = {"Authorization": f"Bearer {book.people.admin.secret}"}
    client = book.app.test_client()
    path = f"/api/v1/deals/{book.deal}?viewer=arbiter"
    before = client.get(path, headers=token)
    assert client.get(path, headers={**token, "If-None-Match": before.headers["ETag"]}).status_code == 304
    book.forget()
    after = client.get(path, headers={**token, "If-None-Match": before.headers["ETag"]})
    assert (after.status_code, GONE in after.text) == (200, False)
    assert client.get(path, headers={**token, "If-None-Match": after.headers["ETag"]}).status_code == 304
    for tag in (before, after):
        seat = {"seat": "S" if tag is before else "N"}
        sent = client.post(
            f"/api/v1/deals/{book.deal}/confirmations", json=seat, headers={**token, "If-Match": tag.headers["ETag"]}
        )
        assert sent.status_code in (200, 409, 412, 422), "the ETag is read"
        assert "If-Match takes one ETag" not in sent.text
