"""The naming of the card whose holder is the trump maker's partner (000 "Maharashtrian version").

Only the holder knows the partner until the card is seen. A maker who holds the card plays alone against the others, and
so does a maker who names a card that was not dealt (ours).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from domain.engine.cards import Card, Seat
from domain.engine.facts import Act, CardPlayed
from domain.engine.refusals import Verdict, refuse
from domain.engine.stage import Apply
from domain.engine.state import NOBODY
from domain.games.three04.acts import (
    CardsRevealed,
    FaceDownInspected,
    IndicatorRevealed,
    MarriageDeclared,
    PartnerCardNamed,
    TrumpOpened,
)
from domain.games.three04.stages.base import Three04Stage

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.state import Three04State


class PartnerCardStage(Three04Stage):
    """The stage in which the trump maker names any card of the pack."""

    def __init__(self, rules: Three04Rules, argument: str) -> None:
        super().__init__(rules, argument)
        self.judges = {PartnerCardNamed: self.judge}
        self.applies = {PartnerCardNamed: self.apply}

    def enter(self, s: Three04State) -> None:
        s.turn = s.maker

    def legal(self, s: Three04State, seat: int) -> list[Act]:
        if seat != s.turn:
            return []
        return [PartnerCardNamed(self.rules.seats[seat], card) for card in self.rules.tables.bit]

    def judge(self, s: Three04State, seat: int, act: PartnerCardNamed) -> Verdict:
        if seat != s.maker:
            maker = self.rules.names[s.maker]
            return refuse(
                "not-the-maker", act.seat, "{who} named a partner's card", "only {maker} may name it", maker=maker
            )
        if act.card not in self.rules.tables.bit:
            return refuse("unknown-card", act.seat, "{card} is not in this pack", card=act.card)
        return None

    def apply(self, s: Three04State, seat: int, act: PartnerCardNamed) -> None:
        bit = self.rules.tables.bit.get(act.card, 0)
        if seat != s.maker or not bit:
            return
        s.partner_card = bit
        holders = [seat for seat, dealt in enumerate(s.dealt) if bit & dealt]
        # If all hands are known and none has the card, it was not dealt.
        s.ally = holders[0] if holders else NOBODY if s.vague else s.maker
        self.leave(s)


def wrap_applies(rules: Three04Rules, applies: dict[type[Act], Apply]) -> dict[type[Act], Apply]:
    """Return the functions of ``applies``, each of which first notes the partner if its act shows the named card."""
    bit_of = rules.tables.bit

    def wrap(apply: Apply) -> Apply:
        def see_and_apply(s: Three04State, seat: int, act: Act) -> None:
            for holder, card in cards_shown(act):
                if s.partner_card & bit_of.get(card, 0) and not s.partner_card & s.gone:
                    s.ally = rules.place[holder]
            apply(s, seat, act)

        return see_and_apply

    return {kind: wrap(apply) for kind, apply in applies.items()}


def cards_shown(act: Act) -> Iterable[tuple[Seat, Card]]:
    """Return the cards that an act shows, each with its seat."""
    match act:
        case CardPlayed(seat, card) | IndicatorRevealed(seat, card) | TrumpOpened(seat, card):
            return [(seat, card)]
        case FaceDownInspected(_, _, cards) | CardsRevealed(_, cards):
            return [(seat, card) for seat, card in cards.items()]
        case MarriageDeclared(seat, suit):
            return [(seat, f"K{suit}"), (seat, f"Q{suit}")]
    return []
