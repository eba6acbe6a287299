"""A generated deal of 304."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bots.three04_player import CALLS, Three04Player
from demo.table import Deal
from domain.engine.facts import CardsDealt, PackCut

if TYPE_CHECKING:
    from bots.styles import Style
    from domain.engine.cards import Seat
    from domain.engine.facts import Act


class Three04Deal(Deal[Three04Player]):
    """A deal of 304 that generated players play."""

    def new_player(self, dealer: Seat, seat: Seat, style: Style) -> Three04Player:
        return Three04Player(self.rules, dealer, seat, style, self.rng)

    def decide(self, seat: Seat) -> Act:
        for act in self.rules.legal(self.state, seat):
            match act:
                case PackCut():
                    return self.cut(seat)
                case CardsDealt():
                    return self.deal(seat, len(act.hands[seat]))
        return self._report_face_down(seat) if self.state.owed else self.players[seat].choose()

    def _report_face_down(self, seat: Seat) -> Act:
        """Return the maker's report on face-down cards, from the full state, because the maker looks at them."""
        return next(act for act in self.rules.legal(self.state, seat) if not isinstance(act, CALLS))
