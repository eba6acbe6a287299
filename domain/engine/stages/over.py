"""After the deal: nothing more happens at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.engine.facts import Act
from domain.engine.refusals import Refusal, refuse
from domain.engine.seats import seat_name
from domain.engine.stage import Stage
from domain.engine.state import NOBODY

if TYPE_CHECKING:
    from domain.engine.state import State


class OverStage(Stage):
    """The deal is over."""

    def enter(self, s: Any) -> None:
        s.turn = NOBODY
        if not s.outcome:
            s.outcome = "played"

    def legal(self, s: State, seat: int) -> list[Act]:
        return []

    def refuse(self, s: State, act: Act) -> Refusal:
        """Whatever comes now comes too late."""
        who = seat_name(act.seat)
        return refuse("deal-over", act.seat, f"{who}: {type(act).__name__} after the deal was over")
