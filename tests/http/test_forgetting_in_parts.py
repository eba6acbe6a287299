"""The lists that name a person who was forgotten are made anew in parts; until then nobody reads the name in them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus
from uuid import UUID

import psycopg
import pytest
from flask import Flask
from psycopg.sql import SQL, Identifier
from werkzeug.test import TestResponse

from api.services import Provider, Services
from store.settings import Settings
from store.tables.catalogue import Late
from tests.cases import full, one_in
from tests.http.people import opened
from tests.http.test_forgetting import GONE, SENT, STAYS, Book, places_of

pytestmark = pytest.mark.usefixtures("computed")
"""Also what the statistics say."""


class DiedError(BaseException):
    """Stands for the death of a process."""


@pytest.fixture
def in_parts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A removal makes one list anew before it is answered, and each part is one list."""
    monkeypatch.setattr("api.people.forgetting.AT_ONCE", -1.0)
    monkeypatch.setattr("api.people.forgetting.BATCH", 1)
    return None


@pytest.fixture
def book(app: Flask, house: Provider, settings: Settings) -> Book:
    book = Book(app, house, settings)
    for seat in "SNEW":
        book.people.deal(club=book.club, players={seat: GONE, "SNEW"["NSWE".index(seat)]: STAYS})
    opened(
        book.people.admin.post(
            "/matches", {"club": book.club, "ruleset": "304", "dealer": "S", "teams": {"NS": GONE, "EW": "Others"}}
        )
    )
    return book


def served(book: Book) -> dict[str, str]:
    """Return what is served of the lists that name the person, and of the deal."""
    paths = [
        "/clubs", f"/deals?club={book.club}", f"/players/{book.player}", f"/players?club={book.club}",
        f"/matches?club={book.club}", f"/deals/{book.deal}?viewer=arbiter", f"/deals/{book.deal}/replays/public",
        f"/deals?club={book.club}&player={quote_plus(STAYS)}",
    ]  # fmt: skip
    answers = {path: book.people.admin.get(path) for path in paths}
    assert {path: answer.status_code for path, answer in answers.items()} == dict.fromkeys(paths, 200)
    return {path: answer.text for path, answer in answers.items()}


def count_found(book: Book, name: str) -> int:
    """Return how many deals of the club a search by a name finds."""
    return len(book.people.admin.get(f"/deals?club={book.club}&player={quote_plus(name)}").json["items"])


def number_of_progress(book: Book) -> tuple[int, int]:
    """Return how many lists are still to be made anew, and of how many, as the API says."""
    (line,) = book.people.admin.get(f"/clubs/{book.club}/people/removals").json["items"]
    return line.get("lists", 0), line.get("of_lists", 0)


def test_until_its_list_is_made_anew_nobody_reads_the_name_and_the_progress_is_shown(
    book: Book, in_parts: None
) -> None:
    before = served(book)
    assert (count_found(book, GONE), count_found(book, STAYS)) == (5, 5)
    answer = book.people.admin.post(f"/clubs/{book.club}/people/forget", {"player": book.player})
    called, progress = answer.json["called"], []
    renamed = {path: text.replace(GONE, called) for path, text in before.items()}
    assert GONE in "".join(before.values())
    assert book.rows_with(GONE) > 3, "the lists themselves still have the name"
    is_done = False
    while not is_done:
        assert served(book) == renamed
        assert count_found(book, GONE) == 0, "a search by the name finds nothing, too"
        assert count_found(book, STAYS) == 5
        progress.append(number_of_progress(book))
        is_done = book.services.forgetter().list_on(-1)
    assert answer.json["lists"] == progress[0][0]
    assert progress == [(progress[0][1] - number, progress[0][1]) for number in range(1, len(progress))] + [(0, 0)]
    assert len(progress) > 5
    assert book.rows_with(GONE) == 0
    assert set(places_of(book.settings, GONE)) == {"texts", "catalogue"}, "other clubs know somebody of this name"
    assert (number_of_progress(book), served(book), count_found(book, called)) == ((0, 0), renamed, 5)


