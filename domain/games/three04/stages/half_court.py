"""The round in which only Half Court may be bid, before the other cards are dealt (000 "Maharashtrian version")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import Passed
from domain.engine.refusals import Refusal, Verdict, refuse
from domain.games.three04.acts import HALF, BidMade
from domain.games.three04.stages.auction import AuctionStage, Floor

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State


class HalfCourtStage(AuctionStage):
    """The round of Half Court: each seat has one turn, until a seat bids. Without a bid the deal goes on."""

    def __init__(self, rules: Three04Rules, argument: str) -> None:
        super().__init__(rules, argument)
        self.ladder = []
        self.slams = (HALF,) * (rules.ruleset.court.half != "off")

    def enter(self, s: Three04State) -> None:
        self.open(s, self.rules.right[s.dealer])
        if not self.slams:
            self.leave(s)

    def floors(self, s: Three04State, seat: int) -> list[Floor]:
        return []

    def asking_refusal(self, s: Three04State, seat: int, mate: int) -> Refusal | None:
        return refuse(
            "ask-not-allowed",
            self.rules.seats[seat],
            "{who} asked its partner; asking is not allowed in the round of Half Court",
            "allowed: a bid or a pass",
        )

    def judge_points(self, s: Three04State, seat: int, act: BidMade) -> Verdict:
        if act.bid in self.slams:
            return None
        return refuse(
            "bid-not-offered",
            act.seat,
            "{who} bid {bid} before all cards were dealt",
            "allowed: Half Court, or a pass",
            bid=act.bid,
        )

    def apply_bid(self, s: Three04State, seat: int, act: BidMade) -> None:
        if act.bid in self.slams:
            s.slam = HALF
            s.bidder = s.round_bidder = seat
            self.won(s)

    def apply_pass(self, s: Three04State, seat: int, act: Passed) -> None:
        s.passes += 1
        s.turn = self.rules.right[seat]
        if s.passes >= self.rules.seat_count:
            self.leave(s)
