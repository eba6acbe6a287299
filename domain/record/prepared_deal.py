"""Imported deals that were judged and are ready to be saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from eventsourcing.persistence import StoredEvent

from domain.club.people_reader import read_people
from domain.games import TOPICS
from domain.kernel.ids import as_id
from domain.kernel.mapper import FactMapper
from domain.kernel.personal import names_in
from domain.record.import_lines import read_through

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.facts import DealOpened, DealSettled
    from domain.kernel.events import Recorded
    from domain.kernel.ports import Listing
    from domain.record.imported_deal import ImportedDeal

MAPPER: Final = FactMapper(TOPICS, read_people)
"""The mapper of the facts of deals."""


@dataclass(frozen=True, slots=True)
class PreparedDeal:
    """A judged imported deal with its stored events. It can be sent between processes."""

    id: UUID
    opened: DealOpened
    settlement: DealSettled | None
    is_abandoned: bool
    rows: tuple[tuple[str, bytes], ...]
    """The topic and the stored JSON of each event."""
    began: tuple[str, str]
    """The time and the author of the first event."""
    ended: tuple[str, str]
    """The time and the author of the last event."""
    listing: Listing
    breaches: int = 0
    """The number of acts that are recorded as irregular."""

    @property
    def match(self) -> UUID | None:
        """Return the id of the deal's match; None outside a match, or if the deal only names one."""
        return as_id(self.opened.match)

    @property
    def version(self) -> int:
        """Return the number of events."""
        return len(self.rows)

    @property
    def names(self) -> set[str]:
        """Return the names of people in the events."""
        return names_in(b"".join(state for _, state in self.rows))

    def stored_events(self) -> list[StoredEvent]:
        """Return the events as rows for the recorder."""
        return [StoredEvent(self.id, version, topic, state) for version, (topic, state) in enumerate(self.rows, 1)]

    def events(self) -> tuple[Recorded, ...]:
        """Return the events, oldest first."""
        return tuple(cast("Recorded", MAPPER.to_domain_event(event)) for event in self.stored_events())


def prepare(imported: ImportedDeal, latest: str = "") -> PreparedDeal:
    """Judge an imported deal. Raises `BadLine`. ``latest``: the latest time that the deal may have; any if empty."""
    deal = read_through(imported, latest)
    record = deal.record
    first, last = deal.pending[0], deal.pending[-1]
    rows = ((event.topic, event.state) for event in map(MAPPER.to_stored_event, deal.pending))
    return PreparedDeal(
        deal.id,
        record.opened,
        record.settlement,
        record.abandoned,
        tuple(rows),
        (first.at, first.by),
        (last.at, last.by),
        deal.listing(),
        sum(bool(event.broke) for event in deal.pending),
    )
