"""The auction on the first four cards (000 "Bidding with Four Cards"; 004 "Four card bid")."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, TypeAlias

from domain.engine.facts import Act, Passed
from domain.engine.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.engine.state import NOBODY
from domain.games.three04.acts import FULL, HALF, Bid, BidMade, PartnerAsked, RedealDemanded
from domain.games.three04.slams import NAMES, slam
from domain.games.three04.stages.base import Three04Stage

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.ruleset import Three04Ruleset
    from domain.games.three04.state import Three04State


Floor: TypeAlias = tuple[int | None, str, str]
"""What limits a bid: the least number (None: no number at all), the refusal's code, the reason in words."""


def bid_words(game: Three04Ruleset, bid: Bid) -> str:
    """A bid as one says it."""
    return game.written(bid) if isinstance(bid, int) else NAMES.get(bid, bid)


class AuctionStage(Three04Stage):
    """What both auctions share: turns, the ladder of numbers, asking partner."""

    def __init__(self, rules: Three04Rules, argument: str) -> None:
        super().__init__(rules, argument)
        bids = rules.ruleset.bids
        self.ladder = [points for points in range(1, bids.maximum + 1) if bids.allows(points)]
        self.rungs = frozenset(self.ladder)
        self.bids = {name: [BidMade(name, points) for points in self.ladder] for name in rules.seats}
        """Every number that each seat may ever bid, from the lowest."""
        self.everybody = (1 << rules.seat_count) - 1
        self.mates = rules.mates
        several = max(map(len, rules.mates)) > 1
        self.questions = [
            [(mate, PartnerAsked(name, rules.seats[mate] if several else "")) for mate in rules.mates[seat]]
            for seat, name in enumerate(rules.seats)
        ]
        """Whom each seat can ask to bid in its place, and how."""
        self.judges = {BidMade: self.judge_bid, Passed: self.judge_pass, PartnerAsked: self.judge_ask}
        self.applies = {BidMade: self.apply_bid, Passed: self.apply_pass, PartnerAsked: self.apply_ask}

    ask_code = "ask-not-allowed"
    """The code that refuses to ask partner."""

    slams: tuple[str, ...] = ()
    """The bids to win every trick that are offered here."""

    def open(self, s: Three04State, first: int) -> None:
        """The first seat may speak."""
        s.turn = first
        s.round_bidder = s.asker = NOBODY
        s.passes = s.had_turn = 0

    def floors(self, s: Three04State, seat: int) -> list[Floor]:
        """Everything that limits the seat's bid; the first that it falls short of is the reason to refuse it."""
        raise NotImplementedError

    def least(self, s: Three04State, seat: int) -> int | None:
        """The least number the seat may bid; None when it may bid none."""
        lowest = 0
        for floor, _, _ in self.floors(s, seat):
            if floor is None:
                return None
            if floor > lowest:
                lowest = floor
        at = bisect_left(self.ladder, lowest)
        return self.ladder[at] if at < len(self.ladder) else None

    def may_ask(self, s: Three04State, seat: int, mate: int) -> str:
        """Why the seat may not ask this partner to bid; empty when it may."""
        raise NotImplementedError

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        if seat != s.turn:
            return []
        name = self.rules.seats[seat]
        acts: list[Act] = []
        least = self.least(s, seat)
        if least is not None:
            acts += self.bids[name][bisect_left(self.ladder, least) :]
        if not isinstance(self.judges[Passed](s, seat, Passed(name)), Refusal):
            acts.append(Passed(name))
        acts += [asking for mate, asking in self.questions[seat] if not self.may_ask(s, seat, mate)]
        if self.slams and not any(floor is None for floor, _, _ in self.floors(s, seat)):
            acts += [BidMade(name, bid) for bid in self.slams]
        return acts

    def out_of_turn(self, s: Three04State, seat: int, what: str) -> Refusal:
        """It is another seat's turn to speak."""
        names = self.rules.names
        whose = names[s.turn]
        return refuse(
            "bid-out-of-turn",
            self.rules.seats[seat],
            f"{names[seat]} {what} out of turn",
            f"{whose} speaks",
        )

    def judge_bid(self, s: Three04State, seat: int, act: BidMade) -> Verdict:
        return self.judge_points(s, seat, act) if seat == s.turn else self.out_of_turn(s, seat, "bid")

    def judge_points(self, s: Three04State, seat: int, act: BidMade) -> Verdict:
        """Whether the number may be bid, the turn aside; the first reason against it counts."""
        bid = act.bid
        if not isinstance(bid, int):
            return self.judge_slam(s, seat, act)
        if bid not in self.rungs:
            game = self.rules.ruleset
            step = game.bids.step_from_200 if bid > 200 else game.bids.step
            steps = f"; bids go up in steps of {game.written(step)} to {game.written(self.ladder[-1])}"
            return self.refuse_bid(s, seat, act, "bid-not-offered", steps)
        for floor, code, why in self.floors(s, seat):
            if floor is None or bid < floor:
                return self.refuse_bid(s, seat, act, code, why)
        return None

    def judge_slam(self, s: Three04State, seat: int, act: BidMade) -> Verdict:
        """Whether a bid to win every trick may be made: wherever some number might be."""
        if act.bid not in self.slams:
            return self.refuse_bid(s, seat, act, "bid-not-offered", "")
        for floor, code, why in self.floors(s, seat):
            if floor is None:
                what = f"{self.rules.names[seat]} bid {bid_words(self.rules.ruleset, act.bid)}{why}"
                return refuse(code, act.seat, what, "it may only pass")
        return None

    def refuse_bid(self, s: Three04State, seat: int, act: BidMade, code: str, why: str) -> Refusal:
        """The bid is refused, and what would have been enough is said."""
        least = self.least(s, seat)
        game = self.rules.ruleset
        told = f"the least allowed here is {game.written(least)}" if least is not None else "it may only pass"
        return refuse(code, act.seat, f"{self.rules.names[seat]} bid {bid_words(game, act.bid)}{why}", told)

    def judge_pass(self, s: Three04State, seat: int, act: Passed) -> Verdict:
        return None if seat == s.turn else self.out_of_turn(s, seat, "passed")

    def judge_ask(self, s: Three04State, seat: int, act: PartnerAsked) -> Verdict:
        if seat != s.turn:
            return self.out_of_turn(s, seat, "asked partner")
        name = self.rules.names[seat]
        mate = self.asked(seat, act)
        if mate == NOBODY:
            mates = " or ".join(self.rules.seats[mate] for mate in self.mates[seat]) or "nobody"
            return refuse("ask-whom", act.seat, f"{name} did not ask one of its partners", f"it may ask {mates}")
        if why := self.may_ask(s, seat, mate):
            return refuse(self.ask_code, act.seat, f"{name} asked partner; {why}", "bid or pass")
        return None

    def asked(self, seat: int, act: PartnerAsked) -> int:
        """The partner that was asked: the one named, or the only one there is; NOBODY if that is none."""
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
        mate = self.asked(seat, act)
        if mate == NOBODY:
            return
        if s.asker == NOBODY:
            s.asker = seat
        s.turn = mate

    def spoke(self, s: Three04State, seat: int) -> int:
        """The seat has had its turn; after asking, so has its partner. Returns whose place in the order it was."""
        s.had_turn |= 1 << seat
        if s.asker == NOBODY:
            return seat
        # Only an only partner can have asked back.
        s.had_turn |= 1 << (self.mates[seat][0] if s.asker == seat else s.asker)
        place, s.asker = s.asker, NOBODY
        return place

    def won(self, s: Three04State) -> None:
        """The highest bidder is the trump maker."""
        s.maker = s.round_bidder
        s.bid = s.high
        if s.slam == HALF:
            s.rounds = self.rules.ruleset.half_court_cards
        if s.slam and slam(self.rules.ruleset, s.slam).alone:
            s.play_alone(s.maker)
        self.leave(s)


