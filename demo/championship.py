"""A generated pairs championship: its entries, their strength, and the results of its tables."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any, Final

NAME: Final = "Lagoon Road Pairs Championship"
BEGINS: Final = datetime(2026, 2, 21, 8, 30, tzinfo=UTC)
"""The beginning: 14:00 in Colombo."""
RACE: Final = 7
ROUNDS: Final = 4
TERMS: Final[dict[str, Any]] = {"format": "swiss", "rounds": ROUNDS, "encounter": {"race": RACE}}
PAIRS: Final = (
    ("Anula", "Selvam"), ("Kavitha", "Mahesh"), ("Farook", "Thilini"), ("Nirmala", "Ruwan"), ("Chitra", "Dilip"),
    ("Gowri", "Hassan"), ("Indrani", "Jude"), ("Lalith", "Malini"), ("Padma", "Ravi"),
)  # fmt: skip
"""The pairs in the order of their seeds; earlier pairs are slightly stronger."""


def result(round_: int, north: str, east: str) -> tuple[int, int]:
    """Return the tokens of both sides in a race between two entries, given by their numbers as text."""
    rng = Random(f"{NAME} {round_} {north} {east}")  # noqa: S311
    chance = 0.5 + 0.04 * (int(east) - int(north))
    won = [0, 0]
    while max(won) < RACE:
        side = 0 if rng.random() < chance else 1
        won[side] = min(RACE, won[side] + rng.choice((1, 1, 2, 2, 3)))
    return won[0], won[1]
