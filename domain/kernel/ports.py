"""The interfaces of the store that the ledger needs. The composition root passes the store to the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID

    from eventsourcing.persistence import StoredEvent


@dataclass(frozen=True, slots=True)
class Listing:
    """One line of the catalogue: an aggregate and its status. It holds nothing that is hidden from a viewer."""

    id: UUID
    kind: str
    """``club``, ``player``, ``table``, ``match``, ``deal``, ``withdrawn`` (a withdrawn deal), ``import``,
    ``tournament``, ``dispute``, ``lesson``, ``class``, ``series`` or ``slate``."""
    club: UUID | None
    parent: UUID | None
    """The id of a deal's match (or table), a match's or a slate's table, or a dispute's deal."""
    title: str
    at: str
    """The time when the aggregate was opened; later listings do not change it."""
    data: Mapping[str, Any]
    """Plain JSON values."""
    traits: tuple[str, ...] = ()
    """The texts by which a deal is searched, once all hands are public (`domain.record.traits`)."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The lines of a tournament's standings that come from one stream, at a version."""

    tournament: UUID
    source: UUID
    """The id of the stream."""
    version: int
    rows: Sequence[tuple[int, str, int, Mapping[str, Any] | None]]
    """Round, entry, board (0 for none), and the line as plain JSON values; None if the line is to be removed."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that was given as evidence in a dispute. The event holds its hash; its bytes are stored separately."""

    dispute: UUID
    sha256: str
    media_type: str
    body: bytes


@dataclass(frozen=True, slots=True)
class TakenName:
    """A name that only one table of a club may have. ``name``: what counts of it (`domain.club.name_matching.key`)."""

    table: UUID
    club: UUID
    name: str


class HeldText(Protocol):
    """A text, other than a name, that has the name of a person in it."""

    @property
    def stream(self) -> UUID: ...
    @property
    def text(self) -> str: ...


class HeldTexts(Protocol):
    """The texts about a person in a club, and the streams that hold them."""

    @property
    def digests(self) -> Sequence[bytes]:
        """The digests of all names and texts."""

    @property
    def names(self) -> Sequence[str]:
        """The names among them."""

    @property
    def streams(self) -> Sequence[UUID]:
        """The streams whose events hold them."""

    @property
    def kinds(self) -> Mapping[str, int]:
        """The number of these streams by the subject of their facts: Deal, Match, Tournament …"""

    @property
    def texts(self) -> Sequence[HeldText]:
        """The texts other than names."""


@dataclass(frozen=True, slots=True)
class Removal:
    """Texts to be removed in the transaction of an event. ``number`` and ``names``: of the person who is forgotten."""

    stream: UUID
    version: int
    """Stream and version of the event that records the removal."""
    digests: Sequence[bytes]
    club: UUID | None
    number: int | None = None
    names: Sequence[str] = ()
    streams: Sequence[UUID] = ()
    files: Sequence[str] = ()
    """The SHA-256 of files of the first stream, a dispute, whose bytes are removed with a text."""


class ReadModels(Protocol):
    """Writes the catalogue, the standings, attachments and names in the transaction of the events."""

    def statements(
        self,
        listings: Sequence[Listing],
        rankings: Sequence[Ranking] = (),
        attachments: Sequence[Attachment] = (),
        names: Sequence[TakenName] = (),
        removals: Sequence[Removal] = (),
    ) -> Sequence[object]:
        """Return the statements that write these rows, for the recorder's ``also``.

        A save with a name that another table of the club has by then raises ``IntegrityError``.
        """


class Command(NamedTuple):
    """A stored command that was sent with a key."""

    scope: str
    key: str
    fingerprint: bytes
    outcome: bytes
    salt: bytes | None = None


class Memory(Protocol):
    """The recorder's queries for commands and streams.

    Saving a command whose key is taken raises an error with the attributes ``scope`` and ``key``.
    """

    def find_command(self, scope: str, key: str) -> tuple[str, str, bytes, bytes, bytes | None] | None:
        """Return the stored command: scope, key, fingerprint, outcome, salt; None if there is none."""

    def confirm_command(self, scope: str, key: str) -> bool:
        """Return whether a command is stored, and would survive the loss of the leading database."""

    def latest_version(self, originator_id: UUID | str) -> int | None:
        """Return the version of a stream's last event; None for an unknown stream."""

    def select_streams(self, originator_ids: Sequence[UUID], topics: Sequence[str] = ()) -> Sequence[StoredEvent]:
        """Return all events of some streams, stream by stream, oldest first. With ``topics``, only those."""
