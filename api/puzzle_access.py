"""Puzzles that the caller may solve."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from api.clock import now
from domain.ledger.errors import NotFound
from domain.ledger.ids import as_id
from replay.puzzles.file import built_in
from replay.puzzles.payloads import of_day

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