@pytest.mark.parametrize(
    "dies_at",
    one_in(
        2,
        [
            "api.people.earlier_removals.note",
            "store.tables.catalogue.Catalogue.list_again",
            "store.tables.standings.Lines.write_again",
            "store.tables.unlisted.Unlisted.replace_before",
            "store.tables.unlisted.Unlisted.clear_commands",
            "store.tables.unlisted.Unlisted.finish",
        ],
    ),
)
def test_a_process_that_dies_after_the_removal_shows_no_name_and_the_next_one_completes_it(
    book: Book, monkeypatch: pytest.MonkeyPatch, dies_at: str
) -> None:
    def die(*_: object) -> None:
        raise DiedError

    before = served(book)
    listed = Path(book.settings.keys) / "removals.jsonl"
    removals = listed.read_text() if listed.exists() else ""
    with monkeypatch.context() as dying:
        dying.setattr(dies_at, die)
        with pytest.raises(DiedError):
            book.forget()
    called = book.view(book.deal)["S"]
    assert served(book) == {path: text.replace(GONE, called) for path, text in before.items()}
    assert count_found(book, GONE) == 0
    with closing(Services.build(book.settings)) as opened_again:
        lines = listed.read_text().removeprefix(removals).splitlines()
        assert [json.loads(line)["player"] for line in lines] == [book.player]
        opened_again.forgetter().list_on()
        assert opened_again.texts_of_people.lists.count_waiting() == 0
        assert opened_again.texts_of_people.lists.progress(UUID(book.club)) == []
    assert book.rows_with(GONE) == 0


@pytest.mark.parametrize("further", [[], full(["Kala"])])
def test_a_request_that_is_repeated_after_a_death_gets_the_answer_of_what_was_carried_out(
    book: Book, monkeypatch: pytest.MonkeyPatch, further: list[str]
) -> None:
    def send(names: list[str]) -> TestResponse:
        return book.people.admin.post(
            f"/clubs/{book.club}/people/forget",
            {"player": book.player, "names": names},
            headers={"Idempotency-Key": f"forget {book.player}"},
        )

    def die(*_: object) -> None:
        raise DiedError

    with monkeypatch.context() as dying:
        dying.setattr("api.people.earlier_removals.note", die)
        with pytest.raises(DiedError):
            send(further)
    called = book.view(book.deal)["S"]
    other = send(["Farook"])
    assert (other.status_code, other.json["code"]) == (422, "key-reused")
    again = send(further)
    assert (again.status_code, again.json["replayed"], again.json["called"]) == (200, True, called)


@pytest.mark.full
def test_the_names_of_several_persons_are_deleted_with_the_last_list(book: Book, in_parts: None) -> None:
    """As of all those whom a restored copy forgets again when it is opened."""
    for name in (STAYS, "Kala", "Others"):
        book.services.forgetter().forget(UUID(book.club), [name], **SENT)
    book.forget()
    assert len(book.services.texts_of_people.lists.progress(UUID(book.club))) == 4
    book.services.forgetter().list_on()
    assert book.services.texts_of_people.lists.progress(UUID(book.club)) == []
    assert [book.rows_with(name) for name in (GONE, STAYS, "Kala", "Others")] == [0, 0, 0, 0]


