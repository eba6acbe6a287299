"""Write events to Postgres and read them: one statement for the events of a save, no lock between writers.

`store.events.event_recorder` decides what is tried again. `store.events.position` describes the order of the events;
the migrations define who may change them.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from eventsourcing.persistence import IntegrityError, OperationalError, PersistenceError, ProgrammingError
from psycopg.rows import tuple_row

from store.events.errors import CommandAlreadyRecorded, denied_permission, shut_club
from store.events.event_recorder import EventRecorder, columns
from store.events.statements import Statements
from store.events.texts import text_columns
from store.postgres.replicas import ReadDatastore
from store.postgres.room import require_room

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from eventsourcing.postgres import PostgresDatastore
    from psycopg import Connection, Cursor

    from store.events.event_recorder import Also, Save
    from store.postgres.replicas import Reading
    from store.postgres.wal import WalPosition

DEADLOCK = "40P01"


class Recorder(EventRecorder):
    """The recorder of events in Postgres. ``folder``: of an embedded Postgres, whose disk must have room for a save.

    Build it after a fork, never before: the connections of a pool cannot be shared between processes.
    """

    def __init__(
        self,
        datastore: PostgresDatastore,
        *,
        events_table_name: str = "events",
        patience: float = 10.0,
        leader: Recorder | None = None,
        folder: str = "",
    ) -> None:
        self.datastore = datastore
        self._leader = leader or self
        self.sql = Statements(datastore.schema, events_table_name)
        self.patience = patience
        self.folder = folder
        self._pid = os.getpid()

    def close(self) -> None:
        """Close all connections."""
        self.datastore.close()

    @property
    def leader(self) -> Recorder:
        """Return the recorder that reads at the leader alone; this one, unless there are replicas."""
        return self._leader

    @contextmanager
    def reading(self, position: WalPosition | None = None) -> Iterator[Reading | None]:
        """Let replicas answer what this thread reads meanwhile: see `ReadDatastore.reading`."""
        if isinstance(self.datastore, ReadDatastore):
            with self.datastore.reading(position) as reading:
                yield reading
        else:
            yield None

    def leader_position(self, seen: WalPosition | None = None) -> WalPosition | None:
        """Return the leader's position now; None without replicas. ``seen``: as for `ReadDatastore.position`."""
        return self.datastore.position(seen) if isinstance(self.datastore, ReadDatastore) else None

    def save_once(self, save: Save, also: Also | None) -> list[int]:
        """Try to record the events in one transaction (`EventRecorder.save_once`)."""
        command = save.command
        statement = self.sql.insert
        parameters: list[Any] = [*text_columns(save.texts), *columns(save.events, save.clubs)]
        if command is not None:
            statement = self.sql.insert_with_command
            parameters[5:5] = [*command, next(iter(save.clubs), None)]
        try:
            with self.leader._connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
                require_room(self.leader.folder)
                if also is None:
                    cursor.execute(statement, parameters, prepare=True)
                    return _positions(cursor, len(save.events))
                # Statement by statement, not as a pipeline: psycopg's `Pipeline.sync` reads answers before all is
                # sent, so a value larger than a socket's buffer makes both sides wait for each other for ever.
                # A pipeline saved no time either: with up to eight statements a save took 0 to 40 % longer in one.
                with connection.transaction(), connection.cursor() as further:
                    cursor.execute(statement, parameters, prepare=True)
                    if callable(also):
                        also(further)
                    else:
                        for query, values in also:
                            further.execute(query, values)
                return _positions(cursor, len(save.events))
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) == DEADLOCK:
                raise IntegrityError("Two saves waited for each other's versions; this one gave way") from error
            raise
        except IntegrityError as error:
            diagnosis = getattr(error.__cause__, "diag", None)
            if command is not None and diagnosis is not None and diagnosis.table_name == "commands":
                raise CommandAlreadyRecorded(command.scope, command.key) from error
            raise
        except PersistenceError as error:
            if shut := shut_club(error):
                raise shut from error
            raise

    def read_once(self, statement: bytes, parameters: Sequence[Any]) -> list[Any]:
        """Try to read all rows of a statement that only reads."""
        with self._connection() as connection, connection.cursor(row_factory=tuple_row, binary=True) as cursor:
            return cursor.execute(statement, parameters, prepare=True).fetchall()

    @contextmanager
    def track(self, name: str, start: int, end: int) -> Iterator[Cursor[Any] | None]:
        """Move a follower from a position to another one, in a transaction (`EventRecorder.track`)."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(self.sql.track, [name, end, start])
            yield cursor if cursor.rowcount else None

    @contextmanager
    def _connection(self) -> Iterator[Connection[Any]]:
        if self._pid != os.getpid():
            raise ProgrammingError("The recorder was built before this process was forked; build it after")
        try:
            with self.datastore.get_connection() as connection:
                yield connection
        except PersistenceError as error:
            if denied := denied_permission(error):
                raise denied from error
            raise


def _positions(cursor: Cursor[Any], count: int) -> list[int]:
    """Return the positions of a transaction's events, which are consecutive from the first."""
    row = cursor.fetchone()
    first: int = row[0] if row else 0
    return list(range(first, first + count))
