"""What eventsourcing builds the recorder with; `Settings.environment` names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
from eventsourcing.persistence import AggregateRecorder, ProcessRecorder, ProgrammingError
from eventsourcing.postgres import PostgresFactory
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import tuple_row

from store import migrations
from store.recorder import Recorder
from store.settings import DEFAULT_PATIENCE, EXTRA_CONNINFO, PATIENCE, Settings

if TYPE_CHECKING:
    from eventsourcing.utils import Environment, EnvType


class Factory(PostgresFactory):
    """Builds recorders on the migrated schema. Build it after forking, one in each process."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        library = self.datastore.pool.kwargs
        if not isinstance(library, dict):
            raise ProgrammingError("The library's pool no longer takes its connections' settings as a dict")
        library.update(conninfo_to_dict(self.env.get(EXTRA_CONNINFO) or ""))
        self._connect_with = {**library, "row_factory": tuple_row, "autocommit": True}

    def application_recorder(self) -> Recorder:
        """The recorder of the one table of events, whatever the application is called.

        Raises ``MigrationError`` if the schema is not up to date, and ``psycopg.OperationalError`` with
        the server's own words if it cannot be reached: here, and not after a pool's time has run out.
        """
        with psycopg.connect(**self._connect_with) as connection:
            migrations.check(connection, self.datastore.schema)
        return Recorder(self.datastore, patience=float(self.env.get(PATIENCE) or DEFAULT_PATIENCE))

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """There are no snapshots: the tables for them do not exist."""
        raise ProgrammingError(f"The record book keeps no {purpose} apart from the events")

    def process_recorder(self) -> ProcessRecorder:
        """Projections track their position with ``store.follower``."""
        raise ProgrammingError("Projections use store.follower, not the library's process recorder")


def build(settings: Settings) -> Recorder:
    """A recorder without an application around it: for projections, tools and tests."""
    return Factory(dict(settings.environment())).application_recorder()
