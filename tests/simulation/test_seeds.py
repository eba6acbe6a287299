"""No evening of any seed breaks an invariant (docs/simulation.md, "What is checked")."""

from __future__ import annotations

import os

import pytest

from simulation.plan import draw
from simulation.run import play

EVERYDAY = 24
SEEDS = 10_000 if os.environ.get("NOUGHT_FULL") else EVERYDAY
PIECES = 8
"""The seeds are played in so many tests, so that all cores share them."""


@pytest.mark.parametrize("piece", range(PIECES))
def test_no_evening_breaks_an_invariant(piece: int) -> None:
    """`python -m simulation --seed N` shows a failing evening in its smallest form."""
    count = SEEDS // PIECES
    failed = {}
    for seed in range(piece * count, (piece + 1) * count):
        if failure := play(draw(seed)).failure:
            failed[seed] = failure
    assert failed == {}
