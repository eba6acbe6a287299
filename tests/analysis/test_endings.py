"""The kernel, held to the rules: every card that the engine allows is tried, and the kernel must get the same."""

from __future__ import annotations

import os

import pytest

from analysis.position import Goal
from analysis.solver import Solver
from domain.games.catalogue import RULESETS
from tests.analysis.endings import Brute, ending, following, play, plays
from tests.cases import cases

FULL = bool(os.environ.get("NOUGHT_FULL"))
ENDINGS = 10_000 if FULL else 5
"""The endings of each ruleset. The everyday ones are small; the full run has hands of three to five cards."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


@pytest.fixture(scope="module")
def without_table() -> Solver:
    return Solver(use_table=False)


@pytest.mark.parametrize("key", RULESETS)
def test_the_kernel_gets_what_trying_every_card_gets(key: str, solver: Solver, without_table: Solver) -> None:
    with cases() as case:
        for seed in range(ENDINGS):
            with case(key, seed):
                s = ending(key, seed, None if FULL else 3)
                brute = Brute(s)
                for goal in Goal:
                    best = solver.best(s, goal)
                    assert without_table.best(s, goal) == best
                    assert brute.is_best(goal, best)
                    assert solver.reaches(s, best, goal)
                    assert not solver.reaches(s, best + 1, goal)


@pytest.mark.parametrize("key", RULESETS)
def test_every_legal_card_has_the_result_of_the_position_after_it(key: str, solver: Solver) -> None:
    with cases() as case:
        for seed in range(200 if FULL else 8):
            with case(key, seed):
                s = ending(key, seed, 4)
                prices = solver.prices(s)
                assert prices.finished
                cards = {s.rules.tables.bit[act.card]: after for act, after in zip(plays(s), following(s), strict=True)}
                last = sum(s.tricks) + 1 == s.rounds and len(s.trick) + 1 == s.width
                assert prices.of.keys() == cards.keys()
                if not last:
                    assert prices.of == {bit: solver.best(after) for bit, after in cards.items()}


@pytest.mark.parametrize("key", RULESETS)
def test_the_kernel_allows_the_cards_that_the_engine_allows(key: str, solver: Solver) -> None:
    compared = 0
    with cases() as case:
        for seed in range(10_000 if FULL else 12):
            with case(key, seed):
                s = ending(key, seed, s_size(key))
                while sum(s.tricks) < s.rounds:
                    acts = plays(s)
                    assert solver.legal(s) == sum(s.rules.tables.bit[act.card] for act in acts)
                    compared += 1
                    play(s, acts[seed % len(acts)])
    assert compared > 100


def s_size(key: str) -> int:
    """The cards of a whole hand."""
    return RULESETS[key].hand_size
