"""A player of Sidi Barrani by rules of thumb, and its knowledge of the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bots import sidi_choices as choices
from bots.player import Player
from domain.engine.facts import Act, CardPlayed, Passed
from domain.engine.hiding import hide_act
from domain.engine.state import NOBODY, NOTHING
from domain.games.sidi.acts import WeisDeclared, WeisDemanded
from domain.games.sidi.orders import Order, orders
from domain.games.sidi.state import SidiState, state_of_sidi

if TYPE_CHECKING:
    from random import Random

    from bots.styles import Style
    from domain.engine.cards import Seat
    from domain.engine.rules import Rules


ASKS: Final = 0.6
"""The chance that a partner demands to see a Weis in a contract without trumps (003 "Tactics and Conventions")."""


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

    def choose(self) -> Act:
        options = self.rules.legal(self.state, self.seat)
        if self.state.owed != NOTHING:
            return options[0]
        if any(isinstance(act, Passed) for act in options):
            return choices.call(self, options)
        return choices.card(self, options)

    def call(self) -> Act | None:
        """Return a double, a Weis with the card just played, or the demand to see a Weis; None for no call."""
        if self.state.bidder == NOBODY:
            return None
        options = self.rules.legal(self.state, self.seat)
        if (double := choices.double(self, options)) is not None:
            return double
        if self.state.latest == self.place:
            return next((act for act in options if isinstance(act, WeisDeclared)), None)
        partner = self.rules.seats[self.partner]
        demands = [act for act in options if isinstance(act, WeisDemanded) and act.of == partner]
        return demands[0] if demands and not self.order.trump and self.chance(ASKS) else None

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
