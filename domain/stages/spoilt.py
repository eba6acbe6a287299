"""Spoilt trumps (000 "Spoilt Trumps"; 002; 004 "Playing Trumps")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.facts import Act, SpoiltTrumpsDeclared
from domain.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.state import COUNT

if TYPE_CHECKING:
    from domain.rules import Rules
    from domain.state import State


class SpoiltCalls:
    """Declaring that the maker's opponents hold no trumps: a call one may make out of turn."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def legal(self, s: State, seat: int) -> list[Act]:
        call = SpoiltTrumpsDeclared(self.rules.seats[seat])
        return [] if self.barred(s, seat) else [call]

    def barred(self, s: State, seat: int) -> Refusal | None:
        """Why this seat may not make the call now, true or not."""
        terms = self.rules.ruleset.spoilt
        name = self.rules.names[seat]
        if terms.who == "opponents" and seat % 2 == s.maker % 2:
            return refuse(
                "spoilt-not-yours",
                self.rules.seats[seat],
                f"{name} declared spoilt trumps",
                "only the opponents may",
            )
        played = len(s.trick)
        in_last = sum(s.tricks) == self.rules.hand_size - 1
        full = played >= s.width
        if s.owed == COUNT:
            return refuse(
                "spoilt-too-late", self.rules.seats[seat], f"{name} declared spoilt trumps", "the last card is played"
            )
        if in_last and (full if terms.until == "last_card" else played):
            until = "the last card is played" if terms.until == "last_card" else "the last trick begins"
            return refuse(
                "spoilt-too-late",
                self.rules.seats[seat],
                f"{name} declared spoilt trumps",
                f"only before {until}",
            )
        return None

    def truth(self, s: State) -> bool | None:
        """Whether trumps are spoilt; None when too few cards are known to say."""
        if not s.trump:
            return None
        alone = s.pcc and self.rules.ruleset.pcc.spoilt == "maker_alone"
        side = 0
        for seat, dealt in enumerate(s.dealt):
            if seat == s.maker or (seat % 2 == s.maker % 2 and not alone):
                side |= dealt
            elif dealt & s.trump:
                return False
        return True if not s.trump & ~side else None

    def judge(self, s: State, seat: int, act: SpoiltTrumpsDeclared) -> Verdict:
        if refusal := self.barred(s, seat):
            return refusal
        truth = self.truth(s)
        if truth is None:
            return POSSIBLE
        if truth and act.upheld:
            return None
        name = self.rules.names[seat]
        if truth:
            return refuse("spoilt-false", act.seat, f"{name}'s true call of spoilt trumps was not upheld")
        return refuse("spoilt-false", act.seat, f"{name} declared spoilt trumps, but the opponents were dealt trumps")

    def apply(self, s: State, seat: int, act: SpoiltTrumpsDeclared) -> None:
        if act.upheld:
            s.outcome = "spoilt"
            s.stage = len(self.rules.stages) - 1
            self.rules.stages[-1].enter(s)
