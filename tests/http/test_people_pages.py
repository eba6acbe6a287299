"""The pages on which a club's officials answer requests about people, and people see what is kept about them."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import timedelta
from uuid import UUID

import psycopg
import pytest
from flask import Flask
from psycopg.sql import SQL, Identifier
from werkzeug.test import TestResponse

from api.services import Provider
from store.settings import Settings
from tests.http.people import AT, Person, opened
from tests.http.test_forgetting import GONE, STAYS, Book
from web.app import create_app


@pytest.fixture(scope="module")
def site(settings: Settings) -> Flask:
    return create_app(settings)


@pytest.fixture
def book(app: Flask, house: Provider, settings: Settings) -> Book:
    return Book(app, house, settings)


class Reader:
    """Somebody who reads pages with a token."""

    def __init__(self, site: Flask, person: Person) -> None:
        self.client, self.headers = site.test_client(), {"Authorization": f"Bearer {person.secret}"}

    def get(self, path: str) -> TestResponse:
        return self.client.get(path, headers=self.headers)

    def post(self, path: str, **form: str) -> TestResponse:
        return self.client.post(path, data=form, headers=self.headers)


@pytest.fixture
def director(site: Flask, book: Book) -> Reader:
    return Reader(site, book.people.issue("director", club=book.club))


@pytest.mark.full
def test_the_page_of_the_club_says_how_many_lists_are_made_anew(
    book: Book, director: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.people.forgetting.AT_ONCE", -1.0)
    monkeypatch.setattr("api.people.forgetting.BATCH", 1)
    book.forget()
    page = director.get(f"/clubs/{book.club}/people")
    assert re.search(r"[12] of \d lists are made anew", page.text)
    assert GONE not in page.text
    book.services.forgetter().list_on()
    assert "lists are made anew" not in director.get(f"/clubs/{book.club}/people").text


def test_an_official_finds_a_person_by_name_gets_the_file_and_forgets_them(book: Book, director: Reader) -> None:
    page = director.post(f"/clubs/{book.club}/people", names=GONE)
    assert (page.status_code, page.headers["Location"]) == (303, f"/players/{book.player}/kept")
    kept = director.get(page.headers["Location"])
    assert kept.status_code == 200
    assert f"{GONE} hesitated" in kept.text
    assert f'href="/deals/{book.deal}"' in kept.text, "a note says on which deal it is"
    assert kept.headers["Cache-Control"] == "no-store"
    for words in ("What is deleted", "What stays", "What cannot be reached", "It cannot be undone"):
        assert words in kept.text
    file = director.post(f"/clubs/{book.club}/people/file", player=book.player)
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        assert GONE in archive.read("kept.json").decode()
    unsure = director.post(f"/clubs/{book.club}/people/forget", player=book.player)
    assert (unsure.status_code, "Say first that you have read it" in unsure.text) == (422, True)
    assert book.rows_with(GONE) > 2, "nothing is forgotten without it"
    forgotten = director.post(f"/clubs/{book.club}/people/forget", player=book.player, sure="on")
    assert forgotten.status_code == 303
    after = director.get(forgotten.headers["Location"])
    number = re.search(r"forgotten=(\d+)", forgotten.headers["Location"])
    assert number is not None
    assert after.text.count(f"Former player {number[1]}") == 2, "in the message and in the list of removals"
    assert book.rows_with(GONE) == 0
    assert GONE not in director.get(f"/players/{book.player}").text


def test_a_name_that_nobody_registered_is_asked_for_in_several_spellings(book: Book, director: Reader) -> None:
    page = director.post(f"/clubs/{book.club}/people", names=f"{STAYS}\n Kala \n\n")
    assert page.status_code == 200
    assert STAYS in page.text
    assert "Deals" in page.text
    forgotten = director.post(f"/clubs/{book.club}/people/forget", names=f"{STAYS}\nKala", sure="on")
    assert forgotten.status_code == 303
    book.services.recorder.texts.clear()  # within a second, other processes notice it by themselves
    assert not {STAYS, "Kala"} & set(book.view(book.deal).values())
    assert "Nothing is kept under this name" in director.post(f"/clubs/{book.club}/people", names=STAYS).text
    assert director.post(f"/clubs/{book.club}/people", names=" ").status_code == 422


def test_whoever_has_an_account_sees_what_is_kept_about_them(site: Flask, book: Book) -> None:
    here = book.services
    account = here.accounts.add("farook-login", "Farook", "recorder", {"club": book.club}, "Keeper")
    _, secret = here.tokens.issue("recorder", "Farook", timedelta(hours=1), account.scope, account=account.id)
    farook = Reader(site, Person(book.app, secret))
    assert farook.get("/account/kept").status_code == 200
    assert "Farook" in farook.get("/account/kept").text
    assert "Forget this person" not in farook.get("/account/kept").text
    assert farook.get("/account/kept/file").content_type == "application/zip"
    assert farook.get(f"/players/{book.player}/kept").status_code == 403
    assert Reader(site, book.people.admin).get("/account/kept").status_code == 404, "no club, no account"


def test_a_text_is_removed_on_a_page_and_the_page_says_when_by_whom_and_why(book: Book, director: Reader) -> None:
    notes = book.services.ledger.notes.get(UUID(book.deal)).id
    assert f"{GONE} hesitated" in director.get(f"/texts/{book.deal}").text
    unreasoned = director.post(f"/texts/{book.deal}", stream=str(notes), version="1", why=" ")
    assert unreasoned.status_code == 422
    assert f"{GONE} hesitated" in unreasoned.text
    other = book.people.deal(club=book.club)
    assert director.post(f"/texts/{other}", stream=str(notes), version="1", why="Not here").status_code == 404
    removed = director.post(f"/texts/{book.deal}", stream=str(notes), version="1", why="It hurts")
    assert removed.status_code == 303
    page = director.get(removed.headers["Location"]).text
    assert "The text is removed." in page
    assert "hesitated" not in page
    book.services.recorder.texts.clear()
    (note,) = book.people.admin.get(f"/deals/{book.deal}/notes").json["items"]
    assert re.fullmatch(r"\(removed on \d{4}-\d\d-\d\d by A director: It hurts\)", note["text"])
    assert "It hurts" in director.get(f"/clubs/{book.club}/people").text


@pytest.mark.full
def test_a_claim_that_was_removed_says_when_by_whom_and_why_in_the_readers_language(
    book: Book, director: Reader
) -> None:
    claim = {"side": "NS", "ply": 3, "claim": "They are cheats"}
    dispute = book.people.admin.post(f"/deals/{book.deal}/disputes", claim).json["id"]
    assert f"/texts/{dispute}" in director.get(f"/disputes/{dispute}").text
    written = director.get(f"/texts/{dispute}").text
    assert "They are cheats" in written
    version = re.search(r'name="version" value="(\d+)"', written)
    assert version is not None
    director.post(f"/texts/{dispute}", stream=dispute, version=version[1], why="An insult")
    page = director.get(f"/disputes/{dispute}").text
    assert "They are cheats" not in page
    assert re.search(r"\(removed on [^)]+ by A director: An insult\)", page)
    german = director.client.get(
        f"/disputes/{dispute}?language=gsw", headers=director.headers | {"Accept-Language": "gsw"}
    )
    assert "(removed on" not in german.text
    assert "An insult)" in german.text


def test_outsiders_of_a_club_that_hides_names_are_not_told_who_removed_a_text(book: Book, director: Reader) -> None:
    notes = book.services.ledger.notes.get(UUID(book.deal)).id
    director.post(f"/texts/{book.deal}", stream=str(notes), version="1", why="About Ravi")
    book.people.admin.post(f"/clubs/{book.club}/who-sees", {"level": "names-for-members"})
    shown = book.people.anybody.get(f"/deals/{book.deal}/notes").text
    assert "About Ravi" not in shown
    assert "A director" not in shown


def test_forgetting_ends_the_account_of_that_name_in_the_club(book: Book, director: Reader, settings: Settings) -> None:
    here = book.services
    name = "Rasaiah the scribe"
    account = here.accounts.add("rasaiah@example.org", name, "recorder", {"club": book.club}, "Keeper")
    elsewhere = here.accounts.add("rasaiah-2", name, "recorder", {"club": book.people.club()}, "Keeper")
    made = here.accounts.add("made-by", "Somebody", "recorder", {"club": book.club}, name)
    _, secret = here.tokens.issue("recorder", name, timedelta(hours=1), account.scope, account=account.id)
    here.ledger.deals.open("304", "S", players={"N": "X"}, club=UUID(book.club), by=name, at=AT)
    assert Person(book.app, secret).get("/tokens/current").status_code in (200, 404)
    page = director.post(f"/clubs/{book.club}/people", names=name).text
    assert "the account of this name in the club" in page
    assert director.post(f"/clubs/{book.club}/people/forget", names=name, sure="on").status_code == 303
    gone = here.accounts.find(account.id)
    assert gone is not None
    assert (gone.name.startswith("Former player "), gone.login, gone.password_hash) == (
        True,
        f"former {account.id}",
        None,
    )
    assert gone.disabled_at is not None
    assert here.tokens.look_up(secret) is None
    assert here.accounts.find(elsewhere.id) == elsewhere
    kept = here.accounts.find(made.id)
    assert kept is not None
    assert kept.created_by == gone.name
    with psycopg.connect(settings.owner_dsn or "") as owner:
        for table in ("accounts", "tokens", "invitations", "texts", "catalogue"):
            counted = owner.execute(
                SQL("SELECT count(*) FROM {} AS t WHERE t::text LIKE %s").format(Identifier(settings.schema, table)),
                ["%Rasaiah the scribe%"],
            ).fetchone()
            assert counted is not None
            assert counted[0] == (1 if table == "accounts" else 0), table


def test_a_director_does_not_end_the_account_of_another_director(book: Book, director: Reader) -> None:
    name = "Nirmala the director"
    book.services.accounts.add("nirmala", name, "director", {"club": book.club}, "Keeper")
    book.people.deal(club=book.club, players={"N": name})
    refused = director.post(f"/clubs/{book.club}/people/forget", names=name, sure="on")
    assert refused.status_code == 403
    answer = book.people.admin.post(f"/clubs/{book.club}/people/forget", {"names": [name]})
    assert answer.status_code == 200, answer.json


def test_the_form_of_a_player_is_carried_out_as_a_whole_or_not_at_all(site: Flask, book: Book) -> None:
    """One command: a consent without a day leaves form and mark as they were, too."""
    people = book.people
    client, token = site.test_client(), {"Authorization": f"Bearer {people.admin.secret}"}
    player = opened(people.admin.post("/players", {"name": "Kala Devi", "club": book.club}))
    path = f"/players/{player}/seen"
    whole = {"form": "initials", "minor": "on", "guardian": "G. Devi", "day": "2026-11-29"}
    declined = client.post(path, data=whole | {"day": "tomorrow"}, headers=token)
    assert declined.status_code == 422
    assert "seen" not in people.admin.get(f"/players/{player}").json
    assert client.post(path, data=whole, headers=token).status_code == 303
    seen = people.admin.get(f"/players/{player}").json["seen"]
    assert (seen["form"], seen["minor"], seen["consent"]) == ("initials", True, True)
    assert client.post(path, data=whole, headers=token).status_code == 303, "what is so already is no error"
    assert client.post(path, data={"form": "full", "withdraw": "on"}, headers=token).status_code == 303
    assert "seen" not in people.admin.get(f"/players/{player}").json


def test_the_register_of_requests_shows_the_days_left_and_takes_the_answer(book: Book, director: Reader) -> None:
    here = f"/clubs/{book.club}/people"
    assert "Nobody has asked yet." in director.get(here).text
    late = director.post(f"{here}/requests", person="Kala", kind="know", received="2026-02-01")
    assert late.status_code == 303
    assert director.post(f"{here}/requests", person=book.player, kind="forget").status_code == 303
    assert director.post(f"{here}/requests", person=" ", kind="forget").status_code == 422
    page = director.get(here).text
    assert page.index("Kala") < page.index("30 days left")
    assert "overdue" in page
    assert GONE in page, "a registered player by name"
    assert director.post(f"{here}/requests/1", how="By letter").status_code == 303
    assert director.post(f"{here}/requests/1", how="Once more").status_code == 422
    page = director.get(here).text
    assert "By letter" in page
    assert "overdue" not in page


def test_a_request_is_entered_for_a_club_and_for_nothing_else_of_it(book: Book, director: Reader) -> None:
    for other in (book.people.deal(club=book.club), book.people.table(book.club), book.player):
        answer = director.post(f"/clubs/{other}/people/requests", kind="know", person="Anula")
        assert answer.status_code == 404, other
        assert director.post(f"/clubs/{other}/people/requests/1", how="By mail").status_code == 404


def test_the_api_says_in_the_readers_language_that_a_text_was_removed(book: Book, director: Reader) -> None:
    """An ETag belongs to a language; what is the record itself stays as it is."""
    claim = {"side": "NS", "ply": 3, "claim": "They are cheats"}
    dispute = book.people.admin.post(f"/deals/{book.deal}/disputes", claim).json["id"]
    for version in (1, 2):
        sent = {"stream": dispute, "version": version, "why": "An insult"}
        book.people.admin.post(f"/clubs/{book.club}/people/texts/remove", sent)
    book.services.recorder.texts.clear()

    def get(path: str, language: str, **more: str) -> TestResponse:
        headers = director.headers | {"Accept-Language": language} | more
        return director.client.get(f"/api/v1{path}", headers=headers)

    path = f"/disputes/{dispute}"
    english, swiss = get(path, "en"), get(path, "de-CH")
    assert re.fullmatch(r"\(removed on \d{4}-\d\d-\d\d by Keeper: An insult\)", english.json["claim"])
    assert re.fullmatch(r"\(am .+ vo Keeper entfernt: An insult\)", swiss.json["claim"])
    assert "removed on" not in swiss.text
    assert swiss.headers["Content-Language"] == "gsw"
    assert "Accept-Language" in swiss.headers["Vary"]
    assert "Accept-Language" in english.headers["Vary"]
    assert swiss.headers["ETag"] != english.headers["ETag"]
    assert get(path, "de-CH", **{"If-None-Match": swiss.headers["ETag"]}).status_code == 304
    assert get(path, "en", **{"If-None-Match": swiss.headers["ETag"]}).status_code == 200
    assert "entfernt" not in get(f"/deals/{book.deal}/bundle", "de-CH").text


def test_a_player_without_a_club_says_where_what_is_kept_is_shown(book: Book, site: Flask) -> None:
    player = opened(book.people.admin.post("/players", {"name": "Nobody's"}))
    page = Reader(site, book.people.admin).get(f"/players/{player}").text
    assert f"nought people held --player {player}" in page
