"""One puzzle: a position as one viewer knows it, a question, and its certified right answers.

A puzzle holds only the acts that its viewer saw, each hidden before it is stored. So nothing that is made from a
puzzle, its id included, depends on a card that the viewer may not know, and no name of a player, a table or a club is
in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import msgspec

from domain.engine.facts import DealOpened
from domain.engine.hiding import Viewer
from domain.games.catalogue import RULESETS
from domain.lesson.facts import Question
from replay.lessons.positions import Position
from replay.lessons.questions import kind_of
from replay.notation.archive import ArchivedDeal, document_of_line, to_archived
from replay.notation.document import DealDocument, Item

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.engine.facts import Act
    from replay.lessons.questions import Kind, Mark
    from replay.words import Language

EASY, MIDDLE, HARD = 1, 2, 3
LEVELS: Final = (EASY, MIDDLE, HARD)
"""The estimates of how difficult a puzzle is."""


@dataclass(frozen=True)
class Puzzle:
    """One puzzle: a position, a question, and the certified answers. It never changes."""

    theme: str
    """The permanent name of its theme (`replay.puzzles.themes`)."""
    level: int
    """An estimate of how difficult it is: one of `LEVELS`."""
    viewer: Viewer
    """The seat that it is seen from, or ``arbiter`` if all hands are shown."""
    hand: dict[str, Any]
    """The acts before the question as the viewer saw them, in the layout of the archive, without names and times."""
    question: Question
    answers: tuple[str, ...]
    """Every right answer in its written form, certified when the puzzle was mined."""

    @classmethod
    def of(cls, theme: str, level: int, position: Position, question: Question, answers: Sequence[str]) -> Puzzle:
        """Return the puzzle of a position."""
        opened = DealOpened(position.opened.ruleset, position.opened.dealer)
        document = DealDocument(opened, tuple(Item(act) for act in position.acts))
        hand = msgspec.to_builtins(to_archived(document))
        return cls(theme, level, position.viewer, hand, question, tuple(answers))

    @cached_property
    def id(self) -> UUID:
        """Return the id: the same for the same question about the same position, whatever deal it comes from."""
        content = [self.hand, self.viewer, self.question.kind, self.question.options]
        return UUID(bytes=sha256(msgspec.json.encode(content, order="deterministic")).digest()[:16], version=5)

    @cached_property
    def position(self) -> Position:
        """Return the position as the viewer knows it."""
        document = document_of_line(msgspec.convert(self.hand, ArchivedDeal))
        return Position(document.opened, tuple(document.acts), self.viewer)

    @property
    def acts(self) -> tuple[Act, ...]:
        """Return the acts before the question as the viewer saw them."""
        return self.position.acts

    @property
    def kind(self) -> Kind:
        """Return the kind of its question."""
        return kind_of(self.question)

    @cached_property
    def game(self) -> str:
        """Return the key of the first ruleset of the game that it belongs to."""
        game = self.position.rules.ruleset.game
        return next(key for key, ruleset in RULESETS.items() if ruleset.game is game)

    def mark(self, text: str, language: Language) -> Mark:
        """Mark an answer. Raises `NotAnAnswer` if the text is none."""
        return self.kind.mark(text, self.question, self.position, language)


def to_plain(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as JSON values."""
    return {
        "theme": puzzle.theme,
        "level": puzzle.level,
        "viewer": puzzle.viewer,
        "hand": puzzle.hand,
        "question": {
            name: value for name in ("kind", "options", "prices") if (value := getattr(puzzle.question, name))
        },
        "answers": list(puzzle.answers),
    }


def from_plain(data: dict[str, Any]) -> Puzzle:
    """Return the puzzle that `to_plain` wrote."""
    return msgspec.convert(data, Puzzle)
