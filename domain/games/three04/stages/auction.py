"""The auction on the first four cards (000 "Bidding with Four Cards"; 004 "Four card bid")."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from domain.engine.facts import Act, Passed
from domain.engine.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.engine.state import NOBODY
from domain.engine.words.values import Listing, SeatLetter, Term
from domain.games.three04.acts import FULL, HALF, Bid, BidMade, PartnerAsked, RedealDemanded
from domain.games.three04.slams import NAMES, slam
from domain.games.three04.stages.base import Three04Stage

if TYPE_CHECKING:
    from domain.engine.words.values import Value
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.ruleset import Three04Ruleset
    from domain.games.three04.state import Three04State


class Floor(NamedTuple):
    """A lower limit of bids, and the refusal of a bid that falls short of it."""

    least: int | None
    """The least number that may be bid; None if no number may be bid."""
    code: str
    msgid: str


def bid_value(game: Three04Ruleset, bid: Bid) -> Value:
    """Return a bid as a value of a sentence: a number in the scale of the game, or the name of the bid."""
    if isinstance(bid, int):
        return game.format_points(bid)
    return Term(NAMES[bid]) if bid in NAMES else bid


class AuctionStage(Three04Stage):
    """The base class of the auctions: turns, the ladder of numbers, the requests to partners."""

    def __init__(self, rules: Three04Rules, argument: str) -> None:
        super().__init__(rules, argument)
        bids = rules.ruleset.bids
        self.ladder = [points for points in range(1, bids.maximum + 1) if bids.allows(points)]
        self.rungs = frozenset(self.ladder)
        self.made = {name: [BidMade(name, points) for points in self.ladder] for name in rules.seats}
        """The bids of all numbers on the ladder, for each seat, the lowest first."""
        self.everybody = (1 << rules.seat_count) - 1
        self.mates = rules.mates
        several = max(map(len, rules.mates)) > 1
        self.questions = [
            [(mate, PartnerAsked(name, rules.seats[mate] if several else "")) for mate in rules.mates[seat]]
            for seat, name in enumerate(rules.seats)
        ]
        """For each seat, its partners, each with the act of asking that partner to bid."""
        self.judges = {BidMade: self.judge_bid, Passed: self.judge_pass, PartnerAsked: self.judge_ask}
        self.applies = {BidMade: self.apply_bid, Passed: self.apply_pass, PartnerAsked: self.apply_ask}

    lowest: int = 0
    """The least number that anybody can bid in this auction."""
    slams: tuple[str, ...] = ()
    """The bids to win all tricks that this auction allows."""

    def bids(self) -> list[Act]:
        numbers = self.ladder[bisect_left(self.ladder, self.lowest) :]
        every: list[Bid] = [*numbers, *self.slams]
        return [BidMade("", bid) for bid in every]

    def other_calls(self, seat: int) -> list[Act]:
        asks = [ask for _, ask in self.questions[seat]] if self.has_asking else []
        return [Passed(self.rules.seats[seat]), *asks]

    has_asking: bool = False
    """Whether a seat can ask its partner to bid in this auction."""

    def open(self, s: Three04State, first: int) -> None:
        """Start the auction with the turn of the seat ``first``."""
        s.turn = first
        s.round_bidder = s.asker = NOBODY
        s.passes = s.had_turn = 0

    def floors(self, s: Three04State, seat: int) -> list[Floor]:
        """Return the lower limits of the seat's bid. The first that a bid falls short of gives the refusal."""
        raise NotImplementedError

    def least(self, s: Three04State, seat: int) -> int | None:
        """Return the least number the seat may bid, or None if it may bid none."""
        lowest = 0
        for floor in self.floors(s, seat):
            if floor.least is None:
                return None
            if floor.least > lowest:
                lowest = floor.least
        at = bisect_left(self.ladder, lowest)
        return self.ladder[at] if at < len(self.ladder) else None

    def asking_refusal(self, s: Three04State, seat: int, mate: int) -> Refusal | None:
        """Return the refusal of asking this partner to bid; None if the seat may ask."""
        raise NotImplementedError

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        if seat != s.turn:
            return []
        name = self.rules.seats[seat]
        acts: list[Act] = []
        least = self.least(s, seat)
        if least is not None:
            acts += self.made[name][bisect_left(self.ladder, least) :]
        if not isinstance(self.judges[Passed](s, seat, Passed(name)), Refusal):
            acts.append(Passed(name))
        acts += [asking for mate, asking in self.questions[seat] if not self.asking_refusal(s, seat, mate)]
        if self.slams and not any(floor.least is None for floor in self.floors(s, seat)):
            acts += [BidMade(name, bid) for bid in self.slams]
        return acts

    def out_of_turn(self, s: Three04State, seat: int, msgid: str) -> Refusal:
        """Return the refusal of a bid, a pass or a request at another seat's turn."""
        turn = self.rules.names[s.turn]
        return refuse("bid-out-of-turn", self.rules.seats[seat], msgid, "it is {turn}'s turn", turn=turn)

    def judge_bid(self, s: Three04State, seat: int, act: BidMade) -> Verdict:
        return self.judge_points(s, seat, act) if seat == s.turn else self.out_of_turn(s, seat, "{who} bid out of turn")

    def judge_points(self, s: Three04State, seat: int, act: BidMade) -> Verdict:
        """Judge a bid apart from the turn; the first reason found against it counts."""
        bid = act.bid
        if not isinstance(bid, int):
            return self.judge_slam(s, seat, act)
        if bid not in self.rungs:
            game = self.rules.ruleset
            step = game.bids.step_from_200 if bid > 200 else game.bids.step
            return self.refuse_bid(
                s,
                seat,
                act,
                "bid-not-offered",
                "{who} bid {bid}; bids go up in steps of {step} to {highest}",
                step=game.format_points(step),
                highest=game.format_points(self.ladder[-1]),
            )
        for floor in self.floors(s, seat):
            if floor.least is None or bid < floor.least:
                return self.refuse_bid(s, seat, act, floor.code, floor.msgid)
        return None

    def judge_slam(self, s: Three04State, seat: int, act: BidMade) -> Verdict:
        """Judge a bid to win all tricks, which is legal unless the seat may bid no number (`Floor.least` is None)."""
        if act.bid not in self.slams:
            return self.refuse_bid(s, seat, act, "bid-not-offered", "{who} bid {bid}")
        for floor in self.floors(s, seat):
            if floor.least is None:
                return self.refuse_bid(s, seat, act, floor.code, floor.msgid)
        return None

    def refuse_bid(self, s: Three04State, seat: int, act: BidMade, code: str, msgid: str, **values: Value) -> Refusal:
        """Return the refusal of a bid, with the least number that the seat may bid."""
        game = self.rules.ruleset
        values |= {"bid": bid_value(game, act.bid)}
        if s.slam:
            values |= {"slam": bid_value(game, s.slam)}
        least = self.least(s, seat)
        if least is None:
            return refuse(code, act.seat, msgid, "allowed: only a pass", **values)
        return refuse(code, act.seat, msgid, "the minimum here is {least}", least=game.format_points(least), **values)

    def judge_pass(self, s: Three04State, seat: int, act: Passed) -> Verdict:
        return None if seat == s.turn else self.out_of_turn(s, seat, "{who} passed out of turn")

    def judge_ask(self, s: Three04State, seat: int, act: PartnerAsked) -> Verdict:
        if seat != s.turn:
            return self.out_of_turn(s, seat, "{who} asked its partner out of turn")
        mate = self.find_partner(seat, act)
        if mate == NOBODY:
            return self.refuse_partner(seat, act)
        return self.asking_refusal(s, seat, mate)

    def refuse_partner(self, seat: int, act: PartnerAsked) -> Refusal:
        """Return the refusal of asking a seat that is no partner, with the names of the partners."""
        mates = tuple(SeatLetter(self.rules.seats[mate]) for mate in self.mates[seat])
        if not mates:
            return refuse(
                "ask-whom", act.seat, "{who} asked without naming one of its partners", "there is no partner to ask"
            )
        return refuse(
            "ask-whom",
            act.seat,
            "{who} asked without naming one of its partners",
            "allowed: to ask {mates}",
            mates=Listing(mates, " or "),
        )

    def find_partner(self, seat: int, act: PartnerAsked) -> int:
        """Return the partner that was asked: the named one, or the only one if none is named; NOBODY if no partner."""
        mates = self.mates[seat]
        if act.partner:
            mate = self.rules.place.get(act.partner, NOBODY)
            return mate if mate in mates else NOBODY
        return mates[0] if len(mates) == 1 else NOBODY

    def apply_bid(self, s: Three04State, seat: int, act: BidMade) -> None:
        raise NotImplementedError

    def apply_pass(self, s: Three04State, seat: int, act: Passed) -> None:
        raise NotImplementedError

    def apply_ask(self, s: Three04State, seat: int, act: PartnerAsked) -> None:
        mate = self.find_partner(seat, act)
        if mate == NOBODY:
            return
        if s.asker == NOBODY:
            s.asker = seat
        s.turn = mate

    def spoke(self, s: Three04State, seat: int) -> int:
        """Note that the seat has had its turn, and so has its partner if one asked the other.

        Returns the seat from whose place the turn goes on: the asking seat, or ``seat`` if none asked.
        """
        s.had_turn |= 1 << seat
        if s.asker == NOBODY:
            return seat
        # If the asker itself speaks, its partner asked back, which needs exactly one partner.
        s.had_turn |= 1 << (self.mates[seat][0] if s.asker == seat else s.asker)
        place, s.asker = s.asker, NOBODY
        return place

    def won(self, s: Three04State) -> None:
        """End the auction: the highest bidder is the trump maker."""
        s.maker = s.round_bidder
        s.bid = s.high
        if s.slam == HALF:
            s.rounds = self.rules.ruleset.half_court_cards
        if s.slam and slam(self.rules.ruleset, s.slam).alone:
            s.play_alone(s.maker)
        self.leave(s)


