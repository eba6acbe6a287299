"""The stage after the end of a deal, which has no acts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.engine.facts import Act
from domain.engine.refusals import Refusal, refuse
from domain.engine.stage import Stage
from domain.engine.state import NOBODY
from domain.engine.words.values import Term

if TYPE_CHECKING:
    from domain.engine.state import State


class OverStage(Stage):
    """The stage of a deal that is over."""

    def enter(self, s: Any) -> None:
        s.turn = NOBODY
        if not s.outcome:
            s.outcome = "played"

    def legal(self, s: State, seat: int) -> list[Act]:
        return []

    def refuse(self, s: State, act: Act) -> Refusal:
        """Return the refusal of an act after the deal was over."""
        return refuse("deal-over", act.seat, "{who}: {act} after the deal was over", act=Term(act.WORDS))
