"""A position of 304: a bid, a trump indicator, an open or a closed trump."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.words.values import SeatLetter
from domain.games.three04.acts import (
    FULL,
    HALF,
    PCC,
    BidMade,
    FaceDownInspected,
    IndicatorPlaced,
    PartnerCardNamed,
    TrumpClosed,
    TrumpOpened,
)
from domain.games.three04.rules import rules_of_304
from domain.games.three04.slams import slam
from domain.games.three04.state import INSPECTION, state_of_304
from replay.positions.position import PositionError, Setup, Terms

if TYPE_CHECKING:
    from domain.engine.facts import Act
    from replay.table import Table

SLAMS: Final = (PCC, HALF, FULL)


class Three04Setup(Setup):
    """Brings a table of 304 to its position."""

    auctions = frozenset({"auction", "half court"})
    playing = "play"
    bid_type = BidMade

    def __init__(self, table: Table, terms: Terms) -> None:
        self.game = rules_of_304(table.rules).ruleset
        bid = terms.bid
        self.maker_bid = int(bid) if isinstance(bid, str) and bid.isdecimal() and len(bid) < 10 else bid
        self.indicator = terms.indicator
        super().__init__(table, terms)

    def active_seats(self) -> Sequence[Seat]:
        alone = self.maker_bid in SLAMS and slam(self.game, str(self.maker_bid)).alone
        partners = self.rules.mates[self.rules.place[self.maker]] if alone else ()
        return [seat for place, seat in enumerate(self.rules.seats) if place not in partners]

    def hand_size(self) -> int:
        return self.game.half_court_cards if self.maker_bid == HALF else self.rules.hand_size

    def order_hand(self, hand: list[Card]) -> None:
        trump = self.terms.trump
        if not self.indicator and trump and self.terms.opened:
            trumps = (card for card in hand if card[1:] == trump)
            self.indicator = min(trumps, key=lambda card: self.rules.tables.bit.get(card, 0), default="")
        if not self.indicator:
            raise PositionError("the trump indicator is missing; of an open game its suit will do")
        if trump and self.indicator[1] != trump:
            raise PositionError(
                "the trump is {trump}, and the indicator {indicator}", trump=trump, indicator=self.indicator
            )
        # The indicator is placed after the first batch, so it was in that batch.
        hand[:] = [self.indicator, *(card for card in hand if card != self.indicator)]

    def contract(self) -> str:
        return str(self.table.state.contract())

    def maker_acts(self) -> list[Act]:
        seat, bid = self.maker, self.maker_bid
        match self.table.stage:
            case "auction" | "half court":
                return self.bids()
            case "indicator" if bid == PCC:
                return [IndicatorPlaced(seat, self.table.hands[seat][0])]
            case "indicator" | "indicator again":
                return [IndicatorPlaced(seat, self.indicator)]
            case "partner card":
                if not self.terms.partner:
                    raise PositionError(
                        "{seat} names a card of its partner; say which: partner=…", seat=SeatLetter(seat)
                    )
                return [PartnerCardNamed(seat, self.terms.partner)]
            case "declare":
                return [TrumpOpened(seat, self.indicator) if self.terms.opened else TrumpClosed(seat)]
        return []

    def bids(self) -> list[Act]:
        """Return the bids to try, the contract first; for PCC, which is bid on eight cards, then any number on four."""
        s = state_of_304(self.table.state)
        if self.maker_bid in (s.high, s.slam) and s.bidder == self.rules.place[self.maker]:
            return []
        bids: list[Act] = [BidMade(self.maker, self.maker_bid)]
        if self.maker_bid == PCC and s.maker < 0:
            numbers = [act for act in self.table.legal() if isinstance(act, BidMade) and act.bid not in SLAMS]
            bids += numbers[:1]
        return bids

    def after_trick(self, number: int) -> None:
        """Inspect the face-down cards of the trick. Raises `PositionError` if the record does not know them."""
        if self.table.state.owed != INSPECTION:
            return
        answers = [act for act in self.table.legal() if isinstance(act, FaceDownInspected)]
        if len(answers) != 1 or UNKNOWN in answers[0].cards.values():
            raise PositionError("trick {trick}: nobody knows what lies face down; name its cards", trick=number)
        self.table.do(answers[0])
