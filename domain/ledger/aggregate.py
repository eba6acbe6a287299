"""An aggregate: one stream of events, folded, and what is about to be added to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from domain.ledger.events import Recorded

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.facts import Fact
    from domain.ledger.ports import Attachment, Listing, Ranking


class Aggregate(ABC):
    """One thing's events, folded. Whoever got it from the ledger owns it; it does not change by itself."""

    __slots__ = ("id", "opened_at", "pending", "version")

    KIND: str
    """The name that players have for it."""
    OPENING: ClassVar[type[Fact]]
    """The kind of fact that its stream begins with."""
    DERIVED: ClassVar[bool] = False
    """Whether its id is derived from other ids (`domain.ledger.ids`)."""

    attached: Sequence[Attachment] = ()
    """Files that are to be kept with its pending events."""
    id: UUID
    version: int
    """Of the last event folded, saved or not."""
    opened_at: str
    pending: list[Recorded]
    """Decided, folded, not saved yet."""

    def __init__(self, identity: UUID) -> None:
        self.id = identity
        self.version = 0
        self.opened_at = ""
        self.pending = []

    @abstractmethod
    def fold(self, event: Recorded) -> None:
        """The event was recorded. Never refuses."""

    @property
    def read(self) -> int:
        """The version that was stored when the aggregate was read."""
        return self.version - len(self.pending)

    def _enter(self, event: Recorded) -> None:
        if not self.version:
            self.opened_at = event.at
        self.version = event.originator_version
        self.fold(event)

    def take(self, fact: Fact, at: str, by: str, key: str = "", broke: str = "") -> None:
        """Fold a fact that was decided on and keep it for saving."""
        event = Recorded(self.id, self.version + 1, fact, at, by, key, broke)
        self._enter(event)
        self.pending.append(event)

    def ranking(self, *, whole: bool = False) -> Ranking | None:
        """Return the lines of standings that are to be saved, or all with ``whole``; None if there are none."""
        return None

    def collect_events(self) -> list[Recorded]:
        """Hand over what is to be saved; called by the library's ``save``."""
        return self.pending

    @classmethod
    def project(cls, aggregate: Self | None, events: Iterable[Recorded]) -> Self | None:
        """Fold stored events; None when there are none, or when they tell of another kind of thing."""
        for event in events:
            if aggregate is None:
                if not isinstance(event.fact, cls.OPENING):
                    return None
                aggregate = cls(event.originator_id)
            aggregate._enter(event)
        return aggregate


class Listed(Aggregate):
    """An aggregate that has a line in the catalogue. The others are secret, or found through one that has."""

    __slots__ = ()

    unlisted = True
    """Whether something happened since it was read that changes its line."""

    @abstractmethod
    def listing(self) -> Listing:
        """This aggregate's line in the catalogue."""
