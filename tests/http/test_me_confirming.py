"""A player confirms with an account, without a PIN: the own seat alone, and recorded as by the player."""

from __future__ import annotations

from uuid import UUID

import pytest

from tests.http.people import People, Person, opened, play, whole_deal
from tests.http.test_me import a_cup, registered
from tests.http.tournament_requests import done, draw, report

NOBODY = "0190a0a0-0000-7000-8000-000000000000"


@pytest.fixture
def club(people: People) -> str:
    return people.club()


@pytest.fixture
def table(people: People, club: str) -> str:
    """A table with a result, at which Anula and Farook play against Kavitha and Mahesh."""
    cup = a_cup(people, club, ("Anula", "Farook"), ("Kavitha", "Mahesh"))
    (drawn,) = draw(people.admin, cup)["encounters"]
    report(people.admin, drawn["id"], 7, 4)
    return str(drawn["id"])


def confirm(who: Person, table: str) -> int:
    return who.post(f"/me/encounters/{table}/confirmations").status_code


def test_both_sides_confirm_with_their_accounts_and_the_log_names_them(people: People, club: str, table: str) -> None:
    own, other = (people.player(registered(people, club, name)) for name in ("Anula", "Mahesh"))
    assert confirm(own, table) == 200
    assert people.admin.get(f"/encounters/{table}").json["status"] == "provisional"
    assert own.get("/me").json["waiting"] == []
    again = own.post(f"/me/encounters/{table}/confirmations")
    assert (again.status_code, again.json["code"]) == (409, "result-confirmed")
    (waits,) = other.get("/me").json["waiting"]
    assert waits["encounter"] == table
    assert confirm(other, table) == 200
    assert people.admin.get(f"/encounters/{table}").json["status"] == "confirmed"
    events = people.house.services.ledger.repository.history(UUID(table))
    assert [event.by for event in events[-2:]] == ["A player", "A player"]


def test_nobody_confirms_for_a_seat_of_somebody_else(people: People, club: str, table: str) -> None:
    elsewhere = people.club()
    strangers = [
        people.player(registered(people, club, "Somebody")),
        people.player(registered(people, elsewhere, "Anula")),
        people.player(),
        people.issue("director", club=club),
        people.admin,
    ]
    assert [confirm(who, table) for who in strangers] == [404] * len(strangers)
    assert confirm(strangers[0], NOBODY) == 404
    assert confirm(people.anybody, table) == 401
    player = people.player(registered(people, club, "Anula"))
    refused = player.post(f"/encounters/{table}/confirmations", {"seat": "S"})
    assert refused.status_code == 403, "the route of tables is for those who hold a token of the table"


def test_a_player_whom_a_substitute_replaces_does_not_confirm(people: People, club: str, table: str) -> None:
    own = people.player(registered(people, club, "Anula"))
    seats = people.admin.get(f"/encounters/{table}").json["seats"]
    seat = next(seat for seat, name in seats.items() if name == "Anula")
    done(people.admin, f"/encounters/{table}/seats", {"seats": {**seats, seat: "Rani"}, "why": "ill"})
    assert confirm(own, table) == 404


def test_no_result_waits_for_a_player_whom_the_table_does_not_name(people: People, club: str, table: str) -> None:
    own = people.player(registered(people, club, "Anula"))
    assert own.get("/me").json["waiting"]
    done(people.admin, f"/encounters/{table}/seats", {"seats": {}, "why": "They sat otherwise."})
    assert confirm(own, table) == 404
    assert own.get("/me").json["waiting"] == []


def test_a_player_confirms_the_own_deal_and_no_other(people: People, club: str) -> None:
    names = {"S": "Anula", "E": "Farook", "N": "Kavitha", "W": "Mahesh"}
    own, other, stranger = (people.player(registered(people, club, name)) for name in ("Anula", "Farook", "Rani"))
    dealer, acts = whole_deal(3)
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": dealer, "club": club, "players": names}))
    deal = people.deal(dealer=dealer, match=match)
    path = f"/me/deals/{deal}/confirmations"
    play(people.admin, deal, acts)
    assert stranger.post(path).status_code == 404
    assert people.admin.post(path).status_code == 404
    assert own.post(path).json == {"deal": deal, "seat": "S", "replayed": False}
    assert people.admin.get(f"/deals/{deal}").json["confirmed_by"] == ["S"]
    assert other.post(path).status_code == 200
    assert not people.admin.get(f"/deals/{deal}").json["provisional"]


def test_a_deal_that_a_player_cannot_confirm_yet_is_refused_in_words(people: People, club: str) -> None:
    own = people.player(registered(people, club, "Anula"))
    deal = people.deal(club=club, players={"S": "Anula"})
    refused = own.post(f"/me/deals/{deal}/confirmations")
    assert refused.status_code in (409, 422), refused.json
    assert refused.json["detail"]
