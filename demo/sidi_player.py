"""A generated player of Sidi Barrani, and its knowledge of the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from demo.player import Player
from domain.engine.facts import Act, CardPlayed
from domain.engine.hiding import hide_act
from domain.games.sidi.orders import Order, orders
from domain.games.sidi.state import SidiState, state_of_sidi

if TYPE_CHECKING:
    from random import Random

    from demo.styles import Style
    from domain.engine.cards import Seat
    from domain.engine.rules import Rules


class SidiPlayer(Player[SidiState]):
    """One player in one deal of Sidi Barrani."""

    def __init__(self, rules: Rules, dealer: Seat, seat: Seat, style: Style, rng: Random) -> None:
        super().__init__(rules, seat, style, rng, state_of_sidi(rules.start(dealer)))

    @property
    def order(self) -> Order:
        """Return the order of the cards in the contract."""
        return orders(self.state.rules.ruleset)[self.state.denomination]

    def see(self, act: Act) -> None:
        seen = hide_act(act, self.seat)
        if isinstance(seen, CardPlayed):
            place, bit = self.rules.place[seen.seat], self.rules.tables.bit[seen.card]
            self.shown[place] |= bit
            lead = self.state.lead_suit
            # A seat that trumps may still hold the led suit; one that does not follow a trump may hold the Puur.
            if self.state.trick and not bit & (lead | self.order.trump):
                self.void[place] |= lead
        self.rules.apply(self.state, seen)

    # --- cards ------------------------------------------------------------------------------------

    def worth(self, bit: int) -> int:
        return self.order.points[bit]

    def higher(self, bit: int) -> int:
        """Return the cards of the same suit that beat a card."""
        return self.order.beats[bit] & self.rules.tables.suit_of[bit]

    def masters(self, mask: int) -> int:
        """Return the cards of a set that no unseen card of their suit beats."""
        unseen = self.unseen
        return sum(bit for bit in self.cards(mask) if not self.higher(bit) & unseen)

    def winners(self, mask: int) -> int:
        """Return the cards of a set that beat the card that currently wins the trick."""
        return mask & self.order.beats[self.winning_card]

    # --- the trick on the table -------------------------------------------------------------------

    @property
    def winner(self) -> int:
        return self.state.trick_seats[self.order.winner(self.state.trick)]

    @property
    def winning_card(self) -> int:
        """Return the card that currently wins the trick."""
        return self.state.trick[self.order.winner(self.state.trick)]

    def partner_wins(self) -> bool:
        """Return whether the partner's card is certain to take the trick."""
        if self.winner != self.partner:
            return False
        return self.last or not self.order.beats[self.winning_card] & self.unseen
