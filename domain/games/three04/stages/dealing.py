"""The dealing of a batch, unless Half Court was bid (000 "Deal", "Variants")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.stages.dealing import DealingStage
from domain.games.three04.acts import HALF

if TYPE_CHECKING:
    from domain.games.three04.state import Three04State


class Three04DealingStage(DealingStage):
    """The stage in which the dealer gives each seat a batch; it is skipped after a bid of Half Court."""

    def enter(self, s: Three04State) -> None:
        super().enter(s)
        if s.slam == HALF:
            # 000 "Variants": after Half Court no further cards are dealt.
            self.leave(s)
