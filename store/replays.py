"""Finished deals as the bytes that are sent: one body for each viewer, good for one version of the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from psycopg.rows import tuple_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.recorder import Recorder


class Stored(NamedTuple):
    """A stored replay; ``body`` is None when the reader has it already."""

    etag: str
    body: bytes | None


class Replays:
    """A cache that can be wrong in no way: a body counts only while its deal is at the body's version."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def find(self, deal_id: UUID, viewer: str, known: Sequence[str] = ()) -> Stored | None:
        """The replay of a deal as it stands; its body only if its tag is not among the ``known``."""
        with (
            self.recorder.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row, binary=True) as cursor,
        ):
            row = cursor.execute(
                "SELECT etag, CASE WHEN etag = ANY(%s) THEN NULL ELSE body END FROM replays"
                " WHERE deal_id = %s AND viewer = %s AND version ="
                " (SELECT max(originator_version) FROM events WHERE originator_id = %s)",
                [list(known), deal_id, viewer, deal_id],
                prepare=True,
            ).fetchone()
        return Stored(*row) if row else None

    def keep(self, deal_id: UUID, viewer: str, version: int, etag: str, body: bytes) -> None:
        """Keep a body, unless one of a later version is there."""
        with self.recorder.datastore.get_connection() as connection:
            connection.execute(
                "INSERT INTO replays (deal_id, viewer, version, etag, body) VALUES (%s, %s, %s, %s, %s)"
                " ON CONFLICT (deal_id, viewer) DO UPDATE"
                " SET version = excluded.version, etag = excluded.etag, body = excluded.body"
                " WHERE replays.version <= excluded.version",
                [deal_id, viewer, version, etag, body],
            )
