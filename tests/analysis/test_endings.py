"""The kernel, held to the rules: every card that the engine allows is tried, and the kernel must get the same."""

from __future__ import annotations

import os

import pytest

from analysis.solver import Solver
from domain.games.catalogue import RULESETS
from tests.analysis.compare_endings import compare
from tests.analysis.endings import card_acts, ending, following, is_over, play, plays
from tests.cases import cases

FULL = bool(os.environ.get("NOUGHT_FULL"))
ENDINGS = 10_000 if FULL else 5
"""The endings of each ruleset. The everyday ones are small; the full run has hands of three to five cards. The module
`tests.analysis.compare_endings` runs them too, in parts."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


@pytest.mark.parametrize("key", RULESETS)
def test_the_kernel_gets_what_trying_every_card_gets(key: str) -> None:
    with cases() as case:
        for seed in range(ENDINGS):
            with case(key, seed):
                compare(ending(key, seed, None if FULL else 3), seed)


@pytest.mark.parametrize("key", RULESETS)
def test_the_cards_that_are_tried_are_those_that_the_engine_allows(key: str) -> None:
    """The list of cards is that of the legal acts, without the calls."""
    for seed in range(8):
        s = ending(key, seed, 4)
        while not is_over(s):
            assert card_acts(s) == plays(s)
            play(s, plays(s)[seed % len(plays(s))])


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


@pytest.mark.parametrize("key", ["304-cats", "304-tamil-nadu", "sidi-barrani"])
def test_a_table_that_grows_changes_no_price(key: str) -> None:
    """The table begins with 512 buckets and doubles when it has an entry for each."""
    solver, without_table = Solver(), Solver(use_table=False)
    visited = 0
    with cases() as case:
        for seed in range(100 if FULL else 2):
            with case(key, seed):
                s = ending(key, seed, 6)
                prices = solver.prices(s)
                assert prices.finished
                assert prices.of == without_table.prices(s).of
                visited = max(visited, prices.nodes)
    assert visited > 5000


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
