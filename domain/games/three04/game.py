"""The `Game` object of 304."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Final, Literal

from domain.engine.card_play import CardPlay, TrickTables
from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.facts import Act, CardPlayed, DealSettled
from domain.engine.game import Game
from domain.engine.refusals import Clause, Refusal
from domain.engine.rulebook.figures import CardValues, PayRow
from domain.engine.words.values import Term
from domain.games.three04 import clauses, hiding, idle
from domain.games.three04.acts import (
    ACTS,
    CapsCalled,
    CardsRevealed,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
    TrumpOpened,
)
from domain.games.three04.card_play import card_play, trick_tables
from domain.games.three04.consistency import wrong_parameters
from domain.games.three04.information import Three04Watcher
from domain.games.three04.rulebook import CHAPTERS
from domain.games.three04.rulebook.cards import card_values
from domain.games.three04.rulebook.pay import pay_rows
from domain.games.three04.rules import Three04Rules
from domain.games.three04.ruleset import RETIRED, Caps, Exhausted, Three04Ruleset
from domain.games.three04.settlement import settle_play
from domain.games.three04.stages.auction import FirstAuctionStage
from domain.games.three04.stages.dealing import Three04DealingStage
from domain.games.three04.stages.declare import DeclareStage
from domain.games.three04.stages.half_court import HalfCourtStage
from domain.games.three04.stages.indicator import IndicatorAgainStage, IndicatorStage
from domain.games.three04.stages.marriages import points_needed
from domain.games.three04.stages.over import Three04OverStage
from domain.games.three04.stages.partner_card import PartnerCardStage
from domain.games.three04.stages.play import PlayStage
from domain.games.three04.stages.second_auction import SecondAuctionStage
from domain.games.three04.state import Three04State


class Three04(Game):
    """304 and its variants."""

    playing = "play"
    ruleset = Three04Ruleset
    rules = Three04Rules
    state = Three04State
    stages: ClassVar = {
        "deal": Three04DealingStage,
        "half court": HalfCourtStage,
        "auction4": FirstAuctionStage,
        "indicator": IndicatorStage,
        "partner card": PartnerCardStage,
        "auction8": SecondAuctionStage,
        "indicator again": IndicatorAgainStage,
        "declare": DeclareStage,
        "play": PlayStage,
        "over": Three04OverStage,
    }
    acts = ACTS
    hidden = hiding.HIDDEN
    public = hiding.PUBLIC
    names_card = (IndicatorPlaced, IndicatorTakenBack, IndicatorRevealed, TrumpOpened)
    names_cards = (FaceDownInspected, CardsRevealed)
    laid = (IndicatorPlaced,)
    telling = (IndicatorPlaced, TrumpOpened, TrumpClosed, FaceDownInspected, CardsRevealed, IndicatorRevealed)
    own = (IndicatorPlaced, TrumpOpened, CapsCalled)
    unseen = (IndicatorPlaced, FaceDownInspected)
    announced = (FaceDownInspected,)
    chapters = CHAPTERS
    codes = clauses.CODES
    noted = clauses.NOTED
    slips = clauses.SLIPS
    clauses = clauses.DECIDED
    waits = idle.WAITS
    with_caps = True
    watcher = Three04Watcher
    earlier: ClassVar = {"caps.call_opens_trump": True, "exhausted.applies_in_courts": False}
    groups: ClassVar = {"caps": Caps, "exhausted": Exhausted}
    retired: ClassVar = RETIRED

    def name_cards(self, s: Three04State, act: Act) -> Act | None:
        card = s.rules.tables.card
        match act:
            case IndicatorTakenBack():
                return replace(act, card=card.get(s.indicator, UNKNOWN))
            case IndicatorRevealed():
                return replace(act, card=card[s.indicator]) if s.indicator else None
            case CardsRevealed(_, cards):
                seats = s.rules.seats
                lying = {seats[seat]: card[bit] for seat, bit in zip(s.trick_seats, s.trick, strict=True) if bit}
                known = cards.keys() <= lying.keys()
                return replace(act, cards={seat: lying[seat] for seat in cards}) if known else None
        return act

    def fill(self, s: Three04State, act: Act) -> Act:
        rules = s.rules
        card = rules.tables.card
        match act:
            case FaceDownInspected(_, _, cards) | CardsRevealed(_, cards):
                if UNKNOWN in cards.values() or not cards:
                    lying = {
                        rules.seats[seat]: card.get(s.trick[n], UNKNOWN)
                        for n, seat in enumerate(s.trick_seats)
                        if s.down >> n & 1 and seat != s.maker
                    }
                    known = {seat: name for seat, name in cards.items() if name != UNKNOWN}
                    turned_up = {seat: name for seat, name in lying.items() if seat in cards}
                    return replace(act, cards={**(cards or lying), **turned_up, **known})
            case (
                IndicatorTakenBack(_, "??")
                | IndicatorRevealed(_, "??")
                | TrumpOpened(_, "??")
                | CardPlayed(_, "??", indicator=True)
            ) if s.indicator and rules.place[act.seat] == s.maker:
                return replace(act, card=card[s.indicator])
        return act

    def shows(self, act: Act) -> Iterator[tuple[Seat, Card, type[Act]]]:
        match act:
            case FaceDownInspected(_, _, cards) | CardsRevealed(_, cards):
                for seat, card in cards.items():
                    yield seat, card, CardPlayed
            case IndicatorRevealed(seat, card) | TrumpOpened(seat, card) | IndicatorTakenBack(seat, card):
                yield seat, card, IndicatorPlaced
            case CardPlayed(seat, card, _, True):
                yield seat, card, IndicatorPlaced

    def with_result(self, s: Three04State, act: Act) -> Act:
        if not isinstance(act, SpoiltTrumpsDeclared):
            return act
        verdict = s.rules.judge(s, SpoiltTrumpsDeclared(act.seat))
        return SpoiltTrumpsDeclared(act.seat, upheld=not isinstance(verdict, Refusal))

    def is_redeal(self, act: Act) -> bool:
        return isinstance(act, RedealDemanded)

    def has_caps(self, ruleset: Three04Ruleset) -> bool:
        return ruleset.caps.teams != "nobody"

    def caps_caller(self, s: Three04State) -> int | None:
        has_caps = any(CapsCalled in judges for judges in s.rules.judges)
        return s.caps_caller if has_caps else None

    def card_play(self, s: Three04State) -> CardPlay:
        return card_play(s)

    def settle_play(
        self,
        s: Three04State,
        points: int,
        all_tricks: Literal["", "makers", "opponents"],
        end: Three04State | None = None,
    ) -> DealSettled | None:
        return settle_play(s, points, all_tricks, end)

    def trick_tables(self, s: Three04State) -> TrickTables:
        return trick_tables(s)

    def clause_of_act(self, ruleset: Three04Ruleset, act: Act, broke: Refusal) -> Clause:
        return clauses.clause_of_act(ruleset, act, broke)

    def traits(self, s: Three04State) -> Iterator[str]:
        dealt = s.dealt[s.maker]
        if s.indicator and dealt.bit_count() == s.rules.hand_size and dealt & s.trump == s.indicator:
            yield "only-trump"

    def points_needed(self, s: Three04State) -> int:
        return points_needed(s)

    def is_declining(self, act: Act) -> bool:
        match act:
            case TrumpClosed() | FaceDownInspected(trumps=False):
                return True
        return False

    def card_values(self, ruleset: Three04Ruleset) -> Iterator[CardValues]:
        return card_values(ruleset)

    def pay_rows(self, ruleset: Three04Ruleset) -> Iterator[PayRow]:
        return pay_rows(ruleset)

    def wrong(self, ruleset: Three04Ruleset) -> Iterator[Term]:
        return wrong_parameters(ruleset)

    def explain_idle(self, base: Three04Ruleset, ruleset: Three04Ruleset, path: str) -> Iterator[Term]:
        return idle.explain_idle(base, ruleset, path)


THREE04: Final = Three04()
