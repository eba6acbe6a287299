"""Counts of the answers of a class, without names."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from domain.classroom.facts import StepTally

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from domain.classroom.aggregate import Place


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """The answer of a pupil to a question: the first one that the pupil sent."""

    pupil: int
    """The number of the pupil in the class."""
    chapter: int
    step: int
    answer: str
    """The answer in its written form."""
    right: bool | None
    """None until the teacher marks it."""
    late: bool
    """Whether it arrived after the right answers were shown."""
    at: str
    """The time at which it arrived, as ISO 8601."""

    @property
    def place(self) -> Place:
        """Return the chapter and the step."""
        return self.chapter, self.step


def tally(answers: Iterable[GivenAnswer], free_texts: Collection[Place]) -> list[StepTally]:
    """Return the tally of each step that has answers, in reading order.

    ``free_texts``: the steps whose answers are free texts. They are only counted.
    """
    by_place: dict[Place, list[GivenAnswer]] = defaultdict(list)
    for each in answers:
        by_place[each.place].append(each)
    return [_of_step(place, rows, place in free_texts) for place, rows in sorted(by_place.items())]


def _of_step(place: Place, rows: list[GivenAnswer], is_free: bool) -> StepTally:
    marks = Counter(row.right for row in rows)
    counts = Counter() if is_free else Counter(row.answer for row in rows)
    in_order = dict(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
    late = sum(row.late for row in rows)
    return StepTally(*place, in_order, marks[True], marks[False], marks[None], late)
