"""The auction for the contract: a number and a denomination (003 "Bidding", "Variations")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import Act, Passed
from domain.engine.refusals import Refusal, Verdict, refuse
from domain.engine.state import NOBODY
from domain.engine.words.values import Listing, Suit
from domain.games.sidi.acts import ContractBid, Doubled, Redoubled
from domain.games.sidi.orders import orders
from domain.games.sidi.stages.base import SidiStage

if TYPE_CHECKING:
    from domain.engine.words.values import Value
    from domain.games.sidi.rules import SidiRules
    from domain.games.sidi.state import SidiState


class ContractStage(SidiStage):
    """The auction. It ends when three passes follow a bid, when nobody bids, or after a double or the highest bid."""

    def __init__(self, rules: SidiRules, argument: str) -> None:
        super().__init__(rules, argument)
        self.game = game = rules.ruleset
        self.ladder = game.bids.ladder
        self.orders = orders(game)
        self.judges = {ContractBid: self.judge_bid, Passed: self.judge_pass}
        self.applies = {ContractBid: self.apply_bid, Passed: self.apply_pass}
        if game.double.mode != "none":
            self.judges[Doubled] = self.judge_double
            self.applies[Doubled] = self.apply_double
        if game.double.mode == "redouble":
            self.judges[Redoubled] = self.judge_redouble
            self.applies[Redoubled] = self.apply_redouble

    def bids(self) -> list[Act]:
        return [ContractBid("", points, each) for points in self.ladder for each in self.game.denominations]

    def other_calls(self, seat: int) -> list[Act]:
        name = self.rules.seats[seat]
        return [Passed(name), *(kind(name) for kind in (Doubled, Redoubled) if kind in self.judges)]

    def enter(self, s: SidiState) -> None:
        s.turn = self.rules.right[s.dealer]

    def legal(self, s: SidiState, seat: int) -> list[Act]:
        name = self.rules.seats[seat]
        acts: list[Act] = []
        if seat == s.turn:
            if not s.to_answer:
                numbers = [points for points in self.ladder if points > s.high]
                acts += [ContractBid(name, points, each) for points in numbers for each in self.game.denominations]
            acts.append(Passed(name))
        for kind, barred in ((Doubled, self.double_refusal), (Redoubled, self.redouble_refusal)):
            if kind in self.judges and not barred(s, seat):
                acts.append(kind(name))
        return acts

    # --- bids and passes ------------------------------------------------------------------------

    def out_of_turn(self, s: SidiState, seat: int, msgid: str, **values: Value) -> Refusal:
        """Return the refusal of a bid or pass at another seat's turn."""
        turn = self.rules.names[s.turn]
        return refuse("contract-out-of-turn", self.rules.seats[seat], msgid, "it is {turn}'s turn", turn=turn, **values)

    def judge_bid(self, s: SidiState, seat: int, act: ContractBid) -> Verdict:
        offered = act.points in self.ladder and act.denomination in self.game.denominations
        if offered and act.points > s.high and seat == s.turn and not s.to_answer:
            return None
        return self.explain_bid(s, seat, act)

    def explain_bid(self, s: SidiState, seat: int, act: ContractBid) -> Refusal:
        """Return the refusal of an illegal bid; the first reason found counts."""
        faces = self.rules.faces
        bid: dict[str, Value] = {"points": act.points, "suit": Suit(act.denomination, faces)}
        if seat != s.turn:
            return self.out_of_turn(s, seat, "{who} bid {points} {suit} out of turn", **bid)
        if s.to_answer:
            return refuse(
                "contract-closed",
                act.seat,
                "{who} bid {points} {suit} after the bidding had ended",
                "allowed: a pass or a double",
                **bid,
            )
        if act.denomination not in self.game.denominations:
            suits = Listing(tuple(Suit(letter, faces) for letter in self.game.denominations))
            return refuse(
                "contract-denomination", act.seat, "{who} bid {points} {suit}", "allowed: {suits}", suits=suits, **bid
            )
        left = [points for points in self.ladder if points > s.high]
        if act.points not in self.ladder:
            return refuse(
                "contract-not-offered",
                act.seat,
                "{who} bid {points} {suit}",
                "allowed: {bids}",
                bids=Listing(tuple(left)),
                **bid,
            )
        return refuse(
            "contract-too-low",
            act.seat,
            "{who} bid {points} {suit}",
            "the minimum here is {least}",
            least=left[0],
            **bid,
        )

    def judge_pass(self, s: SidiState, seat: int, act: Passed) -> Verdict:
        return None if seat == s.turn else self.out_of_turn(s, seat, "{who} passed out of turn")

    def apply_bid(self, s: SidiState, seat: int, act: ContractBid) -> None:
        if act.denomination not in self.orders:
            return
        s.high, s.denomination = act.points, act.denomination
        s.bidder = s.round_bidder = seat
        s.passes = s.had_turn = 0
        s.factor = 1
        s.to_answer = ()
        s.turn = self.rules.right[seat]
        if act.points < self.ladder[-1]:
            return
        if self.game.double.mode == "none":
            self.close(s)
        else:
            self.ask(s, seat)

    def ask(self, s: SidiState, seat: int) -> None:
        """Let each opponent of the seat decide once whether to double, or to redouble, the right-hand one first."""
        right = self.rules.right
        s.had_turn = 0
        s.to_answer = (right[seat], right[right[right[seat]]])
        s.turn = right[seat]

    def apply_pass(self, s: SidiState, seat: int, act: Passed) -> None:
        if s.to_answer:
            self.answer(s, seat)
            return
        s.had_turn |= 1 << seat
        s.passes += 1
        s.turn = self.rules.right[seat]
        if s.passes >= self.rules.seat_count - (s.bidder != NOBODY):
            self.close(s)

    def answer(self, s: SidiState, seat: int) -> None:
        """Note that a seat of `to_answer` does not double; the next one decides, or the auction ends."""
        s.to_answer = tuple(other for other in s.to_answer if other != seat)
        if s.to_answer:
            s.turn = s.to_answer[0]
        else:
            self.close(s)

    # --- doubling -------------------------------------------------------------------------------

    def double_refusal(self, s: SidiState, seat: int) -> Refusal | None:
        """Return the refusal of a double by the seat now; None if it may double."""
        name = self.rules.seats[seat]
        if s.bidder == NOBODY:
            return refuse("double-nothing", name, "{who} doubled when there was no bid")
        if s.factor > 1:
            return refuse("double-twice", name, "{who} doubled a bid that is already doubled")
        if seat % 2 == s.bidder % 2:
            return refuse(
                "double-own-side", name, "{who} doubled its own side's bid", "only an opponent of the bidder may double"
            )
        until = self.game.double.until
        if s.to_answer:
            if seat not in s.to_answer:
                return refuse(
                    "double-too-late", name, "{who} doubled after passing", "a double is allowed only before that"
                )
        elif until == "next_call":
            if s.had_turn:
                return refuse(
                    "double-too-late", name, "{who} doubled after the next call", "a double is allowed only before that"
                )
        elif until == "own_turn" and s.had_turn >> seat & 1:
            return refuse(
                "double-too-late", name, "{who} doubled after a call of its own", "a double is allowed only before that"
            )
        return None

    def redouble_refusal(self, s: SidiState, seat: int) -> Refusal | None:
        """Return the refusal of a redouble by the seat now; None if it may redouble."""
        name = self.rules.seats[seat]
        if s.factor == 1:
            return refuse("redouble-nothing", name, "{who} redoubled a bid that was not doubled")
        if seat not in s.to_answer:
            return refuse(
                "redouble-not-yours", name, "{who} redoubled", "only the bidder's side may redouble, and only once"
            )
        return None

    def judge_double(self, s: SidiState, seat: int, act: Doubled) -> Verdict:
        return self.double_refusal(s, seat)

    def judge_redouble(self, s: SidiState, seat: int, act: Redoubled) -> Verdict:
        return self.redouble_refusal(s, seat)

    def apply_double(self, s: SidiState, seat: int, act: Doubled) -> None:
        if s.bidder == NOBODY or s.factor > 1:
            return
        s.factor = self.game.double.factor
        if self.game.double.mode == "redouble":
            self.ask(s, seat)
        else:
            self.close(s)

    def apply_redouble(self, s: SidiState, seat: int, act: Redoubled) -> None:
        if s.factor > 1:
            s.factor = self.game.double.redouble_factor
            self.close(s)

    # --- the end ----------------------------------------------------------------------------------

    def close(self, s: SidiState) -> None:
        """End the auction: the last bid is the contract; without a bid the deal is passed out."""
        s.to_answer = ()
        if s.bidder == NOBODY:
            s.outcome = "passed_out"
            s.stage = len(self.rules.stages) - 1
            self.rules.stages[-1].enter(s)
            return
        s.maker = s.bidder
        s.bid = s.high
        s.trump = self.orders[s.denomination].trump
        self.leave(s)
