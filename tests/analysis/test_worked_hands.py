"""The worked hands: the kernel allows the cards that the engine allows, and prices every card."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from analysis.deal import analyse, card_states
from analysis.judgement import judge_costly
from analysis.position import Unsolvable
from analysis.solver import Solver
from domain.engine.facts import CardPlayed
from domain.record.record import Record
from replay.notation import read_hand
from replay.notation.document import record_of

HANDS = sorted(Path("replay/hands").glob("*.toml"))


def record(number: int) -> Record:
    """The record of a worked hand, by its number."""
    return record_of(read_hand(HANDS[number - 1].read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(limit=100_000)


def test_the_legal_cards_of_every_ply_are_the_engines(solver: Solver) -> None:
    compared = 0
    for path in HANDS:
        for ply, s, _ in card_states(record_of(read_hand(path.read_text(encoding="utf-8")))):
            acts = [act for act in s.rules.legal(s, s.rules.seats[s.turn]) if isinstance(act, CardPlayed)]
            try:
                legal = solver.legal(s)
            except Unsolvable:
                assert s.vague or s.owed, f"{path.name}, ply {ply}"
                continue
            assert legal == sum(s.rules.tables.bit[act.card] for act in acts), f"{path.name}, ply {ply}"
            compared += 1
    assert compared > 700


def test_the_last_card_of_a_deal_costs_nothing_and_gives_the_result(solver: Solver) -> None:
    deal = record(10)
    analysis = analyse(deal, solver)
    last = analysis.plies[-1]
    assert last.cost == 0
    ours = deal.state.makers_teams()
    assert last.prices == {last.card: sum(deal.state.points[team] for team in ours)}


def test_from_one_ply_to_the_next_the_result_changes_by_what_the_card_cost(solver: Solver) -> None:
    compared = 0
    plies = analyse(record(10), solver).plies
    for before, after in pairwise(plies):
        if before.finished and after.finished:
            assert before.prices[before.card] == after.best, f"ply {before.ply}"
            compared += 1
    assert compared > 10


def test_a_deal_that_was_passed_out_has_nothing_to_price(solver: Solver) -> None:
    with pytest.raises(Unsolvable, match="no card was played"):
        analyse(record(12), solver)


@pytest.mark.parametrize("number", [1, 5, 7, 9, 10, 13, 19, 25, 27, 29, 30, 31, 32, 34, 36, 37, 38])
def test_the_last_card_pays_what_the_deal_was_settled_for(number: int, solver: Solver) -> None:
    """Bids made and failed, a bid to win all tricks, a named partner, marriages; contracts, doubled, Weis, a Match."""
    deal = record(number)
    settled = deal.settlement
    assert settled is not None
    last = analyse(deal, solver).plies[-1]
    team = deal.rules.ruleset.seating.teams[deal.state.makers_teams()[0]]
    others = sum(score for other, score in settled.score.items() if other != team)
    assert last.pay == {last.card: settled.score[team] - others if settled.score else settled.tokens[team]}


def test_a_card_that_gave_the_contract_away_names_the_better_one(solver: Solver) -> None:
    """Two tokens won or three lost: South could still make 200 with the eight of hearts or the ace of diamonds."""
    ply = next(ply for ply in analyse(record(19), solver).plies if ply.ply == 40)
    assert (ply.card, ply.better, ply.why) == ("TC", "8H", "contract-made")
    assert (ply.prices["8H"], ply.prices["TC"], ply.needed) == (213, 188, 200)
    assert (ply.pay["8H"], ply.pay["TC"], ply.cost, ply.pay_cost) == (2, -3, 25, 5)


def test_all_tricks_are_told_where_the_game_pays_for_them(solver: Solver) -> None:
    """Three points and no bonus in 304: the kernel is asked about the tricks themselves. In a Jass the Match counts."""
    lost = next(ply for ply in analyse(record(11), solver).plies if ply.ply == 28)
    assert (lost.why, lost.better, lost.all_tricks) == ("all-tricks", "TH", {"TH": "makers"})
    match = next(ply for ply in analyse(record(36), solver).plies if ply.ply == 21)
    assert (match.why, match.all_tricks) == ("contract-beaten", {"7H": "makers"})


@pytest.mark.full
def test_a_costly_card_is_judged_by_what_its_seat_knew(solver: Solver) -> None:
    """In hindsight the ace of clubs cost 51 points, but North could not know it; West's king cost 51 that it could."""
    deal = record(10)
    plies = {ply.ply: ply for ply in judge_costly(deal, analyse(deal, solver), solver, seed="a").plies}
    north, west = plies[25], plies[26]
    assert (north.card, north.cost, west.card, west.cost) == ("AC", 51, "KC", 51)
    assert north.from_seat is not None
    assert north.from_seat.avoidable is False
    assert west.from_seat is not None
    assert (west.from_seat.avoidable, west.from_seat.better) == (True, "JC")
    assert west.from_seat.behind > 1.96 * west.from_seat.error > 0
    assert {ply.ply for ply in plies.values() if ply.from_seat} == {ply.ply for ply in plies.values() if ply.is_costly}


def test_too_few_deals_judge_nobody(solver: Solver) -> None:
    deal = record(10)
    plies = judge_costly(deal, analyse(deal, solver), solver, seed="a", budget=1).plies
    first = next(ply.from_seat for ply in plies if ply.from_seat)
    assert (first.avoidable, first.reason) == (None, "too few deals were finished")
