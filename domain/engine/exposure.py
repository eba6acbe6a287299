"""A card that a seat shows although it does not play it: dropped on the table, or held so that others see its face.

004 "Communication": players tell each other nothing but by the cards that they play and the bids that they state; 003
"Play" forbids to display cards unasked. So the act is always refused, unless it is recorded as it happened. No document
says what becomes of the card (A19, C13): it stays in the hand, everybody knows it, and it is played like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN
from domain.engine.refusals import Refusal, refuse
from domain.engine.words.values import CardName

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.engine.cards import Card
    from domain.engine.faces import Faces
    from domain.engine.facts import CardExposed
    from domain.engine.state import State


class Exposure:
    """The functions that judge and apply an exposed card: the same in every stage of every game. It is never legal."""

    def __init__(self, bit: Mapping[Card, int], faces: Faces) -> None:
        self.bit = bit
        self.faces = faces

    def judge(self, s: State, seat: int, act: CardExposed) -> Refusal:
        """Return the refusal of the act."""
        if act.card not in self.bit and act.card != UNKNOWN:
            return refuse("unknown-card", act.seat, "{card} is not in this pack", card=act.card)
        bit, card = self.bit.get(act.card, 0), CardName(act.card, self.faces)
        if s.size(seat) < 1 or (bit and not s.may_have(seat, bit)):
            return refuse("exposed-not-held", act.seat, "{who} showed {card}, which is not in its hand", card=card)
        return refuse(
            "card-exposed",
            act.seat,
            "{who} showed {card} without playing it",
            "a card is shown only by playing it",
            card=card,
        )

    def apply(self, s: State, seat: int, act: CardExposed) -> None:
        s.lay_open(seat, self.bit.get(act.card, 0))
