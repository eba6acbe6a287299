"""The base of a game's part of a view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from domain.engine.facts import Act
    from domain.engine.rules import Rules
    from replay.views import Viewpoint


class Part:
    """A game's part of a viewpoint, folded from the acts as the viewer saw them.

    Views share its values, so it replaces them instead of changing them.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def note(self, point: Viewpoint, s: Any, act: Act) -> None:
        """Take in an act. ``s`` is the state before the act."""
        raise NotImplementedError

    def add(self, point: Viewpoint, s: Any, view: dict[str, Any]) -> None:
        """Add this part to a view."""
        raise NotImplementedError
