"""The base of all kinds of questions: which answers are right, and why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from domain.engine.words.values import SeatLetter, Term, sentence
from domain.kernel.errors import Declined
from replay.words import ENGLISH, Language
from replay.words.lessons import QUESTIONS

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.engine.words.values import Value
    from domain.lesson.facts import Question
    from replay.lessons.positions import Position

LONGEST_ANSWER = 1000
"""The most characters of an answer."""


class CannotTell(Declined):
    """Raised when a question has no computed answer at its position, with the reason."""

    def __init__(self, message: str | Term, /, **values: Value) -> None:
        super().__init__("lesson-question", message, **values)


class NotAnAnswer(Declined):
    """Raised when a text is no answer to a question, with what an answer looks like."""

    def __init__(self, message: str | Term, /, **values: Value) -> None:
        super().__init__("lesson-answer", message, **values)


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence on why an answer is right or wrong. ``clause``: the rule document and heading, if a rule decides."""

    text: str
    code: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of an answer. ``right``: None if the teacher marks it."""

    answer: str
    """The answer in its written form."""
    right: bool | None
    reasons: tuple[Reason, ...] = ()
    by_author: bool = False
    """Whether the author, not the machine, decided which answers are right."""


class Kind(ABC):
    """One kind of question. Answers are texts; each has one written form, which `read` returns."""

    code: ClassVar[str]
    """The permanent name of the kind."""
    example: ClassVar[str]
    """An answer."""
    options: ClassVar[Mapping[str, str]] = {}
    """The options that an author sets, each with what it is."""
    shown: ClassVar[frozenset[str]] = frozenset()
    """The options that pupils see."""
    hides: ClassVar[frozenset[str]] = frozenset()
    """The fields of a view that would answer the question. A step before the question shows them no more
    than the question itself."""

    @property
    def about(self) -> str:
        """Return the question in words, in English."""
        return QUESTIONS[self.code]

    def example_at(self, position: Position) -> str:
        """Return an answer as it is written in the game of a position."""
        return self.example

    @abstractmethod
    def read(self, text: str, question: Question, position: Position) -> str:
        """Return the written form of an answer. Raises `NotAnAnswer` if the text is none."""

    @abstractmethod
    def right(self, question: Question, position: Position) -> Sequence[str]:
        """Return every right answer in its written form. Raises `CannotTell` if they cannot be computed."""

    def check_text(self, text: str) -> None:  # noqa: B027 - most kinds ask the same whatever the step says
        """Raise `CannotTell` if the step with the question needs another text."""

    def check_position(self, position: Position) -> None:  # noqa: B027 - most kinds can be asked anywhere
        """Raise `CannotTell` if the question cannot be asked at the position, whatever its options."""

    def choices(self, position: Position) -> Sequence[str]:
        """Return what a part of the answer is chosen from; empty if it is free."""
        return ()

    def reasons(self, answer: str, question: Question, position: Position, language: Language) -> Sequence[Reason]:
        """Return why an answer is right or wrong."""
        return ()

    def check(self, question: Question, position: Position) -> None:
        """Raise `CannotTell` if the question cannot be asked at the position: it must have a right answer."""
        for name in question.options:
            if name not in self.options:
                raise CannotTell(
                    "a question “{kind}” has no option {name}; {known}",
                    kind=self.code,
                    name=repr(name),
                    known=self._known_options(),
                )
        self.accepted(question, position)

    def accepted(self, question: Question, position: Position) -> tuple[str, ...]:
        """Return the accepted answers: the author's, if the author overrules, else all right ones.

        Raises `CannotTell` if there is no right answer.
        """
        if question.accept:
            return tuple(self.read(text, question, position) for text in question.accept)
        right = tuple(self.right(question, position))
        if not right:
            raise CannotTell("the question “{kind}” has no right answer here", kind=self.code)
        return right

    def mark(self, text: str, question: Question, position: Position, language: Language = ENGLISH) -> Mark:
        """Mark an answer. Raises `NotAnAnswer` if the text is none or too long."""
        if len(text) > LONGEST_ANSWER:
            raise too_long()
        answer = self.read(text, question, position)
        reasons = tuple(self.reasons(answer, question, position, language))
        return Mark(answer, answer in self.accepted(question, position), reasons, bool(question.accept))

    def _known_options(self) -> Term:
        if not self.options:
            return sentence("it has none")
        return sentence("its options are {options}", options=", ".join(self.options))


def is_empty(text: str) -> bool:
    """Return whether an answer has nothing to see: no character, or only spaces and invisible ones."""
    return not any(char.isprintable() and not char.isspace() for char in text)


def too_long() -> NotAnAnswer:
    """Return the error of an answer that is too long."""
    return NotAnAnswer("an answer has up to {most} characters", most=LONGEST_ANSWER)


def unnamed_cards() -> CannotTell:
    """Return the error of a record with unknown cards that the seat saw."""
    return CannotTell("the record does not name all cards that the seat saw")


def viewer_of(position: Position) -> Value:
    """Return the viewer of a position, for a sentence."""
    return SeatLetter(position.seat) if position.seat is not None else position.viewer


def seat_of(kind: Kind, position: Position) -> Seat:
    """Return the seat that a question is asked of. Raises `CannotTell` if the step shows the view of no seat."""
    if position.seat is None:
        raise CannotTell("the question “{kind}” is asked of a seat: put a step “look” before it", kind=kind.code)
    return position.seat


def read_numbers(text: str, teams: Sequence[str], example: str) -> str:
    """Return numbers by team in their written form: ``NS 41 EW 0``. Raises `NotAnAnswer`."""
    words = text.replace(",", " ").replace(":", " ").replace("=", " ").split()
    of_name = {team.casefold(): team for team in teams}
    names, numbers = [of_name.get(word.casefold(), "") for word in words[::2]], words[1::2]
    try:
        by_team = dict(zip(names, map(int, numbers), strict=True))
    except ValueError:
        by_team = {}
    if sorted(by_team) != sorted(teams) or len(names) != len(teams) or any(len(number) > 9 for number in numbers):
        raise NotAnAnswer(
            "write a number for each side, as in {example}; the sides are {sides}",
            example=example,
            sides=", ".join(teams),
        )
    return write_numbers(by_team, teams)


def write_numbers(by_team: Mapping[str, int], teams: Sequence[str]) -> str:
    """Return numbers by team in their written form."""
    return " ".join(f"{team} {by_team[team]}" for team in teams)
