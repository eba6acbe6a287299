"""One deal of Sidi Barrani at one table, act by act. Everybody decides from its own seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, cast

from demo import jass_choices
from demo.jass_mind import JassMind
from demo.table import Deal
from domain.engine.facts import CardPlayed, CardsDealt, PackCut, Passed
from domain.engine.state import NOBODY, NOTHING
from domain.games.sidi.acts import WeisDeclared, WeisDemanded

if TYPE_CHECKING:
    from demo.mind import Mind
    from domain.engine.cards import Seat
    from domain.engine.facts import Act

ASKS: Final = 0.6
"""How often a partner wants to see a Weis that is scored without trumps (003 "Tactics and Conventions")."""


class JassDeal(Deal):
    """A deal of a Jass being played."""

    mind: ClassVar[type[Mind]] = JassMind

    def next_act(self) -> Act:
        for seat in self.rules.seats:
            if (act := self.out_of_turn(seat)) is not None:
                return act
        return super().next_act()

    def out_of_turn(self, seat: Seat) -> Act | None:
        """What needs no turn: a double, a Weis with the card just played, the wish to see partner's."""
        mind = cast("JassMind", self.minds[seat])
        if mind.jass.bidder == NOBODY:
            return None
        options = self.rules.legal(mind.state, seat)
        if (double := jass_choices.double(mind, options)) is not None:
            return double
        if mind.jass.latest == mind.me:
            declared = [act for act in options if isinstance(act, WeisDeclared)]
            return declared[0] if declared else None
        partner = self.rules.seats[mind.partner]
        wishes = [act for act in options if isinstance(act, WeisDemanded) and act.of == partner]
        return wishes[0] if wishes and not mind.order.trump and mind.chance(ASKS) else None

    def decide(self, seat: Seat) -> Act:
        mind = cast("JassMind", self.minds[seat])
        options = self.rules.legal(mind.state, seat)
        if self.state.owed != NOTHING:
            return options[0]
        for act in options:
            match act:
                case PackCut():
                    return self._cut(seat)
                case CardsDealt():
                    return self._deal(seat, len(act.hands[seat]))
                case Passed():
                    return jass_choices.call(mind, options)
                case CardPlayed():
                    return jass_choices.card(mind, options)
        raise AssertionError(f"{seat} may do nothing")
