"""The acts that only Sidi Barrani has: bids for the contract, doubling, Weis and Stöck (003)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from domain.engine.cards import Card, Seat
from domain.engine.facts import Act

# --- Jass ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ContractBid(Act):
    """A bid of card points with a ``denomination``: the letter of a trump suit, ``obenabe`` or ``undenufe``."""

    TOPIC: ClassVar[str] = "nought.Deal.ContractBid"
    WORDS: ClassVar[str] = "a bid"
    points: int = 0
    denomination: str = ""


@dataclass(frozen=True, slots=True)
class Doubled(Act):
    """A double of an opponent's bid."""

    TOPIC: ClassVar[str] = "nought.Deal.Doubled"
    WORDS: ClassVar[str] = "a double"


@dataclass(frozen=True, slots=True)
class Redoubled(Act):
    """A redouble of a bid by the seat's own side, which an opponent has doubled."""

    TOPIC: ClassVar[str] = "nought.Deal.Redoubled"
    WORDS: ClassVar[str] = "a redouble"


@dataclass(frozen=True, slots=True)
class WeisDeclared(Act):
    """The announcement of the value of the seat's highest Weis, with its card to the first trick."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisDeclared"
    WORDS: ClassVar[str] = "declaring Weis"
    value: int = 0


@dataclass(frozen=True, slots=True)
class WeisDetailed(Act):
    """The answer to one question about the seat's Weis, when Weis of the same value are compared.

    ``cards``: the number of its cards; ``top``: its highest rank; ``trump``: whether it is in trumps. Only the one that
    answers the question is not None.
    """

    TOPIC: ClassVar[str] = "nought.Deal.WeisDetailed"
    WORDS: ClassVar[str] = "an answer about a Weis"
    cards: int | None = None
    top: str | None = None
    trump: bool | None = None


@dataclass(frozen=True, slots=True)
class WeisConceded(Act):
    """The concession that the seat's Weis is not as good, when Weis of the same value are compared."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisConceded"
    WORDS: ClassVar[str] = "conceding the Weis"


@dataclass(frozen=True, slots=True)
class WeisScored(Act):
    """The Weis that the seat scores because its side has the best: the value of each item, the greatest first."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisScored"
    WORDS: ClassVar[str] = "scoring Weis"
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WeisDemanded(Act):
    """The demand to see the Weis of this ``value`` that the seat ``of`` scored."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisDemanded"
    WORDS: ClassVar[str] = "demanding to see a Weis"
    of: Seat = ""
    value: int = 0


@dataclass(frozen=True, slots=True)
class WeisShown(Act):
    """The showing, to all, of the Weis that somebody demanded to see."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisShown"
    WORDS: ClassVar[str] = "showing a Weis"
    cards: tuple[Card, ...] = ()

    def list_cards(self) -> tuple[Card, ...]:
        return self.cards


@dataclass(frozen=True, slots=True)
class StoeckClaimed(Act):
    """The claim of Stöck: the seat held King and Ober of trumps, and all have seen both."""

    TOPIC: ClassVar[str] = "nought.Deal.StoeckClaimed"
    WORDS: ClassVar[str] = "claiming Stöck"


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
