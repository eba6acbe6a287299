"""The placing of the trump indicator (000 "Choosing the Trump Suit"), and of another after an eight-card bid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act
from domain.engine.refusals import POSSIBLE, Verdict, refuse
from domain.engine.state import NOBODY
from domain.engine.words.values import CardCode, card_codes
from domain.games.three04.acts import IndicatorPlaced, IndicatorTakenBack
from domain.games.three04.stages.base import Three04Stage
from domain.games.three04.stages.tricks import judge_indicator

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State


class IndicatorStage(Three04Stage):
    """The stage in which the trump maker lays one card of the hand face down."""

    def __init__(self, rules: Three04Rules, argument: str) -> None:
        super().__init__(rules, argument)
        self.judges = {IndicatorPlaced: self.judge_placing}
        self.applies = {IndicatorPlaced: self.apply_placing}

    def enter(self, s: Three04State) -> None:
        s.turn = s.maker

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        if seat != s.turn:
            return []
        name = self.rules.seats[seat]
        cards = self.rules.tables.cards(s.hands[seat])
        if not s.is_exact(seat):
            cards.append(UNKNOWN)
        return [IndicatorPlaced(name, card) for card in cards]

    def judge_placing(self, s: Three04State, seat: int, act: IndicatorPlaced) -> Verdict:
        if seat != s.turn:
            maker = self.rules.names[s.maker]
            return refuse(
                "not-the-maker", act.seat, "{who} placed an indicator", "{maker} is the trump maker", maker=maker
            )
        return self.judge_held(s, seat, act)

    def judge_held(self, s: Three04State, seat: int, act: IndicatorPlaced) -> Verdict:
        """Judge whether the card can be from the maker's hand."""
        tables = self.rules.tables
        if act.card == UNKNOWN:
            return POSSIBLE
        bit = tables.bit.get(act.card, 0)
        if not bit:
            return refuse("unknown-card", act.seat, "{card} is not in this pack", card=act.card)
        if s.surely_has(seat, bit):
            return None
        if s.may_have(seat, bit):
            return POSSIBLE
        faces = self.rules.faces
        return refuse(
            "indicator-not-held",
            act.seat,
            "{who} does not hold {card}",
            "allowed: {held}",
            card=CardCode(act.card, faces),
            held=card_codes(tables.cards(s.hands[seat]), faces),
        )

    def apply_placing(self, s: Three04State, seat: int, act: IndicatorPlaced) -> None:
        if seat != s.maker:
            return
        bit = self.rules.tables.bit.get(act.card, 0)
        s.leave(s.maker, bit)
        s.indicator = bit
        s.indicator_down = True
        s.trump = self.rules.tables.suit_of[bit]
        self.leave(s)


class IndicatorAgainStage(IndicatorStage):
    """The stage after an eight-card bid: the old indicator goes back, and the new trump maker lays another."""

    def __init__(self, rules: Three04Rules, argument: str) -> None:
        super().__init__(rules, argument)
        self.judges[IndicatorTakenBack] = self.judge_taking_back
        self.applies[IndicatorTakenBack] = self.apply_taking_back

    def enter(self, s: Three04State) -> None:
        if s.round_bidder == NOBODY:
            self.leave(s)
        else:
            s.turn = s.maker

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        if not s.indicator_down:
            return super().legal(s, seat)
        return [self.take_back_act(s)] if seat == s.turn else []

    def owed_act(self, s: Three04State) -> Act | None:
        return self.take_back_act(s) if s.indicator_down else None

    def compels(self, table: Three04State) -> Act | None:
        return IndicatorTakenBack(self.rules.seats[table.maker]) if table.indicator_down else None

    def take_back_act(self, s: Three04State) -> IndicatorTakenBack:
        """Return the act that puts the old indicator back into the hand it came from, unseen."""
        card = self.rules.tables.card.get(s.indicator, UNKNOWN)
        return IndicatorTakenBack(self.rules.seats[s.maker], card)

    def judge_taking_back(self, s: Three04State, seat: int, act: IndicatorTakenBack) -> Verdict:
        if not s.indicator_down or seat != s.maker:
            return refuse("not-the-maker", act.seat, "{who} has no indicator to take back")
        # Nobody sees the card, so it need not be named.
        return judge_indicator(s, act, act.card) if act.card != UNKNOWN else None

    def judge_placing(self, s: Three04State, seat: int, act: IndicatorPlaced) -> Verdict:
        if s.indicator_down:
            maker = self.rules.names[s.maker]
            return refuse(
                "wrong-stage",
                act.seat,
                "the old indicator is still on the table",
                "{maker} must first take it back",
                maker=maker,
            )
        return super().judge_placing(s, seat, act)

    def apply_taking_back(self, s: Three04State, seat: int, act: IndicatorTakenBack) -> None:
        if seat != s.maker or not s.indicator_down:
            return
        s.indicator_down = False
        s.come_back(seat, s.indicator or self.rules.tables.bit.get(act.card, 0), named=bool(s.indicator))
        s.indicator = s.trump = 0
        s.turn = s.maker = s.round_bidder
        s.bid = s.high
        if s.slam:
            s.play_alone(s.maker)
