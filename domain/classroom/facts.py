"""The facts of classes: the teacher's commands, and at the end how many answers were right.

Events are permanent, so nothing of a pupil is in them but its number in the class. Nicknames and answers are rows that
are deleted (`store.tables.classes`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from domain.engine.facts import Fact

LED: Final = "led"
FREE: Final = "free"
PACES: Final = (LED, FREE)


@dataclass(frozen=True, slots=True)
class StepTally:
    """The counts of each answer to the question of a step."""

    chapter: int
    step: int
    answers: dict[str, int] = field(default_factory=dict)
    """The number of each answer; empty for free texts, which may name somebody."""
    right: int = 0
    wrong: int = 0
    unmarked: int = 0
    """The answers that the teacher has not marked."""
    late: int = 0
    """The answers, among those above, that arrived after the right ones had been shown."""

    @property
    def answered(self) -> int:
        """Return the number of answers."""
        return self.right + self.wrong + self.unmarked


class ClassFact(Fact):
    """A fact of a class."""

    __slots__ = ()
    SUBJECT = "Class"


@dataclass(frozen=True, slots=True)
class ClassOpened(ClassFact):
    """A class was opened on a lesson.

    ``lesson``: the id of a lesson, or the name of one that comes with Nought; ``version``: the published version of the
    lesson, 0 for one that comes with Nought; ``owner``: the teacher's account, empty if the class belongs to its
    ``club`` alone. The class begins at the first step that has something to read.
    """

    title: str
    lesson: str
    version: int
    pace: str
    chapter: int
    step: int
    owner: str = ""
    club: str | None = None


@dataclass(frozen=True, slots=True)
class ClassMoved(ClassFact):
    """The teacher went to a step."""

    chapter: int
    step: int


@dataclass(frozen=True, slots=True)
class PaceChanged(ClassFact):
    """The pace changed: ``led``, where pupils go no further than the teacher, or ``free``."""

    pace: str


@dataclass(frozen=True, slots=True)
class AnswersShown(ClassFact):
    """The teacher showed the right answers of a step, and how often each answer was given."""

    chapter: int
    step: int


@dataclass(frozen=True, slots=True)
class PupilRemoved(ClassFact):
    """The teacher removed a pupil: it may no longer read and answer, and its answers do not count."""

    pupil: int
    """The number of the pupil in the class."""


@dataclass(frozen=True, slots=True)
class PupilReturned(ClassFact):
    """The teacher let a removed pupil back in, and its answers count again."""

    pupil: int


@dataclass(frozen=True, slots=True)
class ClassEnded(ClassFact):
    """The class ended. ``kept``: the teacher kept nicknames and answers; else they were deleted."""

    kept: bool
    pupils: int
    tallies: tuple[StepTally, ...] = ()


@dataclass(frozen=True, slots=True)
class PupilsForgotten(ClassFact):
    """The nicknames and answers that had been kept were deleted."""
