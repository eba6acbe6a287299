"""Puzzles that the caller may solve."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from api import analysis_access
from api.clock import now
from api.puzzle_mining import mine_deal
from domain.ledger.errors import NotFound
from domain.ledger.ids import as_id
from replay.puzzles.file import built_in
from replay.puzzles.payloads import of_day
from replay.puzzles.themes import THEMES

if TYPE_CHECKING:
    from replay.puzzles.puzzle import Puzzle


def find(puzzle_id: UUID) -> Puzzle:
    """Return a puzzle. Raises `NotFound` if there is none, or the caller may not see it."""
    puzzle = built_in().get(puzzle_id)
    if puzzle is None:
        raise NotFound("puzzle", puzzle_id)
    return puzzle


def select(theme: str = "", game: str = "") -> list[Puzzle]:
    """Return the puzzles of a theme and a game, each empty for all."""
    return [puzzle for puzzle in built_in().values() if theme in ("", puzzle.theme) and game in ("", puzzle.game)]


def today() -> Puzzle:
    """Return the puzzle of this day in UTC, the same for everybody."""
    return of_day(datetime.fromisoformat(now()).date())


def find_text(puzzle_id: str) -> Puzzle:
    """Return the puzzle of an id as text. Raises `NotFound` if there is none, or the caller may not see it."""
    return find(as_puzzle_id(puzzle_id))


def as_puzzle_id(text: str) -> UUID:
    """Return the id of a text. Raises `NotFound` if it is none."""
    identity = as_id(text)
    if identity is None:
        raise NotFound("puzzle", UUID(int=0))
    return identity


# --- recorded deals -------------------------------------------------------------------------------

QUICK: Final = tuple(theme for theme in THEMES if theme not in ("card", "draw-trumps"))
"""The themes whose puzzles are mined in some milliseconds, while the reader waits."""
MOST_KEPT: Final = 200
"""The most deals of which this process keeps the puzzles."""

_kept: dict[tuple[UUID, int], list[Puzzle]] = {}


def of_deal(deal_id: UUID) -> list[Puzzle]:
    """Return the puzzles of a recorded deal as it stands, none if it is not settled, or does not count.

    Raises `NotFound`, or `Problem` (403) if the caller may not see all hands of the deal, or not their analysis. A
    correction of the deal makes its puzzles anew.
    """
    visible = analysis_access.get(deal_id)
    record, version = visible.record, visible.deal.version
    if record.settlement is None or record.abandoned:
        return []
    puzzles = _kept.get((deal_id, version))
    if puzzles is None:
        while len(_kept) >= MOST_KEPT:
            _kept.pop(next(iter(_kept)), None)
        puzzles = _kept[deal_id, version] = mine_deal(record, str(deal_id), QUICK)
    return puzzles


def find_in_deal(deal_id: UUID, puzzle_id: UUID) -> Puzzle:
    """Return a puzzle of a recorded deal. Raises as `of_deal`, and `NotFound` if the deal has no such puzzle."""
    for puzzle in of_deal(deal_id):
        if puzzle.id == puzzle_id:
            return puzzle
    raise NotFound("puzzle", puzzle_id)
