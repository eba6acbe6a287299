"""What the view of one game has beside what all views have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from domain.engine.facts import Act
    from domain.engine.rules import Rules
    from replay.views import Viewpoint


class Part:
    """One game's part of a viewpoint. It learns from the acts as the viewer saw them, as the viewpoint does.

    What it has learnt is replaced when it learns more, so that copies of it can share it.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def note(self, point: Viewpoint, s: Any, act: Act) -> None:
        """What the act adds to the knowledge of its viewpoint, whose state ``s`` is still as it was before."""
        raise NotImplementedError

    def add(self, point: Viewpoint, s: Any, view: dict[str, Any]) -> None:
        """This part of the viewpoint's view."""
        raise NotImplementedError
