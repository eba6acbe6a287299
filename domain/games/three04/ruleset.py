"""The parameters of 304 (documents 000, 001, 002, 004). The defaults are those of document 000.

Parameters have their names of the table of contradictions and gaps: ``auction4.minimum``, ``caps.grace`` …
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from domain.engine.match import NEVER, Payment, Terms, Tokens, add_points, has_reached
from domain.engine.ruleset import Ruleset

if TYPE_CHECKING:
    from domain.engine.facts import DealSettled


@dataclass(frozen=True, slots=True)
class Bids:
    """The numbers that may be bid (000 "Bidding with Four Cards", "Variants")."""

    step: int = 10
    step_from_200: int = 10
    five_step_starts: Literal["above_200", "at_200"] = "above_200"
    """The number from which steps of ``step_from_200`` count. With steps of 5, 205 is the first new bid either way."""
    maximum: int = 300

    def allows(self, points: int) -> bool:
        """Return whether a number is on the ladder of bids; the minimum is not checked."""
        if points > self.maximum:
            return False
        fine = points > 200 if self.five_step_starts == "above_200" else points >= 200
        return points % (self.step_from_200 if fine else self.step) == 0


@dataclass(frozen=True, slots=True)
class Redeal:
    """The rejection of a weak first batch by the seat at the dealer's right (000 "Bidding with Four Cards")."""

    threshold: int | None = 15
    """The card points below which a hand may be rejected; None: no redeals."""
    after_ask: bool = False
    max: int | None = None
    """The number of redeals in one deal; None: no limit."""


@dataclass(frozen=True, slots=True)
class AskPartner:
    """The request to a partner to bid in the seat's place (000 "Bidding with Four Cards")."""

    allowed: bool = True
    back: bool = False
    when_partner_high: bool = False


@dataclass(frozen=True, slots=True)
class FirstAuction:
    """The auction on the first batch (000 "Bidding with Four Cards"; 004 "Four card bid")."""

    minimum: int = 160
    first_must_bid: bool = False
    """Whether the first seat to speak may not pass (000 "Variants", the game for six)."""
    later_turn_minimum: int | None = 200
    """The least bid of a seat that has had a turn; None: such a seat may not bid."""
    over_partner_minimum: int | None = 200
    """The least bid over a partner's bid; None: no such bid is allowed."""
    high_bidder_turn: Literal["skipped", "may_raise"] = "skipped"


@dataclass(frozen=True, slots=True)
class SecondAuction:
    """The auction on the whole hand (000 "Bidding with Eight Cards"; 002; 004 "Eight Card Bid")."""

    held: bool = True
    """Whether there is a second auction (000 and 002 differ for six players; A21)."""
    first_speaker: Literal["maker", "dealer_right"] = "maker"
    minimum: int = 250
    minimum_inclusive: bool = True
    over_four_card: Literal["exceed", "equal_ok"] = "exceed"
    ask_partner: bool = False
    stop_after_pcc: bool = True


@dataclass(frozen=True, slots=True)
class Court:
    """The bids to win all tricks besides Partner Close Caps (000 "Variants", "Maharashtrian version"; A27)."""

    half: Literal["off", "alone", "with_partner"] = "off"
    """Half Court: a bid on the first cards, after which no more are dealt."""
    full: bool = False
    """Full Court: a bid to win all tricks with a partner."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The closed game (000 "Closed Trump games")."""

    maker_cut_with_hand_trump: bool = False
    reveal_from: int = 250
    """The least bid after which the indicator is shown at the end of the first trick."""


@dataclass(frozen=True, slots=True)
class Exhausted:
    """The maker's duty to go on leading trumps (000 "Exhausted Trumps")."""

    applies_closed: bool = True
    trigger: Literal["unanswered_lead", "holding_all"] = "unanswered_lead"
    applies_in_courts: bool = False
    """Whether it binds the bidder of Half Court or Full Court too. Of Partner Close Caps 000 says that it does not; of
    the Courts no document says anything (ours)."""


@dataclass(frozen=True, slots=True)
class Spoilt:
    """The side that may declare spoilt trumps, and until when (000 "Spoilt Trumps"; 002; 004 "Playing Trumps")."""

    who: Literal["any", "opponents"] = "any"
    until: Literal["last_card", "before_last_trick"] = "last_card"


