"""The factory with which eventsourcing builds the recorder; `Settings.environment` names it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eventsourcing.persistence import AggregateRecorder, ProcessRecorder, ProgrammingError
from eventsourcing.postgres import ConnectionPool, PostgresFactory
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import tuple_row

from store import migrations
from store.events.recorder import Recorder
from store.postgres.connections import CONNECT_SECONDS, BoundedConnection, Bounds, Pool
from store.postgres.hosts import separate_hosts
from store.postgres.replicas import ReadDatastore, Replicas
from store.postgres.wal import NewestTerm
from store.settings import (
    DATA,
    DEFAULT_PATIENCE,
    DEFAULT_STATEMENT_TIMEOUT,
    DEFAULT_TRANSACTION_TIMEOUT,
    EXTRA_CONNINFO,
    PATIENCE,
    READ_CONNINFO,
    STATEMENT_TIMEOUT,
    TRANSACTION_TIMEOUT,
    Settings,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eventsourcing.utils import Environment, EnvType


class Factory(PostgresFactory):
    """The factory of recorders on the migrated schema. Build it after forking, one in each process."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        library = self.datastore.pool
        if not isinstance(library.kwargs, dict):
            raise ProgrammingError("The library's pool no longer takes its connections' settings as a dict")
        connect_with: dict[str, Any] = {
            "connect_timeout": CONNECT_SECONDS,
            **library.kwargs,
            **conninfo_to_dict(self.env.get(EXTRA_CONNINFO) or ""),
            "bounds": Bounds(
                statement=float(self.env.get(STATEMENT_TIMEOUT) or DEFAULT_STATEMENT_TIMEOUT),
                transaction=float(self.env.get(TRANSACTION_TIMEOUT) or DEFAULT_TRANSACTION_TIMEOUT),
            ),
        }
        hosts = separate_hosts({name: connect_with.get(name) for name in ("host", "port", "hostaddr")})
        read_conninfo = self.env.get(READ_CONNINFO) or ""
        if len(hosts) > 1 or read_conninfo:
            connect_with["newest"] = NewestTerm()
        self._connect_with = {**connect_with, "row_factory": tuple_row}
        self.datastore.pool = Pool(  # type: ignore[assignment]
            kwargs=connect_with,
            min_size=library.min_size,
            max_size=library.max_size,
            open=False,
            configure=self.datastore.after_connect_func(),
            timeout=library.timeout,
            max_waiting=library.max_waiting,
            max_lifetime=library.max_lifetime,
            # The pool doubles its wait after each failed attempt; by default it would not try for minutes after an
            # outage of minutes. Once it gives up, the next caller makes it try at once.
            reconnect_timeout=library.timeout,
        )
        self._replicas = Replicas(self._replica_pool(read_conninfo, connect_with)) if read_conninfo else None

    def _replica_pool(self, conninfo: str, connect_with: Mapping[str, Any]) -> ConnectionPool[BoundedConnection[Any]]:
        library = self.datastore.pool
        return ConnectionPool(
            connection_class=BoundedConnection,
            kwargs={
                "connect_timeout": CONNECT_SECONDS,
                **conninfo_to_dict(conninfo),
                "bounds": connect_with["bounds"],
                "row_factory": connect_with["row_factory"],
            },
            min_size=1,
            max_size=library.max_size,
            open=False,
            configure=self.datastore.after_connect_func(),
            max_lifetime=library.max_lifetime,
            reconnect_timeout=library.timeout,
        )

    def application_recorder(self) -> Recorder:
        """Return the recorder of the table of events, the same for any name of the application.

        Raises ``MigrationError`` if the schema is not up to date, and ``psycopg.OperationalError`` with the server's
        message if it cannot be reached. It connects without the pool, so that the error comes at once.
        """
        with BoundedConnection.connect(**self._connect_with) as connection:
            migrations.check(connection, self.datastore.schema)
        patience = float(self.env.get(PATIENCE) or DEFAULT_PATIENCE)
        leader = Recorder(self.datastore, patience=patience, folder=self.env.get(DATA) or "")
        if self._replicas is None:
            return leader
        return Recorder(ReadDatastore(self.datastore, self._replicas), patience=patience, leader=leader)

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """Raise ProgrammingError: there are no tables for snapshots."""
        raise ProgrammingError(f"The record book keeps no {purpose} apart from the events")

    def process_recorder(self) -> ProcessRecorder:
        """Raise ProgrammingError: projections track their position with ``store.events.follower``."""
        raise ProgrammingError("Projections use store.events.follower, not the library's process recorder")


def build(settings: Settings) -> Recorder:
    """Return a recorder without an application, for projections, tools and tests."""
    return Factory(dict(settings.environment())).application_recorder()
