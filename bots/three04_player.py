"""A player of 304 by rules of thumb, and its knowledge of the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bots import three04_bidding as bidding
from bots import three04_cardplay as cardplay
from bots.player import Player
from bots.three04_caps import CapsFinder
from domain.engine.facts import CardPlayed, Passed, PointsCounted
from domain.engine.hiding import hide_act
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CapsConceded,
    CardsRevealed,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    SpoiltTrumpsDeclared,
    TrumpOpened,
)
from domain.games.three04.stages.tricks import winning_position
from domain.games.three04.state import Three04State, state_of_304

if TYPE_CHECKING:
    from random import Random

    from bots.styles import Style
    from domain.engine.cards import Seat
    from domain.engine.facts import Act
    from domain.engine.rules import Rules
    from domain.record.record import Record


CALLS: Final = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared)
CONCEDES: Final = 0.35
"""The share of chances, one for each finished trick, at which an opponent concedes after a call of Caps."""


class Three04Player(Player[Three04State]):
    """One player in one deal of 304."""

    def __init__(self, rules: Rules, dealer: Seat, seat: Seat, style: Style, rng: Random) -> None:
        super().__init__(rules, seat, style, rng, state_of_304(rules.start(dealer)))
        self.plan: list[str] = []
        """The cards still to be played after the player called Caps, in the order stated."""
        self.caps_finder: CapsFinder | None = None
        """Finds the calls of Caps that are owed; None to find only the plain ones, by a rule of thumb."""

    def keep(self, record: Record) -> None:
        self.caps_finder = CapsFinder(record, self.seat)

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
            case CapsCalled(seat, order) if seat == self.seat and not self.committed:
                self.plan, self.committed = list(order), True
        if isinstance(seen, CardPlayed) and seen.seat == self.seat:
            self.plan = [card for card in self.plan if card != seen.card]
        self.rules.apply(s, seen)
        if self.caps_finder is not None:
            self.caps_finder.see(seen)

    def choose(self) -> Act:
        options = [act for act in self.rules.legal(self.state, self.seat) if not isinstance(act, CALLS)]
        for act in options:
            match act:
                case BidMade() | Passed() if self.state.maker >= 0:
                    return bidding.second_auction(self, options)
                case BidMade() | Passed():
                    return bidding.first_auction(self, options)
                case IndicatorPlaced():
                    return bidding.indicator(self, options)
                case TrumpOpened():
                    return bidding.declare(self, options)
                case IndicatorTakenBack() | PointsCounted():
                    return act
        if not any(isinstance(act, CardPlayed) for act in options):
            return options[0]  # such as the partner's card in the larger games
        return cardplay.choose(self, options)

    def call(self) -> Act | None:
        """Return Caps, a concession or spoilt trumps; None if the player calls nothing."""
        s = self.state
        if self.rules.stage_name(s) != "play" or s.owed:
            return None
        options = self.rules.legal(s, self.seat)
        if (spoilt := cardplay.spoilt(self, options)) is not None:
            return spoilt
        caps = self.caps_finder.call() if self.caps_finder else cardplay.caps(self)
        if caps is not None:
            return caps
        concession = next((act for act in options if isinstance(act, CapsConceded)), None)
        return concession if concession and not s.trick and self.chance(CONCEDES) else None

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
