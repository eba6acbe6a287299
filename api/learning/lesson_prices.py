"""Price the cards of questions about strength, and count the chances of bids, when an author saves or imports them."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from analysis.lesson_prices import price_cards
from api.learning.bid_chances import bid_chances
from domain.kernel.errors import Declined
from replay.lessons.positions import ChapterReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from domain.lesson.commands import NewChapter, NewLesson, NewStep
    from domain.lesson.facts import Question
    from replay.lessons.positions import Position

BID: Final = "bid"
DEALS: Final = 40
"""The most deals drawn for a question: the author waits for them."""
BUDGET: Final = 4_000_000
"""The positions after which no further deal is solved for a question; also the most for one deal."""
MOST_PRICED: Final = 12
"""The most positions of a lesson that are priced in one request. The others are priced when their step is saved."""

Known: TypeAlias = "dict[str, dict[str, Any]]"
"""The prices of positions by their digest; empty for one that cannot be priced."""


def with_prices(question: Question, position: Position) -> Question:
    """Return a question with the prices that it needs. Raises `Declined` if its cards cannot be priced.

    A bid whose chances cannot be counted is asked without them.
    """
    if not _needs_prices(question, position):
        return question
    try:
        return replace(question, prices=_prices(question, position))
    except Declined:
        if question.kind == BID:
            return question
        raise


def _needs_prices(question: Question, position: Position) -> bool:
    is_of_strength = question.kind == BID or (question.kind == "card" and "margin" in question.options)
    if not is_of_strength or question.accept or position.seat is None:
        return False
    return bool(question.prices.get("position") != position.digest)


def _prices(question: Question, position: Position) -> dict[str, Any]:
    assert position.seat is not None  # noqa: S101 - the question is asked of a seat
    if question.kind == BID:
        return bid_chances(position.record, position.seat, position.digest) | {"position": position.digest}
    prices = price_cards(position.record, position.seat, position.digest, most=DEALS, budget=BUDGET)
    return prices | {"position": position.digest}


def with_all_prices(lesson: NewLesson, most: int | None = None) -> NewLesson:
    """Return a lesson whose questions have their prices, as far as their cards can be priced.

    Questions at the same position are priced together. ``most``: the most positions; None for no limit.
    """
    known: Known = {}
    return replace(lesson, chapters=tuple(_chapter(chapter, known, most) for chapter in lesson.chapters))


def _chapter(chapter: NewChapter, known: Known, most: int | None) -> NewChapter:
    priced: dict[int, Question] = {}
    try:
        for placed in ChapterReader(chapter).steps():
            question = placed.new.step.question
            if question is not None and (new := _priced(question, placed.position, known, most)) is not question:
                priced[placed.number] = new
    except Declined:
        pass  # The faults of a lesson are listed for its authors, in the draft.
    return replace(chapter, steps=_steps(chapter.steps, priced, count(1))) if priced else chapter


def _priced(question: Question, position: Position, known: Known, most: int | None) -> Question:
    """Return a question with its prices; unchanged if it needs none, has them, or they cannot be computed."""
    if not _needs_prices(question, position):
        return question
    digest = position.digest
    if digest not in known and (most is None or len(known) < most):
        try:
            known[digest] = _prices(question, position)
        except Declined:
            known[digest] = {}
    prices = known.get(digest)
    return replace(question, prices=prices) if prices else question


def _steps(steps: tuple[NewStep, ...], priced: Mapping[int, Question], numbers: Iterator[int]) -> tuple[NewStep, ...]:
    """Return steps with new questions, by the number of the step in reading order."""
    new = []
    for each in steps:
        number = next(numbers)
        step = replace(each.step, question=priced[number]) if number in priced else each.step
        new.append(replace(each, step=step, steps=_steps(each.steps, priced, numbers)))
    return tuple(new)
