"""A position: a deal in its middle, from what is in the hands, the contract, the trump, and the tricks so far.

It is no shortcut around the record. The deal is told from its first act: a cut, the dealing of the hands as they must
have been, an auction that ends in this bid, the indicator, and the tricks. What the rules refuse on the way cannot be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.facts import Act, CardsDealt, PackCut, Passed
from domain.engine.refusals import Refusal, Refused
from domain.games.sidi.acts import ContractBid
from domain.games.three04.acts import (
    FULL,
    HALF,
    PCC,
    Bid,
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
from replay.notation.errors import NotationError
from replay.whole_hands import Hands, Rest, cards_in, whole_hands

if TYPE_CHECKING:
    from replay.table import Table

SLAMS: Final = (PCC, HALF, FULL)


class PositionError(ValueError):
    """A position that no deal of the game comes to, with what is wrong with it."""


class Setup:
    """How the deal of a table that was just opened comes to its position."""

    def __init__(self, table: Table, maker: Seat, bid: Bid | str, indicator: Card, opened: bool, partner: Card) -> None:
        self.table, self.rules = table, table.rules
        self.maker = maker
        self.opened, self.partner, self.indicator = opened, partner, indicator
        self.bid = int(bid) if isinstance(bid, str) and bid.isdecimal() and len(bid) < 10 else bid
        if maker not in self.rules.place:
            raise PositionError(f"there is no seat {maker}: the seats are {', '.join(self.rules.seats)}")
        self.lays = "indicator" in self.rules.ruleset.stages
        """Whether a trump indicator is laid."""
        alone = self.lays and self.bid in SLAMS and slam(rules_of_304(self.rules).ruleset, str(self.bid)).alone
        mates = self.rules.mates[self.rules.place[maker]] if alone else ()
        self.awake = [seat for n, seat in enumerate(self.rules.seats) if n not in mates]

    def run(self, hands: Hands, trump: str, auction: str, tricks: Sequence[str], rest: Rest) -> None:
        """Bring the deal there. Raises `PositionError` if it cannot be."""
        played = [self.trick(number, told) for number, told in enumerate(tricks, 1)]
        try:
            self.deal(hands, played, trump, rest)
            self.bid_for_it(auction)
            self.play(played)
        except PositionError:
            raise
        except (Refused, NotationError, ValueError) as wrong:
            raise PositionError(f"this position cannot be: {wrong}") from None

    def trick(self, number: int, told: str) -> list[tuple[Seat, str]]:
        """Return the cards of a trick, each with its seat and as it was played."""
        leader, *cards = told.split() or [""]
        if leader not in self.awake:
            raise PositionError(f"trick {number}: {leader!r} leads no trick here; {', '.join(self.awake)} do")
        if not 1 <= len(cards) <= len(self.awake):
            raise PositionError(f"trick {number} has {len(cards)} cards; {len(self.awake)} seats play")
        first = self.awake.index(leader)
        return [(self.awake[(first + n) % len(self.awake)], card) for n, card in enumerate(cards)]

    # --- before the auction -------------------------------------------------------------------------

    def deal(self, hands: Hands, played: Iterable[list[tuple[Seat, str]]], trump: str, rest: Rest) -> None:
        """Give each seat what it was dealt: what it holds, what it has played, and the indicator."""
        dealt = {seat: cards_in(cards) for seat, cards in hands.items()}
        for seat, said in (each for trick in played for each in trick):
            dealt.setdefault(seat, []).extend(cards_in(said.strip("()[]")))
        own = dealt.setdefault(self.maker, [])
        if not self.indicator and trump and self.opened:
            self.indicator = min((card for card in own if card[1:] == trump), key=self.strength, default="")
        if self.lays and not self.indicator:
            raise PositionError("the trump indicator is missing; of an open game its suit will do")
        if trump and self.indicator and self.indicator[1] != trump:
            raise PositionError(f"the trump is {trump}, and the indicator {self.indicator}")
        if self.indicator:
            # Laid after the first batch, so it was in it.
            own[:] = [self.indicator, *(card for card in own if card != self.indicator)]
        size = rules_of_304(self.rules).ruleset.half_court_cards if self.bid == HALF else self.rules.hand_size
        for seat in hands:
            if len(dealt[seat]) != size:
                raise PositionError(f"{seat} has held or played {len(dealt[seat])} cards; a hand has {size}")
        self.table.hands = whole_hands(self.rules, dealt, rest)

    def strength(self, card: Card) -> int:
        """Return how strong a card is within its suit."""
        return self.rules.tables.bit.get(card, 0)

    # --- the auction --------------------------------------------------------------------------------

    def bid_for_it(self, auction: str) -> None:
        """Cut, deal, bid, lay the indicator and choose, until the first card is to be led."""
        said = [line for line in re.split(r"[,\n]", auction) if line.strip()]
        table = self.table
        while table.stage not in ("play", "tricks", "over"):
            bidding = table.stage in ("auction", "half court", "contract")
            table.do(said.pop(0) if bidding and said else self.next_act())
        s = table.state
        named = s.contract() if self.lays else f"{s.bid} {s.trump_name()}"
        wanted = " ".join(str(self.bid).split())
        if s.maker != self.rules.place[self.maker] or str(named).lower() != wanted.lower():
            won = f"{self.rules.names[s.maker]} {named}" if s.maker >= 0 else "nobody"
            raise PositionError(f"{self.maker} cannot have won the auction with {self.bid}; {won} has")

    def next_act(self) -> Act:
        """Return what leads to the contract in the shortest way."""
        seat = self.table.to_act
        legal = self.table.legal()
        if self.table.stage == "deal":
            return CardsDealt(str(seat))
        wish = self.wish(str(seat))
        for act in wish if seat == self.maker else ():
            if act in legal or not isinstance(act, BidMade | ContractBid):
                return act
        calm = [act for act in legal if isinstance(act, Passed | PackCut)]
        return calm[0] if calm else legal[0]

    def wish(self, seat: Seat) -> list[Act]:
        """Return what the maker would do at this stage, the most wanted first."""
        match self.table.stage:
            case "contract":
                points, _, denomination = " ".join(str(self.bid).split()).partition(" ")
                name = denomination.upper() if len(denomination) == 1 else denomination.lower()
                if not points.isdecimal() or len(points) > 9:
                    raise PositionError(f"{self.bid!r} is no contract: write points and denomination, as in 70 H")
                return [ContractBid(seat, int(points), name)]
            case "auction" | "half court":
                s = state_of_304(self.table.state)
                if self.bid in (s.high, s.slam) and s.bidder == self.rules.place[seat]:
                    return []
                made: list[Act] = [BidMade(seat, self.bid)]
                if self.bid == PCC and s.maker < 0:
                    numbers = [act for act in self.table.legal() if isinstance(act, BidMade) and act.bid not in SLAMS]
                    made += numbers[:1]
                return made
            case "indicator" if self.bid == PCC:
                return [IndicatorPlaced(seat, self.table.hands[seat][0])]
            case "indicator" | "indicator again":
                return [IndicatorPlaced(seat, self.indicator)]
            case "partner card":
                if not self.partner:
                    raise PositionError(f"{seat} names a card of its partner; say which: partner=…")
                return [PartnerCardNamed(seat, self.partner)]
            case "declare":
                return [TrumpOpened(seat, self.indicator) if self.opened else TrumpClosed(seat)]
        return []

    # --- the play -----------------------------------------------------------------------------------

    def play(self, tricks: Sequence[list[tuple[Seat, str]]]) -> None:
        """Play the tricks so far."""
        table = self.table
        for number, trick in enumerate(tricks, 1):
            if len(trick) < len(self.awake) and number < len(tricks):
                raise PositionError(f"trick {number} has {len(trick)} cards; only the last may be going on")
            for seat, card in trick:
                if table.to_act != seat:
                    raise PositionError(f"trick {number}: {card} cannot be {seat}'s; {table.to_act} is to play")
                if isinstance(refusal := table.refusal(f"{seat} {card}"), Refusal):
                    raise PositionError(f"trick {number}: {refusal}")
                table.do(f"{seat} {card}").do_owed()
            if table.state.owed == INSPECTION:
                self.inspect(number)

    def inspect(self, number: int) -> None:
        """The maker looks at the cards that lie face down: what it finds follows from them."""
        answers = [act for act in self.table.legal() if isinstance(act, FaceDownInspected)]
        if len(answers) != 1 or UNKNOWN in answers[0].cards.values():
            raise PositionError(f"trick {number}: nobody knows what lies face down; name its cards")
        self.table.do(answers[0])
