"""What the view of one family of games has beside what all views have."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from domain.facts import Act
    from replay.views import Viewpoint


class Part:
    """One family's part of a viewpoint. It learns from the acts as the viewer saw them, as the viewpoint does."""

    def __init__(self, point: Viewpoint) -> None:
        self.point = point
        self.rules = point.rules

    def twin(self, point: Viewpoint) -> Part:
        """The same for another viewpoint. What it has learnt is replaced when it learns more, so it can be shared."""
        twin = copy(self)
        twin.point = point
        return twin

    def note(self, act: Act) -> None:
        """What the act adds to the viewer's knowledge; the state is still as it was before."""
        raise NotImplementedError

    def add(self, view: dict[str, Any]) -> None:
        """This part of the view."""
        raise NotImplementedError
