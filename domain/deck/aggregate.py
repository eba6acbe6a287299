"""The aggregate of one deck. Its schedule is folded from its events.

A deck has no line in the catalogue: only its own account reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from domain.deck.facts import DeckClosed, DeckOpened, PuzzleAdded, PuzzleRemoved, PuzzleReviewed
from domain.deck.schedule import RATINGS, Schedule, default_parameters, library
from domain.engine.words.values import sentence
from domain.kernel.aggregate import Aggregate
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from domain.deck.schedule import Repetition
    from domain.engine.facts import Fact
    from domain.kernel.events import Recorded

_DECKS: Final = UUID("0199c7a2-5f0e-5d9c-9a52-6c8b3e1f7d44")
MOST_PUZZLES: Final = 1000
"""The most puzzles of a deck."""


def deck_id(account: UUID) -> UUID:
    """Return the id of the deck of an account."""
    return uuid5(_DECKS, str(account))


class Deck(Aggregate):
    """The deck of one account: its problems, each with its repetition."""

    __slots__ = ("deals", "is_open", "repetitions", "reviews", "schedule")

    NAME = sentence("deck")
    OPENING = DeckOpened
    DERIVED = True
    is_open: bool
    repetitions: dict[str, Repetition]
    """When each puzzle is due, by the puzzle's id, in the order in which they were added."""
    deals: dict[str, str]
    """The recorded deal of each puzzle that is of one, by the puzzle's id."""
    reviews: int
    """The number of reviews of the puzzles that are in the deck, and of those that were."""
    schedule: Schedule

    def fold(self, event: Recorded) -> None:
        match event.fact:
            case DeckOpened(_, scheduler):
                self.is_open, self.repetitions, self.deals = True, {}, {}
                self.reviews = getattr(self, "reviews", 0)
                self.schedule = Schedule(scheduler)
            case PuzzleAdded(puzzle, deal):
                self.repetitions[puzzle] = self.schedule.begin(event.at)
                if deal:
                    self.deals[puzzle] = deal
            case PuzzleReviewed(puzzle, rating):
                self.repetitions[puzzle] = self.schedule.review(self.repetitions[puzzle], rating, event.at)
                self.reviews += 1
            case PuzzleRemoved(puzzle):
                del self.repetitions[puzzle]
                self.deals.pop(puzzle, None)
            case DeckClosed():
                self.is_open, self.repetitions, self.deals = False, {}, {}

    def open(self, account: UUID) -> Fact:
        """Open the deck. Raises `Declined` if it is open."""
        if self.version and self.is_open:
            raise Declined("deck", "your deck is open already")
        return DeckOpened(str(account), default_parameters(), library())

    def add(self, puzzle: str, deal: str = "") -> Fact:
        """Add a puzzle, of a recorded deal or without one. Raises `Declined` if it is there, or there are too many."""
        self._check_open()
        if puzzle in self.repetitions:
            raise Declined("deck", "this problem is in your deck already")
        if len(self.repetitions) >= MOST_PUZZLES:
            raise Declined("deck", "a deck has up to {most} problems", most=MOST_PUZZLES)
        return PuzzleAdded(puzzle, deal)

    def review(self, puzzle: str, rating: int) -> Fact:
        """Record a review. Raises `Declined` if the puzzle is not in the deck."""
        self._check_in(puzzle)
        if rating not in RATINGS.values():
            raise Declined("deck", "a rating is one of {ratings}", ratings=", ".join(RATINGS))
        return PuzzleReviewed(puzzle, rating)

    def remove(self, puzzle: str) -> Fact:
        """Remove a puzzle. Raises `Declined` if it is not in the deck."""
        self._check_in(puzzle)
        return PuzzleRemoved(puzzle)

    def close(self) -> Fact:
        """Close the deck. Raises `Declined` if it is closed."""
        self._check_open()
        return DeckClosed()

    def _check_open(self) -> None:
        if not self.is_open:
            raise Declined("deck", "your deck is closed; open it first")

    def _check_in(self, puzzle: str) -> None:
        self._check_open()
        if puzzle not in self.repetitions:
            raise Declined("deck", "this problem is not in your deck; add it first")
