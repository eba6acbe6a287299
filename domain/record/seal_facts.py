"""The facts of sealed cards that are stored apart from their deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from domain.engine.cards import Card, Seat
from domain.engine.facts import Fact


@dataclass(frozen=True, slots=True)
class SealKept(Fact):
    """What a seat told to the record book alone: its card, and the salt of the digest that was published."""

    TOPIC: ClassVar[str] = "nought.Seal.SealKept"
    deal: str
    seat: Seat
    digest: str
    card: Card
    salt: str
