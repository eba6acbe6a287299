"""Finished deals as the bytes that are sent: one body for each viewer, good for one version of the deal."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID
from weakref import WeakSet

import psycopg
from psycopg.pq import ExecStatus
from psycopg.rows import tuple_row

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.pq.abc import PGresult

    from store.recorder import Recorder

NAME: Final = b"nought_find_replay"
FIND: Final = (
    b"SELECT etag, CASE WHEN etag = $3 THEN NULL ELSE body END FROM replays WHERE deal_id = $1 AND viewer = $2"
    b" AND version = (SELECT max(originator_version) FROM events WHERE originator_id = $1)"
)
TEXT, BINARY = 0, 1
PREPARED: Final[WeakSet[Connection[Any]]] = WeakSet()
"""The connections that know the statement by its name, whoever asked through them."""
AT_HAND: Final = 256
"""Bodies that a process remembers, so that the database need not send them again."""


class Stored(NamedTuple):
    """A stored replay."""

    etag: str
    body: bytes


class Replays:
    """A body counts only while its deal is at the body's version, and only for the code that made it (``made_by``).

    Whether it does is asked of the database each time, or, by whoever can bear to be a moment late, so many seconds
    after it was last asked in this process.
    """

    def __init__(self, recorder: Recorder, made_by: str = "") -> None:
        self.recorder = recorder
        self.made_by = made_by
        self._at_hand: dict[tuple[UUID, str], Stored] = {}
        self._good_at: dict[tuple[UUID, str], float] = {}
        """When each body at hand was last found to be good."""

    def find(self, deal_id: UUID, viewer: str, late: float = 0.0) -> Stored | None:
        """The replay of a deal as it stands, or as it stood up to ``late`` seconds ago.

        The most frequent question of all, so it is put to libpq directly: that costs a fifth of a cursor.
        Whatever goes wrong there is asked again in the ordinary way, which knows what to do about it.
        """
        viewer = self._key(viewer)
        known = self._at_hand.get((deal_id, viewer))
        now = monotonic()
        if known and now - self._good_at.get((deal_id, viewer), -late) < late:
            return known
        values = [deal_id.bytes, viewer.encode(), known.etag.encode() if known else b""]
        pool = self.recorder.datastore.pool
        if pool.closed:
            pool.open()
        connection = pool.getconn()
        try:
            result = self._ask(connection, values)
        finally:
            pool.putconn(connection)
        if result is None or result.status != ExecStatus.TUPLES_OK:
            return self._ask_again(deal_id, viewer)
        etag = result.get_value(0, 0)
        if etag is None:
            return None
        body = result.get_value(0, 1)
        found = known if body is None else self._remember((deal_id, viewer), Stored(etag.decode(), body))
        self._good_at[deal_id, viewer] = now
        return found

    def _key(self, viewer: str) -> str:
        return f"{viewer} {self.made_by}"

    def _remember(self, key: tuple[UUID, str], stored: Stored) -> Stored:
        if len(self._at_hand) >= AT_HAND:
            self._at_hand.clear()
            self._good_at.clear()
        self._at_hand[key] = stored
        return stored

    def _ask(self, connection: Connection[Any], values: list[bytes]) -> PGresult | None:
        """Answered in one round trip, once the connection has the statement; None if it is lost."""
        try:
            if connection not in PREPARED:
                if connection.pgconn.prepare(NAME, FIND).status != ExecStatus.COMMAND_OK:
                    return None
                PREPARED.add(connection)
            return connection.pgconn.exec_prepared(NAME, values, [BINARY, TEXT, TEXT], BINARY)
        except psycopg.Error:
            return None

    def _ask_again(self, deal_id: UUID, viewer: str) -> Stored | None:
        with self.recorder.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row, binary=True)
            statement = FIND.replace(b"$1", b"%(deal)s").replace(b"$2", b"%(viewer)s").replace(b"$3", b"''")
            row = cursor.execute(statement, {"deal": deal_id, "viewer": viewer}).fetchone()
        return Stored(*row) if row else None

    def keep(self, deal_id: UUID, viewer: str, version: int, etag: str, body: bytes) -> None:
        """Keep a body, unless one of a later version is there; those of older code go."""
        with self.recorder.datastore.get_connection() as connection:
            connection.execute(
                "DELETE FROM replays WHERE deal_id = %s AND split_part(viewer, ' ', 2) <> %s",
                [deal_id, self.made_by],
            )
            connection.execute(
                "INSERT INTO replays (deal_id, viewer, version, etag, body) VALUES (%s, %s, %s, %s, %s)"
                " ON CONFLICT (deal_id, viewer) DO UPDATE"
                " SET version = excluded.version, etag = excluded.etag, body = excluded.body"
                " WHERE replays.version <= excluded.version",
                [deal_id, self._key(viewer), version, etag, body],
            )

    def ask_anew(self, deal_id: UUID) -> None:
        """Something was recorded of a deal: the next question goes to the database."""
        for key in [key for key in list(self._good_at) if key[0] == deal_id]:
            self._good_at.pop(key, None)

    def forget(self, table: UUID) -> None:
        """Keep no body of a deal at a table any longer, since who may have it is to be decided anew."""
        self._good_at.clear()
        with self.recorder.datastore.get_connection() as connection:
            connection.execute(
                "DELETE FROM replays WHERE deal_id IN"
                " (SELECT id FROM catalogue WHERE kind = 'deal' AND data->>'table' = %s)",
                [str(table)],
            )
