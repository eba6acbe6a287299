"""What one seat knows in a Jass, and what follows for its next card."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from demo.mind import Mind
from domain.engine.facts import Act, CardPlayed
from domain.engine.hiding import hide_act
from domain.games.sidi.orders import Order, orders

if TYPE_CHECKING:
    from domain.games.sidi.state import SidiState


class JassMind(Mind):
    """One player in one deal of a Jass. Nothing that the seat could not see ever comes in here."""

    @property
    def jass(self) -> SidiState:
        """The deal as the seat saw it."""
        return cast("SidiState", self.state)

    @property
    def order(self) -> Order:
        """What beats what in the contract."""
        return orders(self.jass.rules.ruleset)[self.jass.denomination]

    def see(self, act: Act) -> None:
        seen = hide_act(act, self.seat)
        if isinstance(seen, CardPlayed):
            place, bit = self.rules.place[seen.seat], self.rules.tables.bit[seen.card]
            self.shown[place] |= bit
            lead = self.state.lead_suit
            # A trump may be played by whoever could follow; whoever gives none to a trump may keep the Puur.
            if self.state.trick and not bit & (lead | self.order.trump):
                self.void[place] |= lead
        self.rules.apply(self.state, seen)

    # --- cards ------------------------------------------------------------------------------------

    def worth(self, bit: int) -> int:
        return self.order.points[bit]

    def higher(self, bit: int) -> int:
        """The cards of the same suit that beat this one."""
        return self.order.beats[bit] & self.rules.tables.suit_of[bit]

    def masters(self, mask: int) -> int:
        unseen = self.unseen
        return sum(bit for bit in self.each(mask) if not self.higher(bit) & unseen)

    def winners(self, mask: int) -> int:
        """Those of my cards that take the trick as it stands."""
        return mask & self.order.beats[self.winning_card]

    # --- the trick on the table -------------------------------------------------------------------

    @property
    def winner(self) -> int:
        return self.state.trick_seats[self.order.winner(self.state.trick)]

    @property
    def winning_card(self) -> int:
        trick = self.state.trick
        return trick[self.order.winner(trick)]

    def partner_has_it(self) -> bool:
        if self.winner != self.partner:
            return False
        return self.last or not self.order.beats[self.winning_card] & self.unseen
