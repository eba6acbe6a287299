"""Price the cards of questions about strength, when an author saves them or imports a lesson."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Final

from analysis.lesson_prices import price_cards
from domain.ledger.errors import Declined
from replay.lessons.positions import ChapterReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from domain.lesson.commands import NewChapter, NewLesson, NewStep
    from domain.lesson.facts import Question
    from replay.lessons.positions import Position

DEALS: Final = 40
"""The most deals drawn for a question: the author waits for them."""
BUDGET: Final = 4_000_000
"""The positions after which no further deal is solved for a question."""


def with_prices(question: Question, position: Position) -> Question:
    """Return a question with the prices that it needs. Raises `Declined` if its cards cannot be priced."""
    if question.kind != "card" or "margin" not in question.options or question.accept or position.seat is None:
        return question
    if question.prices.get("position") == position.digest:
        return question
    prices = price_cards(position.record, position.seat, position.digest, most=DEALS, budget=BUDGET)
    return replace(question, prices=prices | {"position": position.digest})


def with_all_prices(lesson: NewLesson) -> NewLesson:
    """Return a lesson whose questions have their prices, as far as their cards can be priced."""
    return replace(lesson, chapters=tuple(map(_chapter, lesson.chapters)))


def _chapter(chapter: NewChapter) -> NewChapter:
    priced: dict[int, Question] = {}
    try:
        for placed in ChapterReader(chapter).steps():
            question = placed.new.step.question
            if question is not None and (new := _priced(question, placed.position)) is not question:
                priced[placed.number] = new
    except Declined:
        pass  # The faults of a lesson are listed for its authors, in the draft.
    return replace(chapter, steps=_steps(chapter.steps, priced, count(1))) if priced else chapter


def _priced(question: Question, position: Position) -> Question:
    try:
        return with_prices(question, position)
    except Declined:
        return question


def _steps(steps: tuple[NewStep, ...], priced: Mapping[int, Question], numbers: Iterator[int]) -> tuple[NewStep, ...]:
    """Return steps with new questions, by the number of the step in reading order."""
    new = []
    for each in steps:
        number = next(numbers)
        step = replace(each.step, question=priced[number]) if number in priced else each.step
        new.append(replace(each, step=step, steps=_steps(each.steps, priced, numbers)))
    return tuple(new)
