"""What a club keeps about a person, over the API: shown, written as a file, forgotten, removed (docs/privacy.md)."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask

from api.services import Provider
from store.settings import Settings
from tests.http.people import Person
from tests.http.test_forgetting import GONE, STAYS, Book


@pytest.fixture
def book(app: Flask, house: Provider, settings: Settings) -> Book:
    return Book(app, house, settings)


@pytest.fixture
def director(book: Book) -> Person:
    return book.people.issue("director", club=book.club)


def official(book: Book, name: str, role: str = "recorder", club: str = "") -> Person:
    """Somebody with an account in the club."""
    here = book.services
    account = here.accounts.add(f"login-{uuid4().hex[:8]}", name, role, {"club": club or book.club}, "Keeper")
    token, secret = here.tokens.issue(role, name, timedelta(hours=1), account.scope, account=account.id)
    return Person(book.app, secret, str(token.id))


def test_a_director_sees_what_is_kept_about_a_person_and_has_it_as_a_file(book: Book, director: Person) -> None:
    here = f"/clubs/{book.club}/people"
    held = director.get(f"{here}/held?player={book.player}")
    assert held.status_code == 200, held.json
    assert held.json["names"] == [GONE]
    assert held.json["in"] == {"Deal": 1, "Notes": 1, "Player": 1}
    assert [each["text"] for each in held.json["texts"]] == [f"{GONE} hesitated"]
    assert (held.json["kept"], held.json["more_texts"]) == (3, 0)
    checked = director.post(f"{here}/forget/check", {"player": book.player})
    assert checked.json == held.json, "the preview of forgetting is the same"
    file = director.get(f"{here}/file?player={book.player}")
    assert (file.status_code, file.content_type) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        names = archive.namelist()
        assert len([each for each in names if each.startswith("deals/")]) == 1
        assert STAYS not in "".join(archive.read(each).decode() for each in names)
    assert "Nought-Next" not in file.headers


@pytest.mark.full
def test_a_long_file_comes_in_parts(book: Book, director: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        deal = book.people.deal(club=book.club, players={"S": GONE})
        book.people.admin.post(f"/deals/{deal}/actions", {"act": "abandoned: the lights went out"})
    monkeypatch.setattr("api.resources.people.PART", 2)
    path, parts, deals = f"/clubs/{book.club}/people/file?player={book.player}", 0, 0
    cursor: str | None = ""
    while cursor is not None:
        answer = director.get(path + (f"&cursor={cursor}" if cursor else ""))
        assert answer.status_code == 200
        with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
            deals += sum(each.startswith("deals/") for each in archive.namelist())
        cursor = answer.headers.get("Nought-Next")
        parts += 1
    assert parts == 2
    assert deals >= 1
    assert director.get(path + "&cursor=nowhere").json["code"] == "cursor"


def test_a_director_forgets_a_person_and_a_repeated_request_gets_the_same_answer(book: Book, director: Person) -> None:
    path, key = f"/clubs/{book.club}/people/forget", {"Idempotency-Key": "forget-once"}
    forgotten = director.post(path, {"player": book.player}, headers=key)
    assert forgotten.status_code == 200, forgotten.json
    called = forgotten.json["called"]
    assert called == f"Former player {forgotten.json['number']}"
    assert book.rows_with(GONE) == 0
    again = director.post(path, {"player": book.player}, headers=key)
    assert (again.status_code, again.json["replayed"], again.json["called"]) == (200, True, called)
    assert director.post(path, {"player": book.player}).json["code"] == "nothing-held"
    removals = director.get(f"/clubs/{book.club}/people/removals").json
    assert [(each["kind"], each["called"], each["streams"]) for each in removals["items"]] == [("person", called, 3)]
    assert GONE not in json.dumps(removals)


def test_a_registered_player_is_named_by_id(book: Book, director: Person) -> None:
    """Else the name of the player's own page would stay."""
    for method, path, body in (
        ("GET", f"held?name={GONE}", None),
        ("POST", "forget", {"names": [GONE]}),
        ("POST", "forget/check", {"names": [GONE]}),
    ):
        answer = director.call(method, f"/clubs/{book.club}/people/{path}", body)
        assert (answer.status_code, answer.json["code"]) == (422, "registered-player"), path
        assert book.player in answer.json["detail"]
    other = book.people.club()
    assert book.people.admin.get(f"/clubs/{other}/people/held?player={book.player}").status_code == 404
    assert book.people.admin.get(f"/clubs/{uuid4()}/people/held?name=Nobody").status_code == 404
    assert director.get(f"/clubs/{book.club}/people/held").json["code"] == "nobody-named"


