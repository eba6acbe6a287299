"""The auction for the contract as a table of states, which the engine itself fills in (003 "Bidding").

Who speaks, who may double and until when, what ends it: none of it is known here. The engine is asked, once for each
ruleset, in every state that the auction can come to. Only this is taken for granted: a bid must be one of those
offered, and its number higher than any before; and only the highest number of all changes the course of the auction.

Here seats are counted from dealer's right, which is 0.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from domain.bulk.deals import BIDS, NOBODY, NUMBER, PASS, SEATS, TOP, Flags, Numbers, Small
from domain.bulk.jass.deals import BID, CALLS, DOUBLE, REDOUBLE, Calls, Places, denominations
from domain.facts import Act, CardsDealt, ContractBid, Doubled, PackCut, Passed, Redoubled
from domain.jass.ruleset import terms_of
from domain.jass.state import JassState
from domain.rules import Rules

WRONG: Final = 0
"""The state after a call that was not allowed."""
START: Final = 1
CONTRACT: Final = "contract"
"""What the engine calls the stage."""
LOW: Final = np.int16(BID - 1)
"""The part of a bid that tells its denomination."""


@dataclass(frozen=True, slots=True)
class Contract:
    """What each deal is played for."""

    good: Flags
    """Whether every call was allowed, and the auction over after the last one and not before."""
    bidder: Small
    """Counted from dealer's right."""
    number: Numbers
    denomination: Small
    factor: Numbers
    """What the number counts: once, or more if it was doubled."""


@dataclass(frozen=True, slots=True, eq=False)
class Auctions:
    """The table of one ruleset. A state is the place where its row of calls begins."""

    following: Places
    """The state after a call, by state plus code of the call."""
    over: Flags
    """Whether there is a contract; by row, like what follows."""
    bidder: Small
    factor: Numbers
    offered: Flags
    """Whether a bid is one of those offered, by bid; 0 is for calls that are none."""

    def contract(self, calls: Calls) -> Contract:
        """Follow the auctions."""
        state, high = np.full(calls.deals.size, START * CALLS), np.zeros(calls.deals.size, np.int16)
        good = np.ones(calls.deals.size, bool)
        allowed, end = self.offered.take(calls.bids), 0
        for many in calls.many:
            begin, end = end, end + many
            bid, before = calls.bids[begin:end], high[:many]
            good[:many] &= allowed[begin:end] & ((bid > before | LOW) | (bid == 0))
            state[:many] = self.following.take(state[:many] + calls.codes[begin:end])
            np.maximum(bid, before, out=before)
        place = np.empty_like(calls.deals)
        place[calls.deals] = np.arange(calls.deals.size)
        row, high = state[place] // CALLS, high[place]
        denomination = np.maximum(high & LOW, 1).astype(np.uint8) - np.uint8(1)
        good = good[place] & self.over[row]
        return Contract(good, self.bidder[row], high // np.int16(BID), denomination, self.factor[row])


def auctions_of(rules: Rules) -> Auctions:
    """Ask the engine for every state of its auction."""
    survey = _Survey(rules)
    game = terms_of(rules.game)
    offered = np.zeros((BIDS, BID), bool)
    offered[np.ix_(game.bids.ladder, [denominations(game).index(each) + 1 for each in game.denominations])] = True
    offered[0, 0] = True
    return Auctions(
        following=np.array(survey.following, np.intp).ravel() * CALLS,
        over=np.array(survey.over),
        bidder=np.array(survey.bidder, np.uint8),
        factor=np.array(survey.factor, np.int16),
        offered=offered.ravel(),
    )


class _Survey:
    """The states of the auction, found by trying every call in each, from the first one on."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.game = terms_of(rules.game)
        self.known: dict[tuple[Any, ...], int] = {}
        self.waiting: deque[JassState] = deque()
        self.following: list[list[int]] = []
        self.over: list[bool] = []
        self.bidder: list[int] = []
        self.factor: list[int] = []
        self._add(over=False, bidder=NOBODY, factor=1)
        *_, left, dealer = rules.seats
        start: Any = rules.start(dealer)
        dealings = [CardsDealt(dealer)] * len(self.game.batches)
        self.number(self.after(start, PackCut(left), *dealings))
        while self.waiting:
            self.look_into(self.waiting.popleft())

    def _add(self, *, over: bool, bidder: int, factor: int) -> None:
        self.following.append([WRONG] * CALLS)
        self.over.append(over)
        self.bidder.append(bidder)
        self.factor.append(factor)

    def number(self, s: JassState) -> int:
        """The number of a state; a new one has still to be looked into."""
        key = (s.stage, s.turn, s.bidder, s.passes, s.had_turn, s.factor, s.asked)
        if key not in self.known:
            self.known[key] = len(self.over)
            self.waiting.append(s)
            over = self.rules.stage_name(s) != CONTRACT and s.bidder >= 0
            self._add(over=over, bidder=s.bidder if s.bidder >= 0 else NOBODY, factor=s.factor)
        return self.known[key]

    def look_into(self, s: JassState) -> None:
        """Try every call."""
        number = self.number(s)
        if self.rules.stage_name(s) != CONTRACT:
            return
        *lower, top = self.game.bids.ladder
        denomination = self.game.denominations[0]
        for place, seat in enumerate(self.rules.seats):
            calls: list[tuple[int, Act]] = [
                (TOP, ContractBid(seat, top, denomination)),
                (PASS, Passed(seat)),
                (DOUBLE, Doubled(seat)),
                (REDOUBLE, Redoubled(seat)),
            ]
            calls += [(NUMBER, ContractBid(seat, points, denomination)) for points in lower[:1]]
            for kind, act in calls:
                if self.rules.judge(s, act) is None:
                    self.following[number][kind * SEATS + place] = self.number(self.after(s, act))

    def after(self, s: JassState, *acts: Act) -> JassState:
        """The state that acts lead to, but for the number that was bid."""
        s = s.copy()
        for act in acts:
            self.rules.apply(s, act)
        s.high = 0
        return s
