"""The steps of a lesson at which a pupil stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.lesson.facts import BRANCH, QUESTION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from domain.lesson.commands import NewLesson, NewStep


def in_reading_order(steps: Iterable[NewStep]) -> Iterator[NewStep]:
    """Yield steps in reading order, with those of branches."""
    for new in steps:
        yield new
        yield from in_reading_order(new.steps)


def pages_of(lesson: NewLesson, chapter: int) -> list[int]:
    """Return the steps of a chapter that pupils stop at.

    A step without a text that only moves the deal or the view is passed over, unless it is the last.
    """
    if not 1 <= chapter <= len(lesson.chapters):
        return []
    steps = list(enumerate(in_reading_order(lesson.chapters[chapter - 1].steps), 1))
    return [n for n, new in steps if new.step.text or new.step.kind in (BRANCH, QUESTION) or n == len(steps)]
