"""The acts that only Sidi Barrani has: the contract, Weis and Stöck (003)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from domain.engine.cards import Card, Seat
from domain.engine.facts import Act

# --- Jass ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ContractBid(Act):
    """A bid to take so many card points with ``denomination``: a trump suit, ``obenabe`` or ``undenufe``."""

    TOPIC: ClassVar[str] = "nought.Deal.ContractBid"
    points: int = 0
    denomination: str = ""


@dataclass(frozen=True, slots=True)
class Doubled(Act):
    """The seat doubled an opponent's bid."""

    TOPIC: ClassVar[str] = "nought.Deal.Doubled"


@dataclass(frozen=True, slots=True)
class Redoubled(Act):
    """The seat redoubled its side's doubled bid."""

    TOPIC: ClassVar[str] = "nought.Deal.Redoubled"


@dataclass(frozen=True, slots=True)
class WeisDeclared(Act):
    """With its card to the first trick the seat announced the value of its highest Weis."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisDeclared"
    value: int = 0


@dataclass(frozen=True, slots=True)
class WeisDetailed(Act):
    """When Weis of the same value were compared, the seat told one thing more about its own.

    How many ``cards``, or its ``top`` rank, or whether it is in ``trump``; what was not asked is None.
    """

    TOPIC: ClassVar[str] = "nought.Deal.WeisDetailed"
    cards: int | None = None
    top: str | None = None
    trump: bool | None = None


@dataclass(frozen=True, slots=True)
class WeisConceded(Act):
    """When Weis of the same value were compared, the seat said that its own is not as good."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisConceded"


@dataclass(frozen=True, slots=True)
class WeisScored(Act):
    """The seat's side had the best Weis: what each item is worth that the seat scores, the greatest first."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisScored"
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WeisDemanded(Act):
    """The seat demanded to see the Weis of this ``value`` that the seat ``of`` scored."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisDemanded"
    of: Seat = ""
    value: int = 0


@dataclass(frozen=True, slots=True)
class WeisShown(Act):
    """The seat showed the Weis that somebody had demanded to see, to all."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisShown"
    cards: tuple[Card, ...] = ()

    def named(self) -> tuple[Card, ...]:
        return self.cards


@dataclass(frozen=True, slots=True)
class StoeckClaimed(Act):
    """The seat held King and Ober of trumps, and both have been seen by all."""

    TOPIC: ClassVar[str] = "nought.Deal.StoeckClaimed"


ACTS: Final[tuple[type[Act], ...]] = (
    ContractBid,
    Doubled,
    Redoubled,
    WeisDeclared,
    WeisDetailed,
    WeisConceded,
    WeisScored,
    WeisDemanded,
    WeisShown,
    StoeckClaimed,
)