class FirstAuctionStage(AuctionStage):
    """As many circuits as it takes; three passes in succession end it."""

    def __init__(self, rules: Three04Rules, argument: str) -> None:
        super().__init__(rules, argument)
        self.judges[RedealDemanded] = self.judge_redeal
        self.applies[RedealDemanded] = self.apply_redeal
        self.terms = terms = rules.ruleset.auction4
        if terms.first_must_bid:
            self.judges[Passed] = self.judge_first_pass
        code = "bid-second-turn" if terms.later_turn_minimum is not None else "bid-once-only"
        self.after_a_turn = (terms.later_turn_minimum, code, ", having had a turn")
        self.over_partner = (terms.over_partner_minimum, "bid-over-partner", " over partner")
        court = rules.ruleset.court
        half = court.half != "off" and "half court" not in rules.ruleset.stages
        self.slams = (HALF,) * half + (FULL,) * court.full

    def enter(self, s: Three04State) -> None:
        self.open(s, self.rules.right[s.dealer])
        if s.slam:
            self.leave(s)

    def floors(self, s: Three04State, seat: int) -> list[Floor]:
        rows: list[Floor] = [(max(self.terms.minimum, s.high + 1), "bid-too-low", "")]
        if s.had_turn >> seat & 1:
            rows.append(self.after_a_turn)
        if s.round_bidder in self.mates[seat]:
            rows.append(self.over_partner)
        return rows

    def judge_first_pass(self, s: Three04State, seat: int, act: Passed) -> Verdict:
        """000 "Variants", the game for six: the first to speak is obliged to bid."""
        if seat != s.turn or s.had_turn:
            return self.judge_pass(s, seat, act)
        told = f"a bid of {self.rules.ruleset.written(self.terms.minimum)} or more"
        return refuse("must-bid", act.seat, f"{self.rules.names[seat]} passed as the first to speak", told)

    def may_ask(self, s: Three04State, seat: int, mate: int) -> str:
        terms = self.rules.ruleset.ask_partner
        if not terms.allowed:
            return "asking is not part of this game"
        if s.asker != NOBODY and (seat == s.asker or not terms.back):
            return "an asked partner may not ask back"
        if s.round_bidder in self.mates[seat] and not terms.when_partner_high:
            return "partner already holds the highest bid"
        if self.terms.later_turn_minimum is None and s.had_turn >> mate & 1:
            return "partner has had its only turn"
        return ""

    # --- the redeal -----------------------------------------------------------------------------

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        acts = super().legal(s, seat)
        redeal = RedealDemanded(self.rules.seats[seat])
        if not isinstance(self.judge_redeal(s, seat, redeal), Refusal):
            acts.append(redeal)
        return acts

    def judge_redeal(self, s: Three04State, seat: int, act: RedealDemanded) -> Verdict:
        terms = self.rules.ruleset.redeal
        name = self.rules.names[seat]
        if terms.threshold is None or seat != (s.dealer + 1) % self.rules.seat_count:
            return refuse("redeal-not-yours", act.seat, f"{name} demanded a redeal; only dealer's right may")
        if s.had_turn or (s.asker != NOBODY and not terms.after_ask):
            return refuse("redeal-too-late", act.seat, f"{name} demanded a redeal after speaking")
        if terms.max is not None and s.redeals >= terms.max:
            return refuse("redeal-limit", act.seat, f"{name} demanded redeal {s.redeals + 1}; at most {terms.max}")
        worth = self.rules.tables.worth(s.hands[seat])
        if worth >= terms.threshold:
            return refuse(
                "redeal-too-strong",
                act.seat,
                f"{name} demanded a redeal with {worth} points",
                f"only with less than {terms.threshold}",
            )
        return None if s.exact(seat) else POSSIBLE

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
        """The turn goes round from ``place``, or the auction is over."""
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
        """Nobody speaks any more."""
        if s.round_bidder == NOBODY:
            s.outcome = "passed_out"
            s.stage = len(self.rules.stages) - 1
            self.rules.stages[-1].enter(s)
        else:
            self.won(s)
