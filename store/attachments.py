"""Files that were handed in as evidence: their bytes, found by the hash that stands in the event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, LiteralString, Protocol

from store.queries import rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from store.recorder import Recorder

_WRITE: LiteralString = """
    INSERT INTO attachments (dispute_id, sha256, media_type, body) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING
"""


class Attachment(Protocol):
    """What the ledger says of a file."""

    @property
    def dispute(self) -> UUID: ...
    @property
    def sha256(self) -> str: ...
    @property
    def media_type(self) -> str: ...
    @property
    def body(self) -> bytes: ...


def attached(attachments: Sequence[Attachment]) -> list[tuple[LiteralString, tuple[Any, ...]]]:
    """The statements that keep these files, in the transaction of their events."""
    return [(_WRITE, (each.dispute, bytes.fromhex(each.sha256), each.media_type, each.body)) for each in attachments]


class Attachments:
    """The files of disputes."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def find(self, dispute: UUID, sha256: str) -> bytes | None:
        """The bytes of a file."""
        statement: LiteralString = "SELECT body FROM attachments WHERE dispute_id = %s AND sha256 = %s"
        found = rows(self.recorder, statement, [dispute, bytes.fromhex(sha256)])
        return bytes(found[0][0]) if found else None
