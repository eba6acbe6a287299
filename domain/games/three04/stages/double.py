"""Announcing Double: the undertaking to win all tricks (000 "Tamil Nadu version"; B16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import Act
from domain.engine.refusals import Reason, Verdict, refuse_seat
from domain.engine.stage import Apply, Judge
from domain.engine.state import NOBODY
from domain.games.three04.acts import DoubleAnnounced

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State


class DoubleCalls:
    """A call before a lead, by whoever's team has won every trick so far."""

    def __init__(self, rules: Three04Rules) -> None:
        self.rules = rules
        self.after = rules.ruleset.double.after_trick
        self.judges: dict[type[Act], Judge] = {DoubleAnnounced: self.judge}
        self.applies: dict[type[Act], Apply] = {DoubleAnnounced: self.apply}
        self.calls = [DoubleAnnounced(name) for name in rules.seats]

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        return [] if self.barred(s, seat) else [self.calls[seat]]

    def barred(self, s: Three04State, seat: int) -> Reason | None:
        """Why the seat may not announce Double now."""
        what = "announced Double"
        if s.double != NOBODY:
            return "double-not-now", f"{what}, as {self.rules.names[s.double]} had already", ""
        if s.slam:
            return "double-not-now", f"{what}, but to win every trick was the bid", ""
        if sum(s.tricks) != self.after or s.trick or s.owed:
            return "double-not-now", what, f"only between trick {self.after} and the lead to the next one"
        if seat != s.turn:
            return "double-not-yours", what, f"only {self.rules.names[s.turn]} may, who won the last trick"
        if s.tricks[self.rules.team[seat]] != self.after:
            return "double-not-yours", f"{what} after its side had lost a trick", ""
        return None

    def judge(self, s: Three04State, seat: int, act: DoubleAnnounced) -> Verdict:
        barred = self.barred(s, seat)
        return refuse_seat(self.rules.names[seat], act, barred) if barred else None

    def apply(self, s: Three04State, seat: int, act: DoubleAnnounced) -> None:
        if s.double == NOBODY:
            s.double = seat
