"""Players see their seat, the results that wait, their last evening and their figures."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import UUID

import pytest

from analysis.deal import analyse
from analysis.solver import Solver
from replay.notation import read_hand
from replay.notation.document import record_of
from store.settings import Settings
from tests.analysis.workers import analyse_all, mine_all
from tests.cli.conftest import hand
from tests.http.people import People, Person, opened, play
from tests.http.tournament_requests import SWISS, done, draw, report, tournament

PATHS = ("/me", "/me/evening", "/me/figures", "/me/leagues", "/me/problems")
NAMES = ("Anula", "Farook", "Kavitha", "Mahesh")


def registered(people: People, club: str, name: str) -> str:
    return opened(people.admin.post("/players", {"name": name, "club": club}))


def a_cup(people: People, club: str, *pairs: tuple[str, str], **more: Any) -> str:
    """Return a tournament of a club with these pairs of players."""
    cup = tournament(people.admin, 0, more.pop("terms", SWISS), club=club, **more)
    for pair in pairs:
        answer = people.admin.post(f"/tournaments/{cup}/entries", {"name": " and ".join(pair), "players": list(pair)})
        assert answer.status_code == 201, answer.json
    return cup


@pytest.fixture
def club(people: People) -> str:
    return people.club()


@pytest.fixture
def own(people: People, club: str) -> Person:
    """The account of Anula."""
    return people.player(registered(people, club, "Anula"))


def payload(who: Person, path: str = "/me") -> Any:
    answer = who.get(path)
    assert answer.status_code == 200, answer.json
    return answer.json


def test_only_accounts_have_a_page_of_their_own_and_one_without_a_club_has_nothing_on_it(people: People) -> None:
    for path in PATHS:
        assert people.anybody.get(path).status_code == 401
        assert people.issue("seat", table=people.table(), seat="S").get(path).status_code == 403
    nobody = people.player()
    assert payload(nobody) == {"players": [], "waiting": [], "now": []}
    assert payload(nobody, "/me/evening") == {}
    assert payload(nobody, "/me/figures") == payload(nobody, "/me/leagues") == {"items": []}


def test_a_player_sees_the_own_table_the_partner_and_the_opponents(people: People, club: str, own: Person) -> None:
    cup = a_cup(people, club, ("Anula", "Farook"), ("Kavitha", "Mahesh"))
    table = people.table(club)
    done(people.admin, f"/tournaments/{cup}/tables", {"tables": {"1": table}})
    assert payload(own)["now"] == []
    draw(people.admin, cup)
    (now,) = payload(own)["now"]
    assert (now["tournament"], now["round"], now["among"]) == (cup, 1, 2)
    assert (now["table"]["number"], now["table"]["status"]) == (1, "open")
    assert now["table"]["name"] == people.admin.get(f"/tables/{table}").json["name"]
    assert now["table"]["partners"] == ["Farook"]
    assert sorted(now["table"]["opponents"]) == ["Kavitha", "Mahesh"]
    seats = people.admin.get(f"/encounters/{now['table']['encounter']}").json["seats"]
    assert seats[now["table"]["seat"]] == "Anula"
    assert "clock" not in now
    done(people.admin, f"/tournaments/{cup}/clock", {"round": 1, "minutes": 50})
    assert payload(own)["now"][0]["clock"]["minutes"] == 50


def test_a_result_waits_until_the_own_side_has_confirmed_it(people: People, club: str, own: Person) -> None:
    cup = a_cup(people, club, ("Anula", "Farook"), ("Kavitha", "Mahesh"))
    (table,) = draw(people.admin, cup)["encounters"]
    assert payload(own)["waiting"] == []
    report(people.admin, table["id"], 7, 4)
    (result,) = payload(own)["waiting"]
    side = payload(own)["now"][0]["table"]["side"]
    assert (result["encounter"], result["board"]) == (table["id"], 0)
    assert [result["won"], result["lost"]] == ([7, 4] if side == 0 else [4, 7])
    assert sorted(result["opponents"]) == ["Kavitha", "Mahesh"]
    assert not result["is_contested"]


def test_a_player_who_is_entered_nowhere_or_whom_a_substitute_replaces_sees_no_table(
    people: People, club: str, own: Person
) -> None:
    other = people.player(registered(people, club, "Somebody else"))
    cup = a_cup(people, club, ("Anula", "Farook"), ("Kavitha", "Mahesh"))
    (table,) = draw(people.admin, cup)["encounters"]
    assert payload(other)["now"] == []
    seats = people.admin.get(f"/encounters/{table['id']}").json["seats"]
    seat = next(seat for seat, name in seats.items() if name == "Anula")
    done(people.admin, f"/encounters/{table['id']}/seats", {"seats": {**seats, seat: "Rani"}, "why": "ill"})
    report(people.admin, table["id"], 7, 4)
    assert "table" not in payload(own)["now"][0]
    assert payload(own)["waiting"] == []


def test_a_name_that_two_players_of_the_club_have_means_neither(people: People, club: str, own: Person) -> None:
    cup = a_cup(people, club, ("Anula", "Farook"), ("Kavitha", "Mahesh"))
    draw(people.admin, cup)
    assert payload(own)["now"]
    registered(people, club, "Anula")
    assert payload(own)["now"] == []
    (player,) = people.house.services.account_players.of_account(own.account or UUID(int=0))
    by_id = a_cup(people, club, (str(player.player), "Farook"), ("Kavitha", "Mahesh"))
    draw(people.admin, by_id)
    (now,) = payload(own)["now"]
    assert (now["tournament"], now["table"]["partners"]) == (by_id, ["Farook"])


def recorded(people: People, club: str, seats: dict[str, str], **more: Any) -> str:
    """Record a worked hand with six costly cards for players."""
    record = record_of(read_hand(hand(10).read_text(encoding="utf-8")))
    deal = people.deal(dealer=record.opened.dealer, club=club, players=seats, **more)
    play(people.admin, deal, record.acts)
    return deal


@pytest.mark.full
def test_the_story_of_an_evening_names_the_card_that_cost_most(
    people: People, club: str, own: Person, settings: Settings
) -> None:
    record = record_of(read_hand(hand(10).read_text(encoding="utf-8")))
    costs = Counter[str]()
    plies = analyse(record, Solver()).plies
    for ply in plies:
        costs[ply.seat] += ply.cost or 0
    seat = costs.most_common(1)[0][0]
    deal = recorded(people, club, {seat: "Anula"})
    story = payload(own, "/me/evening")["evening"]
    assert "card" not in story
    assert (story["deals"]["number"], story["deals"]["analysed"]) == (1, 0)
    analyse_all(settings)
    story = payload(own, "/me/evening")["evening"]
    worst = max((ply for ply in plies if ply.seat == seat), key=lambda ply: (ply.pay_cost or 0, ply.cost or 0))
    card = story["card"]
    assert (card["deal"], card["cost"], card["pay_cost"]) == (deal, worst.cost, worst.pay_cost)
    assert "avoidable" not in card, "no worker has judged it from the seat"
    assert story["deals"]["analysed"] == 1


def test_nothing_is_said_of_cards_of_a_deal_that_is_not_over(
    people: People, club: str, own: Person, settings: Settings
) -> None:
    record = record_of(read_hand(hand(10).read_text(encoding="utf-8")))
    deal = people.deal(dealer=record.opened.dealer, club=club, players={"E": "Anula"})
    play(people.admin, deal, record.acts[:-3])
    people.admin.get(f"/deals/{deal}/analysis")
    analyse_all(settings)
    story = payload(own, "/me/evening")["evening"]
    assert story["deals"]["analysed"] == 0
    assert "card" not in story


def test_a_deal_at_a_table_with_a_delay_is_not_told_before_its_time(
    people: People, club: str, own: Person, settings: Settings
) -> None:
    table = people.table(club)
    recorded(people, club, {"E": "Anula"}, table=table)
    analyse_all(settings)
    assert payload(own, "/me/evening")["evening"]["deals"]["analysed"] == 1
    assert payload(own, "/me/figures")["items"][0]["deals"] == 1
    done(people.admin, f"/tables/{table}/delay", {"seconds": 3600})
    assert payload(own, "/me/evening") == {}
    assert payload(own, "/me/figures")["items"][0]["months"] == []
    assert payload(own, "/me/problems")["items"] == []


def test_the_months_and_the_card_play_are_those_of_the_player_page(
    people: People, club: str, own: Person, settings: Settings
) -> None:
    for seats in ({"E": "Anula", "W": "Kavitha"}, {"N": "Anula", "S": "Farook"}):
        recorded(people, club, seats)
    analyse_all(settings)
    (figures,) = payload(own, "/me/figures")["items"]
    (month,) = figures["months"]
    (player,) = payload(own)["players"]
    (row,) = people.anybody.get(f"/players/{player['player']}/card-play").json["rows"]
    assert month["card_play"] == {name: value for name, value in row.items() if name != "name"}
    assert (figures["deals"], figures["is_cut"], month["deals"]) == (2, False, 2)
    assert {each["name"] for each in figures["partners"]} == {"Kavitha", "Farook"}


def test_problems_are_those_of_the_own_deals_and_of_the_own_seat_first(
    people: People, club: str, own: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.analyses.worker.THEMES", ("holder", "trumps", "points"))
    deal = recorded(people, club, {"E": "Anula"})
    recorded(people, club, {"E": "Somebody"})
    mine_all(settings)
    problems = payload(own, "/me/problems")
    assert problems["deck"] == {"is_open": False, "due": 0, "problems": 0}
    items = problems["items"]
    assert items
    assert {each["deal"] for each in items} == {deal}
    order = [each["viewer"] != "E" for each in items]
    assert order == sorted(order)


def test_a_place_in_a_league_is_that_of_the_series(people: People, club: str, own: Person) -> None:
    cup = a_cup(people, club, ("Anula", "Farook"), ("Kavitha", "Mahesh"), terms={**SWISS, "rounds": 1})
    (table,) = draw(people.admin, cup)["encounters"]
    report(people.admin, table["id"], 7, 4)
    done(people.admin, f"/encounters/{table['id']}/confirmations")
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    done(people.admin, f"/tournaments/{cup}/end")
    league = opened(people.admin.post("/series", {"name": "Winter", "club": club}))
    done(people.admin, f"/series/{league}/evenings", {"tournament": cup})
    rows = people.anybody.get(f"/series/{league}").json["standings"]
    row = next(each for each in rows if each["players"] == ["Anula"])
    (item,) = payload(own, "/me/leagues")["items"]
    assert (item["series"], item["place"], item["among"], item["total"]) == (league, row["place"], 4, row["total"])
    story = payload(own, "/me/evening")["evening"]
    assert story["tournament"]["is_over"]
    assert story["tournament"]["place"] == row["cells"][0]["place"]