def test_who_has_an_account_gets_what_is_kept_under_the_own_name_and_no_other(book: Book) -> None:
    farook = official(book, "Farook")
    book.people.deal(club=book.club, players={"E": "Farook"})
    own = farook.get(f"/clubs/{book.club}/people/held")
    assert own.status_code == 200, own.json
    assert (own.json["names"], own.json["in"]["Deal"]) == (["Farook"], 2)
    assert farook.get(f"/clubs/{book.club}/people/file").status_code == 200
    for query in (f"?player={book.player}", f"?name={STAYS}", f"?name=Farook&name={STAYS}"):
        assert farook.get(f"/clubs/{book.club}/people/held{query}").status_code == 403, query
        assert farook.get(f"/clubs/{book.club}/people/file{query}").status_code == 403, query
    nameless = book.people.issue("recorder", club=book.club)
    assert nameless.get(f"/clubs/{book.club}/people/held").status_code == 403, "whoever made the token chose its name"


def test_a_text_is_removed_over_the_api_by_the_club_it_belongs_to(book: Book, director: Person) -> None:
    notes = book.services.ledger.notes.get(UUID(book.deal)).id
    body = {"stream": str(notes), "version": 1, "why": "It insults somebody"}
    elsewhere = book.people.issue("director", club=book.people.club())
    other = elsewhere.get("/clubs").json["items"][0]["id"]
    assert elsewhere.post(f"/clubs/{book.club}/people/texts/remove", body).status_code == 403
    assert elsewhere.post(f"/clubs/{other}/people/texts/remove", body).json["code"] == "nothing-held"
    assert director.post(f"/clubs/{book.club}/people/texts/remove", body | {"why": ""}).status_code == 422
    removed = director.post(f"/clubs/{book.club}/people/texts/remove", body)
    assert removed.status_code == 200, removed.json
    assert director.post(f"/clubs/{book.club}/people/texts/remove", body).json["code"] == "nothing-held"
    (line,) = director.get(f"/clubs/{book.club}/people/removals").json["items"]
    assert (line["kind"], line["id"], line["event"], line["why"]) == ("text", str(notes), 1, "It insults somebody")


@pytest.mark.full
def test_the_list_of_removals_has_pages(book: Book, director: Person) -> None:
    for number in range(3):
        book.people.admin.post(f"/deals/{book.deal}/notes", {"ply": number, "text": f"Text {number}"})
        notes = str(book.services.ledger.notes.get(UUID(book.deal)).id)
        body = {"stream": notes, "version": number + 2, "why": f"Reason {number}"}
        assert director.post(f"/clubs/{book.club}/people/texts/remove", body).status_code == 200
    first = director.get(f"/clubs/{book.club}/people/removals?limit=2").json
    second = director.get(f"/clubs/{book.club}/people/removals?limit=2&cursor={first['next']}").json
    assert [each["why"] for each in first["items"] + second["items"]] == ["Reason 2", "Reason 1", "Reason 0"]
    assert second["next"] is None
    assert director.get(f"/clubs/{book.club}/people/removals?cursor=x").json["code"] == "cursor"


