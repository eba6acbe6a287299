"""A class with its pupils and answers, as one process has read them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from api.classes.lessons import lesson_of
from domain.classroom.tallies import GivenAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from api.classes.lessons import ClassLesson
    from domain.classroom.aggregate import Classroom, Place
    from domain.ledger import Ledger
    from store.tables.classes import AnswerRow, Classes, PupilRow


@dataclass(slots=True)
class ClassState:
    """A class with its pupils and answers, as one process has read them."""

    classroom: Classroom
    lesson: ClassLesson
    code: str
    _pupils: dict[int, PupilRow] = field(default_factory=dict)
    _answers: dict[tuple[int, Place], GivenAnswer] = field(default_factory=dict)

    @property
    def pupils(self) -> list[PupilRow]:
        """Return the pupils by number, without those whom the teacher removed."""
        removed = self.classroom.removed
        return sorted((each for each in self._pupils.values() if each.pupil not in removed), key=_number)

    @property
    def removed(self) -> list[PupilRow]:
        """Return the pupils whom the teacher removed, by number."""
        removed = self.classroom.removed
        return sorted((each for each in self._pupils.values() if each.pupil in removed), key=_number)

    @property
    def answers(self) -> list[GivenAnswer]:
        """Return the answers that count: not those of pupils whom the teacher removed."""
        removed = self.classroom.removed
        return [each for each in self._answers.values() if each.pupil not in removed]

    def add(self, pupils: Iterable[PupilRow], answers: Iterable[AnswerRow]) -> bool:
        """Add rows, new ones and known ones. Returns whether anything has changed."""
        news = False
        for pupil in pupils:
            news |= self._pupils.get(pupil.pupil) != pupil
            self._pupils[pupil.pupil] = pupil
        for row in answers:
            answer = given(row)
            key = answer.pupil, answer.place
            news |= self._answers.get(key) != answer
            self._answers[key] = answer
        return news

    def clear(self) -> None:
        """Forget pupils and answers."""
        self._pupils.clear()
        self._answers.clear()

    def answers_at(self, place: Place) -> list[GivenAnswer]:
        """Return the answers to the question of a step, by pupil."""
        return sorted((each for each in self.answers if each.place == place), key=_number)


def _number(row: PupilRow | GivenAnswer) -> int:
    return row.pupil


def given(row: AnswerRow) -> GivenAnswer:
    """Return a stored answer as the domain counts it."""
    at = row.at.isoformat(timespec="milliseconds")
    return GivenAnswer(row.pupil, row.chapter, row.step, row.answer, row.is_right, row.is_late, at)


def read_class(class_id: UUID, ledger: Ledger, classes: Classes) -> ClassState:
    """Return a class with all its pupils and answers. Raises `NotFound` if there is none."""
    classroom = ledger.classes.get(class_id)
    state = ClassState(classroom, lesson_of(ledger, classroom), classes.code_of(class_id))
    changes = classes.changes([class_id])
    state.add(changes.pupils, changes.answers)
    return state