@dataclass(frozen=True, slots=True)
class PartnerCloseCaps:
    """The bid to win all tricks alone (000 "Partner Close Caps")."""

    closed_lead_restriction: bool = True
    spoilt: Literal["partner_counts", "maker_alone"] = "partner_counts"
    """Whether trumps of the maker's partner count for the maker's side, or prevent spoilt trumps."""


@dataclass(frozen=True, slots=True)
class Caps:
    """The call of Caps and its pay (000 "Caps", "Scoring"; 002; 004 "Caps")."""

    teams: Literal["both", "maker_only", "nobody"] = "both"
    basis: Literal["information", "actual_hands"] = "information"
    grace: Literal["none", "until_next_own_lead", "end_of_trick"] = "until_next_own_lead"
    order: Literal["strict", "first_legal"] = "strict"
    bonus: int = 1
    bonus_before_trick: int | None = None
    """The number of the trick before which a call pays extra; None: one less than the cards of a hand."""
    wrong: int = 2
    trick_lost: int = 5
    wrong_combine: Literal["replace", "add"] = "replace"
    external: Literal["plus_one", "fixed_8", "off"] = "plus_one"
    external_wrong: Literal["same", "none"] = "same"
    forced_plays_count: bool = True
    call_opens_trump: bool = False
    """Whether a call by the maker of a closed game turns up the indicator and opens the trump (`docs/caps.md`)."""


@dataclass(frozen=True, slots=True)
class Double:
    """The announcement of Double after winning the first tricks (000 "Tamil Nadu version"; B16)."""

    allowed: bool = False
    after_trick: int = 5
    bonus: int = 1
    penalty: int = 1
    """The tokens that the announcer's side loses if it does not win all tricks."""


@dataclass(frozen=True, slots=True)
class Marriages:
    """The points by which King and Queen of a suit change those needed (000 "Maharashtrian version"; A28)."""

    allowed: bool = False
    trump: int = 40
    plain: int = 20


@dataclass(frozen=True, slots=True)
class Reveal:
    """The maker's discard, hidden or shown, and the hands after the deal (000 "Closed Trump games"; 002)."""

    maker_discard: Literal["hidden", "shown"] = "hidden"
    after_hand: bool = True


@dataclass(frozen=True, slots=True)
class PayBand:
    """The tokens won or lost with bids from ``least`` up to the next band."""

    least: int
    win: int
    lose: int


@dataclass(frozen=True, slots=True)
class SlamPay:
    """The tokens won or lost with a bid to win all tricks."""

    win: int
    lose: int


@dataclass(frozen=True, slots=True)
class Pay:
    """The token table (000 "Scoring")."""

    bands: tuple[PayBand, ...] = (PayBand(160, 1, 2), PayBand(200, 2, 3), PayBand(250, 3, 4))
    pcc: SlamPay = SlamPay(4, 5)
    half_court: SlamPay = SlamPay(4, 5)
    full_court: SlamPay = SlamPay(4, 5)
    """No document has the pay of the Courts; they pay like Partner Close Caps (A27, ours)."""


@dataclass(frozen=True, slots=True)
class Violation:
    """The cost of a breach of the rules (004 "Rule Violations"; no other document has one)."""

    remedy: Literal["undo", "award_game_plus"] = "undo"
    plus: int = 2


