"""The schedule of a deck, computed by `fsrs`: when a puzzle is due after each review.

Nothing here reads a clock or draws a number: times come from events, and the library's random shifts are off. So the
same events give the same schedule.
"""

from __future__ import annotations

from datetime import datetime
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from fsrs import Card, Rating, Scheduler

if TYPE_CHECKING:
    from collections.abc import Mapping

Repetition: TypeAlias = Card
"""When a puzzle is due, and how well it is known."""

AGAIN, HARD, GOOD, EASY = (int(rating) for rating in (Rating.Again, Rating.Hard, Rating.Good, Rating.Easy))
RATINGS: Final = {"again": AGAIN, "hard": HARD, "good": GOOD, "easy": EASY}
"""Every rating by its name in the API."""


class Schedule:
    """The scheduler of one deck. ``parameters``: those of its opening."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self._scheduler = Scheduler.from_dict({**parameters, "enable_fuzzing": False})  # type: ignore[typeddict-item]

    def begin(self, at: str) -> Repetition:
        """Return a new repetition, due at once."""
        return Card(card_id=1, due=datetime.fromisoformat(at))

    def review(self, repetition: Repetition, rating: int, at: str) -> Repetition:
        """Return the repetition after a review."""
        reviewed, _ = self._scheduler.review_card(repetition, Rating(rating), datetime.fromisoformat(at))
        return reviewed


def default_parameters() -> dict[str, Any]:
    """Return the parameters of a new deck: those of the library."""
    return {**Scheduler(enable_fuzzing=False).to_dict()}


def library() -> str:
    """Return the name and the version of the library."""
    return f"fsrs {version('fsrs')}"
