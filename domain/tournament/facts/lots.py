"""The facts of lots, open or sealed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from domain.engine.facts import Fact
from domain.tournament.state import EntryId


@dataclass(frozen=True, slots=True)
class LotsDrawn(Fact):
    """An order of entries was drawn by lot. ``lots``: plain values (`domain.fair.lots.plain`), for anyone to check."""

    TOPIC: ClassVar[str] = "nought.Tournament.LotsDrawn"
    purpose: str
    order: tuple[EntryId, ...]
    lots: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LotsPromised(Fact):
    """Lots were drawn and sealed, and only the commitment is public. A later promise for the purpose replaces it."""

    TOPIC: ClassVar[str] = "nought.Tournament.LotsPromised"
    number: int
    purpose: str
    commitment: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LotsSealed(Fact):
    """Sealed lots were stored, in a separate stream that nobody can read before they are opened."""

    TOPIC: ClassVar[str] = "nought.Tournament.LotsSealed"
    tournament: str
    number: int
    lots: dict[str, Any]


KINDS: Final[tuple[type[Fact], ...]] = (
    LotsDrawn,
    LotsPromised,
    LotsSealed,
)