def test_a_book_that_is_being_read_asks_to_wait(book: Book, director: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """No request reads all events of a large book of an earlier version."""
    monkeypatch.setattr("api.people.subjects.LONGEST_READING", -1.0)
    monkeypatch.setattr("api.people.subjects.MOST_UNREAD", 0)
    monkeypatch.setattr("store.tables.named_streams.BATCH", 1)
    answer = director.get(f"/clubs/{book.club}/people/held?name=Anula")
    assert (answer.status_code, answer.json["code"], answer.headers["Retry-After"]) == (503, "busy", "10")
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_forgotten_name_and_one_that_never_was_are_answered_by_the_same_statements(
    book: Book, director: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    never = "Rani s/o Kumaran"
    book.forget()
    book.services.forgetter().read_on()
    statements: list[str] = []
    execute = psycopg.Cursor.execute

    def note(self: Any, query: Any, *values: Any, **how: Any) -> Any:
        if not re.search(r"number FROM \S*removals\b|data \? 'seen'", str(query)):  # asked once a second
            statements.append(str(query))
        return execute(self, query, *values, **how)

    def answered(method: str, path: str, name: str) -> tuple[int, str, list[str]]:
        statements.clear()
        query, body = ("?name=" + name.replace(" ", "+"), None) if method == "GET" else ("", {"names": [name]})
        answer = director.call(method, f"/clubs/{book.club}/people/{path}{query}", body)
        return answer.status_code, answer.text.replace(name, "X"), list(statements)

    monkeypatch.setattr(psycopg.Cursor, "execute", note)
    for method, path in (("GET", "held"), ("POST", "forget/check"), ("POST", "forget")):
        answered(method, path, never)  # what a process remembers once
        gone, unknown = answered(method, path, GONE), answered(method, path, never)
        assert gone == unknown, path
        assert gone[2], "something was sent_in of the database"


def test_a_request_is_entered_with_its_last_day_answered_and_forgotten_with_its_person(
    book: Book, director: Person
) -> None:
    """The laws give a month. Who sent_in to be forgotten is forgotten here, too."""
    path = f"/clubs/{book.club}/people/requests"
    sent_in = director.post(path, {"kind": "forget", "person": book.player, "received": "2026-02-20"})
    assert sent_in.status_code == 201, sent_in.json
    typed = director.post(path, {"kind": "know", "person": STAYS, "received": "2026-02-18"})
    assert typed.status_code == 201
    waiting = director.get(path).json["items"]
    assert [(each["kind"], each["person"], each["due"]) for each in waiting] == [
        ("know", STAYS, "2026-03-20"),
        ("forget", book.player, "2026-03-22"),
    ]
    assert waiting[1]["days_left"] - waiting[0]["days_left"] == 2
    number = waiting[0]["number"]
    how = {"how": f"The file was sent to {STAYS}", "answered": "2026-02-25"}
    assert director.post(f"{path}/{number}/answer", {**how, "answered": "2026-02-01"}).json["code"] == "request"
    assert director.post(f"{path}/{number}/answer", how).status_code == 200
    assert director.post(f"{path}/{number}/answer", how).json["code"] == "request", "it was answered"
    assert director.post(f"{path}/99/answer", how).status_code == 404
    assert [each["number"] for each in director.get(path).json["items"]] == [waiting[1]["number"], number]
    for wrong in ({"kind": "sue"}, {"received": "soon"}, {"received": "2999-01-01"}, {"person": " "}):
        answer = director.post(path, {"kind": "know", "person": "X", **wrong})
        assert answer.status_code == 422, wrong
    forgotten = director.post(f"/clubs/{book.club}/people/forget", {"names": [STAYS]})
    assert forgotten.status_code == 200
    answered = director.get(path).json["items"][1]
    assert answered["person"] == forgotten.json["called"]
    assert STAYS not in answered["how"]


@pytest.mark.full
def test_the_register_of_requests_has_pages(book: Book, director: Person) -> None:
    """None is left out and none comes twice, also if one is answered in between."""
    path = f"/clubs/{book.club}/people/requests"
    for day in range(1, 8):
        sent_in = director.post(path, {"kind": "know", "person": STAYS, "received": f"2026-02-{day:02}"})
        assert sent_in.status_code == 201
    for number in (1, 2, 3):
        assert director.post(f"{path}/{number}/answer", {"how": "sent", "answered": "2026-02-25"}).status_code == 200
    listed, cursor = [], ""
    while cursor is not None:
        page = director.get(f"{path}?limit=2{f'&cursor={cursor}' if cursor else ''}").json
        listed += [each["number"] for each in page["items"]]
        cursor = page["next"]
    assert listed == [4, 5, 6, 7, 3, 2, 1]
    first = director.get(f"{path}?limit=2").json
    assert director.post(f"{path}/5/answer", {"how": "sent", "answered": "2026-02-25"}).status_code == 200
    assert [each["number"] for each in director.get(f"{path}?limit=2&cursor={first['next']}").json["items"]] == [6, 7]
    for wrong in ("x", "1.2", "1.2.99999999999"):
        assert director.get(f"{path}?cursor={wrong}").json["code"] == "cursor"


def test_a_name_that_is_written_to_a_deal_of_an_older_version_belongs_to_the_club_and_is_forgotten(book: Book) -> None:
    """Events from before names stood apart have no club; the line of the deal in the catalogue has it."""
    late, ledger, deal = "Zebulon Late", book.services.ledger, UUID(book.people.deal(club=book.club))
    with psycopg.connect(book.settings.owner_dsn or "", options=f"-c search_path={book.settings.schema}") as owner:
        owner.execute("ALTER TABLE events DISABLE TRIGGER rows_are_immutable")
        owner.execute("UPDATE events SET club = NULL WHERE originator_id = %s", [deal])
        owner.execute("ALTER TABLE events ENABLE ALWAYS TRIGGER rows_are_immutable")
    ledger.deals.abandon(deal, "it rains", by=late, at="2026-02-14T21:15:09.318Z")
    book.services.forgetter().forget(UUID(book.club), [late], by="Director", at="2026-02-15T21:15:09.318Z")
    assert ledger.repository.history(deal)[-1].by.startswith("Former player ")
