"""Puzzles as lines of JSON, and the puzzles that come with Nought."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import msgspec

import replay.puzzles
from domain.kernel.errors import Declined
from replay.puzzles.puzzle import from_plain, to_plain

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from replay.puzzles.puzzle import Puzzle

BUILT_IN: Final = "built-in.ndjson"
"""The file of the puzzles that come with Nought. ``python -m scripts.puzzles`` mines them again."""


def write_line(puzzle: Puzzle) -> str:
    """Return a puzzle as one line."""
    return msgspec.json.encode(to_plain(puzzle), order="sorted").decode()


def read_line(line: str | bytes) -> Puzzle:
    """Return the puzzle of a line. Raises `Declined` if it holds none."""
    try:
        return from_plain(msgspec.json.decode(line))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Declined("puzzle-file", "this line holds no problem: {reason}", reason=str(error)) from None


@cache
def built_in() -> Mapping[UUID, Puzzle]:
    """Return the puzzles that come with Nought by their ids, in the order of the file."""
    text = files(replay.puzzles).joinpath(BUILT_IN).read_text("utf-8")
    puzzles = map(read_line, text.splitlines())
    return {puzzle.id: puzzle for puzzle in puzzles}
