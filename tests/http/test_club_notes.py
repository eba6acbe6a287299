"""Notes and lines for the club: accounts of the club read them once they may see all hands; nobody else gets a byte."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import count
from uuid import UUID, uuid4

import pytest
from flask import Flask

from store.settings import Settings
from tests.http.applications import closing_app
from tests.http.people import AT, People, Person, play, whole_deal
from tests.http.test_boards_withheld import Evening, begin
from tests.http.test_delay import HOUR, Ago, delayed, of_deal, paths, response_parts, stored
from tests.http.test_me import registered
from tests.http.test_own_notes import TEXT, texts, write
from tests.http.tournament_requests import done, held_back_deal
from tests.signing.compiled import create_site

__all__ = ["begin", "stored"]

_numbers = count(1)


@pytest.fixture(scope="module")
def app(settings: Settings, quick_hashes: None) -> Iterator[Flask]:
    with closing_app(create_site(settings)) as app:
        yield app


@pytest.fixture
def club(people: People) -> str:
    return people.club("names-for-members")


@pytest.fixture
def own(people: People, club: str) -> Person:
    """The account of Anula."""
    return people.player(registered(people, club, "Anula Perera"))


@pytest.fixture
def other(people: People, club: str) -> Person:
    """The account of another player of the club."""
    return people.player(registered(people, club, "Farook"))


@pytest.fixture
def deal(people: People, club: str) -> str:
    """A deal of the club that is over."""
    return people.played(club=club, players={"S": "Anula Perera"})


def official(people: People, role: str, club: str | None, name: str = "Dilini") -> Person:
    """The account of an official."""
    here, scope = people.house.services, {"club": club} if club else {}
    account = here.accounts.add(f"official-{next(_numbers)}", name, role, scope, "a test")
    token, secret = here.tokens.issue(role, name, timedelta(days=1), scope, account=account.id)
    return Person(people.app, secret, str(token.id), account.id)


def shown(who: Person, deal: str, text: str = TEXT, *cards: str) -> str:
    """Write a note and show it to the club."""
    note = write(who, deal, 12, text, *cards)
    answer = who.post(f"/me/notes/{note}/club")
    assert answer.status_code == 200, answer.json
    assert answer.json["for_club"] is True
    return note


def account_of(who: Person) -> UUID:
    assert who.account is not None
    return who.account


def read(who: Person, deal: str) -> list[tuple[str, str | None]]:
    """The texts that somebody reads on a deal, each with its writer; None for the own ones."""
    items = who.get(f"/me/deals/{deal}/notes").json["items"]
    return [(each["text"], each.get("by")) for each in items]


def test_players_and_officials_of_the_club_read_a_note_that_is_shown_to_it(
    people: People, club: str, own: Person, other: Person, deal: str
) -> None:
    note, kept = shown(own, deal), write(own, deal, 3, "For me alone.")
    line = shown(own, deal, "The jack", "JH", "9H")
    by = "Anula Perera"
    officials = [official(people, role, club) for role in ("director", "arbiter", "recorder")]
    everywhere = [official(people, role, None) for role in ("admin", "arbiter")]
    for who in (other, *officials, *everywhere):
        assert read(who, deal) == [(TEXT, by), ("The jack", by)]
        assert who.get("/me/notes").json["items"] == []
    assert read(own, deal) == [("For me alone.", None), (TEXT, None), ("The jack", None)]
    assert [each["for_club"] for each in own.get(f"/me/deals/{deal}/notes").json["items"]] == [False, True, True]
    assert own.call("DELETE", f"/me/notes/{note}/club").status_code == 204
    assert read(other, deal) == [("The jack", by)]
    assert own.call("DELETE", f"/me/notes/{line}").status_code == 204
    assert read(other, deal) == []
    assert {each["id"] for each in own.get("/me/notes").json["items"]} == {note, kept}


def test_an_official_shows_a_note_under_the_name_of_the_account(
    people: People, club: str, own: Person, deal: str
) -> None:
    director = official(people, "director", club, "Dilini Fernando")
    note = shown(director, deal)
    assert read(own, deal) == [(TEXT, "Dilini Fernando")]
    assert people.house.services.accounts.disable(account_of(director))
    assert people.house.services.accounts.enable(account_of(director))
    assert read(own, deal) == []
    assert people.house.services.own_notes.club_of(UUID(note)) is None


def test_nobody_else_gets_another_byte_on_any_path_that_names_the_deal(
    people: People, app: Flask, club: str, own: Person, deal: str
) -> None:
    elsewhere = people.club()
    table = people.table(elsewhere)
    crowd = {
        "anybody": people.anybody,
        "a viewer": people.issue("viewer"),
        "a seat of the deal": people.issue("seat", deal=deal, seat="S"),
        "the recorder of the deal": people.issue("recorder", deal=deal),
        "a director of the club without an account": people.issue("director", club=club),
        "a player of another club": people.player(registered(people, elsewhere, "Kavitha")),
        "a player of no club": people.player(),
        "a director of another club": official(people, "director", elsewhere),
        "a recorder of another club": people.issue("recorder", table=table),
    }
    things = {f"{each}_id": table for each in ("match", "player", "table", "tournament", "encounter", "dispute")}
    pairs = [*of_deal(deal)(paths(app, {**things, "deal_id": deal, "club_id": club}))]
    assert len(pairs) > 35
    own_list = [(f"/api/v1/me/deals/{deal}/notes", "own_notes.list_own_notes_of_deal"), ("/api/v1/me/notes", "list")]

    def everything(name: str) -> list[tuple[int, bytes, str]]:
        some = pairs if name == "anybody" else pairs[::4] if name == "a player of another club" else []
        return [response_parts(crowd[name], path, endpoint) for path, endpoint in (*own_list, *some)]

    before = {name: everything(name) for name in crowd}
    note = shown(own, deal)
    shown(own, deal, "The jack", "JH", "9H")
    for name, who in crowd.items():
        assert everything(name) == before[name], name
        assert who.call("DELETE", f"/me/notes/{note}/club").status_code in (401, 403, 404)
        assert who.post(f"/me/notes/{note}/club").status_code in (401, 403, 404)
    assert own.get(f"/me/deals/{deal}/notes").json["items"][0]["for_club"]


def test_before_a_deal_is_over_a_member_gets_the_same_with_and_without_a_note(
    people: People, club: str, own: Person, other: Person
) -> None:
    dealer, acts = whole_deal(1)
    deal = people.deal(dealer=dealer, club=club)
    play(people.admin, deal, acts[:20])
    path, endpoint = f"/api/v1/me/deals/{deal}/notes", ""
    recorder = official(people, "recorder", club)
    before = [response_parts(who, path, endpoint) for who in (other, recorder)]
    shown(own, deal, "North holds the jack.")
    assert [response_parts(who, path, endpoint) for who in (other, recorder)] == before
    assert read(official(people, "arbiter", club), deal) == [("North holds the jack.", "Anula Perera")]
    play(people.admin, deal, acts[20:])
    assert read(other, deal) == [("North holds the jack.", "Anula Perera")]


def test_a_note_is_as_late_as_its_table(people: People, club: str, own: Person, other: Person, stored: Ago) -> None:
    stored(2 * HOUR)
    table = people.table(club)
    deal = people.played(table=table)
    delayed(people, table, HOUR)
    before = response_parts(other, f"/api/v1/me/deals/{deal}/notes", "")
    shown(own, deal, "In the next deal East has all four jacks.")
    assert response_parts(other, f"/api/v1/me/deals/{deal}/notes", "") == before
    assert len(read(official(people, "director", club), deal)) == 1
    delayed(people, table, 0)
    assert len(read(other, deal)) == 1


def test_a_note_waits_until_the_tournament_shows_analyses(
    people: People, club: str, own: Person, other: Person
) -> None:
    cup, _, deal, _ = held_back_deal(people, club=club)
    shown(own, deal)
    assert people.anybody.get(f"/deals/{deal}/replays/arbiter").status_code in (200, 404)
    assert read(other, deal) == []
    assert len(read(official(people, "director", club), deal)) == 1
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    assert read(other, deal) == [(TEXT, "Anula Perera")]


def test_a_note_on_a_board_that_others_have_still_to_play_is_for_officials_alone(
    begin: Callable[[], Evening],
) -> None:
    evening = begin()
    there = evening.people
    match, deal = uuid4(), uuid4()
    own = there.player(evening.player)
    other = there.player(registered(there, evening.club, "Farook"))
    evening.record(1, 0, match, deal)
    path = f"/api/v1/me/deals/{deal}/notes"
    before = response_parts(other, path, "")
    evening.people.house.services.own_notes.write(account_of(own), deal, UUID(evening.club), 12, [], TEXT)
    (note,) = own.get(f"/me/deals/{deal}/notes").json["items"]
    assert own.post(f"/me/notes/{note['id']}/club").status_code == 200
    assert response_parts(other, path, "") == before
    assert read(official(there, "director", evening.club), str(deal)) == [(TEXT, "Player 0")]
    evening.command(f"/tournaments/{evening.cup}/cancel", {"why": "Rain."})
    assert read(other, str(deal)) == [(TEXT, "Player 0")]


def test_a_note_is_shown_only_by_a_player_or_an_official_of_the_club_of_the_deal(
    people: People, club: str, deal: str
) -> None:
    elsewhere = people.club()
    for who in (people.player(registered(people, elsewhere, "Kavitha")), people.player(),
                official(people, "director", elsewhere)):  # fmt: skip
        note = write(who, deal, 12)
        answer = who.post(f"/me/notes/{note}/club")
        assert (answer.status_code, answer.json["code"]) == (403, "not-allowed")
        assert "players and officials of a club" in answer.json["detail"]
        assert texts(who, deal) == [(12, TEXT, [])]
    own = people.player(registered(people, club, "Anula"))
    alone = people.played()
    answer = own.post(f"/me/notes/{write(own, alone, 12)}/club")
    assert (answer.status_code, answer.json["code"]) == (422, "note")
    assert "belongs to no club" in answer.json["detail"]


def test_an_official_takes_a_note_back_and_its_writer_sees_that(
    people: People, club: str, own: Person, other: Person, deal: str
) -> None:
    note = shown(own, deal)
    assert other.call("DELETE", f"/me/notes/{note}/club").status_code == 404
    director = official(people, "director", club)
    assert director.call("DELETE", f"/me/notes/{note}/club").status_code == 204
    assert director.call("DELETE", f"/me/notes/{note}/club").status_code == 404
    assert read(other, deal) == read(director, deal) == []
    (item,) = own.get("/me/notes").json["items"]
    assert (item["for_club"], item["taken_back"], item["text"]) == (False, True, TEXT)
    answer = own.post(f"/me/notes/{note}/club")
    assert (answer.status_code, answer.json["code"]) == (422, "note")
    assert "took this note back" in answer.json["detail"]
    private = write(own, deal, 3, "Private.")
    assert director.call("DELETE", f"/me/notes/{private}/club").status_code == 404
    assert director.call("DELETE", f"/me/notes/{private}").status_code == 404


def test_a_note_of_somebody_who_leaves_the_club_is_private_again_for_good(
    people: People, club: str, other: Person, deal: str
) -> None:
    player = registered(people, club, "Anula Perera")
    own = people.player(player)
    shown(own, deal)
    assert len(read(other, deal)) == 1
    links = people.house.services.account_players
    links.unlink(account_of(own), UUID(club))
    assert read(other, deal) == []
    assert texts(own, deal) == [(12, TEXT, [])]
    assert not own.get("/me/notes").json["items"][0]["for_club"]
    assert links.link(account_of(own), UUID(club), UUID(player))
    assert read(other, deal) == []


def test_with_a_player_who_is_forgotten_go_the_notes_for_the_club_and_in_others_the_name(
    people: People, club: str, other: Person, deal: str
) -> None:
    player = registered(people, club, "Zephaniah Quill")
    own = people.player(player, registered(people, people.club(), "Zeph"))
    shown(own, deal, "I was sure.")
    shown(other, deal, "Zephaniah Quill was not.")
    reader = people.player(registered(people, club, "Kavitha"))
    assert len(read(reader, deal)) == 2
    people.house.services.forgetter().forget(UUID(club), ["Zephaniah Quill"], UUID(player), by="Director", at=AT)
    ((text, by),) = read(reader, deal)
    assert text.startswith("Former player ")
    assert by == "Farook"


def test_a_line_that_is_kept_again_is_private_again(people: People, own: Person, other: Person, deal: str) -> None:
    shown(own, deal, "First", "JH")
    assert read(other, deal) == [("First", "Anula Perera")]
    write(own, deal, 12, "Second", "JH")
    assert read(other, deal) == []


def test_an_account_shows_only_so_many_notes_on_a_deal_also_at_once(
    people: People, own: Person, other: Person, deal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.tables.people.own_notes.MOST_SHOWN", 3)
    notes = [write(own, deal, 12, f"Note {number}") for number in range(6)]
    with ThreadPoolExecutor(3) as pool:
        statuses = sorted(pool.map(lambda note: own.post(f"/me/notes/{note}/club").status_code, notes))
    assert statuses == [200] * 3 + [422] * 3
    assert len(read(other, deal)) == 3
    monkeypatch.setattr("store.tables.people.own_notes.MOST_OF_CLUB", 2)
    assert len(read(other, deal)) == 2


def test_the_own_file_says_which_notes_the_club_reads(people: People, club: str, deal: str) -> None:
    own = people.player(registered(people, club, "Anula Perera"))
    shown(own, deal)
    answer = people.app.test_client().get("/account/kept/file", headers={"Authorization": f"Bearer {own.secret}"})
    assert answer.status_code == 200, answer.text
    (note,) = json.loads(zipfile.ZipFile(io.BytesIO(answer.data)).read("notes.json"))
    assert (note["text"], note["for_club"], note["taken_back"]) == (TEXT, True, False)
