"""Notes and lines that an account keeps for itself: read by nobody else, gone with the account."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest

from store.tables.queries import rows
from tests.http.people import AT, People, Person
from tests.http.test_me import registered

TEXT = "Lead the jack next time."


@pytest.fixture
def club(people: People) -> str:
    return people.club()


@pytest.fixture
def own(people: People, club: str) -> Person:
    """The account of Anula."""
    return people.player(registered(people, club, "Anula"))


@pytest.fixture
def deal(people: People, club: str) -> str:
    """A deal that is over."""
    return people.played(club=club, players={"S": "Anula"})


def write(who: Person, deal: str, ply: int, text: str = TEXT, *cards: str) -> str:
    answer = who.post(f"/me/deals/{deal}/notes", {"ply": ply, "text": text, "cards": list(cards)})
    assert answer.status_code == 201, answer.json
    identity: str = answer.json["id"]
    return identity


def texts(who: Person, deal: str) -> list[tuple[int, str, list[str]]]:
    items = who.get(f"/me/deals/{deal}/notes").json["items"]
    return [(each["ply"], each["text"], each["cards"]) for each in items]


def test_notes_and_lines_are_listed_by_ply_and_of_all_deals_the_newest_first(
    people: People, club: str, own: Person, deal: str
) -> None:
    write(own, deal, 12)
    write(own, deal, -1, "A good evening.")
    write(own, deal, 12, "", "JH", "9H")
    assert texts(own, deal) == [(-1, "A good evening.", []), (12, TEXT, []), (12, "", ["JH", "9H"])]
    other = people.deal(club=club)
    write(own, other, -1, "Another deal.")
    page = own.get("/me/notes").json
    assert [each["deal"] for each in page["items"]] == [other, deal, deal, deal]
    assert page["has_more"] is False
    assert own.get("/me/notes?page=2").json == {"items": [], "has_more": False}


def test_a_line_that_is_kept_again_gets_the_new_name_and_an_equal_note_is_not_written_twice(
    people: People, own: Person, deal: str
) -> None:
    write(own, deal, 12, "First", "JH")
    write(own, deal, 12, "The jack", "JH")
    for _ in range(2):
        write(own, deal, 12)
    write(own, deal, 12, "And this.")
    assert texts(own, deal) == [(12, "The jack", ["JH"]), (12, TEXT, []), (12, "And this.", [])]


def test_nobody_else_reads_or_deletes_a_note(people: People, own: Person, deal: str) -> None:
    note = write(own, deal, 12)
    director = people.issue("director", club=people.club())
    stranger = people.player()
    for who in (stranger, people.player(registered(people, people.club(), "Anula"))):
        assert texts(who, deal) == []
        assert who.get("/me/notes").json["items"] == []
        assert who.call("DELETE", f"/me/notes/{note}").status_code == 404
    for without_account in (people.admin, director):
        assert without_account.get(f"/me/deals/{deal}/notes").status_code == 404
        assert without_account.post(f"/me/deals/{deal}/notes", {"ply": 1, "text": TEXT}).status_code == 404
        assert without_account.call("DELETE", f"/me/notes/{note}").status_code == 404
    assert people.anybody.get("/me/notes").status_code == 401
    assert TEXT not in people.admin.get(f"/deals/{deal}/notes").text
    assert texts(own, deal) == [(12, TEXT, [])]
    assert own.call("DELETE", f"/me/notes/{note}").status_code == 204
    assert own.call("DELETE", f"/me/notes/{note}").status_code == 404
    assert texts(own, deal) == []


def test_a_note_is_about_a_step_of_a_deal_that_its_writer_sees(people: People, own: Person, deal: str) -> None:
    path = f"/me/deals/{deal}/notes"
    for wrong in (
        {"ply": 9000, "text": TEXT},
        {"ply": 1, "text": " "},
        {"ply": 1},
        {"ply": 1, "cards": ["XX"]},
        {"ply": 1, "cards": ["JH"] * 81},
        {"ply": 1, "text": "a" * 2001},
    ):
        assert own.post(path, wrong).status_code == 422, wrong
    assert own.post(f"/me/deals/{uuid4()}/notes", {"ply": 1, "text": TEXT}).status_code == 404
    hidden = people.deal(club=people.club("members-only"))
    assert own.post(f"/me/deals/{hidden}/notes", {"ply": -1, "text": TEXT}).status_code == 404


def test_an_account_keeps_only_so_many_notes_also_when_several_are_written_at_once(
    people: People, own: Person, deal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.tables.people.own_notes.MOST", 5)
    path = f"/me/deals/{deal}/notes"

    def send(number: int) -> int:
        return own.post(path, {"ply": -1, "text": f"Note {number}"}).status_code

    with ThreadPoolExecutor(4) as pool:
        statuses = sorted(pool.map(send, range(8)))
    assert statuses == [201] * 5 + [422] * 3
    own.call("DELETE", f"/me/notes/{own.get('/me/notes').json['items'][0]['id']}")
    assert send(9) == 201


@pytest.mark.parametrize("also_elsewhere", [False, True])
def test_with_a_player_who_is_forgotten_go_the_notes_and_in_others_notes_the_name(
    people: People, club: str, also_elsewhere: bool
) -> None:
    name = f"Zephaniah Quill {uuid4().hex[:6]}"
    player = registered(people, club, name)
    other_club = people.club()
    elsewhere = registered(people, other_club, "Zeph")
    own = people.player(player, *([elsewhere] if also_elsewhere else []))
    other = people.player(registered(people, club, f"Witness of {uuid4().hex[:6]}"))
    here_deal = people.deal(club=club, players={"S": name})
    there = people.deal(club=other_club, players={"S": "Zeph"})
    write(own, here_deal, -1, "I was sure.")
    write(own, there, -1, "Elsewhere.")
    write(other, here_deal, -1, f"ask {name.lower()} about it")
    people.house.services.forgetter().forget(UUID(club), [name], UUID(player), by="Director", at=AT)
    left = [
        text
        for (text,) in rows(
            people.house.services.recorder, "SELECT text FROM own_notes WHERE account_id = %s", [own.account]
        )
    ]
    assert left == (["Elsewhere."] if also_elsewhere else [])
    ((_, text, _),) = texts(other, here_deal)
    assert name.casefold() not in text.casefold()
    assert text.startswith("ask Former player ")
