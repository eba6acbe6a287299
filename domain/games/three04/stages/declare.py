"""The choice of an open or a closed game (000 "Open Trump games", "Closed Trump games")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act, CardPlayed
from domain.engine.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.games.three04.acts import SpoiltTrumpsDeclared, TrumpClosed, TrumpOpened
from domain.games.three04.stages.base import Three04Stage
from domain.games.three04.stages.partner_card import wrap_applies
from domain.games.three04.stages.spoilt import SpoiltCalls
from domain.games.three04.stages.tricks import judge_indicator, open_trump

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State


def first_leader(s: Three04State) -> int:
    """Return the seat that leads to the first trick: dealer's right, or a trump maker who plays alone."""
    return s.maker if s.asleep else (s.dealer + 1) % s.rules.seat_count


def is_barred_from_leading_trump(s: Three04State) -> bool:
    """Return whether the maker leads to the first trick and may not lead a trump to it in a closed game."""
    if (s.dealer + 1) % s.rules.seat_count == s.maker:
        return True
    return bool(s.asleep) and s.rules.ruleset.pcc.closed_lead_restriction


class DeclareStage(Three04Stage):
    """The stage in which the trump maker opens the game or leaves it closed."""

    def __init__(self, rules: Three04Rules, argument: str) -> None:
        super().__init__(rules, argument)
        self.spoilt = SpoiltCalls(rules)
        self.judges = {
            TrumpOpened: self.judge_open,
            TrumpClosed: self.judge_closed,
            SpoiltTrumpsDeclared: self.spoilt.judge,
        }
        self.applies = {
            TrumpOpened: self.apply_open,
            TrumpClosed: self.apply_closed,
            SpoiltTrumpsDeclared: self.spoilt.apply,
            CardPlayed: self.apply_play,
        }
        if rules.ruleset.partner_named:
            self.applies = wrap_applies(rules, self.applies)

    def enter(self, s: Three04State) -> None:
        s.turn = s.maker

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        acts: list[Act] = []
        if seat == s.turn:
            name = self.rules.seats[seat]
            acts.append(TrumpOpened(name, self.rules.tables.card.get(s.indicator, UNKNOWN)))
            closed = TrumpClosed(name)
            if not isinstance(self.judge_closed(s, seat, closed), Refusal):
                acts.append(closed)
        return acts + self.spoilt.legal(s, seat)

    def judge_maker(self, s: Three04State, seat: int, act: Act) -> Refusal | None:
        if seat == s.maker:
            return None
        maker = self.rules.names[s.maker]
        return refuse("not-the-maker", act.seat, "{who} is not the trump maker", "only {maker} may choose", maker=maker)

    def judge_open(self, s: Three04State, seat: int, act: TrumpOpened) -> Verdict:
        if refusal := self.judge_maker(s, seat, act):
            return refusal
        return judge_indicator(s, act, act.card)

    def judge_closed(self, s: Three04State, seat: int, act: TrumpClosed) -> Verdict:
        """Judge the choice of a closed game: a maker who leads first and holds only trumps must open the game.

        000 "Closed Trump games" 1.
        """
        if refusal := self.judge_maker(s, seat, act):
            return refusal
        if not is_barred_from_leading_trump(s):
            return None
        if s.trump and s.count_sure(s.maker, ~s.trump):
            return None
        if not s.trump or not s.is_exact(s.maker):
            return POSSIBLE
        return refuse(
            "open-first-lead",
            act.seat,
            "{maker} leads to the first trick and holds only trumps",
            "allowed: an open game",
            maker=self.rules.names[s.maker],
        )

    def apply_open(self, s: Three04State, seat: int, act: TrumpOpened) -> None:
        open_trump(s, self.rules.tables.bit.get(act.card, 0))
        self.leave(s)

    def apply_closed(self, s: Three04State, seat: int, act: TrumpClosed) -> None:
        self.leave(s)

    def apply_play(self, s: Three04State, seat: int, act: CardPlayed) -> None:
        """Leave the game closed and apply a card that was led before the maker chose."""
        self.leave(s)
        self.rules.apply(s, act)
