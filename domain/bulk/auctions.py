"""Both auctions as one table of states, which the engine itself fills in (000 "Bidding with Four Cards" and on).

Who speaks, who may ask partner, when an auction is over: none of it is known here. The engine is asked, once for
each ruleset, in every state that its auctions can come to; then many auctions at once walk through the table.
Only this is taken for granted: of the numbers bid before, the highest alone matters, and only in that the next
one must exceed it, or in some states may equal it.

Here seats are counted from dealer's right, which is 0, so that the dealer makes no difference.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from domain.bulk.deals import ASK, BIDS, CALLS, END, NOBODY, NUMBER, PASS, SEATS, TOP, Calls, Flags, Numbers, Small
from domain.cards import UNKNOWN
from domain.facts import PCC, Act, BidMade, CardsDealt, IndicatorPlaced, PackCut, PartnerAsked, Passed
from domain.rules import Rules
from domain.state import State

States: TypeAlias = NDArray[np.intp]

WRONG: Final = 0
"""The state after a call that was not allowed."""
NEVER: Final = BIDS
"""As a least bid: none is enough."""
AUCTION: Final = "auction"
"""What the engine calls both stages."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an auction went in each deal."""

    good: Flags
    """Whether every call was allowed, and the auction over after the last one and not before."""
    bidder: Small
    """Who made its last bid, counted from dealer's right; or `NOBODY`."""
    high: Numbers
    """The highest number bid so far in the deal; 0 for none."""
    alone: Flags
    """Whether the last bid was Partner Close Caps."""


@dataclass(frozen=True, slots=True, eq=False)
class Auctions:
    """The table of one ruleset. A state is the place where its row of calls begins."""

    following: States
    """The state after a call, by state plus code of the call."""
    least: Numbers
    """The least number that this call may name, whatever was bid before; by state plus code."""
    raises: Numbers
    """By how much its number must exceed the highest before: 1, or 0 where it may equal it; by state plus code."""
    second: States
    """The state in which the second auction begins, by the winner of the first."""
    over: Flags
    """By row, like all that follows."""
    bidder: Small
    alone: Flags
    ladder: Flags
    """Whether a number may be named at all, by the number, (1000); 0 is for calls without one."""

    def first(self, calls: Calls) -> Outcome:
        """Follow auctions on the first batch."""
        deals = calls.codes.shape[1]
        return self._outcome(calls, np.full(deals, CALLS), np.zeros(deals, np.int16))

    def again(self, calls: Calls, before: Outcome) -> Outcome:
        """Follow auctions on the whole hand."""
        return self._outcome(calls, self.second[before.bidder], before.high)

    def _outcome(self, calls: Calls, state: States, high: Numbers) -> Outcome:
        state, high = self._walk(calls, state, high)
        row = state // CALLS
        return Outcome(self.over[row], self.bidder[row], high, self.alone[row])

    def _walk(self, calls: Calls, state: States, high: Numbers) -> tuple[States, Numbers]:
        """The state after the last call, and the highest number bid."""
        ladder = self.ladder.take(calls.numbers)
        for code, number, allowed in zip(calls.codes, calls.numbers, ladder, strict=True):
            call = state + code
            allowed &= number >= np.maximum(self.least.take(call), high + self.raises.take(call))
            state = self.following.take(call) * allowed
            high = np.maximum(high, number)
        if calls.rest is not None:
            longer = calls.longer
            state[longer], high[longer] = self._walk(calls.rest, state[longer], high[longer])
        return state, high


def auctions_of(rules: Rules) -> Auctions:
    """Ask the engine for every state of its auctions."""
    survey = _Survey(rules)
    numbered = np.arange(CALLS) < SEATS
    least, raises = (np.array(each)[:, None] for each in (survey.least, survey.raises))
    return Auctions(
        following=np.array(survey.following, np.intp).ravel() * CALLS,
        least=np.where(numbered, least, 0).astype(np.int16).ravel(),
        raises=np.where(numbered, raises, -BIDS).astype(np.int16).ravel(),
        second=np.array(survey.second, np.intp) * CALLS,
        over=np.array(survey.over),
        bidder=np.array(survey.bidder, np.uint8),
        alone=np.array(survey.alone),
        ladder=np.array([number == 0 or rules.ruleset.bids.allows(number) for number in range(BIDS)]),
    )


class _Survey:
    """The states of both auctions, found by trying every call in each, from the first one on."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.ladder = [number for number in range(1, BIDS) if rules.ruleset.bids.allows(number)]
        self.known: dict[tuple[Any, ...], int] = {}
        self.waiting: deque[State] = deque()
        self.following: list[list[int]] = []
        self.least: list[int] = []
        self.raises: list[int] = []
        self.over: list[bool] = []
        self.bidder: list[int] = []
        self.alone: list[bool] = []
        self.second = [WRONG] * (SEATS + 1)
        self._add(over=False, bidder=NOBODY, alone=False)
        *_, left, dealer = rules.seats
        self.number(self.after(rules.start(dealer), PackCut(left), CardsDealt(dealer)))
        while self.waiting:
            self.look_into(self.waiting.popleft())

    def _add(self, *, over: bool, bidder: int, alone: bool) -> None:
        self.following.append([WRONG] * CALLS)
        self.least.append(NEVER)
        self.raises.append(1)
        self.over.append(over)
        self.bidder.append(bidder)
        self.alone.append(alone)

    def number(self, s: State) -> int:
        """The number of a state; a new one has still to be looked into."""
        key = (s.stage, s.turn, s.round_bidder, s.passes, s.had_turn, s.asker, s.slam, s.maker)
        if key not in self.known:
            self.known[key] = len(self.over)
            self.waiting.append(s)
            over = self.rules.stage_name(s) != AUCTION
            self._add(over=over, bidder=s.round_bidder if s.round_bidder >= 0 else NOBODY, alone=s.slam == PCC)
        return self.known[key]

    def look_into(self, s: State) -> None:
        """Try every call."""
        number = self.number(s)
        self.following[number][END * SEATS] = number
        if self.rules.stage_name(s) == "indicator":
            placed, dealt = IndicatorPlaced(self.rules.seats[s.maker], UNKNOWN), CardsDealt(self.rules.seats[s.dealer])
            self.second[s.maker] = self.number(self.after(s, placed, dealt))
        if self.over[number]:
            return
        name = self.rules.seats[s.turn]
        for kind, act in ((PASS, Passed(name)), (ASK, PartnerAsked(name)), (TOP, BidMade(name, PCC))):
            self.take(s, number, kind, act)
        bids = [BidMade(name, points) for points in self.ladder]
        if bid := next((bid for bid in bids if self.rules.judge(s, bid) is None), None):
            self.take(s, number, NUMBER, bid)
            self.least[number] = int(bid.bid)
            matched = s.copy()
            matched.high = self.ladder[-1]
            self.raises[number] = int(self.rules.judge(matched, bids[-1]) is not None)

    def take(self, s: State, number: int, kind: int, act: Act) -> None:
        """Where a call leads, if it is allowed."""
        if self.rules.judge(s, act) is None:
            self.following[number][kind * SEATS + s.turn] = self.number(self.after(s, act))

    def after(self, s: State, *acts: Act) -> State:
        """The state that acts lead to, but for the number that was bid."""
        s = s.copy()
        for act in acts:
            self.rules.apply(s, act)
        s.high = 0
        return s
