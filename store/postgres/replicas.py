"""Reads on replicas: never older than the leader was when the request began, else the leader answers.

A request that may read on a replica asks the leader for its position, which costs no table a look. A replica answers if
it shows at least that position; it is waited for a moment. So the request sees every write that was acknowledged before
it began: the client's own, and every change of a permission.

A replica shows a position if it has replayed as much of the write-ahead log, and if it has the row of the position's
term in the table ``terms``: a replica that still follows a former leader may have a longer log.
"""

from __future__ import annotations

import time
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, LiteralString

import psycopg
from eventsourcing import persistence
from eventsourcing.postgres import ConnectionPool, PostgresDatastore
from psycopg.rows import tuple_row
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests

from store.events.errors import DatabaseAway
from store.postgres.connections import BoundedConnection
from store.postgres.wal import WRITTEN, WalPosition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from store.postgres.connections import Pool

WAIT_SECONDS: Final = 0.1
"""The most seconds for which a replica is waited for."""
POLL_SECONDS: Final = 0.002
TRIES: Final = 3
"""The most connections that are tried for one read: they may lead to several replicas."""
TAKE_SECONDS: Final = 0.25
"""The most seconds until a connection to a replica is free."""
ANSWER_SECONDS: Final = 1.0
"""The most seconds until a replica says how far it is."""
PAUSE_SECONDS: Final = 2.0
"""Seconds for which replicas are left alone after one of them failed."""

_STATE: LiteralString = """
    SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() - '0/0'::pg_lsn END,
        EXISTS (SELECT FROM terms WHERE system = %s AND timeline >= %s)
"""
_WRITE_TERM: LiteralString = "INSERT INTO terms (system, timeline) VALUES (%s, %s) ON CONFLICT DO NOTHING"
# The row is of use as soon as one replica has it, so nothing waits for a quorum.
_NO_WAIT: LiteralString = "SET LOCAL synchronous_commit TO local"


@dataclass(slots=True)
class Reading:
    """A request that may read on a replica."""

    position: WalPosition | None = None
    """The position of the leader that a replica must show; None before the first read."""
    has_read: bool = False
    """True once something was read."""
    is_at_leader: bool = False
    """True once the leader answers the rest of the request."""
    has_failed: bool = False
    """True if a read on a replica has failed: then the request can be answered again by the leader."""


_reading: ContextVar[Reading | None] = ContextVar("reading", default=None)
"""The request for which this thread reads; None if only the leader may answer."""


class Served:
    """The number of requests that a replica, or the leader in its place, answered in this process."""

    def __init__(self) -> None:
        self.by_replica = 0
        self.by_leader = 0
        self._lock = Lock()

    def count(self, reading: Reading) -> None:
        """Count an answered request, if it has read anything."""
        with self._lock:
            if reading.is_at_leader:
                self.by_leader += 1
            elif reading.has_read:
                self.by_replica += 1

    def counts(self) -> dict[str, int]:
        """Return the numbers by the database that answered."""
        return {"replica": self.by_replica, "leader": self.by_leader}


class Replicas:
    """The connections to replicas."""

    def __init__(self, pool: ConnectionPool[BoundedConnection[Any]]) -> None:
        self.pool = pool
        self._paused_until = 0.0
        self._behind: dict[str, WalPosition] = {}
        """The hosts that a read has waited for in vain, each with the position that it lacked."""

    def take(self, position: WalPosition) -> BoundedConnection[Any] | None:
        """Take a connection to a replica that shows a position; None if none does in time. `give_back` it."""
        if time.monotonic() < self._paused_until:
            return None
        deadline = time.monotonic() + WAIT_SECONDS
        for left in range(TRIES - 1, -1, -1):
            connection = self._take_any()
            if connection is None:
                return None
            is_shown = False
            try:
                is_shown = self._shows(connection, position, 0.0 if left else deadline)
            except psycopg.Error:
                connection.close()
                self.pause()
            if is_shown:
                return connection
            self.give_back(connection)
            if time.monotonic() < self._paused_until:
                return None
        return None

    def give_back(self, connection: BoundedConnection[Any]) -> None:
        """Give a connection back."""
        with suppress(PoolClosed, ValueError):
            self.pool.putconn(connection)

    def pause(self) -> None:
        """Leave the replicas alone for some seconds."""
        self._paused_until = time.monotonic() + PAUSE_SECONDS

    def close(self) -> None:
        """Close all connections."""
        self.pool.close()

    def _take_any(self) -> BoundedConnection[Any] | None:
        try:
            self.pool.open(wait=False)
            return self.pool.getconn(TAKE_SECONDS)
        except (PoolTimeout, PoolClosed, TooManyRequests):
            self.pause()
            return None

    def _shows(self, connection: BoundedConnection[Any], position: WalPosition, deadline: float) -> bool:
        """Return whether the host of a connection shows a position by a deadline.

        What a host has shown it shows as long as the connection lasts. A restarted host may show less at first.
        """
        shown = connection.shown
        if shown is not None and shown.term.system == position.term.system and not position.is_beyond(shown):
            return True
        host = f"{connection.info.host}:{connection.info.port}"
        while True:
            replayed, is_of_term = _read_state(connection, position)
            if replayed is None:
                # There is no replica, or this one has become the leader.
                connection.close()
                self.pause()
                return False
            if replayed >= position.lsn and is_of_term:
                connection.shown = WalPosition(position.term, replayed)
                self._behind.pop(host, None)
                return True
            behind = self._behind.get(host)
            if behind is not None and not behind.is_beyond(WalPosition(behind.term, replayed)):
                self._behind.pop(host, None)
                behind = None
            if behind is not None or time.monotonic() > deadline:
                if deadline:
                    self._behind.setdefault(host, position)
                return False
            time.sleep(POLL_SECONDS)


