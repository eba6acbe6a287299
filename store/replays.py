"""Finished deals as the bytes that are sent: one body for each viewer, good for one version of the deal."""

from __future__ import annotations

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
AT_HAND: Final = 256
"""Bodies that a process remembers, so that the database need not send them again."""
SHARE: Final = 4
"""One in so many of the pool's connections may be held for replays."""


class Stored(NamedTuple):
    """A stored replay."""

    etag: str
    body: bytes


class Replays:
    """A cache that can be wrong in no way: a body counts only while its deal is at the body's version, and only
    for the code that made it (``made_by``)."""

    def __init__(self, recorder: Recorder, made_by: str = "") -> None:
        self.recorder = recorder
        self.made_by = made_by
        self._prepared: WeakSet[Connection[Any]] = WeakSet()
        self._at_hand: dict[tuple[UUID, str], Stored] = {}
        self._held: list[Connection[Any]] = []

    def find(self, deal_id: UUID, viewer: str) -> Stored | None:
        """The replay of a deal as it stands.

        The most frequent question of all, so it is put to libpq directly, over a connection that is held for it:
        that costs a fifth of a cursor on one that is fetched from the pool each time. Whatever goes wrong there is
        asked again in the ordinary way, which knows what to do about it.
        """
        viewer = self._key(viewer)
        known = self._at_hand.get((deal_id, viewer))
        values = [deal_id.bytes, viewer.encode(), known.etag.encode() if known else b""]
        connection = self._take()
        result = self._ask(connection, values)
        self._leave(connection, sound=result is not None)
        if result is None or result.status != ExecStatus.TUPLES_OK:
            return self._ask_again(deal_id, viewer)
        etag = result.get_value(0, 0)
        if etag is None:
            return None
        body = result.get_value(0, 1)
        return known if body is None else self._remember((deal_id, viewer), Stored(etag.decode(), body))

    def _take(self) -> Connection[Any]:
        try:
            return self._held.pop()
        except IndexError:
            pool = self.recorder.datastore.pool
            if pool.closed:
                pool.open()
            return pool.getconn()

    def _leave(self, connection: Connection[Any], *, sound: bool) -> None:
        """Hold the connection for the next question; most of the pool's stay for everybody else."""
        pool = self.recorder.datastore.pool
        if sound and not pool.closed and len(self._held) < pool.max_size // SHARE:
            self._held.append(connection)
        else:
            pool.putconn(connection)

    def close(self) -> None:
        """Give back what is held."""
        while self._held:
            self.recorder.datastore.pool.putconn(self._held.pop())

    def _key(self, viewer: str) -> str:
        return f"{viewer} {self.made_by}"

    def _remember(self, key: tuple[UUID, str], stored: Stored) -> Stored:
        """Whether it is still good is asked of the database every time."""
        if len(self._at_hand) >= AT_HAND:
            self._at_hand.clear()
        self._at_hand[key] = stored
        return stored

    def _ask(self, connection: Connection[Any], values: list[bytes]) -> PGresult | None:
        """Answered in one round trip, once the connection has the statement; None if it is lost."""
        try:
            if connection not in self._prepared:
                if connection.pgconn.prepare(NAME, FIND).status != ExecStatus.COMMAND_OK:
                    return None
                self._prepared.add(connection)
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

    def forget(self, table: UUID) -> None:
        """Keep no body of a deal at a table any longer, since who may have it is to be decided anew."""
        with self.recorder.datastore.get_connection() as connection:
            connection.execute(
                "DELETE FROM replays WHERE deal_id IN"
                " (SELECT id FROM catalogue WHERE kind = 'deal' AND data->>'table' = %s)",
                [str(table)],
            )
