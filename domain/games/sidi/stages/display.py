"""Demand to see a scored Weis, and show it, before the second trick (003 "Play").

A Weis is shown only on demand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act
from domain.engine.refusals import POSSIBLE, Verdict, refuse
from domain.engine.state import NOBODY, NOTHING
from domain.engine.templates import OneSet, Template
from domain.engine.words.values import SeatLetter, Term, card_codes
from domain.games.sidi.acts import WeisDemanded, WeisShown
from domain.games.sidi.stages.calls import Calls
from domain.games.sidi.state import DISPLAY
from domain.games.sidi.weis import SHORTEST, finders

if TYPE_CHECKING:
    from domain.engine.words.values import Value
    from domain.games.sidi.rules import SidiRules
    from domain.games.sidi.stages.comparison import WeisComparison
    from domain.games.sidi.state import SidiState


class WeisDisplay(Calls):
    """The demand to see a Weis, and the showing of it."""

    def __init__(self, rules: SidiRules, comparison: WeisComparison) -> None:
        super().__init__(rules)
        self.finders = finders(self.game)
        self.comparison = comparison
        self.judges = {WeisDemanded: self.judge_demand, WeisShown: self.judge_display}
        self.applies = {WeisDemanded: self.apply_demand, WeisShown: self.apply_display}

    def legal(self, s: SidiState, seat: int) -> list[Act]:
        name = self.rules.seats[seat]
        if s.owed == DISPLAY:
            if seat != s.demand[0]:
                return []
            return [WeisShown(name, self.due(s) if s.whole_hand(seat) else self.unseen(s))]
        if not s.is_after_first_trick():
            return []
        demands = [
            WeisDemanded(name, self.rules.seats[of], value)
            for of, values in enumerate(s.weis)
            for value in sorted(set(values or ()))
        ]
        return [act for act in demands if not self.judge_demand(s, seat, act)]

    def templates(self, s: SidiState, seat: int) -> list[Template]:
        if s.owed != DISPLAY or seat != s.demand[0] or s.whole_hand(seat):
            return []
        sets = [tuple(self.rules.tables.cards(mask)) for mask in self.could_show(s)]
        return [Template(WeisShown(self.rules.seats[seat]), "cards", OneSet(tuple(sets)))] if sets else []

    def unseen(self, s: SidiState) -> tuple[str, ...]:
        """Return unknown cards, as many as the demanded Weis has at least."""
        holder, value = s.demand
        count = (s.weis[holder] or ()).count(value)
        return (UNKNOWN,) * (count * min(self.finders[s.denomination].sizes.get(value, (SHORTEST,))))

    def could_show(self, s: SidiState) -> list[int]:
        """Return the possible cards of the demanded Weis, as masks, given the known cards of all hands."""
        holder, value = s.demand
        items = [item.mask for item in self.finders[s.denomination].items if item.value == value]
        sets = [0]
        for _ in range((s.weis[holder] or ()).count(value)):
            joined = {mask | item for mask in sets for item in items if not mask & item}
            sets = sorted(mask for mask in joined if s.may_have_begun_with(holder, mask))
        return sets

    def owed_act(self, s: SidiState) -> Act | None:
        holder = s.demand[0]
        if s.owed != DISPLAY or not s.whole_hand(holder):
            return None
        return WeisShown(self.rules.seats[holder], self.due(s))

    def due(self, s: SidiState) -> tuple[str, ...]:
        """Return the cards of the demanded Weis. The whole hand of its holder must be known."""
        holder, value = s.demand
        mask = 0
        for item in self.comparison.scoring_items(s, holder):
            mask |= item.mask if item.value == value else 0
        return tuple(self.rules.tables.cards(mask))

    def judge_demand(self, s: SidiState, seat: int, act: WeisDemanded) -> Verdict:
        of = self.rules.place.get(act.of, NOBODY)
        if of == NOBODY:
            return refuse("unknown-seat", act.seat, "there is no seat {seat}", seat=act.of)
        values: dict[str, Value] = {"value": act.value, "owner": SeatLetter(act.of)}
        if of == seat:
            return refuse(
                "weis-own",
                act.seat,
                "{who} demanded to see {owner}'s Weis of {value}",
                "a player may demand to see only the Weis of another player",
                **values,
            )
        if s.owed:
            return refuse(
                "weis-unsettled",
                act.seat,
                "{who} demanded to see {owner}'s Weis of {value}",
                "{turn} must first answer about a Weis or show one",
                turn=self.rules.names[s.turn],
                **values,
            )
        if any(s.tricks) and not s.is_after_first_trick():
            return refuse(
                "weis-too-late",
                act.seat,
                "{who} demanded to see {owner}'s Weis of {value}",
                "allowed only before the second trick",
                **values,
            )
        if act.value not in (s.weis[of] or ()):
            return refuse(
                "weis-nothing-to-show",
                act.seat,
                "{who} demanded to see {owner}'s Weis of {value}, which is not scored",
                **values,
            )
        if (of, act.value) in s.displayed:
            return refuse(
                "weis-nothing-to-show",
                act.seat,
                "{who} demanded to see {owner}'s Weis of {value}, which has already been shown",
                **values,
            )
        return None

    def judge_display(self, s: SidiState, seat: int, act: WeisShown) -> Verdict:
        faces = self.rules.faces
        cards: Value = card_codes(act.cards, faces) if act.cards else Term("no cards")
        if s.owed != DISPLAY or seat != s.demand[0]:
            return refuse(
                "weis-nothing-to-show",
                act.seat,
                "{who} showed {cards}, but nobody had demanded to see a Weis",
                cards=cards,
            )
        value = s.demand[1]
        mask = self.rules.tables.mask(act.cards)
        if s.whole_hand(seat) and UNKNOWN not in act.cards:
            due = self.due(s)
            if sorted(act.cards) == sorted(due):
                return None
            return refuse(
                "weis-show-differs",
                act.seat,
                "{who} showed {cards}",
                "the Weis is {due}",
                cards=cards,
                due=card_codes(due, faces),
            )
        named = [card for card in act.cards if card != UNKNOWN]
        wrong = len(named) != mask.bit_count() or not s.may_have_begun_with(seat, mask)
        if not wrong and UNKNOWN not in act.cards:
            count = (s.weis[seat] or ()).count(value)
            wrong = not self.finders[s.denomination].can_make(mask, value, count)
        if wrong:
            return refuse(
                "weis-show-differs",
                act.seat,
                "{who} showed {cards}",
                "the Weis is worth {value}",
                cards=cards,
                value=value,
            )
        return POSSIBLE

    def apply_demand(self, s: SidiState, seat: int, act: WeisDemanded) -> None:
        of = self.rules.place.get(act.of, NOBODY)
        if s.owed or not s.is_after_first_trick() or of == NOBODY or act.value not in (s.weis[of] or ()):
            return
        s.demand = (of, act.value)
        s.owed = DISPLAY
        s.turn = of

    def apply_display(self, s: SidiState, seat: int, act: WeisShown) -> None:
        s.display(seat, self.rules.tables.mask(act.cards))
        if s.owed == DISPLAY and seat == s.demand[0]:
            s.displayed = (*s.displayed, s.demand)
            s.demand = (NOBODY, 0)
            s.owed = NOTHING
            s.turn = s.last_winner
