"""Files of evidence: their bytes, identified by the hash in the event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, LiteralString, Protocol
from uuid import UUID

from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from store.events.recorder import Recorder

_WRITE: LiteralString = """
    INSERT INTO attachments (dispute_id, sha256, media_type, body) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING
"""


class Attachment(Protocol):
    """A file, as the ledger describes it."""

    @property
    def dispute(self) -> UUID: ...
    @property
    def sha256(self) -> str: ...
    @property
    def media_type(self) -> str: ...
    @property
    def body(self) -> bytes: ...


def attachment_statements(attachments: Sequence[Attachment]) -> list[tuple[LiteralString, tuple[Any, ...]]]:
    """Return the statements that store these files, for the transaction of their events."""
    return [(_WRITE, (each.dispute, bytes.fromhex(each.sha256), each.media_type, each.body)) for each in attachments]


@dataclass(frozen=True, slots=True)
class Stored:
    """A row, without its bytes."""

    dispute: UUID
    sha256: str
    """The hash that identifies the file."""
    digest: str | None
    """The hash of the stored bytes; None if the file was removed."""
    size: int | None
    media_type: str
    removed_by: UUID | None = None
    removed_at: int | None = None
    """Stream and version of the event that recorded the removal."""


_STORED: LiteralString = """
    SELECT dispute_id, encode(sha256, 'hex'), encode(sha256(body), 'hex'), length(body), media_type,
        removed_by, removed_at
    FROM attachments
"""


class Attachments:
    """The table of the files of disputes."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def find(self, dispute: UUID, sha256: str) -> bytes | None:
        """Return the bytes of a file; None if there is none, or if it was removed."""
        statement: LiteralString = "SELECT body FROM attachments WHERE dispute_id = %s AND sha256 = %s"
        stored = rows(self.recorder, statement, [dispute, bytes.fromhex(sha256)])
        return bytes(stored[0][0]) if stored and stored[0][0] is not None else None

    def row(self, dispute: UUID, sha256: str) -> Stored | None:
        """Return the row of a file; None if there is none."""
        stored = rows(
            self.recorder, _STORED + "WHERE dispute_id = %s AND sha256 = %s", [dispute, bytes.fromhex(sha256)]
        )
        return Stored(*stored[0]) if stored else None

    def read_all(self, batch: int = 200) -> Iterator[Stored]:
        """Yield all rows, in batches."""
        last: tuple[Any, ...] = (UUID(int=0), b"")
        while page := rows(
            self.recorder,
            _STORED + "WHERE (dispute_id, sha256) > (%s, %s) ORDER BY dispute_id, attachments.sha256 LIMIT %s",
            [*last, batch],
        ):
            yield from (Stored(*row) for row in page)
            last = page[-1][0], bytes.fromhex(page[-1][1])
