"""A question that the teacher marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from replay.lessons.questions.base import LONGEST_ANSWER, CannotTell, Kind, Mark, NotAnAnswer, is_empty, too_long
from replay.words import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.lesson.facts import Question
    from replay.lessons.positions import Position
    from replay.words import Language


class FreeText(Kind):
    """A text in the pupil's own words."""

    code = "text"
    example = "East has no hearts left."

    def check_text(self, text: str) -> None:
        if not text.strip():
            raise CannotTell("write the question that pupils answer in their own words into the text of the step")

    def read(self, text: str, question: Question, position: Position) -> str:
        if is_empty(text):
            raise NotAnAnswer("write an answer in your own words")
        return text.strip()

    def right(self, question: Question, position: Position) -> Sequence[str]:
        return ()

    def accepted(self, question: Question, position: Position) -> tuple[str, ...]:
        return ()

    def mark(self, text: str, question: Question, position: Position, language: Language = ENGLISH) -> Mark:
        if len(text) > LONGEST_ANSWER:
            raise too_long()
        return Mark(self.read(text, question, position), None)