def test_delayed_viewers_still_see_what_lists_said_before_without_the_name(book: Book, in_parts: None) -> None:
    club, deal = UUID(book.club), UUID(book.deal)
    table = book.people.table(book.club)
    deal = UUID(book.people.deal(club=book.club, table=table, players={"S": GONE, "N": STAYS}))
    ended = book.people.admin.post(f"/deals/{deal}/abandon", {"why": "The lights went out"})
    assert ended.status_code == 200, ended.json
    with psycopg.connect(book.settings.owner_dsn or "", autocommit=True) as owner:
        schema = Identifier(book.settings.schema)
        age = SQL("UPDATE {}.{} SET {} = {} - interval '1 hour' WHERE id = %s")
        owner.execute(age.format(schema, *map(Identifier, ("catalogue", "listed_at", "listed_at"))), [deal])
    late = book.services.catalogue.seen(Late({table: 600.0}, moment=datetime.now(UTC)))

    def read() -> tuple[str, str, str]:
        now, then = book.services.catalogue.find(deal), late.find(deal)
        assert now is not None
        assert then is not None
        return now.data["status"], then.data["status"], then.data["players"]["S"]

    assert read() == ("abandoned", "open", GONE)
    book.services.forgetter().forget(club, [GONE], UUID(book.player), **SENT)
    called = book.view(book.deal)["S"]
    assert read() == ("abandoned", "open", called)
    while not book.services.forgetter().list_on(-1):
        assert read() == ("abandoned", "open", called)
    assert read() == ("abandoned", "open", called)
    assert "catalogue_before" not in places_of(book.settings, GONE)


def test_a_name_that_is_a_word_of_the_record_changes_no_other_value(book: Book, in_parts: None) -> None:
    """Somebody is called as a deal's status and a seat are."""
    deal = UUID(book.people.deal(club=book.club, players={"S": "open", "N": "S"}))
    before = book.services.catalogue.find(deal)
    assert before is not None
    book.services.forgetter().forget(UUID(book.club), ["open", "S", "304"], **SENT)
    called = book.view(str(deal))["S"]
    for _ in range(3):
        row = book.services.catalogue.find(deal)
        assert row is not None
        assert {**row.data, "players": {}, "people": []} == {**before.data, "players": {}, "people": []}
        assert row.data["players"] == {**before.data["players"], "S": called, "N": called}
        book.services.forgetter().list_on()


def test_what_lists_said_before_changes_only_while_they_are_made_anew(book: Book) -> None:
    statement = (
        "SELECT {0}.replace_lines_before(array_agg(number), array_agg('x'::text), array_agg('{{}}'::jsonb)),"
        " (SELECT {0}.replace_tournament_lines_before(array_agg(number), array_agg('{{}}'::jsonb))"
        " FROM {0}.tournament_lines_before) FROM {0}.catalogue_before"
    )
    before = places_of(book.settings, GONE)["catalogue_before"]
    assert before
    with psycopg.connect(book.settings.dsn, autocommit=True) as connection:
        connection.execute(SQL(statement).format(Identifier(book.settings.schema)))
    assert places_of(book.settings, GONE)["catalogue_before"] == before


def test_commands_betray_nothing_once_their_part_was_looked_through(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.people.forgetting.COMMANDS", 2)
    statement = SQL("SELECT count(*) FROM {}.commands WHERE salt IS NOT NULL AND club = %s").format(
        Identifier(book.settings.schema)
    )
    with psycopg.connect(book.settings.owner_dsn or "", autocommit=True) as owner:
        body = {"ruleset": "304", "dealer": "S", "club": book.club, "players": {"S": GONE}}
        for key in ("one", "two", "three"):
            opened(book.people.admin.post("/deals", body, headers={"Idempotency-Key": f"{book.club} {key}"}))
        assert owner.execute(statement, [book.club]).fetchone() == (3,)
        book.forget()
        book.services.forgetter().list_on()
        assert owner.execute(statement, [book.club]).fetchone() == (0,)


def test_while_nobody_is_forgotten_a_process_remembers_the_texts_that_it_read(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its keeper looks for lists every few seconds, and there are none."""
    forgetter = book.services.forgetter()
    forgetter.list_on()  # those of other tests
    seats = book.view(book.deal)
    forgetter.list_on()
    texts = book.services.recorder.texts
    statements: list[bytes] = []
    read = texts._read

    def noting(statement: bytes, values: Sequence[Any]) -> list[Any]:
        statements.append(statement)
        return read(statement, values)

    monkeypatch.setattr(texts, "_read", noting)
    assert book.view(book.deal) == seats
    assert texts._sql.find_texts not in statements
