"""The parts of a record: its entries with their stamps and corrections, and its rulings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from domain.engine.cards import Card, Seat
from domain.engine.facts import (
    Act,
    CapsRuled,
    DealAnnulled,
    ResultAssigned,
    ViolationRuled,
)

Ruling: TypeAlias = CapsRuled | ViolationRuled | ResultAssigned | DealAnnulled


@dataclass(frozen=True, slots=True)
class Stamp:
    """The stamp of an event: its version in the stream, its time (ISO 8601), and the name of the recorder."""

    version: int = 0
    at: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """A change to the effective record: ``was`` is None for an insertion, ``now`` for a retraction."""

    ply: int
    was: Act | None
    now: Act | None
    why: str
    stamp: Stamp


@dataclass(slots=True)
class Entry:
    """One act of the effective record."""

    act: Act
    """The act with every card that is known now: entered, disclosed, or shown by later acts."""
    disclosed: Act
    """The act with disclosed cards, but without cards that only later acts show."""
    entered: Act
    """The act as the scribe entered or corrected it, without later disclosures."""
    stamp: Stamp
    corrections: list[Correction] = field(default_factory=list)


def with_card(act: Any, card: Card) -> Act:
    """Return a copy of an act of one card, with another card."""
    named: Act = replace(act, card=card)
    return named


def ruling_key(ruling: Ruling) -> tuple[str, Seat | None, str]:
    """Return the key of a ruling in `RulingLifted`: its kind, its seat, and its verdict or the code of the breach."""
    match ruling:
        case CapsRuled(verdict, seat):
            return "caps", seat, verdict
        case ViolationRuled(seat, code):
            return "violation", seat, code
        case ResultAssigned():
            return "assigned", None, ""
    return "annulled", None, ""
