"""The auction on the whole hand (000 "Bidding with Eight Cards"; 002; 004 "Eight Card Bid")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import Passed
from domain.engine.refusals import Refusal, refuse
from domain.engine.state import NOBODY
from domain.games.three04.acts import PCC, BidMade
from domain.games.three04.stages.auction import AuctionStage, Floor

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State


class SecondAuctionStage(AuctionStage):
    """The second auction, with one turn for each seat. A bid supersedes that of the first auction."""

    def __init__(self, rules: Three04Rules, argument: str) -> None:
        super().__init__(rules, argument)
        self.terms = rules.ruleset.auction8
        self.lowest = self.terms.minimum

    slams = (PCC,)

    def enter(self, s: Three04State) -> None:
        self.open(s, self.first(s))
        if s.slam or not self.terms.held:
            self.leave(s)

    def first(self, s: Three04State) -> int:
        """Return the seat that speaks first."""
        return s.maker if self.terms.first_speaker == "maker" else self.rules.right[s.dealer]

    def floors(self, s: Three04State, seat: int) -> list[Floor]:
        terms = self.terms
        equal = s.round_bidder == NOBODY and terms.over_four_card == "equal_ok"
        least = max(terms.minimum + (not terms.minimum_inclusive), s.high + (not equal))
        rows: list[Floor] = []
        if self.must_pass(s, seat):
            rows.append(Floor(None, "bid-partner-high", "{who} bid {bid} over its partner's bid of this round"))
        if s.slam:
            rows.append(Floor(None, "bid-top", "{who} bid {bid} over {slam}"))
        rows.append(Floor(least, "bid-eight-too-low", "{who} bid {bid} with eight cards"))
        return rows

    def must_pass(self, s: Three04State, seat: int) -> bool:
        """Return whether partner holds the highest bid of this round, so that the seat must pass."""
        return s.round_bidder in self.mates[seat]

    def asking_refusal(self, s: Three04State, seat: int, mate: int) -> Refusal | None:
        code, name = "ask-eight", self.rules.seats[seat]
        if not self.terms.ask_partner:
            return refuse(
                code,
                name,
                "{who} asked its partner; asking is not allowed with eight cards",
                "allowed: a bid or a pass",
            )
        if s.asker != NOBODY:
            return refuse(
                code,
                name,
                "{who} asked its partner; a partner who was asked may not ask back",
                "allowed: a bid or a pass",
            )
        if s.had_turn >> mate & 1:
            return refuse(
                code, name, "{who} asked its partner, who has already had its only turn", "allowed: a bid or a pass"
            )
        return None

    def apply_bid(self, s: Three04State, seat: int, act: BidMade) -> None:
        self.spoke(s, seat)
        if isinstance(act.bid, int):
            s.high = act.bid
            s.slam = ""
        else:
            s.slam = act.bid
        s.bidder = s.round_bidder = seat
        self.pass_turn(s, over=bool(s.slam) and self.terms.stop_after_pcc)

    def apply_pass(self, s: Three04State, seat: int, act: Passed) -> None:
        self.spoke(s, seat)
        self.pass_turn(s, over=False)

    def pass_turn(self, s: Three04State, *, over: bool) -> None:
        """Pass the turn to the next seat that has not had one; end the auction if there is none or if ``over``."""
        if over or s.had_turn == self.everybody:
            self.leave(s)
            return
        turn = self.first(s)
        while s.had_turn >> turn & 1:
            turn = self.rules.right[turn]
        s.turn = turn
