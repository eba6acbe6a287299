"""A test whether the record book can take a write, without leaving data behind."""

from __future__ import annotations

import logging
import time
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import InsufficientPrivilege

from store import migrations
from store.events.errors import is_connection_lost
from store.postgres.connections import BoundedConnection, Bounds
from store.postgres.room import require_room

if TYPE_CHECKING:
    from store.settings import Settings

_log = logging.getLogger(__name__)

PATIENCE: Final = 2
"""Seconds to wait for a connection."""
BOUNDS: Final = Bounds(statement=1.0, transaction=3.0)
FRESH_SECONDS: Final = 1.0
"""The seconds for which an answer is reused; each process asks Postgres once in that time."""
LONGEST_SESSION: Final = 600.0
"""Seconds after which a new connection is made, so that no session with a temporary table lasts for ever."""

# A temporary table that is emptied at each commit. Its file grows again at each test, which fails on a full disk, like
# recording an event. The system catalogue of Postgres does not grow.
_ROOM: Final = "CREATE TEMPORARY TABLE IF NOT EXISTS readiness (filler text) ON COMMIT DELETE ROWS"
_GROW: Final = "INSERT INTO pg_temp.readiness SELECT repeat('x', 100) FROM generate_series(1, 200)"
# Postgres drops the table when the session ends. That commit must not wait for replicas: at a leader that has lost them
# it would wait for ever, and a fast shutdown waits for the session, so the leader could never become a replica.
_SESSION: Final = "SET synchronous_commit = local"
# The test itself waits for replicas, as saves do.
_TEST: Final = "SET LOCAL synchronous_commit TO DEFAULT"
# Writes a record into the write-ahead log only, which the commit has to flush.
_FLUSH: Final = "SELECT pg_logical_emit_message(true, 'nought', 'ready')"


class Readiness:
    """The test, at most once a second, that Postgres takes a durable write. It has a connection of its own."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._testing = Lock()
        self._tested_at: float | None = None
        self._error: Exception | None = None
        self._connection: BoundedConnection[Any] | None = None
        self._connected_at = 0.0

    def check(self) -> None:
        """Raise the error of the last test, if it failed.

        Raises ``MigrationError`` if the schema is behind this program, and ``psycopg.Error`` if Postgres does not
        answer or takes no write. Only the first callers wait for a test by another thread.
        """
        if not self._is_fresh() and self._testing.acquire(blocking=self._tested_at is None):
            try:
                if not self._is_fresh():
                    before, self._error = self._error, self._test()
                    if type(before) is not type(self._error):
                        _log.error("ready: %s", type(self._error).__name__ if self._error else "again")
                    self._tested_at = time.monotonic()
            finally:
                self._testing.release()
        if self._error is not None:
            raise self._error.with_traceback(None)

    def close(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _is_fresh(self) -> bool:
        return self._tested_at is not None and time.monotonic() - self._tested_at < FRESH_SECONDS

    def _test(self) -> Exception | None:
        if time.monotonic() - self._connected_at > LONGEST_SESSION:
            self.close()
        was_connected = self._connection is not None
        error = self._attempt()
        if was_connected and error is not None and is_connection_lost(error):
            error = self._attempt()
        return error

    def _attempt(self) -> Exception | None:
        try:
            self._write()
        except (psycopg.Error, migrations.MigrationError) as error:
            self.close()
            return error
        return None

    def _write(self) -> None:
        connection = self._connect()
        migrations.check(connection, self._settings.schema, is_running=True)
        require_room(self._settings.data)
        with connection.transaction():
            connection.execute(_TEST)
            try:
                with connection.transaction():
                    connection.execute(_ROOM)
                    connection.execute(_GROW)
            except InsufficientPrivilege:
                pass  # where temporary tables are forbidden, only the log is tested
            connection.execute(_FLUSH)

    def _connect(self) -> BoundedConnection[Any]:
        if self._connection is None:
            parameters: dict[str, Any] = conninfo_to_dict(self._settings.dsn)
            parameters |= {"connect_timeout": PATIENCE, "application_name": "nought ready"}
            self._connection = BoundedConnection.connect(bounds=BOUNDS, **parameters)
            self._connection.execute(_SESSION)
            self._connected_at = time.monotonic()
        return self._connection
