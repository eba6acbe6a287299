"""The facts of decks. The time of a review is that of its event."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from domain.engine.facts import Fact


class DeckFact(Fact):
    """A fact of a deck."""

    __slots__ = ()
    SUBJECT = "Deck"


@dataclass(frozen=True, slots=True)
class DeckOpened(DeckFact):
    """An account opened its deck, for the first time or again."""

    account: str
    scheduler: dict[str, Any] = field(default_factory=dict)
    """The parameters of the scheduler (`fsrs.Scheduler.to_dict`), without chance."""
    library: str = ""
    """The library that computes the schedule, and its version."""


@dataclass(frozen=True, slots=True)
class PuzzleAdded(DeckFact):
    """A puzzle was added; it is due at once."""

    SPARE = ("lesson",)
    puzzle: str
    """The id of the puzzle, which depends on its content alone."""
    deal: str = ""
    """The recorded deal that it is of; empty if it comes with Nought."""
    lesson: str = ""
    """The question of a lesson that it is instead, as ``lesson/chapter/step``: its name or id, and two numbers."""


@dataclass(frozen=True, slots=True)
class PuzzleReviewed(DeckFact):
    """A puzzle was answered. ``rating``: 1 again, 2 hard, 3 good, 4 easy."""

    puzzle: str
    rating: int


@dataclass(frozen=True, slots=True)
class PuzzleRemoved(DeckFact):
    """A puzzle was removed."""

    puzzle: str


@dataclass(frozen=True, slots=True)
class DeckClosed(DeckFact):
    """The account closed its deck. All puzzles are removed."""
