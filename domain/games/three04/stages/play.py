"""The play of the tricks, open and closed (000 "Play", "Closed Trump games", "Exhausted Trumps")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act, CapsRuled, CardPlayed, DealSettled, PointsCounted, ViolationRuled
from domain.engine.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.engine.state import COUNT, NOBODY, NOTHING
from domain.engine.templates import Number, Template
from domain.engine.words.values import CardCode, CardName, Listing, Term
from domain.games.three04.acts import (
    CapsCalled,
    CapsConceded,
    CardsRevealed,
    FaceDownInspected,
    IndicatorRevealed,
    SpoiltTrumpsDeclared,
)
from domain.games.three04.settlement import settle
from domain.games.three04.slams import may_bind_to_trumps
from domain.games.three04.stages.base import Three04Stage
from domain.games.three04.stages.caps import CapsCalls
from domain.games.three04.stages.declare import first_leader, is_barred_from_leading_trump
from domain.games.three04.stages.double import DoubleCalls
from domain.games.three04.stages.inspection import Inspection
from domain.games.three04.stages.marriages import MarriageCalls
from domain.games.three04.stages.partner_card import wrap_applies
from domain.games.three04.stages.spoilt import SpoiltCalls
from domain.games.three04.stages.tricks import open_trump, possible_points, take_trick
from domain.games.three04.state import INSPECTION, REVEAL_CARDS, REVEAL_INDICATOR

if TYPE_CHECKING:
    from domain.engine.words.values import Value
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State

# The ways in which the trump indicator may be played now.
NOT_NOW = 0
TO_CUT = 1
"""Face down, to trump a plain lead."""
FACE_UP = 2


class PlayStage(Three04Stage):
    """The play of all tricks, and the calls during the play."""

    def __init__(self, rules: Three04Rules, argument: str) -> None:
        super().__init__(rules, argument)
        self.spoilt = SpoiltCalls(rules)
        self.caps = CapsCalls(rules)
        self.inspection = Inspection(rules)
        self.judges = {
            CardPlayed: self.judge_play,
            FaceDownInspected: self.inspection.judge,
            CardsRevealed: self.inspection.judge_reveal,
            IndicatorRevealed: self.inspection.judge_indicator,
            CapsCalled: self.caps.judge,
            CapsConceded: self.caps.judge_concession,
            SpoiltTrumpsDeclared: self.spoilt.judge,
            PointsCounted: self.judge_count,
        }
        self.applies = {
            CardPlayed: self.apply_play,
            FaceDownInspected: self.inspection.apply,
            CardsRevealed: self.inspection.apply_reveal,
            IndicatorRevealed: self.apply_indicator,
            CapsCalled: self.caps.apply,
            CapsConceded: self.caps.apply_concession,
            SpoiltTrumpsDeclared: self.spoilt.apply,
            PointsCounted: self.apply_count,
        }
        game = rules.ruleset
        self.announcements: list[DoubleCalls | MarriageCalls] = []
        if game.double.allowed:
            self.announcements.append(DoubleCalls(rules))
        if game.marriages.allowed:
            self.announcements.append(MarriageCalls(rules))
        for calls in self.announcements:
            self.judges |= calls.judges
            self.applies |= calls.applies
        if game.partner_named:
            self.applies = wrap_applies(rules, self.applies)
        self.bit = rules.tables.bit
        self.suit_of = rules.tables.suit_of
        self.up = [{card: CardPlayed(name, card) for card in self.bit} for name in rules.seats]
        self.down = [{card: CardPlayed(name, card, down=True) for card in self.bit} for name in rules.seats]
        """The acts of playing each card face down, by seat and card; `up` has those face up."""

    def enter(self, s: Three04State) -> None:
        s.turn = first_leader(s)

    def settle(self, s: Three04State, caps: CapsRuled | None, violation: ViolationRuled | None) -> DealSettled | None:
        return settle(s, caps, violation)

    # --- playable cards -------------------------------------------------------------------------

    def playable(self, s: Three04State, seat: int, down: bool) -> int:
        """Return the known cards of the hand that the seat may play face down, or face up if not ``down``."""
        hand = s.hands[seat]
        if not s.trick:
            up = self.maker_leads(s, hand) if seat == s.maker else hand
        elif not s.lead_suit:
            # The led card is not known.
            return hand if s.closed or not down else 0
        else:
            up = hand & s.lead_suit
            if not up:
                if s.closed:
                    return self.discards(s, seat, hand) if down else 0
                up = hand
        return 0 if down else up

    def discards(self, s: Three04State, seat: int, hand: int) -> int:
        """Return the cards that the seat may play face down without the led suit (000 "Closed Trump games" 2)."""
        if seat != s.maker or s.lead_suit == s.trump or not s.indicator_down:
            return hand
        return hand if self.rules.ruleset.closed.maker_cut_with_hand_trump else hand & ~s.trump

    def indicator_use(self, s: Three04State, seat: int, trump: int) -> int:
        """Return how the seat may play an indicator of the suit ``trump``: NOT_NOW, TO_CUT or FACE_UP.

        000 "Closed Trump games" 2. ``trump``: 0 for a suit that is not known, and is taken for another one than the
        suit led.
        """
        if seat != s.maker:
            return NOT_NOW
        if not s.trick:
            return self.use_if_last_card(s)
        if not s.closed or s.hands[seat] & s.lead_suit:
            return NOT_NOW
        return self.use_if_last_card(s) if s.lead_suit == trump else TO_CUT

    def indicator_uses(self, s: Three04State, seat: int) -> list[int]:
        """Return each way in which the seat may play the indicator, of whatever suit it may be."""
        suits = {s.trump} if s.trump else {0, s.lead_suit}
        uses = {self.indicator_use(s, seat, suit) for suit in suits}
        return sorted(uses - {NOT_NOW})

    def use_if_last_card(self, s: Three04State) -> int:
        """Return FACE_UP if the indicator on the table is the maker's only card, else NOT_NOW.

        000 "Closed Trump games" 2.
        """
        return FACE_UP if s.indicator_down and not s.size(s.maker) else NOT_NOW

    def maker_leads(self, s: Three04State, hand: int) -> int:
        """Return the cards that the trump maker may lead from the hand."""
        trumps = hand & s.trump
        if s.closed and s.last_winner == NOBODY and is_barred_from_leading_trump(s):
            return hand & ~s.trump or hand
        if trumps and self.must_lead_trumps(s, hand):
            return trumps
        return hand

    def must_lead_trumps(self, s: Three04State, hand: int) -> bool:
        """Return whether the maker, if it holds a trump in the hand, must lead one (000 "Exhausted Trumps")."""
        terms = self.rules.ruleset.exhausted
        if not may_bind_to_trumps(s) or (s.closed and not terms.applies_closed):
            return False
        if terms.trigger == "unanswered_lead":
            return s.duty
        return not s.trump & ~(hand | s.indicator | s.gone)

    # --- legal acts -----------------------------------------------------------------------------

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        acts: list[Act] = []
        if seat == s.turn:
            if not s.owed:
                acts += self.plays(s, seat)
            elif s.owed != COUNT:
                acts += self.inspection.legal(s)
        for calls in self.announcements:
            acts += calls.legal(s, seat)
        return acts + self.caps.legal(s, seat) + self.spoilt.legal(s, seat)

    def templates(self, s: Three04State, seat: int, legal: list[Act]) -> list[Template]:
        templates = super().templates(s, seat, legal)
        if seat == s.turn and s.owed == COUNT:
            templates.append(Template(PointsCounted(self.rules.seats[seat]), "points", Number(*possible_points(s))))
        return templates + self.caps.templates(s, seat)

    def plays(self, s: Three04State, seat: int) -> list[Act]:
        """Return the plays open to the seat, with ``??`` if its hand is not wholly known."""
        acts = self.known_plays(s, seat)
        if not s.is_exact(seat):
            name = self.rules.seats[seat]
            unseen = (CardPlayed(name, UNKNOWN), CardPlayed(name, UNKNOWN, down=True))
            acts += [act for act in unseen if not isinstance(self.explain_choice(s, act, seat, 0), Refusal)]
        return [*acts]

    def known_plays(self, s: Three04State, seat: int) -> list[CardPlayed]:
        """Return the plays open to the seat of cards known to be in the hand, and of the indicator."""
        cards = self.rules.tables.cards
        acts = [self.up[seat][card] for card in cards(self.playable(s, seat, False))]
        acts += [self.down[seat][card] for card in cards(self.playable(s, seat, True))]
        if s.indicator_down:
            card, name = self.rules.tables.card.get(s.indicator, UNKNOWN), self.rules.seats[seat]
            uses = self.indicator_uses(s, seat)
            acts += [CardPlayed(name, card, down=use == TO_CUT, indicator=True) for use in uses]
        return acts

    def judge_play(self, s: Three04State, seat: int, act: CardPlayed) -> Verdict:
        bit = self.bit.get(act.card, 0)
        if seat == s.turn and not s.owed and (not s.vague or self.is_certain(s, seat)):
            if not act.indicator:
                if bit & self.playable(s, seat, act.down):
                    return None
            elif bit and bit == s.indicator and self.indicator_use(s, seat, s.trump) == use_in(act):
                return None
        return self.explain(s, act, seat, bit)

    def is_certain(self, s: Three04State, seat: int) -> bool:
        """Return whether the whole hand and the led suit are known, so that a verdict is certain."""
        return s.is_exact(seat) and (not s.trick or s.lead_suit != 0)

    def explain(self, s: Three04State, act: CardPlayed, seat: int, bit: int) -> Verdict:
        """Judge a play that is not certainly legal; the first reason found against it counts."""
        if not bit and act.card != UNKNOWN:
            return refuse("unknown-card", act.seat, "{card} is not in this pack", card=act.card)
        if s.owed:
            return self.refuse_while_owed(s, act)
        if s.asleep >> seat & 1:
            return self.refuse_card("sleeping-partner", act, "{who} played {card}, but takes no part in this deal")
        if seat != s.turn:
            turn = self.rules.names[s.turn]
            return self.refuse_card(
                "play-out-of-turn", act, "{who} played {card} out of turn", "it is {turn}'s turn to play", turn=turn
            )
        if act.indicator:
            return self.explain_indicator(s, act, seat, bit)
        return self.explain_held(s, act, seat, bit) or self.explain_choice(s, act, seat, bit)

    def refuse_while_owed(self, s: Three04State, act: CardPlayed) -> Refusal:
        """Return the refusal of a card while another act of the trump maker must come first."""
        maker = self.rules.names[s.maker]
        if s.owed == INSPECTION:
            return self.refuse_card(
                "must-inspect",
                act,
                "{who} played {card}",
                "{maker} must first look at the face-down cards",
                maker=maker,
            )
        if s.owed == COUNT:
            return self.refuse_card(
                "deal-over",
                act,
                "{who} played {card} after the last trick",
                "{maker} must count the points",
                maker=maker,
            )
        return self.refuse_card(
            "must-reveal",
            act,
            "{who} played {card}",
            "{maker} must first turn up the cards that must be shown",
            maker=maker,
        )

    def refuse_card(self, code: str, act: CardPlayed, msgid: str, allowed: str = "", /, **values: Value) -> Refusal:
        """Return the refusal of a card. Both sentences have the value ``card`` besides ``values``."""
        return refuse(code, act.seat, msgid, allowed, card=CardName(act.card, self.rules.faces), **values)

    def refuse_play(self, s: Three04State, act: CardPlayed, code: str, msgid: str) -> Refusal:
        """Return the refusal of a card, with the plays open to the seat."""
        plays = self.play_values(s, self.rules.place[act.seat])
        if not plays:
            return self.refuse_card(code, act, msgid)
        return self.refuse_card(code, act, msgid, "allowed: {plays}", plays=Listing(plays))

    def explain_indicator(self, s: Three04State, act: CardPlayed, seat: int, bit: int) -> Verdict:
        """Judge a play of the trump indicator that is not certainly legal (000 "Closed Trump games" 2)."""
        if seat != s.maker or not s.indicator_down:
            return self.refuse_card(
                "indicator-gone", act, "{who} played {card} as the indicator, but has none on the table"
            )
        if bit & s.gone and not s.indicator:
            return self.refuse_play(s, act, "already-played", "{who} played {card}, which has already been played")
        if bit and s.indicator and bit != s.indicator:
            return self.refuse_card(
                "indicator-differs",
                act,
                "{who} played {card} as the indicator",
                "the indicator is {placed}",
                placed=CardCode(self.rules.tables.card[s.indicator], self.rules.faces),
            )
        trump = s.trump or self.suit_of[bit]
        if self.indicator_use(s, seat, trump) == use_in(act):
            return POSSIBLE
        # It cuts face down; as the last card it leads, or follows suit, face up.
        is_wrong_way = bool(trump and s.lead_suit) and act.down == (trump == s.lead_suit)
        is_early = s.size(seat) > 0 and not (act.down and s.trick)
        is_exact = s.is_exact(seat) and bool(trump)
        if is_exact or is_wrong_way or is_early or self.certainly_follows(s, seat):
            return self.refuse_play(s, act, "indicator-misused", "{who} played {card}, the indicator")
        return POSSIBLE

    def explain_held(self, s: Three04State, act: CardPlayed, seat: int, bit: int) -> Refusal | None:
        """Return the refusal of a card that cannot be in the hand; None if it can be."""
        if not bit or s.may_have(seat, bit):
            return None
        if bit & s.gone:
            return self.refuse_play(s, act, "already-played", "{who} played {card}, which has already been played")
        if bit == s.indicator and seat == s.maker:
            return self.refuse_play(
                s, act, "indicator-misused", "{who} played {card} from the hand, but it is the indicator"
            )
        return self.refuse_play(s, act, "not-in-hand", "{who} played {card}, which is not in its hand")

    def explain_choice(self, s: Three04State, act: CardPlayed, seat: int, bit: int) -> Verdict:
        """Judge whether the card may be played this way, given the known cards of the hand."""
        if not s.trick:
            if act.down:
                return self.refuse_play(s, act, "lead-face-down", "{who} led {card} face down")
            return self.explain_lead(s, act, seat, bit)
        if not s.size(seat):
            # Only the indicator on the table is left.
            return self.refuse_play(s, act, "not-in-hand", "{who} played {card}, but has no card left in its hand")
        if not s.lead_suit:
            return POSSIBLE
        return self.explain_down(s, act, seat, bit) if act.down else self.explain_up(s, act, seat, bit)

    def explain_up(self, s: Three04State, act: CardPlayed, seat: int, bit: int) -> Verdict:
        """Judge a card face up, which must follow suit unless the hand cannot and trumps are open."""
        if bit and self.suit_of[bit] == s.lead_suit:
            return None if s.surely_has(seat, bit) else POSSIBLE
        if bit and self.certainly_follows(s, seat):
            return self.refuse_play(s, act, "revoke", "{who} played {card}, but holds a card of the suit led")
        if s.closed and (bit or (s.is_exact(seat) and not s.hands[seat] & s.lead_suit)):
            return self.refuse_play(
                s, act, "must-play-down", "{who} played {card} face up without following suit while trumps were closed"
            )
        return POSSIBLE

    def explain_down(self, s: Three04State, act: CardPlayed, seat: int, bit: int) -> Verdict:
        """Judge a card face down, which is legal only while trumps are closed and without a card of the led suit."""
        if bit and self.suit_of[bit] == s.lead_suit:
            return self.refuse_play(s, act, "must-play-up", "{who} played {card} face down, although it follows suit")
        if self.certainly_follows(s, seat):
            return self.refuse_play(s, act, "revoke", "{who} played {card}, but holds a card of the suit led")
        if not s.closed:
            return self.refuse_play(s, act, "must-play-up", "{who} played {card} face down, but trumps are open")
        if seat != s.maker or not (s.trump and s.indicator_down):
            return POSSIBLE
        if self.rules.ruleset.closed.maker_cut_with_hand_trump:
            return POSSIBLE
        if s.is_exact(seat) and not s.hands[seat] & ~s.trump:
            return self.refuse_card(
                "maker-must-cut", act, "{who} played {card} face down", "allowed: to trump with the indicator"
            )
        if bit & s.trump:
            return self.refuse_play(
                s,
                act,
                "maker-hand-trump",
                "{who} played {card}, a trump from the hand, face down while the indicator was on the table",
            )
        return POSSIBLE

    def explain_lead(self, s: Three04State, act: CardPlayed, seat: int, bit: int) -> Verdict:
        """Judge a lead that is not certainly legal; only the leads of the trump maker are restricted."""
        if not s.size(seat):
            return self.refuse_play(s, act, "not-in-hand", "{who} played {card}, but has no card left in its hand")
        if seat != s.maker:
            return None if s.surely_has(seat, bit) else POSSIBLE
        if not s.trump or not bit:
            return POSSIBLE
        if bit & s.trump:
            first = s.closed and s.last_winner == NOBODY and is_barred_from_leading_trump(s)
            if first and s.count_sure(seat, ~s.trump):
                return self.refuse_card(
                    "maker-first-lead",
                    act,
                    "{who} led {card}, a trump, to the first trick",
                    "allowed: a card that is not a trump, or an open game",
                )
        elif s.count_sure(seat, s.trump) and self.must_lead_trumps(s, s.hands[seat]):
            return self.refuse_play(
                s, act, "must-lead-trumps", "{who} played {card}, but must lead trumps because trumps are exhausted"
            )
        return POSSIBLE

    def certainly_follows(self, s: Three04State, seat: int) -> bool:
        """Return whether the hand certainly holds a card of the led suit."""
        return s.count_sure(seat, s.lead_suit) > 0

    def play_values(self, s: Three04State, seat: int) -> tuple[Value, ...]:
        """Return the plays open to the seat as values of a sentence."""
        plays: list[Value] = []
        for act in self.known_plays(s, seat):
            card: Value = Term("the indicator") if act.indicator else CardCode(act.card, self.rules.faces)
            plays.append(Term("{card} face down", {"card": card}) if act.down else card)
        return tuple(plays)

    # --- the changes by a play ------------------------------------------------------------------

    def apply_play(self, s: Three04State, seat: int, act: CardPlayed) -> None:
        if s.owed:
            self.close_trick(s)
        bit = self.bit.get(act.card, 0)
        if bit & s.gone:
            # The card has been played already, so the card played now is another one, which is not known.
            bit = 0
        if seat != s.turn and (seat in s.trick_seats or s.asleep >> seat & 1):
            # A second card of a seat, or a card of a seat that takes no part, does not belong to the trick.
            return
        if act.indicator and seat == s.maker and s.indicator_down:
            self.play_indicator(s, act, bit)
        else:
            s.leave(seat, bit)
        trick = s.trick
        seats = s.trick_seats
        s.gone |= bit
        if act.down:
            s.down |= 1 << len(trick)
        if not trick:
            s.lead_suit = self.suit_of[bit]
        trick.append(bit)
        seats.append(seat)
        if len(trick) < s.width:
            turn = s.right[seat]
            s.turn = turn if turn not in seats else self.after(s, seat)
        elif s.down:
            s.owed = INSPECTION
            s.turn = s.maker
        else:
            take_trick(s)

    def play_indicator(self, s: Three04State, act: CardPlayed, bit: int) -> None:
        """Move the indicator from the table to the trick; face up, it opens the trump."""
        s.indicator_down = False
        s.indicator_at = len(s.trick)
        if not s.indicator:
            s.name_unseen_card(s.maker, bit)
        if bit:
            s.indicator = bit
            s.trump = self.suit_of[bit]
        if not act.down:
            s.closed = False

    def after(self, s: Three04State, seat: int) -> int:
        """Return the seat that plays after this one: the next that takes part and has not played to the trick."""
        for _ in s.right:
            seat = s.right[seat]
            if seat not in s.trick_seats:
                break
        return seat

    def to_play(self, s: Three04State) -> int:
        """Return the seat that plays the next card, by the cards of the trick."""
        if s.trick:
            return self.after(s, s.trick_seats[-1])
        return s.last_winner if s.last_winner != NOBODY else first_leader(s)

    def is_trick_full(self, s: Three04State) -> bool:
        """Return whether every seat that takes part has played to the trick."""
        return len(s.trick) >= s.width

    def close_trick(self, s: Three04State) -> None:
        """End the trick as it lies, because play went on although an act of the maker was due first."""
        s.owed = NOTHING
        if self.is_trick_full(s):
            take_trick(s)

    def apply_indicator(self, s: Three04State, seat: int, act: IndicatorRevealed) -> None:
        if seat != s.maker:
            return
        open_trump(s, self.bit.get(act.card, 0))
        if s.owed == REVEAL_INDICATOR:
            s.owed = NOTHING
        if s.owed in (INSPECTION, REVEAL_CARDS, COUNT):
            return
        if self.is_trick_full(s):
            take_trick(s)
        else:
            s.turn = self.to_play(s)

    # --- acts without a choice ------------------------------------------------------------------

    def owed_act(self, s: Three04State) -> Act | None:
        return self.inspection.owed_act(s)

    def compels(self, table: Three04State) -> Act | None:
        return self.inspection.compels(table)

    # --- counting, if cards stayed unknown ------------------------------------------------------

    def judge_count(self, s: Three04State, seat: int, act: PointsCounted) -> Verdict:
        if s.owed != COUNT:
            return refuse("wrong-stage", act.seat, "{who} counted the points, but the known cards already give them")
        if not s.makers() >> seat & 1:
            return refuse(
                "not-the-maker", act.seat, "{who} counted the points", "only the trump maker's side may count"
            )
        least, most = possible_points(s)
        if not least <= act.points <= most:
            return refuse(
                "count-impossible",
                act.seat,
                "{who} counted {points}",
                "allowed: {least} to {most} points",
                points=act.points,
                least=least,
                most=most,
            )
        return POSSIBLE

    def apply_count(self, s: Three04State, seat: int, act: PointsCounted) -> None:
        if s.owed == COUNT:
            s.counted = act.points
            s.owed = NOTHING
            self.leave(s)


def use_in(act: CardPlayed) -> int:
    """Return how an act plays the indicator: TO_CUT or FACE_UP."""
    return TO_CUT if act.down else FACE_UP
