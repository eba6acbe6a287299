"""The base of a game's part of a view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from domain.engine.cards import Card, Seat
    from domain.engine.facts import Act
    from domain.engine.hiding import Viewer
    from domain.engine.rules import Rules


class Point(Protocol):
    """The methods that a part needs of its viewpoint (`replay.views.Viewpoint`)."""

    viewer: Viewer

    def see(self, card: Card, right: str) -> None:
        """Record that the viewer knows a card."""

    def call(self, act: Act) -> None:
        """Record a call of an auction."""

    def turn_up(self, seat: Seat, card: Card, *, indicator: bool = False) -> None:
        """Turn up a face-down card of the current trick."""


class Part:
    """A game's part of a viewpoint, folded from the acts as the viewer saw them.

    Views share its values, so it replaces them instead of changing them.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def note(self, point: Point, s: Any, act: Act) -> None:
        """Add an act to the part. ``s`` is the state before the act."""
        raise NotImplementedError

    def add(self, point: Point, s: Any, view: dict[str, Any]) -> None:
        """Add this part to a view."""
        raise NotImplementedError
