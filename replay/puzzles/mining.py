"""Mine puzzles from a deal, and certify each: its right answers are complete, and its reason is in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from domain.kernel.errors import Declined
from replay.lessons.questions import kind_of
from replay.puzzles.puzzle import Puzzle
from replay.puzzles.themes import MARGIN, THEMES, Candidate, DealReader
from replay.words import ENGLISH

if TYPE_CHECKING:
    from domain.record.record import Record
    from replay.lessons.positions import Position
    from replay.puzzles.themes import Theme

Price: TypeAlias = "Callable[[Position, float], dict[str, Any] | None]"
"""A function that prices the cards of the seat to act for a margin: the prices that a question stores
(`domain.lesson.facts.Question`), or None if it is not certain which cards are within the margin of the best."""


def mine(record: Record, price: Price, seed: str, themes: Iterable[str] = THEMES) -> Iterator[Puzzle]:
    """Yield up to one puzzle of each theme. Equal seeds look at the same positions.

    ``record``: the whole deal; a puzzle is made only from what its viewer saw.
    """
    for code in themes:
        rng = Random(f"{seed} {code}")  # noqa: S311 - no secret
        puzzle = _first(THEMES[code], DealReader(record, rng), price)
        if puzzle is not None:
            yield puzzle


def _first(theme: Theme, deal: DealReader, price: Price) -> Puzzle | None:
    """Return the first certified puzzle of a theme; None if its first candidates have none."""
    candidates = theme.candidates(deal)
    for _ in range(theme.tries):
        try:
            candidate = next(candidates, None)
            if candidate is None:
                return None
            puzzle = certify(theme, candidate, price)
        except Declined:
            continue
        if puzzle is not None:
            return puzzle
    return None


def certify(theme: Theme, candidate: Candidate, price: Price) -> Puzzle | None:
    """Return the puzzle of a candidate; None if it is not certain, or not worth a thought.

    Raises `Declined` if the question has no computed answer.
    """
    position, question = candidate.position, candidate.question
    if "margin" in question.options:
        prices = price(position, float(MARGIN))
        if prices is None:
            return None
        question = replace(question, prices=prices | {"position": position.digest})
        candidate = replace(candidate, question=question)
    kind = kind_of(question)
    kind.check(question, position)
    answers = kind.accepted(question, position)
    if not theme.is_worth(candidate, answers):
        return None
    if not all(kind.reasons(answer, question, position, ENGLISH) for answer in answers):
        return None
    return Puzzle.of(theme.code, theme.level(candidate, answers), position, question, answers)
