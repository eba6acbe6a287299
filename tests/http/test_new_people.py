"""An import does not bring a forgotten person back by itself: names that are new to the club are shown first."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.services import Provider
from store.settings import Settings
from tests.cases import cases
from tests.http.people import AT, Person, opened
from tests.http.test_forgetting import GONE, STAYS, Book
from tests.http.test_people_pages import Reader
from web.app import create_app

NDJSON = {"Content-Type": "application/x-ndjson"}
SHEET = f"Name,2025-01-17\n{GONE},12\n{STAYS},7\n"
LIST = f"player1,player2\n{GONE},{STAYS}\n"
TRF = "012 Cup\n" + "".join(
    f"001 {number:4} m    {name:33} 1900{'':28} 0.0 {number:4}\n" for number, name in enumerate((GONE, STAYS), 1)
)


@pytest.fixture(scope="module")
def site(settings: Settings) -> Flask:
    return create_app(settings)


@pytest.fixture
def book(app: Flask, house: Provider, settings: Settings) -> Book:
    return Book(app, house, settings)


def archive_of(book: Book, deal: str) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(book.people.admin.get(f"/deals/{deal}/archive").data)
    return line


def send_archive(who: Person, *lines: dict[str, Any], query: str = "") -> dict[str, Any]:
    body = "\n".join(map(json.dumps, lines))
    answer = who.call("POST", f"/archive?{query}", data=body, headers=NDJSON)
    assert answer.status_code == 200, answer.json
    sent: dict[str, Any] = answer.json
    return sent


def swiss(book: Book, side: int) -> str:
    terms = {"format": "swiss", "rounds": 3, "side": side}
    return opened(
        book.people.admin.post("/tournaments", {"name": "Cup", "ruleset": "304", "club": book.club, "terms": terms})
    )


def series(book: Book) -> str:
    return opened(book.people.admin.post("/series", {"name": "Season", "club": book.club, "terms": {}}))


@pytest.mark.full
def test_an_archive_from_before_does_not_bring_a_person_back_unasked(book: Book) -> None:
    """A deal with a new name is refused, and says so; others are imported; one that is recorded is left alone."""
    director = book.people.issue("director", club=book.club)
    before = archive_of(book, book.deal)
    book.forget()
    former = book.view(book.deal)["S"]
    copy = {**before, "id": str(uuid4())}
    harmless = {**before, "id": str(uuid4()), "players": {"N": STAYS, "S": former}}
    known = archive_of(book, book.deal)
    for query in ("dry_run=true", ""):
        answer = send_archive(director, copy, harmless, known, query=query)
        assert (answer["saved"], answer["known"], answer["refused"]) == (1, 1, 1)
        assert answer["new_people"] == [GONE]
        assert answer["lines"][0]["code"] == "new-people"
        assert GONE in answer["lines"][0]["detail"]
    assert book.rows_with(GONE) == 0, "the name is nowhere"
    welcome = send_archive(director, copy, query="new_people=true")
    assert (welcome["saved"], welcome["new_people"]) == (1, [])
    assert book.view(copy["id"])["S"] == GONE
    again = send_archive(director, {**before, "id": str(uuid4())})
    assert again["saved"] == 1, "it is a name of the club now"


def test_a_person_who_shares_a_seat_is_forgotten_in_an_imported_deal_too(book: Book) -> None:
    """An import keeps the names of a text apart, as the recording of a deal does."""
    copy = {**archive_of(book, book.deal), "id": str(uuid4())}
    assert send_archive(book.people.admin, copy)["saved"] == 1
    book.forget()
    assert book.view(copy["id"])["W"] == f"Farook & {book.view(copy['id'])['S']}"
    assert book.rows_with(GONE) == 0


def test_a_club_that_has_forgotten_nobody_imports_as_before(book: Book) -> None:
    line = archive_of(book, book.deal)
    answer = send_archive(book.people.admin, {**line, "id": str(uuid4()), "players": {"S": "Somebody new"}})
    assert (answer["saved"], answer["new_people"]) == (1, [])
    book.forget()
    elsewhere = archive_of(book, book.elsewhere)
    answer = send_archive(book.people.admin, {**elsewhere, "id": str(uuid4()), "players": {"S": "Another"}})
    assert answer["saved"] == 1, "what one club forgot is no matter of another"


def test_who_never_was_in_the_club_is_answered_like_who_was_forgotten(book: Book) -> None:
    """The answer tells nobody who was forgotten."""
    line = archive_of(book, book.deal)
    book.forget()
    answers = [
        send_archive(book.people.admin, {**line, "id": str(uuid4()), "players": {"S": name}})
        for name in (GONE, "Mala s/o Kumaran")
    ]
    bodies = [json.dumps({**answer, "lines": answer["lines"][0] | {"id": ""}}) for answer in answers]
    assert bodies[0].replace(GONE, "X") == bodies[1].replace("Mala s/o Kumaran", "X")


def test_entries_and_sheets_ask_for_new_people_in_a_preview_and_before_they_record(book: Book) -> None:
    book.forget()
    pairs, singles, season = swiss(book, 2), swiss(book, 1), series(book)
    admin = book.people.admin
    files: list[tuple[str, dict[str, Any]]] = [
        (f"/tournaments/{pairs}/entry-files", {"text": LIST}),
        (f"/tournaments/{singles}/entry-files", {"text": TRF}),
        (f"/series/{season}/sheets", {"csv": SHEET}),
    ]
    with cases() as case:
        for path, file in files:
            for players in ("register", "keep"):
                with case(path, players):
                    body = {**file, "players": players}
                    checked = admin.post(f"{path}/check", body).json
                    assert checked["new_people"] == [GONE], checked
                    refused = admin.post(path, body)
                    assert (refused.status_code, refused.json["code"]) == (422, "new-people")
                    assert GONE in refused.json["detail"]
                    assert STAYS not in refused.json["detail"]
            with case(path, "welcome"):
                assert book.rows_with(GONE) == 0
                taken = admin.post(path, {**file, "new_people": True})
                assert taken.status_code == 200, taken.json
                book.services.forgetter().forget(UUID(book.club), [GONE], by="Director", at=AT)


def test_pseudonyms_are_no_new_people(book: Book) -> None:
    book.forget()
    path = f"/series/{series(book)}/sheets"
    body = {"csv": SHEET, "players": "pseudonyms"}
    assert book.people.admin.post(f"{path}/check", body).json["new_people"] == []
    assert book.people.admin.post(path, body).status_code == 200
    assert book.rows_with(GONE) == 0


def test_the_pages_of_imports_have_a_tick_for_new_people_and_refuse_without_it(book: Book, site: Flask) -> None:
    director = Reader(site, book.people.issue("director", club=book.club))
    cup, season = swiss(book, 2), series(book)

    def send(path: str, step: str = "", **form: str) -> TestResponse:
        return director.post(f"{path}{step}", **form)

    pages: list[tuple[str, dict[str, str]]] = [
        (f"/tournaments/{cup}/desk/files", {"text": LIST, "players": "keep"}),
        (f"/series/{season}/import", {"csv": SHEET, "players": "keep", "numbers": "scores"}),
    ]
    with cases() as case:
        for path, form in pages:
            with case(path):
                assert 'name="new_people"' not in send(path, **form).text, "nobody was forgotten"
    book.forget()
    with cases() as case:
        for path, form in pages:
            with case(path, "after"):
                shown = send(path, **form).text
                assert 'name="new_people"' in shown
                assert f"This person is new to the club: {GONE}." in shown.replace("&#39;", "'")
                refused = send(path, "/record", **form)
                assert (refused.status_code, "new to it" in refused.text) == (422, True)
    for path, form in pages[:1]:
        assert send(path, "/record", **form, new_people="yes").status_code == 303
