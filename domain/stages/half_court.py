"""The round in which only Half Court can be bid, before the other cards are dealt (000 "Maharashtrian version")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.facts import HALF, BidMade, Passed
from domain.refusals import Verdict, refuse
from domain.stages.auction import AuctionStage, Floor

if TYPE_CHECKING:
    from domain.rules import Rules
    from domain.state import State


class HalfCourtStage(AuctionStage):
    """Each player has one turn, until somebody bids; if nobody does, the deal goes on."""

    def __init__(self, rules: Rules, argument: str) -> None:
        super().__init__(rules, argument)
        self.ladder = []
        self.slams = (HALF,) * (rules.ruleset.court.half != "off")

    def enter(self, s: State) -> None:
        self.open(s, self.rules.right[s.dealer])
        if not self.slams:
            self.leave(s)

    def floors(self, s: State, seat: int) -> list[Floor]:
        return []

    def may_ask(self, s: State, seat: int, mate: int) -> str:
        return "nobody may be asked with these cards"

    def judge_points(self, s: State, seat: int, act: BidMade) -> Verdict:
        if act.bid in self.slams:
            return None
        what = f"{self.rules.names[seat]} bid {act.bid} before all cards were dealt"
        return refuse("bid-not-offered", act.seat, what, "Half Court, or a pass")

    def apply_bid(self, s: State, seat: int, act: BidMade) -> None:
        if act.bid in self.slams:
            s.slam = HALF
            s.bidder = s.round_bidder = seat
            self.won(s)

    def apply_pass(self, s: State, seat: int, act: Passed) -> None:
        s.passes += 1
        s.turn = self.rules.right[seat]
        if s.passes >= self.rules.seat_count:
            self.leave(s)
