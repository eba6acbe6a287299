"""Puzzles as solvers get them, the choice of the day, and the mark of an answer."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from domain.engine.faces import plain_faces
from replay.lessons.payloads import mark_payload, question_payload
from replay.puzzles.file import built_in
from replay.puzzles.puzzle import EASY, MIDDLE

if TYPE_CHECKING:
    from datetime import date

    from replay.puzzles.puzzle import Puzzle
    from replay.words import Language


def line(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle in a list."""
    return {
        "id": str(puzzle.id),
        "theme": puzzle.theme,
        "level": puzzle.level,
        "game": puzzle.game,
        "ruleset": puzzle.position.rules.ruleset.key,
        "viewer": puzzle.viewer,
    }


def payload(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as its solver sees it: without the answer, and without what its seat may not know."""
    position = puzzle.position
    return {
        **line(puzzle),
        "view": position.view(puzzle.kind.hides),
        "faces": plain_faces(position.rules.ruleset),
        "question": question_payload(puzzle.question, position),
    }


def mark(puzzle: Puzzle, answer: str, language: Language) -> dict[str, Any]:
    """Return the mark of an answer. An empty answer gives up: the right ones and the reasons are returned.

    Raises `NotAnAnswer` if the text is no answer.
    """
    if answer.strip():
        return mark_payload(puzzle.mark(answer, language))
    right = mark_payload(puzzle.mark(puzzle.answers[0], language))
    return {"answers": list(puzzle.answers), "by_author": False, "reasons": right["reasons"]}


EASY_DAYS: Final = 3
MIDDLE_DAYS: Final = 3
"""The days from Monday on with an easy problem of 304, and those after them with one of middle level."""


def of_day(day: date) -> Puzzle:
    """Return the puzzle of a day, of those that come with Nought.

    A week begins with easy problems of 304, goes on to middle ones, and ends with all others. Of each kind every puzzle
    comes once, in a random order, then in another order.
    """
    week, weekday = divmod(day.toordinal() - 1, 7)
    levels: tuple[int, ...]
    if weekday < EASY_DAYS:
        levels, days, nth = (EASY,), EASY_DAYS, weekday
    elif weekday < EASY_DAYS + MIDDLE_DAYS:
        levels, days, nth = (MIDDLE,), MIDDLE_DAYS, weekday - EASY_DAYS
    else:
        levels, days, nth = (), 7 - EASY_DAYS - MIDDLE_DAYS, weekday - EASY_DAYS - MIDDLE_DAYS
    puzzles = [puzzle for puzzle in built_in().values() if _is_of(puzzle, levels)]
    cycle, place = divmod(week * days + nth, len(puzzles))
    order = sorted(puzzles, key=lambda puzzle: sha256(f"{cycle} {puzzle.id}".encode()).digest())
    return order[place]


def _is_of(puzzle: Puzzle, levels: tuple[int, ...]) -> bool:
    """Return whether a puzzle is one of 304 of these levels; without levels, whether it is none of the other days."""
    is_early = puzzle.game == "304" and puzzle.level in (EASY, MIDDLE)
    return is_early and puzzle.level in levels if levels else not is_early
