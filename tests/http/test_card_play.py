"""The statistics of card play over HTTP: whose cards are added up, and which deals nobody may add up yet."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from analysis.deal import analyse
from analysis.hands import analysed_hands
from analysis.solver import Solver
from api.services import Provider
from replay.notation import read_hand
from replay.notation.document import record_of
from store.settings import Settings
from store.tables.analyses import HandKey
from tests.analysis.workers import analyse_all
from tests.cli.conftest import hand
from tests.http.people import People, opened, play, whole_deal
from tests.http.tournament_requests import done, held_back_deal

pytestmark = pytest.mark.usefixtures("computed")
"""Also what the statistics say."""

PLAYERS = {"S": "Sita", "E": "Elil", "N": "Nila", "W": "Waruna"}


def rows(answer: Any) -> dict[str, Any]:
    """The rows of a table by name."""
    assert answer.status_code == 200, answer.json
    return {row["name"]: row for row in answer.json["rows"]}


@pytest.fixture
def match(people: People, settings: Settings) -> str:
    """A match with one deal: a worked hand with six costly cards."""
    record = record_of(read_hand(hand(10).read_text(encoding="utf-8")))
    body = {"ruleset": "304", "dealer": record.opened.dealer, "players": PLAYERS}
    match = opened(people.admin.post("/matches", body))
    play(people.admin, people.deal(dealer=record.opened.dealer, match=match, players=PLAYERS), record.acts)
    analyse_all(settings)
    return match


def test_a_match_has_a_row_for_each_player(people: People, match: str) -> None:
    record = record_of(read_hand(hand(10).read_text(encoding="utf-8")))
    hands = {PLAYERS[each.seat]: each for each in analysed_hands(analyse(record, Solver()))}
    answer = people.anybody.get(f"/matches/{match}/card-play")
    assert (answer.json["deals"], answer.json["analysed"]) == (1, 1)
    table = rows(answer)
    assert {name: (row["choices"], row["best"]) for name, row in table.items()} == {
        name: (each.choices, each.best) for name, each in hands.items()
    }
    assert {name: row["loss"] for name, row in table.items()} == {name: each.lost for name, each in hands.items()}
    assert sum(row["bids"] for row in table.values()) == 1, "the contract is the trump maker's alone"


def test_a_player_and_a_club_have_a_row_for_each_ruleset(people: People, settings: Settings) -> None:
    club = people.club()
    player = opened(people.admin.post("/players", {"name": "Kamala", "club": club}))
    record = record_of(read_hand(hand(10).read_text(encoding="utf-8")))
    for seat in ("E", "N"):
        deal = people.deal(dealer=record.opened.dealer, club=club, players={seat: player})
        play(people.admin, deal, record.acts)
    assert people.anybody.get(f"/players/{player}/card-play").json == {"deals": 2, "analysed": 0, "rows": []}
    analyse_all(settings)
    answer = people.anybody.get(f"/players/{player}/card-play")
    assert (answer.json["deals"], answer.json["analysed"]) == (2, 2)
    (row,) = answer.json["rows"]
    hands = {each.seat: each for each in analysed_hands(analyse(record, Solver()))}
    assert (row["name"], row["deals"]) == ("304", 2)
    assert row["choices"] == hands["E"].choices + hands["N"].choices
    assert row["interval"][0] < row["share"] < row["interval"][1]
    assert people.anybody.get(f"/clubs/{club}/card-play").json == answer.json, "nobody else is named in its deals"


def test_a_deal_that_is_still_played_counts_for_nobody(people: People, settings: Settings) -> None:
    dealer, acts = whole_deal(1)
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": dealer, "players": PLAYERS}))
    deal = people.deal(dealer=dealer, match=match, players=PLAYERS)
    play(people.admin, deal, acts[:-3])
    people.admin.get(f"/deals/{deal}/analysis")
    analyse_all(settings)
    assert people.admin.get(f"/deals/{deal}/analysis").status_code == 200, "an official may see it"
    for who in (people.admin, people.anybody):
        assert who.get(f"/matches/{match}/card-play").json == {"deals": 0, "analysed": 0, "rows": []}


def test_a_tournament_has_a_row_for_each_entry_once_its_round_may_be_analysed(
    people: People, settings: Settings
) -> None:
    cup, match, _, _ = held_back_deal(people)
    analyse_all(settings)
    path = f"/tournaments/{cup}/card-play"
    assert people.anybody.get(path).json == {"deals": 0, "analysed": 0, "rows": []}
    assert people.anybody.get(f"/matches/{match}/card-play").json["rows"] == []
    assert len(people.admin.get(path).json["rows"]) == 2
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    assert sorted(rows(people.anybody.get(path))) == ["1", "2"]
    assert people.anybody.get(path).json["analysed"] == 1


def test_an_outsider_sees_the_numbers_as_late_as_the_deal(people: People, settings: Settings) -> None:
    club = people.club()
    table = people.table(club)
    dealer, acts = whole_deal(2)
    match = opened(people.admin.post("/matches", {"ruleset": "304", "dealer": dealer, "club": club, "table": table}))
    play(people.admin, people.deal(dealer=dealer, match=match, table=table, club=club, players=PLAYERS), acts)
    analyse_all(settings)
    player = opened(people.admin.post("/players", {"name": "Sita", "club": club}))
    assert people.anybody.get(f"/players/{player}/card-play").json["analysed"] == 1
    done(people.admin, f"/tables/{table}/delay", {"seconds": 3600})
    assert people.anybody.get(f"/players/{player}/card-play").json == {"deals": 0, "analysed": 0, "rows": []}
    assert people.admin.get(f"/players/{player}/card-play").json["analysed"] == 1


def test_a_version_that_a_late_reader_does_not_see_yet_counts_nothing(
    people: People, house: Provider, settings: Settings
) -> None:
    """The deal may be visible for long; its correction is as late as everything else."""
    dealer, acts = next(each for each in map(whole_deal, range(99)) if len(each[1]) > 40)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    analyse_all(settings)
    analyses = house.services.analyses
    assert analyses.sums([HandKey(UUID(deal), "E", 0, None, late=0.0)]).keys() == {0}
    assert analyses.sums([HandKey(UUID(deal), "E", 0, None, late=3600.0)]) == {}


def test_what_is_not_there_has_no_numbers(people: People) -> None:
    for path in ("players", "clubs", "matches", "tournaments"):
        assert people.anybody.get(f"/{path}/0190a0a0-0000-7000-8000-000000000000/card-play").status_code == 404
