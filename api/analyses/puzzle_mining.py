"""Mine puzzles from a deal, with the prices of the analysis."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from analysis.certain_prices import certain_prices
from analysis.solver import Solver
from replay.puzzles.mining import mine
from replay.puzzles.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from domain.record.record import Record
    from replay.lessons.positions import Position
    from replay.puzzles.puzzle import Puzzle

LIMIT: Final = 3_000_000
"""The positions tried for each card: about a second."""


METHOD: Final = 2
"""The method by which puzzles are mined. Raise it when a theme changes: those of all recorded deals are mined again."""


def mine_recorded(record: Record, deal_id: UUID, themes: Iterable[str]) -> list[Puzzle]:
    """Return the puzzles of a recorded deal, none if it is not settled, or does not count."""
    if record.settlement is None or record.abandoned:
        return []
    return mine_deal(record, str(deal_id), themes)


def mine_deal(record: Record, seed: str, themes: Iterable[str] = THEMES) -> list[Puzzle]:
    """Return the puzzles of a deal, at most one of each theme. Equal seeds return equal puzzles."""
    return list(mine(record, price, seed, themes))


def price(position: Position, margin: float) -> dict[str, Any] | None:
    """Return the prices of the cards of a seat; None if it is not certain which are within the margin of the best."""
    assert position.seat is not None  # noqa: S101 - the question is asked of the seat to act
    return certain_prices(position.record, position.seat, position.digest, margin, _solver())


@cache
def _solver() -> Solver:
    """Return the solver of this process."""
    return Solver(limit=LIMIT)
