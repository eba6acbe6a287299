"""The facts of decks. The time of a review is that of its event."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from domain.engine.facts import Fact


@dataclass(frozen=True, slots=True)
class DeckOpened(Fact):
    """An account opened its deck, for the first time or again."""

    TOPIC: ClassVar[str] = "nought.Deck.DeckOpened"
    account: str
    scheduler: dict[str, Any] = field(default_factory=dict)
    """The parameters of the scheduler (`fsrs.Scheduler.to_dict`), without chance."""
    library: str = ""
    """The library that computes the schedule, and its version."""


@dataclass(frozen=True, slots=True)
class PuzzleAdded(Fact):
    """A puzzle was added; it is due at once."""

    TOPIC: ClassVar[str] = "nought.Deck.PuzzleAdded"
    puzzle: str
    """The id of the puzzle, which depends on its content alone."""
    deal: str = ""
    """The recorded deal that it is of; empty if it comes with Nought."""


@dataclass(frozen=True, slots=True)
class PuzzleReviewed(Fact):
    """A puzzle was answered. ``rating``: 1 again, 2 hard, 3 good, 4 easy."""

    TOPIC: ClassVar[str] = "nought.Deck.PuzzleReviewed"
    puzzle: str
    rating: int


@dataclass(frozen=True, slots=True)
class PuzzleRemoved(Fact):
    """A puzzle was removed."""

    TOPIC: ClassVar[str] = "nought.Deck.PuzzleRemoved"
    puzzle: str


@dataclass(frozen=True, slots=True)
class DeckClosed(Fact):
    """The account closed its deck. All puzzles are removed."""

    TOPIC: ClassVar[str] = "nought.Deck.DeckClosed"


KINDS: Final[tuple[type[Fact], ...]] = (DeckOpened, PuzzleAdded, PuzzleReviewed, PuzzleRemoved, DeckClosed)
