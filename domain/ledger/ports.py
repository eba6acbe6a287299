"""The interfaces that the ledger needs of the store. The composition root brings the two together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID

    from eventsourcing.persistence import StoredEvent


@dataclass(frozen=True, slots=True)
class Listing:
    """One line of the catalogue: a thing there is, and how it stands. Says nothing that is hidden."""

    id: UUID
    kind: str
    """``club``, ``player``, ``table``, ``match``, ``deal``, ``tournament`` or ``dispute``."""
    club: UUID | None
    parent: UUID | None
    """A deal's match (or table), a match's table, a dispute's deal."""
    title: str
    at: str
    """When it began; a later listing of the same thing does not move it."""
    data: Mapping[str, Any]
    """Plain JSON values."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Lines of a tournament's standings that a stream has, as it stands at a version."""

    tournament: UUID
    source: UUID
    """The stream."""
    version: int
    rows: Sequence[tuple[int, str, int, Mapping[str, Any] | None]]
    """Round, entry, board (0 for none), and the line as plain JSON values; None: there is none any more."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that was handed in as evidence in a dispute. Its hash stands in the event, its bytes beside the events."""

    dispute: UUID
    sha256: str
    media_type: str
    body: bytes


class ReadModels(Protocol):
    """Writes the catalogue, the standings and attachments in the transaction of the events."""

    def statements(
        self, listings: Sequence[Listing], rankings: Sequence[Ranking] = (), attachments: Sequence[Attachment] = ()
    ) -> Sequence[object]:
        """Return the statements that write these; they are the recorder's ``also``."""


class Command(NamedTuple):
    """The record of a command that came with a key."""

    scope: str
    key: str
    fingerprint: bytes
    outcome: bytes


class Memory(Protocol):
    """The recorder's memory of commands and streams.

    Saving with a command whose key is taken raises an error with the attributes ``scope`` and ``key``.
    """

    def find_command(self, scope: str, key: str) -> tuple[str, str, bytes, bytes] | None:
        """The command as it was kept: scope, key, fingerprint, outcome."""

    def latest_version(self, originator_id: UUID | str) -> int | None:
        """The version of a stream's last event."""

    def select_streams(self, originator_ids: Sequence[UUID]) -> Sequence[StoredEvent]:
        """All events of some streams, stream by stream, oldest first."""
