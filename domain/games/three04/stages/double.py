"""The announcement of Double: the undertaking to win all tricks (000 "Tamil Nadu version"; B16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import Act
from domain.engine.refusals import Refusal, Verdict, refuse
from domain.engine.stage import Apply, Judge
from domain.engine.state import NOBODY
from domain.games.three04.acts import DoubleAnnounced

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State


class DoubleCalls:
    """The announcement of Double before a lead, by the winner of the last trick if its team has won every trick."""

    def __init__(self, rules: Three04Rules) -> None:
        self.rules = rules
        self.after = rules.ruleset.double.after_trick
        self.judges: dict[type[Act], Judge] = {DoubleAnnounced: self.judge}
        self.applies: dict[type[Act], Apply] = {DoubleAnnounced: self.apply}
        self.calls = [DoubleAnnounced(name) for name in rules.seats]

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        return [] if self.refusal(s, seat) else [self.calls[seat]]

    def refusal(self, s: Three04State, seat: int) -> Refusal | None:
        """Return the refusal of Double by the seat now; None if it may announce Double."""
        name = self.rules.seats[seat]
        if s.double != NOBODY:
            caller = self.rules.names[s.double]
            return refuse(
                "double-not-now", name, "{who} announced Double, but {caller} had already announced it", caller=caller
            )
        if s.slam:
            return refuse("double-not-now", name, "{who} announced Double, but the bid is to win every trick")
        if sum(s.tricks) != self.after or s.trick or s.owed:
            return refuse(
                "double-not-now",
                name,
                "{who} announced Double",
                "allowed only after trick {trick}, before the next lead",
                trick=self.after,
            )
        if seat != s.turn:
            return refuse(
                "double-not-yours",
                name,
                "{who} announced Double",
                "only {turn}, the winner of the last trick, may announce Double",
                turn=self.rules.names[s.turn],
            )
        if s.tricks[self.rules.team[seat]] != self.after:
            return refuse("double-not-yours", name, "{who} announced Double after its side had lost a trick")
        return None

    def judge(self, s: Three04State, seat: int, act: DoubleAnnounced) -> Verdict:
        return self.refusal(s, seat)

    def apply(self, s: Three04State, seat: int, act: DoubleAnnounced) -> None:
        if s.double == NOBODY:
            s.double = seat
