"""After the deal: nothing more happens at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.facts import Act, SpoiltTrumpsDeclared
from domain.refusals import Refusal, refuse
from domain.seats import seat_name
from domain.stages import Stage
from domain.state import NOBODY

if TYPE_CHECKING:
    from domain.state import State


class OverStage(Stage):
    """The deal is over."""

    def enter(self, s: State) -> None:
        s.turn = NOBODY
        if not s.outcome:
            s.outcome = "played"

    def legal(self, s: State, seat: int) -> list[Act]:
        return []

    def refuse(self, s: State, act: Act) -> Refusal:
        """Whatever comes now comes too late."""
        who = seat_name(act.seat)
        if isinstance(act, SpoiltTrumpsDeclared) and s.outcome == "played":
            return refuse("spoilt-too-late", act.seat, f"{who} declared spoilt trumps after the last card was played")
        return refuse("deal-over", act.seat, f"{who}: {type(act).__name__} after the deal was over")
