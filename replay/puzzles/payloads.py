"""Puzzles as solvers get them, the choice of the day, and the mark of an answer."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from domain.engine.faces import plain_faces
from replay.lessons.payloads import mark_payload, question_payload
from replay.puzzles.file import built_in

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


def of_day(day: date) -> Puzzle:
    """Return the puzzle of a day, of those that come with Nought: each once, in a random order, then another order."""
    puzzles = list(built_in().values())
    cycle, place = divmod(day.toordinal(), len(puzzles))
    order = sorted(puzzles, key=lambda puzzle: sha256(f"{cycle} {puzzle.id}".encode()).digest())
    return order[place]