@dataclass(frozen=True, slots=True)
class MatchTerms(Terms):
    """The tokens and the end of a match (000 "Scoring", "Variants")."""

    tokens: int = 11
    pay_to: Literal["other_team", "bank"] = "other_team"
    end: Literal["all_tokens", "bank", "free", "points"] = "all_tokens"
    """``all_tokens``: a team holds all tokens; ``bank``: a team has none left; ``free``: the players stop;
    ``points``: a team has ``decimal_target`` card points."""
    decimal_target: int = 250
    """The card points that end a match for points (002 "Alternate Scoring Variant": 25.0; A24)."""

    @property
    def stake(self) -> int:
        return 0 if self.by_points else self.tokens

    @property
    def by_points(self) -> bool:
        return self.end == "points"

    @property
    def goal(self) -> int:
        return self.decimal_target if self.by_points and self.decimal_target < NEVER else 0

    def endless(self) -> MatchTerms:
        return replace(self, decimal_target=NEVER) if self.by_points else replace(self, end="free")

    def due(self, settled: DealSettled) -> Tokens:
        """Return the tokens of a deal; in a match for points, its card points, or 0 if it was not played."""
        if self.by_points and not settled.score:
            return settled.points if settled.outcome == "played" else dict.fromkeys(settled.points, 0)
        return settled.due

    def pay(self, balance: Tokens, due: Tokens) -> Payment:
        """Return the payment: each team pays at most the tokens that it has, and the winners share them evenly.

        Gains that an arbiter assigned to each side apart need not balance. Then the bank pays the winners, if they are
        paid at all, and takes what the losers pay.
        """
        if self.by_points:
            return add_points(balance, due)
        paid = dict.fromkeys(balance, 0)
        for team, tokens in due.items():
            if tokens < 0:
                paid[team] = tokens if self.end == "free" else -min(-tokens, balance[team])
        winners = [team for team, tokens in due.items() if tokens > 0]
        left = sum(due[team] for team in winners) if sum(due.values()) else -sum(paid.values())
        if self.pay_to != "other_team":
            left = 0
        for _ in range(left):
            # Give one token at a time to the winner that still lacks most of its win.
            paid[max(winners, key=lambda team: due[team] - paid[team])] += 1
        return Payment(paid, {team: held + paid[team] for team, held in balance.items()})

    def is_over(self, balance: Tokens) -> bool:
        """Return whether a team has no tokens left; in a match for points, whether the leader reached the target."""
        if self.by_points:
            return has_reached(balance, self.decimal_target)
        return self.end != "free" and min(balance.values()) <= 0

    def kind_of_end(self, balance: Tokens) -> str:
        return "target" if self.by_points else "tokens"


RETIRED: Final[dict[str, str | int]] = {
    "auction8.over_partner": "forbidden_in_round",
    "closed.no_legal_lead": "force_open",
    "closed.indicator_trick8": "up_if_led_or_follows",
    "match.short_payment": "pays_what_it_has",
    "pay.pcc.least": 0,
    "pay.half_court.least": 0,
    "pay.full_court.least": 0,
}
"""The retired parameters of stored rulesets, each with its only value, which is now a fixed rule."""


@dataclass(frozen=True, slots=True)
class Three04Ruleset(Ruleset):
    """A ruleset of 304."""

    bids: Bids = Bids()
    redeal: Redeal = Redeal()
    ask_partner: AskPartner = AskPartner()
    auction4: FirstAuction = FirstAuction()
    auction8: SecondAuction = SecondAuction()
    court: Court = Court()
    closed: Closed = Closed()
    exhausted: Exhausted = Exhausted()
    spoilt: Spoilt = Spoilt()
    pcc: PartnerCloseCaps = PartnerCloseCaps()
    caps: Caps = Caps()
    double: Double = Double()
    marriages: Marriages = Marriages()
    reveal: Reveal = Reveal()
    pay: Pay = Pay()
    violation: Violation = Violation()
    match: MatchTerms = MatchTerms()
    shuffle: Literal["minimal", "thorough"] = "minimal"
    last_trick_bonus: int = 0
    """The points by which the last trick lowers those needed if the maker's side wins it (000: perhaps 10; A28)."""
    may_review_tricks: int = 1
    """The number of completed tricks that a player may look back at (000 "Play")."""
    points_scale: Literal["1", "0.1"] = "1"
    """The unit in which card points are written for people (002). The data always has whole numbers."""

    @property
    def has_decimals(self) -> bool:
        return self.points_scale == "0.1"

    def format_points(self, points: int) -> str:
        """Return card points as text for people (002 "Alternate Scoring Variant"; A24)."""
        return f"{points / 10:.1f}" if self.has_decimals else str(points)

    @property
    def shows_hands(self) -> bool:
        return self.reveal.after_hand

    @property
    def award(self) -> int | None:
        return self.violation.plus if self.violation.remedy == "award_game_plus" else None

    @property
    def two_auctions(self) -> bool:
        """Return whether there is a second auction, on the whole hand (A21)."""
        return "auction8" in self.stages and self.auction8.held

    @property
    def partner_named(self) -> bool:
        """Return whether the trump maker names a card whose holder is its partner."""
        return "partner card" in self.stages

    @property
    def partners(self) -> int:
        """Return the number of partners that each player has."""
        return len(self.seating.seats) // len(self.seating.teams) - 1

    @property
    def caps_bonus_before_trick(self) -> int:
        """Return the number of the trick before which a Caps call pays extra."""
        return self.caps.bonus_before_trick or self.hand_size - 1

    @property
    def half_court_cards(self) -> int:
        """Return the number of cards that each seat holds when Half Court may be bid."""
        return self.cards_before("half court" if "half court" in self.stages else "auction4")
