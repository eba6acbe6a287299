"""A generated player of 304, and its knowledge of the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from demo.player import Player
from domain.engine.facts import CardPlayed
from domain.engine.hiding import hide_act
from domain.games.three04.acts import CardsRevealed, IndicatorRevealed, TrumpOpened
from domain.games.three04.stages.tricks import winning_position
from domain.games.three04.state import Three04State, state_of_304

if TYPE_CHECKING:
    from random import Random

    from demo.styles import Style
    from domain.engine.cards import Seat
    from domain.engine.facts import Act
    from domain.engine.rules import Rules


class Three04Player(Player[Three04State]):
    """One player in one deal of 304."""

    def __init__(self, rules: Rules, dealer: Seat, seat: Seat, style: Style, rng: Random) -> None:
        super().__init__(rules, seat, style, rng, state_of_304(rules.start(dealer)))
        self.plan: list[str] = []
        """The cards still to be played after the player called Caps, in the order stated."""

    def see(self, act: Act) -> None:
        seen = hide_act(act, self.seat)
        s = self.state
        place = self.rules.place
        bit = self.rules.tables.bit.get
        match seen:
            case CardPlayed(seat, card, down):
                self.shown[place[seat]] |= bit(card, 0)
                if s.trick and (down or not bit(card, 0) & s.lead_suit):
                    self.void[place[seat]] |= s.lead_suit
            case CardsRevealed(_, cards):
                for seat, card in cards.items():
                    self.shown[place[seat]] |= bit(card, 0)
            case IndicatorRevealed(seat, card) | TrumpOpened(seat, card):
                self.shown[place[seat]] |= bit(card, 0)
        self.rules.apply(s, seen)

    # --- cards ------------------------------------------------------------------------------------

    @property
    def held(self) -> int:
        """Return the cards of the player, the indicator on the table included."""
        s = self.state
        return s.hands[self.place] | (s.indicator if s.indicator_down and s.maker == self.place else 0)

    def worth(self, bit: int) -> int:
        return self.rules.tables.points[bit]

    def masters(self, mask: int) -> int:
        """Return the cards of a set that no unseen card of their suit beats."""
        best = 0
        unseen = self.unseen
        for part in self.suits(mask):
            suit = self.rules.tables.suit_of[part & -part]
            above = unseen & suit
            best |= part & ~((1 << above.bit_length()) - 1) if above else part
        return best

    # --- the trick on the table -------------------------------------------------------------------

    @property
    def winner(self) -> int:
        """Return the place that currently wins the trick: the maker, if the face-down indicator lies in it."""
        s = self.state
        return s.maker if s.indicator_at >= 0 and s.closed else s.trick_seats[winning_position(s, sum(s.trick))]

    @property
    def winning_card(self) -> int:
        """Return the card that currently wins the trick; 0 for the face-down indicator."""
        s = self.state
        return 0 if s.indicator_at >= 0 and s.closed else s.trick[winning_position(s, sum(s.trick))]

    def partner_wins(self) -> bool:
        """Return whether the partner's card looks certain to take the trick."""
        s = self.state
        if self.winner != self.partner:
            return False
        card = self.winning_card
        if self.last or not card:
            return not (s.closed and s.down)
        higher = self.unseen & self.rules.tables.suit_of[card] & ~((card << 1) - 1)
        done = (*s.trick_seats, self.place)
        later = [seat for seat in range(self.rules.seat_count) if seat not in done and not s.asleep >> seat & 1]
        return not higher and not any(self.void[seat] & s.lead_suit for seat in later) and not s.down
