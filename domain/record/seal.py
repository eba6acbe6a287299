"""The aggregate of a sealed card, in a stream of its own, so that the deal's stream does not reveal the card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from domain.engine.words.values import sentence
from domain.kernel.aggregate import Aggregate
from domain.record.facts import SealKept

if TYPE_CHECKING:
    from domain.kernel.events import Recorded

_SEALS: Final = UUID("7c1be3c0-2f0a-5d53-9d0e-6b8f5a1f0c27")


def seal_id(deal: UUID, digest: str) -> UUID:
    """Return the id of the stream of a sealed card of a deal."""
    return uuid5(_SEALS, f"{deal} {digest}")


class Seal(Aggregate):
    """One sealed card, with its salt."""

    __slots__ = ("kept",)

    NAME = sentence("seal")
    OPENING = SealKept
    DERIVED = True
    kept: SealKept

    def fold(self, event: Recorded) -> None:
        if isinstance(event.fact, SealKept):
            self.kept = event.fact
