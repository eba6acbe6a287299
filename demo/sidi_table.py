"""A generated deal of Sidi Barrani."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from demo import sidi_choices as choices
from demo.sidi_player import SidiPlayer
from demo.table import Deal
from domain.engine.facts import CardPlayed, CardsDealt, PackCut, Passed
from domain.engine.state import NOBODY, NOTHING
from domain.games.sidi.acts import WeisDeclared, WeisDemanded

if TYPE_CHECKING:
    from demo.styles import Style
    from domain.engine.cards import Seat
    from domain.engine.facts import Act

ASKS: Final = 0.6
"""The chance that a partner demands to see a Weis in a contract without trumps (003 "Tactics and Conventions")."""


class SidiDeal(Deal[SidiPlayer]):
    """A deal of Sidi Barrani that generated players play."""

    def new_player(self, dealer: Seat, seat: Seat, style: Style) -> SidiPlayer:
        return SidiPlayer(self.rules, dealer, seat, style, self.rng)

    def next_act(self) -> Act:
        for seat in self.rules.seats:
            if (act := self.out_of_turn(seat)) is not None:
                return act
        return super().next_act()

    def out_of_turn(self, seat: Seat) -> Act | None:
        """Return an act out of turn: a double, a Weis with the card just played, or the demand to see a Weis.

        Returns None if the seat makes none.
        """
        player = self.players[seat]
        if player.state.bidder == NOBODY:
            return None
        options = self.rules.legal(player.state, seat)
        if (double := choices.double(player, options)) is not None:
            return double
        if player.state.latest == player.place:
            declared = [act for act in options if isinstance(act, WeisDeclared)]
            return declared[0] if declared else None
        partner = self.rules.seats[player.partner]
        demands = [act for act in options if isinstance(act, WeisDemanded) and act.of == partner]
        return demands[0] if demands and not player.order.trump and player.chance(ASKS) else None

    def decide(self, seat: Seat) -> Act:
        player = self.players[seat]
        options = self.rules.legal(player.state, seat)
        if self.state.owed != NOTHING:
            return options[0]
        for act in options:
            match act:
                case PackCut():
                    return self.cut(seat)
                case CardsDealt():
                    return self.deal(seat, len(act.hands[seat]))
                case Passed():
                    return choices.call(player, options)
                case CardPlayed():
                    return choices.card(player, options)
        raise AssertionError(f"{seat} may do nothing")
