"""Single generated deals, without a club: equal seeds give equal deals."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from bots.styles import STYLES
from demo.games import DEAL_TYPES
from domain.engine.facts import Act, CardPlayed, DealOpened
from domain.engine.parameters import plain
from domain.engine.refusals import Refusal
from domain.games.catalogue import RULESETS
from replay.notation.document import DealDocument, Item

if TYPE_CHECKING:
    from demo.games import AnyDeal

WITH_BREACH: Final = 6
"""One deal in so many has a breach in its play."""
EARLIEST: Final = 1
"""The tricks before a breach."""


def generated_deal(seed: str, number: int) -> DealDocument:
    """Return a generated deal. Consecutive numbers go through the rulesets in turn."""
    ruleset = list(RULESETS.values())[number % len(RULESETS)]
    rng = Random(f"{seed} {number}")  # noqa: S311 - whoever has the seed shall get the same deal
    dealer = rng.choice(ruleset.seating.seats)
    styles = {seat: rng.choice(list(STYLES.values())) for seat in ruleset.seating.seats}
    deal = DEAL_TYPES[ruleset.game](ruleset, dealer, styles, rng)
    mishap = Breach(rng.randint(EARLIEST, 5)) if rng.randrange(WITH_BREACH) == 0 else None
    items = tuple(Item(act) for act in deal.acts(mishap.put if mishap else None))
    return DealDocument(DealOpened(plain(ruleset), dealer, number=number + 1, source=f"generated, {seed}"), items)


@dataclass
class Breach:
    """One illegal card, played face up from a certain trick on."""

    trick: int
    """The tricks that are played before it."""
    done: bool = field(default=False, init=False)

    def put(self, deal: AnyDeal, act: Act) -> Act:
        """Return an illegal card instead of the chosen one, if the seat has any; else the chosen act."""
        s, rules = deal.state, deal.rules
        legal_face_up = isinstance(act, CardPlayed) and not act.down
        if self.done or not legal_face_up or sum(s.tricks) < self.trick:
            return act
        for card in rules.tables.cards(s.hands[rules.place[act.seat]]):
            other = CardPlayed(act.seat, card)
            if isinstance(rules.judge(s, other), Refusal):
                self.done = True
                return other
        return act
