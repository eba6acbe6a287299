"""Pictures of tiles: a hand of cards on the felt, from a view that its reader may have anyway."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from domain.engine.cards import UNKNOWN
from domain.engine.faces import plain_faces
from replay.lessons.built_in import lesson_named
from replay.lessons.positions import ChapterReader
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from domain.engine.cards import Card
    from domain.engine.ruleset import Ruleset
    from replay.puzzles.puzzle import Puzzle
    from replay.views import View

MOST: Final = 6
"""The most cards of a picture: more would hide each other on a phone."""
FEW: Final = 3
"""The fewest cards of a picture, if there is a larger hand to show."""
MINUTES_A_STEP: Final = 0.4
"""The minutes that a pupil takes for a step of a lesson, with its question."""


class Scene(NamedTuple):
    """A hand to be drawn."""

    names: dict[str, Any]
    """The names of the cards of the pack."""
    cards: tuple[Card, ...]


def scene_of_puzzle(puzzle: Puzzle) -> Scene:
    """Return the hand that the solver of a puzzle holds."""
    return _scene(puzzle.position.rules.ruleset, _hand(puzzle.position.view(puzzle.kind.hides), puzzle.viewer))


def scene_of_lesson(name: str) -> Scene:
    """Return the largest hand that the first steps of a lesson show. ``name``: of a lesson that comes with Nought."""
    ruleset, cards, _ = _measured(name)
    return _scene(ruleset, cards)


def minutes_of_lesson(name: str) -> int:
    """Return about how many minutes a lesson takes that comes with Nought."""
    return _measured(name)[2]


@cache
def _measured(name: str) -> tuple[Ruleset, tuple[Card, ...], int]:
    """Return the game of a lesson, the cards of its picture, and its minutes."""
    lesson = lesson_named(name)
    assert lesson is not None  # noqa: S101, for the type checker
    readers = [ChapterReader(chapter) for chapter in lesson.chapters]
    cards: tuple[Card, ...] = ()
    for placed in readers[0].steps():
        cards = max(cards, _hand(placed.position.view(), placed.position.viewer), key=len)
        if len(cards) >= MOST:
            break
    minutes = max(2, round(sum(reader.count for reader in readers) * MINUTES_A_STEP))
    return readers[0].record.rules.ruleset, cards, minutes


def _hand(view: View, seat: str) -> tuple[Card, ...]:
    """Return the known cards of a seat; if they are few, those of the largest hand of the view."""
    hands = [view["hands"].get(seat, ()), *view["hands"].values()]
    known = [tuple(card for card in hand if card != UNKNOWN)[:MOST] for hand in hands]
    return known[0] if len(known[0]) >= FEW else max(known, key=len)


def _scene(ruleset: Ruleset, cards: tuple[Card, ...]) -> Scene:
    return Scene(card_names(plain_faces(ruleset)), cards)
