"""The facts of packs that are dealt before play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from domain.engine.facts import Fact


@dataclass(frozen=True, slots=True)
class PacksCommitted(Fact):
    """The packs of some boards were dealt and sealed, and only the commitment is public."""

    TOPIC: ClassVar[str] = "nought.Tournament.PacksCommitted"
    number: int
    boards: tuple[int, ...]
    commitment: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PacksDiscarded(Fact):
    """The packs of commitment ``number`` are not played: others can be dealt for their boards."""

    TOPIC: ClassVar[str] = "nought.Tournament.PacksDiscarded"
    number: int
    why: str


@dataclass(frozen=True, slots=True)
class PacksOpened(Fact):
    """The packs of commitment ``number`` were published, so that everybody can check them."""

    TOPIC: ClassVar[str] = "nought.Tournament.PacksOpened"
    number: int
    opening: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PacksSealed(Fact):
    """Sealed packs were stored, in a separate stream. Until they are opened, only officials may read it."""

    TOPIC: ClassVar[str] = "nought.Tournament.PacksSealed"
    tournament: str
    number: int
    packs: dict[str, Any]


KINDS: Final[tuple[type[Fact], ...]] = (
    PacksCommitted,
    PacksDiscarded,
    PacksOpened,
    PacksSealed,
)
