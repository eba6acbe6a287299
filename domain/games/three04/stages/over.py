"""The stage after the end of a deal of 304, with a refusal of its own for late calls (000 "Spoilt Trumps")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.refusals import Refusal, refuse
from domain.engine.stages.over import OverStage
from domain.games.three04.acts import SpoiltTrumpsDeclared

if TYPE_CHECKING:
    from domain.engine.facts import Act
    from domain.engine.state import State


class Three04OverStage(OverStage):
    """The stage of a deal of 304 that is over."""

    def refuse(self, s: State, act: Act) -> Refusal:
        if isinstance(act, SpoiltTrumpsDeclared) and s.outcome == "played":
            return refuse("spoilt-too-late", act.seat, "{who} declared spoilt trumps after the last card was played")
        return super().refuse(s, act)
