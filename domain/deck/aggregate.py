"""The aggregate of one deck. Its schedule is folded from its events.

A deck has no line in the catalogue: only its own account reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from domain.deck.facts import DeckClosed, DeckOpened, PuzzleAdded, PuzzleRemoved, PuzzleReviewed
from domain.deck.schedule import AGAIN, RATINGS, Schedule, default_parameters, library
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


def question_id(lesson: str) -> UUID:
    """Return the id by which a deck names the question of a lesson, ``lesson/chapter/step``."""
    return uuid5(_DECKS, lesson)


def deck_id(account: UUID) -> UUID:
    """Return the id of the deck of an account."""
    return uuid5(_DECKS, str(account))


class Deck(Aggregate):
    """The deck of one account: its problems, each with its repetition."""

    __slots__ = ("deals", "is_open", "lessons", "repetitions", "reviews", "schedule")

    NAME = sentence("deck")
    OPENING = DeckOpened
    DERIVED = True
    is_open: bool
    repetitions: dict[str, Repetition]
    """When each puzzle is due, by the puzzle's id, in the order in which they were added."""
    deals: dict[str, str]
    """The recorded deal of each puzzle that is of one, by the puzzle's id."""
    lessons: dict[str, str]
    """The question of a lesson that takes the place of a puzzle, as ``lesson/chapter/step``, by its id."""
    reviews: int
    """The number of reviews of the puzzles that are in the deck, and of those that were."""
    schedule: Schedule

    def fold(self, event: Recorded) -> None:
        match event.fact:
            case DeckOpened(_, scheduler):
                self.is_open, self.repetitions, self.deals, self.lessons = True, {}, {}, {}
                self.reviews = getattr(self, "reviews", 0)
                self.schedule = Schedule(scheduler)
            case PuzzleAdded(puzzle, deal, lesson):
                self.repetitions[puzzle] = self.schedule.begin(event.at)
                if deal:
                    self.deals[puzzle] = deal
                if lesson:
                    self.lessons[puzzle] = lesson
            case PuzzleReviewed(puzzle, rating):
                self.repetitions[puzzle] = self.schedule.review(self.repetitions[puzzle], rating, event.at)
                self.reviews += 1
            case PuzzleRemoved(puzzle):
                del self.repetitions[puzzle]
                self.deals.pop(puzzle, None)
                self.lessons.pop(puzzle, None)
            case DeckClosed():
                self.is_open, self.repetitions, self.deals, self.lessons = False, {}, {}, {}

    def open(self, account: UUID) -> Fact:
        """Open the deck. Raises `Declined` if it is open."""
        if self.version and self.is_open:
            raise Declined("deck", "your deck is open already")
        return DeckOpened(str(account), default_parameters(), library())

    def add(self, puzzle: str, deal: str = "") -> Fact:
        """Add a puzzle, of a recorded deal or without one. Raises `Declined` if it is there, or there are too many."""
        self._check_room()
        if puzzle in self.repetitions:
            raise Declined("deck", "this problem is in your deck already")
        return PuzzleAdded(puzzle, deal)

    def answer_wrong(self, account: UUID, puzzle: str, deal: str = "", lesson: str = "") -> list[Fact]:
        """Take in a puzzle that was answered wrong: it is added, or due again soon if it is there.

        The first wrong answer opens the deck. Raises `Declined` if the account closed it, or if it is full.
        """
        opening = [] if self.version else [self.open(account)]
        if self.version and puzzle in self.repetitions:
            return [self.review(puzzle, AGAIN)]
        if self.version:
            self._check_room()
        return [*opening, PuzzleAdded(puzzle, deal, lesson)]

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

    def _check_room(self) -> None:
        self._check_open()
        if len(self.repetitions) >= MOST_PUZZLES:
            raise Declined("deck", "a deck has up to {most} problems", most=MOST_PUZZLES)

    def _check_in(self, puzzle: str) -> None:
        self._check_open()
        if puzzle not in self.repetitions:
            raise Declined("deck", "this problem is not in your deck; add it first")
