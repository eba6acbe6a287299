"""The worked hands: the kernel allows the cards that the engine allows, and prices every card."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from analysis.deal import analyse, card_states
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
