"""The base of all aggregates: one folded stream of events, and the events to be added to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from domain.kernel.events import Recorded
from domain.kernel.ids import as_id

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.facts import Fact
    from domain.engine.words.values import Term
    from domain.kernel.ports import Attachment, Listing, Ranking, Removal, TakenName


class Aggregate(ABC):
    """The folded events of one stream. The caller of the repository owns its copy; later saves do not change it."""

    __slots__ = ("id", "opened_at", "pending", "version")

    NAME: ClassVar[Term]
    """The word for an aggregate of this kind."""
    KIND: ClassVar[str]
    """The kind of aggregate, as in the catalogue: the English word."""
    OPENING: ClassVar[type[Fact]]
    """The type of the first fact of its stream."""
    DERIVED: ClassVar[bool] = False
    """Whether its id is derived from other ids (`domain.kernel.ids`)."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "NAME" in cls.__dict__:
            cls.KIND = cls.NAME.msgid

    club_of_stream: UUID | None = None
    """The club of a new stream whose first fact does not name it."""
    attached: Sequence[Attachment] = ()
    """The files to be saved with its pending events."""
    removal: Removal | None = None
    """The texts about people to be removed with its pending events."""
    id: UUID
    version: int
    """The version of the last folded event, saved or not."""
    opened_at: str
    pending: list[Recorded]
    """The events that were decided and folded, but not saved yet."""

    def __init__(self, identity: UUID) -> None:
        self.id = identity
        self.version = 0
        self.opened_at = ""
        self.pending = []

    @abstractmethod
    def fold(self, event: Recorded) -> None:
        """Apply an event to the aggregate. Never refuses an event."""

    @property
    def read(self) -> int:
        """Return the version that was stored when the aggregate was read."""
        return self.version - len(self.pending)

    def _enter(self, event: Recorded) -> None:
        if not self.version:
            self.opened_at = event.at
        self.version = event.originator_version
        self.fold(event)

    def take(self, fact: Fact, at: str, by: str, key: str = "", broke: str = "") -> None:
        """Fold a decided fact as a new event, and add the event to the pending ones."""
        event = Recorded(self.id, self.version + 1, fact, at, by, key, broke)
        self._enter(event)
        self.pending.append(event)

    def ranking(self, *, whole: bool = False) -> Ranking | None:
        """Return the changed lines of standings, or all lines with ``whole``; None if the aggregate has none."""
        return None

    def taken_name(self) -> TakenName | None:
        """Return the name that its pending events give and nothing else may have; None if there is none."""
        return None

    def belongs_to(self) -> UUID | None:
        """Return the club of a new stream, as its first event has it; None if it belongs to no club."""
        return self.club_of_stream or as_id(getattr(self.pending[0].fact, "club", None))

    def collect_events(self) -> list[Recorded]:
        """Return the events to be saved. The library's ``save`` calls this."""
        return self.pending

    @classmethod
    def project(cls, aggregate: Self | None, events: Iterable[Recorded]) -> Self | None:
        """Fold stored events into an aggregate; for None, into a new one.

        A new one is None if there are no events, or if the first event does not open an aggregate of this class.
        """
        for event in events:
            if aggregate is None:
                if not isinstance(event.fact, cls.OPENING):
                    return None
                aggregate = cls(event.originator_id)
            aggregate._enter(event)
        return aggregate


class ListedAggregate(Aggregate):
    """An aggregate with a line in the catalogue. Other aggregates are secret, or belong to one with a line."""

    __slots__ = ()

    unlisted = True
    """Whether events since it was read may have changed its line."""

    @abstractmethod
    def listing(self) -> Listing:
        """Return the line of the aggregate in the catalogue."""