def _read_state(connection: BoundedConnection[Any], position: WalPosition) -> tuple[int | None, bool]:
    """Return how far a host has replayed, None if it is no replica, and whether it has the position's term."""
    patience, connection.answer_timeout = connection.answer_timeout, ANSWER_SECONDS
    try:
        with connection.cursor(row_factory=tuple_row) as cursor:
            row = cursor.execute(_STATE, position.term, prepare=True).fetchone()
    finally:
        connection.answer_timeout = patience
    assert row is not None  # noqa: S101 - the statement has one row
    return (None if row[0] is None else int(row[0])), bool(row[1])


class ReadDatastore(PostgresDatastore):
    """The leader's pool of connections, and replicas for what `reading` allows. Transactions are the leader's."""

    pool: Pool  # type: ignore[assignment]

    def __init__(self, leader: PostgresDatastore, replicas: Replicas) -> None:
        self.__dict__.update(vars(leader))
        self.replicas = replicas
        self._marking = Lock()
        self._marked_at = 0.0

    @contextmanager
    def reading(self, position: WalPosition | None = None) -> Iterator[Reading]:
        """Let replicas answer what this thread reads meanwhile. ``position``: the leader's, if it is known already."""
        reading = Reading(position)
        token = _reading.set(reading)
        try:
            yield reading
        finally:
            _reading.reset(token)

    @contextmanager
    def get_connection(self) -> Iterator[Any]:
        """Lend a connection: to a replica, if this thread may read there and one is new enough, else to the leader."""
        reading = _reading.get()
        connection = None if reading is None or reading.is_at_leader else self._take(reading)
        if reading is None or connection is None:
            with super().get_connection() as leader:
                yield leader
            return
        try:
            with as_persistence_error():
                yield connection
        except persistence.PersistenceError as error:
            # A statement that took too long would take as long at the leader.
            if not isinstance(error.__cause__, psycopg.errors.QueryCanceled):
                reading.has_failed = reading.is_at_leader = True
            raise
        finally:
            self.replicas.give_back(connection)

    @contextmanager
    def transaction(self, *, commit: bool = False) -> Iterator[Any]:
        """Begin a transaction at the leader."""
        with at_leader(), super().transaction(commit=commit) as cursor:
            yield cursor

    def close(self) -> None:
        """Close all connections."""
        self.replicas.close()
        super().close()

    def position(self, seen: WalPosition | None = None) -> WalPosition | None:
        """Return the leader's position now; None if the host does not say its term.

        ``seen``: a position that a client has seen. A leader that is behind it is a former one: the connections to it
        are closed, and another leader is looked for. Raises `DatabaseAway` if there is none.
        """
        position = self._read_position()
        if seen is None or position is None or not seen.is_beyond(position):
            return position
        if self.pool.newest is not None:
            self.pool.newest.learn(seen.term)
        position = self._read_position()
        if position is not None and seen.is_beyond(position):
            raise DatabaseAway("the leader does not have what this client has seen")
        return position

    def _read_position(self) -> WalPosition | None:
        with at_leader(), self.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            lsn = cursor.execute(WRITTEN, prepare=True).fetchone()[0]
            return WalPosition(connection.term, int(lsn)) if connection.term is not None else None

    def _take(self, reading: Reading) -> BoundedConnection[Any] | None:
        """Take a connection to a replica for a reading; None if the leader answers the rest of it."""
        reading.has_read = True
        if reading.position is None:
            reading.position = self.position()
        connection = None if reading.position is None else self.replicas.take(reading.position)
        if connection is None:
            reading.is_at_leader = True
            if reading.position is not None:
                self._mark_term()
        return connection

    def _mark_term(self) -> None:
        """Write the leader's term down, at most once in `PAUSE_SECONDS`, so that replicas can be recognised by it."""
        if time.monotonic() - self._marked_at < PAUSE_SECONDS or not self._marking.acquire(blocking=False):
            return
        try:
            self._marked_at = time.monotonic()
            with (
                suppress(persistence.PersistenceError),
                at_leader(),
                self.get_connection() as connection,
                connection.transaction(),
            ):
                connection.execute(_NO_WAIT)
                connection.execute(_WRITE_TERM, connection.term)
        finally:
            self._marking.release()


@contextmanager
def at_leader() -> Iterator[None]:
    """Let the leader answer what this thread reads meanwhile."""
    token = _reading.set(None)
    try:
        yield
    finally:
        _reading.reset(token)


@contextmanager
def as_persistence_error() -> Iterator[None]:
    """Turn errors of psycopg into those of eventsourcing, as its own datastore does."""
    try:
        yield
    except psycopg.Error as error:
        for kind in type(error).__mro__:
            if kind.__module__ == "psycopg" and (wrapped := getattr(persistence, kind.__name__, None)) is not None:
                raise wrapped(str(error)) from error
        raise persistence.PersistenceError(str(error)) from error