class FirstAuctionStage(AuctionStage):
    """The auction on the first batch, round after round, until all other seats have passed in succession."""

    def __init__(self, rules: Three04Rules, argument: str) -> None:
        super().__init__(rules, argument)
        self.judges[RedealDemanded] = self.judge_redeal
        self.applies[RedealDemanded] = self.apply_redeal
        self.terms = terms = rules.ruleset.auction4
        if terms.first_must_bid:
            self.judges[Passed] = self.judge_first_pass
        code = "bid-second-turn" if terms.later_turn_minimum is not None else "bid-once-only"
        self.after_a_turn = Floor(terms.later_turn_minimum, code, "{who} bid {bid} after an earlier turn")
        self.over_partner = Floor(
            terms.over_partner_minimum, "bid-over-partner", "{who} bid {bid} over its partner's bid"
        )
        court = rules.ruleset.court
        half = court.half != "off" and "half court" not in rules.ruleset.stages
        self.slams = (HALF,) * half + (FULL,) * court.full
        self.lowest = self.terms.minimum
        self.has_asking = rules.ruleset.ask_partner.allowed

    def other_calls(self, seat: int) -> list[Act]:
        redeals = self.rules.ruleset.redeal.threshold is not None
        return [*super().other_calls(seat), *([RedealDemanded(self.rules.seats[seat])] if redeals else [])]

    def enter(self, s: Three04State) -> None:
        self.open(s, self.rules.right[s.dealer])
        if s.slam:
            self.leave(s)

    def floors(self, s: Three04State, seat: int) -> list[Floor]:
        rows = [Floor(max(self.terms.minimum, s.high + 1), "bid-too-low", "{who} bid {bid}")]
        if s.had_turn >> seat & 1:
            rows.append(self.after_a_turn)
        if s.round_bidder in self.mates[seat]:
            rows.append(self.over_partner)
        return rows

    def judge_first_pass(self, s: Three04State, seat: int, act: Passed) -> Verdict:
        """Judge a pass in a game in which the first seat to speak must bid (000 "Variants", the game for six)."""
        if seat != s.turn or s.had_turn:
            return self.judge_pass(s, seat, act)
        return refuse(
            "must-bid",
            act.seat,
            "{who} passed, but the first player to bid may not pass",
            "allowed: a bid of {least} or more",
            least=self.rules.ruleset.format_points(self.terms.minimum),
        )

    def asking_refusal(self, s: Three04State, seat: int, mate: int) -> Refusal | None:
        terms, code, name = self.rules.ruleset.ask_partner, "ask-not-allowed", self.rules.seats[seat]
        if not terms.allowed:
            return refuse(
                code, name, "{who} asked its partner; asking is not part of this game", "allowed: a bid or a pass"
            )
        if s.asker != NOBODY and (seat == s.asker or not terms.back):
            return refuse(
                code,
                name,
                "{who} asked its partner; a partner who was asked may not ask back",
                "allowed: a bid or a pass",
            )
        if s.round_bidder in self.mates[seat] and not terms.when_partner_high:
            return refuse(
                code, name, "{who} asked its partner, who already holds the highest bid", "allowed: a bid or a pass"
            )
        if self.terms.later_turn_minimum is None and s.had_turn >> mate & 1:
            return refuse(
                code, name, "{who} asked its partner, who has already had its only turn", "allowed: a bid or a pass"
            )
        return None

    # --- the redeal -----------------------------------------------------------------------------

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        acts = super().legal(s, seat)
        redeal = RedealDemanded(self.rules.seats[seat])
        if not isinstance(self.judge_redeal(s, seat, redeal), Refusal):
            acts.append(redeal)
        return acts

    def judge_redeal(self, s: Three04State, seat: int, act: RedealDemanded) -> Verdict:
        terms = self.rules.ruleset.redeal
        if terms.threshold is None or seat != (s.dealer + 1) % self.rules.seat_count:
            return refuse(
                "redeal-not-yours",
                act.seat,
                "{who} demanded a redeal; only the player to the dealer's right may demand one",
            )
        if s.had_turn or (s.asker != NOBODY and not terms.after_ask):
            return refuse("redeal-too-late", act.seat, "{who} demanded a redeal after the bidding had begun")
        if terms.max is not None and s.redeals >= terms.max:
            return refuse(
                "redeal-limit",
                act.seat,
                "{who} demanded redeal number {number}; the limit is {most}",
                number=s.redeals + 1,
                most=terms.max,
            )
        worth = self.rules.tables.worth(s.hands[seat])
        if worth >= terms.threshold:
            return refuse(
                "redeal-too-strong",
                act.seat,
                "{who} demanded a redeal with {worth} points",
                "allowed only with fewer than {threshold} points",
                worth=worth,
                threshold=terms.threshold,
            )
        return None if s.is_exact(seat) else POSSIBLE

    def apply_redeal(self, s: Three04State, seat: int, act: RedealDemanded) -> None:
        s.redeals += 1
        s.begin()

    # --- turns ----------------------------------------------------------------------------------

    def apply_bid(self, s: Three04State, seat: int, act: BidMade) -> None:
        if isinstance(act.bid, int):
            place = self.spoke(s, seat)
            s.high = act.bid
            s.bidder = s.round_bidder = seat
            s.passes = 0
            self.pass_turn(s, place)
        elif act.bid in self.slams:
            s.slam = act.bid
            s.bidder = s.round_bidder = seat
            self.close(s)

    def apply_pass(self, s: Three04State, seat: int, act: Passed) -> None:
        place = self.spoke(s, seat)
        s.passes += 1
        self.pass_turn(s, place)

    def pass_turn(self, s: Three04State, place: int) -> None:
        """Pass the turn on from ``place``, or end the auction."""
        right = self.rules.right
        if s.passes >= len(right) - (s.round_bidder != NOBODY):
            self.close(s)
            return
        turn = right[place]
        if self.terms.later_turn_minimum is None:
            if s.had_turn == self.everybody:
                self.close(s)
                return
            while s.had_turn >> turn & 1:
                turn = right[turn]
        elif turn == s.round_bidder and self.terms.high_bidder_turn == "skipped":
            turn = right[turn]
        s.turn = turn

    def close(self, s: Three04State) -> None:
        """End the auction; without a bid the deal is passed out."""
        if s.round_bidder == NOBODY:
            s.outcome = "passed_out"
            s.stage = len(self.rules.stages) - 1
            self.rules.stages[-1].enter(s)
        else:
            self.won(s)
