"""The sheet of a tournament: round by round, deal by deal, boards against the field; and as a picture."""

from __future__ import annotations

from uuid import UUID

import pytest

from store.settings import Settings
from tests.analysis.workers import analyse_all
from tests.http.people import People, Person, opened, play, whole_deal
from tests.http.test_boards_as_they_come import MITCHELL, enter
from tests.http.test_me import a_cup, registered
from tests.http.tournament_requests import HELD_BACK, done, draw

PAIRS = tuple((f"Player {n}", f"Partner {n}") for n in range(1, 7))


@pytest.fixture
def club(people: People) -> str:
    return people.club()


@pytest.fixture
def own(people: People, club: str) -> Person:
    """The account of a player of the first pair."""
    return people.player(registered(people, club, "Player 1"))


def test_the_boards_of_a_sheet_are_compared_with_the_field_as_the_page_of_the_board_does(
    people: People, club: str, own: Person
) -> None:
    cup = a_cup(people, club, *PAIRS, terms={**MITCHELL, "boards": 1})
    for number in (1, 2, 3):
        for table in draw(people.admin, cup)["encounters"]:
            for board in table["boards"]:
                assert (
                    enter(people.admin, table, board, (table["table"] * 7 + board * number) % 5 - 2).status_code == 200
                )
    sheet = own.get(f"/me/evenings/{cup}").json
    boards = [board for each in sheet["rounds"] for board in each["boards"]]
    assert len(boards) == 3
    better = []
    for board in boards:
        rows = people.admin.get(f"/tournaments/{cup}/boards/{board['board']}").json["results"]
        row = next(each for each in rows if "1" in each["sides"])
        side = row["sides"].index("1")
        mine, theirs = row["scores"][side], row["scores"][1 - side]
        better.append((mine > theirs) - (mine < theirs))
        assert board["won"] - board["lost"] == row["won"] * (1 if side == 0 else -1)
    assert [(each["score"] > 0) - (each["score"] < 0) for each in boards] == better
    story = people.admin.get(f"/tournaments/{cup}/standings").json["items"]
    place = next(row["place"] for row in story if row["entry"] == "1")
    assert (sheet["name"], sheet["place"]) == ("Player 1 and Partner 1", place)


def test_a_deal_on_a_sheet_has_its_bid_its_result_and_what_the_own_cards_cost(
    people: People, club: str, own: Person, settings: Settings
) -> None:
    cup = a_cup(people, club, *PAIRS[:2], terms=HELD_BACK)
    (table,) = draw(people.admin, cup)["encounters"]
    match = done(people.admin, f"/encounters/{table['id']}/match")["id"]
    dealer = people.admin.get(f"/matches/{match}").json["next_dealer"]
    acts = next(acts for first, acts in map(whole_deal, range(99)) if first == dealer and len(acts) > 40)
    deal = opened(people.admin.post("/deals", {"match": match}))
    play(people.admin, deal, acts[:-2])
    assert own.get(f"/me/evenings/{cup}").json["deals"] == []
    play(people.admin, deal, acts[-2:])
    analyse_all(settings)
    (line,) = own.get(f"/me/evenings/{cup}").json["deals"]
    data = people.admin.get(f"/deals/{deal}").json
    team = next(side for side, seats in {"NS": "NS", "EW": "EW"}.items() if data["players"][seats[0]] in PAIRS[0])
    assert line["tokens"] == data["settlement"]["tokens"][team]
    assert "lost" not in line, "the tournament holds its analyses back"
    done(people.admin, f"/encounters/{table['id']}/confirmations")
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    (line,) = own.get(f"/me/evenings/{cup}").json["deals"]
    seat = next(seat for seat, name in data["players"].items() if name == "Player 1")
    analysis = people.admin.get(f"/deals/{deal}/analysis").json
    assert line["lost"] == sum(ply["cost"] for ply in analysis["plies"] if ply["seat"] == seat and "cost" in ply)


def test_a_sheet_is_of_the_own_entry_alone_and_the_papers_have_all(people: People, club: str, own: Person) -> None:
    cup = a_cup(people, club, *PAIRS[:2])
    draw(people.admin, cup)
    stranger = people.player(registered(people, club, "Somebody"))
    for path in (f"/me/evenings/{cup}", f"/me/evenings/{UUID(int=7)}"):
        assert stranger.get(path).status_code == 404
    assert own.get(f"/me/evenings/{cup}").json["rounds"] == []
