"""Tournaments as the caller may have them by now, and chance for those that need it.

Whoever sees a table late sees the whole tournament as late as that: standings, draws and rulings all follow from what
happened there.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from api.broadcast import late
from api.problems import Problem
from api.services import services
from domain.fair.forms import SEED_BYTES
from domain.ledger.encounter_file import Encounter
from domain.ledger.errors import NotFound
from domain.ledger.ranked import read
from domain.ledger.tournament_facts import EncounterSet
from replay.tournament_words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from domain.ledger.events import Recorded
    from domain.ledger.tournament_file import Tournament
    from domain.tournament.state import Line


def entropy(times: int = 1) -> bytes:
    """Chance of the operating system: so many seeds."""
    return secrets.token_bytes(SEED_BYTES * times)


def delay(tournament_id: UUID) -> float:
    """How many seconds late the caller sees a tournament: as late as any table that it is played at."""
    seen = late()
    row = services().catalogue.find(tournament_id) if seen.seconds else None
    if row is None or row.kind != "tournament" or (row.club is not None and row.club == seen.club):
        return 0.0
    return max((seen.seconds.get(table, 0.0) for table in row.data["tables"]), default=0.0)


@dataclass(frozen=True, slots=True)
class Seen:
    """A tournament as the caller may have it."""

    tournament: Tournament
    seconds: float

    def lines(self) -> list[Line]:
        """What its standings are made from."""
        return [read(line) for line in services().lines.of(self.tournament.id, self.seconds)]

    def encounters(self, identities: Sequence[UUID]) -> dict[UUID, Encounter]:
        """Tables of its rounds."""
        if not self.seconds:
            return services().ledger.encounters(identities)
        found = {identity: Encounter.project(None, self.history(identity)) for identity in identities}
        return {identity: file for identity, file in found.items() if file is not None}

    def history(self, identity: UUID) -> tuple[Recorded, ...]:
        """The events of one of its streams."""
        ledger, recorder = services().ledger, services().recorder
        return ledger.history(identity, to=recorder.version_ago(identity, self.seconds) if self.seconds else None)


def seen(tournament_id: UUID, version: int | None = None, at: datetime | None = None) -> Seen:
    """A tournament as it stands for the caller; as it stood at a moment, or at a version, that the caller may have."""
    seconds = max(delay(tournament_id), (datetime.now(UTC) - at).total_seconds() if at else 0.0)
    newest = services().recorder.version_ago(tournament_id, seconds) if seconds else None
    if newest == 0:
        raise NotFound("tournament", tournament_id)
    tournament = services().ledger.tournament(tournament_id, newest)
    if version is not None and version != tournament.version:
        if version > tournament.version:
            raise Problem("not-found", f"the tournament has versions 1 to {tournament.version}")
        tournament = services().ledger.tournament(tournament_id, version)
    return Seen(tournament, seconds)


def table(encounter_id: UUID) -> tuple[Encounter, tuple[Recorded, ...]]:
    """One table of a round and its events, as far as the caller may have them by now."""
    events = services().ledger.history(encounter_id)
    first = events[0].fact if events else None
    if isinstance(first, EncounterSet) and (seconds := delay(UUID(first.tournament))):
        events = events[: services().recorder.version_ago(encounter_id, seconds)]
    encounter = Encounter.project(None, events)
    if encounter is None:
        raise NotFound(Encounter.KIND, encounter_id)
    return encounter, events


def named(tournament: Tournament) -> dict[str, str]:
    """What its entries are called."""
    return {entry: each.name for entry, each in tournament.entries.items()}


def told(events: Iterable[Recorded], names: Mapping[str, str], number: int | None = None) -> Iterator[dict[str, Any]]:
    """What happened, in sentences; ``number``: at which table."""
    for event in events:
        yield {
            "version": event.originator_version,
            "at": event.at,
            "by": event.by,
            "topic": event.fact.TOPIC,
            "told": sentence(event.fact, names),
            "table": number,
        }
