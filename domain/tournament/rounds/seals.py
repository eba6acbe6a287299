"""The streams of sealed packs and lots, apart from the tournament's stream, which must not reveal them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid5

from domain.engine.words.values import sentence
from domain.fair.lots import parse
from domain.kernel.aggregate import Aggregate
from domain.tournament.facts.lots import LotsSealed
from domain.tournament.facts.packs import PacksSealed

if TYPE_CHECKING:
    from domain.kernel.events import Recorded
    from domain.kernel.repository import Repository
    from domain.tournament.aggregate import Tournament

_SEALED: Final = UUID("5f2d5b0a-7a51-5d0c-8a3e-2b7f0c9d4e18")


def sealed_id(tournament: UUID, number: int) -> UUID:
    """Return the id of the stream of the sealed packs ``number`` of a tournament."""
    return uuid5(_SEALED, f"{tournament} {number}")


class SealedPacks(Aggregate):
    """The packs of a commitment."""

    __slots__ = ("packs",)

    NAME = sentence("packs")
    OPENING = PacksSealed
    DERIVED = True
    packs: dict[str, Any]
    """The packs as plain values (`domain.fair.packs.plain`)."""

    def fold(self, event: Recorded) -> None:
        if isinstance(event.fact, PacksSealed):
            self.packs = event.fact.packs


def sealed_lots_id(tournament: UUID, number: int) -> UUID:
    """Return the id of the stream of the sealed lots ``number`` of a tournament."""
    return uuid5(_SEALED, f"{tournament} lots {number}")


class SealedLots(Aggregate):
    """Lots that were drawn in advance and sealed."""

    __slots__ = ("lots",)

    NAME = sentence("lots")
    OPENING = LotsSealed
    DERIVED = True
    lots: dict[str, Any]
    """The lots as plain values (`domain.fair.lots.plain`)."""

    def fold(self, event: Recorded) -> None:
        if isinstance(event.fact, LotsSealed):
            self.lots = event.fact.lots


def seed_of_lots(repository: Repository, tournament: Tournament, purpose: str, entropy: bytes) -> bytes:
    """Return the seed of the promised lots, or ``entropy`` if no lots were promised for the purpose."""
    if (promise := tournament.promised.get(purpose)) is None:
        return entropy
    sealed = repository.get(SealedLots, sealed_lots_id(tournament.id, promise.number))
    return bytes.fromhex(parse(sealed.lots).seed)
