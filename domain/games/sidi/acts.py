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

    WORDS: ClassVar[str] = "a bid"
    points: int = 0
    denomination: str = ""


@dataclass(frozen=True, slots=True)
class Doubled(Act):
    """A double of an opponent's bid."""

    WORDS: ClassVar[str] = "a double"


@dataclass(frozen=True, slots=True)
class Redoubled(Act):
    """A redouble of a bid by the seat's own side, which an opponent has doubled."""

    WORDS: ClassVar[str] = "a redouble"


@dataclass(frozen=True, slots=True)
class WeisDeclared(Act):
    """The announcement of the value of the seat's highest Weis, with its card to the first trick."""

    WORDS: ClassVar[str] = "declaring Weis"
    value: int = 0


@dataclass(frozen=True, slots=True)
class WeisDetailed(Act):
    """The answer to one question about the seat's Weis, when Weis of the same value are compared.

    ``cards``: the number of its cards; ``top``: its highest rank; ``trump``: whether it is in trumps. Only the one that
    answers the question is not None.
    """

    WORDS: ClassVar[str] = "an answer about a Weis"
    cards: int | None = None
    top: str | None = None
    trump: bool | None = None


@dataclass(frozen=True, slots=True)
class WeisConceded(Act):
    """The concession that the seat's Weis is not as good, when Weis of the same value are compared."""

    WORDS: ClassVar[str] = "conceding the Weis"


@dataclass(frozen=True, slots=True)
class WeisScored(Act):
    """The Weis that the seat scores because its side has the best: the value of each item, the greatest first."""

    WORDS: ClassVar[str] = "scoring Weis"
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WeisDemanded(Act):
    """The demand to see the Weis of this ``value`` that the seat ``of`` scored."""

    WORDS: ClassVar[str] = "demanding to see a Weis"
    of: Seat = ""
    value: int = 0


@dataclass(frozen=True, slots=True)
class WeisShown(Act):
    """The showing, to all, of the Weis that somebody demanded to see."""

    WORDS: ClassVar[str] = "showing a Weis"
    cards: tuple[Card, ...] = ()

    def list_cards(self) -> tuple[Card, ...]:
        return self.cards


@dataclass(frozen=True, slots=True)
class StoeckClaimed(Act):
    """The claim of Stöck: the seat held King and Ober of trumps, and all have seen both."""

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
