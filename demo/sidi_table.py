"""A generated deal of Sidi Barrani."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bots.sidi_player import SidiPlayer
from demo.table import Deal
from domain.engine.facts import CardsDealt, PackCut

if TYPE_CHECKING:
    from bots.styles import Style
    from domain.engine.cards import Seat
    from domain.engine.facts import Act


class SidiDeal(Deal[SidiPlayer]):
    """A deal of Sidi Barrani that generated players play."""

    def new_player(self, dealer: Seat, seat: Seat, style: Style) -> SidiPlayer:
        return SidiPlayer(self.rules, dealer, seat, style, self.rng)

    def decide(self, seat: Seat) -> Act:
        for act in self.rules.legal(self.state, seat):
            match act:
                case PackCut():
                    return self.cut(seat)
                case CardsDealt():
                    return self.deal(seat, len(act.hands[seat]))
        return self.players[seat].choose()
