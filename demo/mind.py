"""What one seat knows: the fold of the acts as it saw them, and what follows for its next move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import CardPlayed
from domain.engine.hiding import hide_act
from domain.games.three04.acts import CardsRevealed, IndicatorRevealed, TrumpOpened
from domain.games.three04.stages.tricks import winning_position
from domain.games.three04.state import Three04State, state_of_304

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from demo.styles import Style
    from domain.engine.cards import Seat
    from domain.engine.facts import Act
    from domain.engine.rules import Rules


class Mind:
    """One player in one deal. Nothing that the seat could not see ever comes in here."""

    def __init__(self, rules: Rules, dealer: Seat, seat: Seat, style: Style, rng: Random) -> None:
        self.rules = rules
        self.seat = seat
        self.me = rules.place[seat]
        self.partner = (self.me + rules.seat_count // 2) % rules.seat_count
        self.style = style
        self.rng = rng
        self.state = rules.start(dealer)
        self.void = [0] * rules.seat_count
        """The suits that each seat was seen not to follow."""
        self.shown = [0] * rules.seat_count
        """The cards that each seat was seen to have held."""
        self.plan: list[str] = []
        """The cards still to come after Caps was called, in the order stated."""

    def see(self, act: Act) -> None:
        """Something happened at the table."""
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

    def chance(self, share: float) -> bool:
        """A decision that falls one way so often."""
        return self.rng.random() < share

    # --- cards ------------------------------------------------------------------------------------

    @property
    def held(self) -> int:
        """My hand, and the indicator if it is mine and on the table."""
        s = self.state
        return s.hands[self.me] | (s.indicator if s.indicator_down and s.maker == self.me else 0)

    @property
    def unseen(self) -> int:
        """The cards that may still come from others."""
        s = self.state
        return self.rules.tables.all & ~(self.held | s.gone)

    def suits(self, mask: int) -> Iterator[int]:
        """The cards of a set, suit by suit; suits without any are left out."""
        for suit in self.rules.tables.suits:
            if part := mask & suit:
                yield part

    def each(self, mask: int) -> Iterator[int]:
        """The cards of a set, one by one, the weakest of each suit first."""
        while mask:
            low = mask & -mask
            yield low
            mask ^= low

    def worth(self, bit: int) -> int:
        """The points of one card."""
        return self.rules.tables.points[bit]

    def masters(self, mask: int) -> int:
        """Those of my cards that no unseen card of their suit beats."""
        best = 0
        unseen = self.unseen
        for part in self.suits(mask):
            suit = self.rules.tables.suit_of[part & -part]
            above = unseen & suit
            best |= part & ~((1 << above.bit_length()) - 1) if above else part
        return best

    @property
    def deal(self) -> Three04State:
        """The deal of 304 as the seat saw it."""
        return state_of_304(self.state)

    # --- the trick on the table -------------------------------------------------------------------

    @property
    def winner(self) -> int:
        """Who takes the trick as it looks now; a cut with the indicator is a trump for sure."""
        s = self.deal
        return s.maker if s.indicator_at >= 0 and s.closed else s.trick_seats[winning_position(s, sum(s.trick))]

    @property
    def winning_card(self) -> int:
        """The card that takes the trick as it looks; 0 when it lies face down."""
        s = self.deal
        return 0 if s.indicator_at >= 0 and s.closed else s.trick[winning_position(s, sum(s.trick))]

    @property
    def last(self) -> bool:
        """Whether I am the last to play to the trick."""
        s = self.state
        return len(s.trick) == s.width - 1

    @property
    def at_stake(self) -> int:
        """The points that lie open in the trick."""
        return sum(map(self.worth, self.state.trick))

    def partner_has_it(self) -> bool:
        """Whether partner's card looks certain to take the trick."""
        s = self.deal
        if self.winner != self.partner:
            return False
        card = self.winning_card
        if self.last or not card:
            return not (s.closed and s.down)
        higher = self.unseen & self.rules.tables.suit_of[card] & ~((card << 1) - 1)
        done = (*s.trick_seats, self.me)
        later = [seat for seat in range(self.rules.seat_count) if seat not in done and not s.asleep >> seat & 1]
        return not higher and not any(self.void[seat] & s.lead_suit for seat in later) and not s.down
