"""The declaration of spoilt trumps (000 "Spoilt Trumps"; 002; 004 "Playing Trumps")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import Act
from domain.engine.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.engine.state import COUNT
from domain.games.three04.acts import SpoiltTrumpsDeclared

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State


class SpoiltCalls:
    """The declaration that the maker's opponents hold no trumps, which may be made out of turn."""

    def __init__(self, rules: Three04Rules) -> None:
        self.rules = rules
        self.calls = [SpoiltTrumpsDeclared(name) for name in rules.seats]

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        return [] if self.refusal(s, seat) or self.truth(s) is False else [self.calls[seat]]

    def refusal(self, s: Three04State, seat: int) -> Refusal | None:
        """Return the refusal of any declaration by the seat now, true or not; None if it may declare."""
        terms, name, late = self.rules.ruleset.spoilt, self.rules.seats[seat], "spoilt-too-late"
        if terms.who == "opponents" and s.makers() >> seat & 1:
            return refuse(
                "spoilt-not-yours",
                name,
                "{who} declared spoilt trumps",
                "only the trump maker's opponents may declare spoilt trumps",
            )
        if s.owed == COUNT:
            return refuse(late, name, "{who} declared spoilt trumps", "the last card has been played")
        if sum(s.tricks) == s.rounds - 1:
            if terms.until != "last_card":
                if s.trick:
                    return refuse(
                        late, name, "{who} declared spoilt trumps", "allowed only before the last trick begins"
                    )
            elif len(s.trick) >= s.width:
                return refuse(late, name, "{who} declared spoilt trumps", "allowed only before the last card is played")
        return None

    def truth(self, s: Three04State) -> bool | None:
        """Return whether trumps are spoilt, or None if too few cards are known."""
        if not s.trump or not s.has_known_sides():
            return None
        alone = s.asleep and self.rules.ruleset.pcc.spoilt == "maker_alone"
        makers = 1 << s.maker if alone else s.makers()
        missing = s.trump
        whole = True
        for seat, dealt in enumerate(s.dealt):
            if makers >> seat & 1:
                missing &= ~dealt
            elif dealt & s.trump:
                return False
            elif dealt.bit_count() < s.rounds:
                whole = False
        return True if whole or not missing else None

    def judge(self, s: Three04State, seat: int, act: SpoiltTrumpsDeclared) -> Verdict:
        if barred := self.refusal(s, seat):
            return barred
        truth = self.truth(s)
        if truth is None:
            return POSSIBLE
        if truth and act.upheld:
            return None
        if truth:
            return refuse(
                "spoilt-false", act.seat, "{who} declared spoilt trumps correctly, but the call was not upheld"
            )
        return refuse("spoilt-false", act.seat, "{who} declared spoilt trumps, but the opponents were dealt trumps")

    def apply(self, s: Three04State, seat: int, act: SpoiltTrumpsDeclared) -> None:
        if act.upheld:
            s.outcome = "spoilt"
            s.stage = len(self.rules.stages) - 1
            self.rules.stages[-1].enter(s)
