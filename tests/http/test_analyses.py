"""Analyses over HTTP: the same as on the command line, and only for those who may see all hands."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import pytest

from analysis.deal import analyse, card_states
from analysis.payloads import deal_payload
from analysis.solver import Solver
from api.analyses.worker import AnalysisWorker
from api.resources import analyses
from domain.engine.facts import Act, CardPlayed, PackCut
from replay.notation import read_hand
from replay.notation.document import record_of
from schemas.analyses import DealAnalysis
from store.settings import Settings
from tests.analysis.workers import analyse_all
from tests.cli.conftest import hand
from tests.http.people import People, play
from tests.http.tournament_requests import done, held_back_deal


def recorded(people: People, number: int, acts: int | None = None) -> str:
    """Record a worked hand, or its first acts, and return the deal's id."""
    record = record_of(read_hand(hand(number).read_text(encoding="utf-8")))
    deal = people.deal(dealer=record.opened.dealer, ruleset=record.rules.ruleset.key)
    play(people.admin, deal, record.acts[:acts])
    return deal


def plies_of_cards(acts: Sequence[Act]) -> list[int]:
    """The plies at which a card was played."""
    return [ply for ply, act in enumerate(acts) if isinstance(act, CardPlayed)]


@pytest.fixture
def open_game(people: People) -> str:
    return recorded(people, 10)


def test_everybody_gets_the_prices_of_a_deal_that_is_over(people: People, open_game: str, settings: Settings) -> None:
    record = record_of(read_hand(hand(10).read_text(encoding="utf-8")))
    analyse_all(settings)
    answer = people.anybody.get(f"/deals/{open_game}/analysis")
    assert answer.status_code == 200
    assert answer.json == DealAnalysis().dump(deal_payload(analyse(record, Solver())))


def test_a_request_for_a_deal_that_has_no_analysis_yet_says_how_far_it_is(people: People, settings: Settings) -> None:
    """It comes before the deals that nobody has asked for."""
    recorded(people, 10)
    deal = recorded(people, 10)
    answer = people.anybody.get(f"/deals/{deal}/analysis")
    assert answer.status_code == 202
    assert answer.json == {"state": "waiting", "cards": 0, "cards_done": 0, "workers": 0}
    with closing(AnalysisWorker(settings)) as worker:
        assert people.anybody.get(f"/deals/{deal}/analysis").json["workers"] == 1
        worker.step()
    assert people.anybody.get(f"/deals/{deal}/analysis").status_code == 200


def test_one_ply_has_both_numbers_side_by_side(people: People, open_game: str) -> None:
    """The ace of clubs costs 51 points in hindsight; by what North knew it was within a few points of the best."""
    answer = people.anybody.get(f"/deals/{open_game}/analysis/25").json
    assert (answer["seat"], answer["card"], answer["for_makers"]) == ("N", "AC", False)
    of = {card["card"]: card for card in answer["cards"]}
    assert of["AC"]["open"] - min(card["open"] for card in of.values()) == 51
    assert abs(of["AC"]["mean"] - min(card["mean"] for card in of.values())) < 10
    assert int(answer["fitting"]) > 20_000
    assert answer["undecided"].startswith("undecided")
    assert people.anybody.get(f"/deals/{open_game}/analysis/25").json == answer
    late = people.anybody.get(f"/deals/{open_game}/analysis/40").json
    assert {card["guaranteed"] for card in late["cards"]} == {199}


def test_one_ply_is_computed_once_for_each_version_of_the_deal(people: People, open_game: str) -> None:
    path = f"/deals/{open_game}/analysis/29"
    kept = [key for key in analyses._answers if str(key[0]) == open_game]
    first, second = people.anybody.get(path), people.anybody.get(path)
    assert first.json == second.json
    assert kept == []
    record = record_of(read_hand(hand(10).read_text(encoding="utf-8")))
    cut = next(ply for ply, act in enumerate(record.acts) if isinstance(act, PackCut))
    body = {"ply": cut, "act": f"{record.acts[cut].seat} cut 9", "why": "another card was at the bottom"}
    done(people.admin, f"/deals/{open_game}/amendments", body)
    assert people.anybody.get(path).json["cards"] == first.json["cards"]
    versions = [key[1] for key in analyses._answers if str(key[0]) == open_game]
    assert len(versions) == 2
    assert versions[0] < versions[1]


def test_nobody_gets_prices_while_the_deal_goes_on(people: People) -> None:
    """All cards are in them, so they are for those who may see all cards."""
    deal = recorded(people, 10, acts=30)
    for path in ("analysis", "analysis/25"):
        assert people.anybody.get(f"/deals/{deal}/{path}").status_code == 403
        assert people.admin.get(f"/deals/{deal}/{path}").status_code in (200, 202)


def test_a_tournament_can_hold_analyses_back_until_the_round_is_closed(people: People, settings: Settings) -> None:
    """Those who run it see them all the time."""
    club = people.club()
    director = people.issue("director", club=club)
    cup, _, deal, acts = held_back_deal(people, club=club)
    analyse_all(settings)
    paths = [f"/deals/{deal}/analysis", f"/deals/{deal}/analysis/{plies_of_cards(acts)[-1]}"]
    for path in paths:
        answer = people.anybody.get(path)
        assert (answer.status_code, answer.json["detail"]) == (
            403, "The tournament shows analyses only after the round is closed.",
        )  # fmt: skip
        assert director.get(path).status_code == 200
    explored = people.anybody.post(f"/deals/{deal}/explore", {"ply": 20, "line": []})
    assert explored.status_code == 403
    assert people.anybody.get(f"/deals/{deal}/audit").status_code == 200, "only its likely results are left out"
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    for path in paths:
        assert people.anybody.get(path).status_code == 200
    done(people.admin, f"/tournaments/{cup}/rounds/1/reopen", {"why": "a slip"})
    assert people.anybody.get(paths[0]).status_code == 403


def test_a_ply_without_a_card_and_a_deal_without_cards_are_refused(people: People, open_game: str) -> None:
    answer = people.anybody.get(f"/deals/{open_game}/analysis/2")
    assert answer.status_code == 422
    assert "entry 2 is not a card that was played" in answer.json["detail"]
    passed = recorded(people, 12)
    answer = people.anybody.get(f"/deals/{passed}/analysis")
    assert answer.status_code == 422
    assert "no card was played" in answer.json["detail"]


def test_an_answer_ends_where_its_budget_ends(people: People) -> None:
    """From the last card to the first: what takes too long has no price, and the answer says so."""
    record = record_of(read_hand(hand(10).read_text(encoding="utf-8")))
    whole, little = analyse(record, Solver()), analyse(record, Solver(), budget=100)
    assert not little.finished
    assert set(little.unsolved.values()) == {"the deal took too long"}
    assert little.plies == whole.plies[len(whole.plies) - len(little.plies) :]
    assert len(little.plies) + len(little.unsolved) == len(card_states(record))
