"""The lessons of classes, read once for all pupils: their steps, and the marks of answers, are kept in memory.

A published version of a lesson never changes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from domain.kernel.errors import Declined
from domain.lesson.commands import content_of
from domain.lesson.facts import REVEAL
from replay.lessons import payloads
from replay.lessons.built_in import lesson_named
from replay.lessons.pages import in_reading_order, pages_of
from replay.lessons.questions import CannotTell

if TYPE_CHECKING:
    from domain.classroom.aggregate import Classroom, Place
    from domain.ledger import Ledger
    from domain.lesson.commands import NewLesson
    from replay.lessons.positions import Position
    from replay.words import Language

MOST: Final = 32
"""The most lessons kept in memory."""
MOST_STEPS: Final = 1000
MOST_MARKS: Final = 4000
FREE_TEXT: Final = "text"
"""The kind of question that the teacher marks."""


class ClassLesson:
    """The lesson of a class. Its payloads are shared: do not change them."""

    def __init__(self, content: NewLesson) -> None:
        self.content = content
        self.places: list[Place] = [
            (chapter, step) for chapter in range(1, len(content.chapters) + 1) for step in pages_of(content, chapter)
        ]
        """The steps that pupils stop at, in reading order."""
        self.questions: dict[Place, str] = {
            (chapter, step): new.step.question.kind
            for chapter, each in enumerate(content.chapters, 1)
            for step, new in enumerate(in_reading_order(each.steps), 1)
            if new.step.question is not None
        }
        """The kind of question of each step that asks one."""
        self.reveals: dict[int, int] = {}
        """The first step of a chapter that shows all hands, by chapter."""
        for chapter, each in enumerate(content.chapters, 1):
            for step, new in enumerate(in_reading_order(each.steps), 1):
                if new.step.kind == REVEAL:
                    self.reveals.setdefault(chapter, step)
        self.free_texts = {place for place, kind in self.questions.items() if kind == FREE_TEXT}
        self.position = lru_cache(MOST_STEPS)(self._find_position)
        """The position of a step. It raises `Declined` if there is none."""
        self._steps = lru_cache(MOST_STEPS)(self._make_step)
        self._marks = lru_cache(MOST_MARKS)(self._make_mark)

    def step(self, place: Place, language: str = "") -> dict[str, Any]:
        """Return the payload of a step. Raises `Declined` if there is none."""
        known = language if language in payloads.languages_of(self.content) else ""
        return self._steps(place, known)

    def mark(self, place: Place, answer: str, language: Language) -> dict[str, Any]:
        """Return the mark of an answer; of an empty one, all right answers. Raises `Declined` if it is no answer."""
        return self._marks(place, answer, language)

    def right_answers(self, place: Place, language: Language) -> list[str]:
        """Return all right answers to the question of a step; none to a free text.

        None either if a later version of Nought no longer has an answer: that must not end a class that goes on.
        """
        try:
            answers: list[str] = self.mark(place, "", language)["answers"]
        except CannotTell:
            return []
        return answers

    def solved_by(self, place: Place) -> list[Place]:
        """Return the questions that a step or one before it answers: those before a step that shows all hands."""
        reached = {chapter: step for chapter, step in self.reveals.items() if (chapter, step) <= place}
        return [(chapter, step) for chapter, step in self.questions if step < reached.get(chapter, 0)]

    def about(self, place: Place) -> str:
        """Return the question of a step in English; empty if it asks none."""
        question = self.step(place).get("question")
        return question["about"] if question else ""

    def neighbour(self, place: Place, by: int) -> Place | None:
        """Return the step at which pupils stop before (-1) or after (1) a step; None at the ends."""
        if by < 0:
            return max((each for each in self.places if each < place), default=None)
        return min((each for each in self.places if each > place), default=None)

    def _find_position(self, place: Place) -> Position:
        return payloads.find_step(self.content, *place)[0].position

    def _make_step(self, place: Place, language: str) -> dict[str, Any]:
        return payloads.step_payload(self.content, *place, language)

    def _make_mark(self, place: Place, answer: str, language: Language) -> dict[str, Any]:
        return payloads.mark(self.content, *place, answer, language)


_known: dict[tuple[str, int], ClassLesson] = {}


def lesson_of(ledger: Ledger, classroom: Classroom) -> ClassLesson:
    """Return the lesson of a class, as it was when the class was opened."""
    key = classroom.opened.lesson, classroom.opened.version
    lesson = _known.get(key)
    if lesson is None:
        lesson = ClassLesson(content_at(ledger, *key))
        while len(_known) >= MOST:
            _known.pop(next(iter(_known)), None)
        _known[key] = lesson
    return lesson


def content_at(ledger: Ledger, name: str, version: int) -> NewLesson:
    """Return the content of a lesson at a published version; with version 0, of one that comes with Nought.

    Raises `Declined` if it no longer comes with Nought.
    """
    if version:
        return content_of(ledger.lessons.get(UUID(name), version))
    own = lesson_named(name)
    if own is None:
        raise no_lesson(name)
    return own


def no_lesson(name: str) -> Declined:
    """Return the error of a lesson that neither comes with Nought nor is published."""
    return Declined("not-found", "there is no lesson {name}", name=repr(name))


def check_question(lesson: ClassLesson, place: Place) -> None:
    """Raise `Declined` if a step asks no question, or is not there."""
    if place not in lesson.questions:
        lesson.step(place)
        raise Declined(
            "lesson-answer", "step {step} of chapter {chapter} asks no question", step=place[1], chapter=place[0]
        )
