"""The removals of one club, in a stream of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from domain.engine.words.values import sentence
from domain.kernel.aggregate import Aggregate
from domain.removal.facts import RemovalFact

if TYPE_CHECKING:
    from domain.kernel.events import Recorded
    from domain.kernel.ports import Removal

_REMOVALS: Final = UUID("019ef0a4-7c11-5d2b-8a3e-5f6f0d3c9b21")


def removals_id(club: UUID | None) -> UUID:
    """Return the id of the stream of a club's removals; None for what belongs to no club."""
    return uuid5(_REMOVALS, str(club))


class Removals(Aggregate):
    """The removals of a club, oldest first."""

    __slots__ = ("club_of_stream", "done", "removal")

    NAME = sentence("removals")
    OPENING = RemovalFact
    DERIVED = True
    done: list[Recorded]
    removal: Removal | None
    """The removal that is saved with the pending event."""

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.club_of_stream = None
        self.removal = None
        self.done = []

    def fold(self, event: Recorded) -> None:
        self.done.append(event)
