"""Declare Weis with a card to the first trick (003 "Weis and Stöck", "Play").

A player announces the value of the highest combination just before or just after playing to the first trick. Once the
next card is played it is too late.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import Act
from domain.engine.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.engine.words.values import Listing
from domain.games.sidi.acts import WeisDeclared
from domain.games.sidi.stages.calls import Calls
from domain.games.sidi.weis import finders

if TYPE_CHECKING:
    from domain.games.sidi.rules import SidiRules
    from domain.games.sidi.stages.comparison import WeisComparison
    from domain.games.sidi.state import SidiState


class WeisDeclarations(Calls):
    """The announcement of the highest Weis."""

    def __init__(self, rules: SidiRules, comparison: WeisComparison) -> None:
        super().__init__(rules)
        self.finders = finders(self.game)
        self.comparison = comparison
        self.judges = {WeisDeclared: self.judge}
        self.applies = {WeisDeclared: self.apply}

    def legal(self, s: SidiState, seat: int) -> list[Act]:
        if self.refusal(s, seat):
            return []
        name = self.rules.seats[seat]
        values = sorted(self.finders[s.denomination].sizes)
        acts = [WeisDeclared(name, value) for value in values]
        return [act for act in acts if not isinstance(self.judge_value(s, seat, act), Refusal)]

    def is_in_time(self, s: SidiState, seat: int) -> bool:
        """Return whether the seat's card to the first trick is the next or the latest card."""
        if any(s.tricks):
            return seat == s.latest
        return seat in (s.turn, s.latest)

    def refusal(self, s: SidiState, seat: int) -> Refusal | None:
        """Return the refusal of any declaration by the seat now; None if it may declare."""
        name = self.rules.seats[seat]
        if s.declaration(seat) is not None:
            return refuse("weis-twice", name, "{who} declared Weis twice")
        if self.is_in_time(s, seat):
            return None
        if any(s.tricks) or seat in s.trick_seats:
            return refuse(
                "weis-too-late",
                name,
                "{who} declared Weis after the next card was played",
                "Weis is declared only with the player's own card to the first trick",
            )
        return refuse(
            "weis-not-with-card",
            name,
            "{who} declared Weis before its turn",
            "Weis is declared only with the player's own card to the first trick",
        )

    def judge(self, s: SidiState, seat: int, act: WeisDeclared) -> Verdict:
        if barred := self.refusal(s, seat):
            return barred
        return self.judge_value(s, seat, act)

    def judge_value(self, s: SidiState, seat: int, act: WeisDeclared) -> Verdict:
        """Judge whether the seat may announce this value, as far as its hand is known."""
        finder = self.finders[s.denomination]
        highest, whole = s.highest_declaration(), s.whole_hand(seat)
        best = finder.best(whole or s.known_cards(seat))
        if whole and best and best.value == act.value >= highest:
            return None
        value = act.value
        if value not in finder.sizes:
            return refuse(
                "weis-no-value",
                act.seat,
                "{who} declared a Weis of {value}",
                "the possible values of Weis are {values}",
                value=value,
                values=Listing(tuple(sorted(finder.sizes))),
            )
        if value < highest:
            return refuse(
                "weis-too-low",
                act.seat,
                "{who} declared a Weis of {value} after one of {highest}",
                "allowed: {highest} or more",
                value=value,
                highest=highest,
            )
        if best and value < best.value:
            return refuse(
                "weis-not-highest",
                act.seat,
                "{who} declared a Weis of {value}, but holds a higher one",
                "the highest Weis of the hand is {best}",
                value=value,
                best=best.value,
            )
        if whole or not any(
            item.value == act.value and s.may_have_begun_with(seat, item.mask) for item in finder.items
        ):
            return refuse(
                "weis-not-held", act.seat, "{who} declared a Weis of {value} without holding one", value=value
            )
        return POSSIBLE

    def apply(self, s: SidiState, seat: int, act: WeisDeclared) -> None:
        if s.declaration(seat) is not None or (any(s.tricks) and seat != s.latest):
            return
        s.declared = (*s.declared, (seat, act.value))
        if any(s.tricks):
            self.comparison.begin(s)
