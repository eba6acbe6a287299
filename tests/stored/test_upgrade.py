"""An upgrade while others write: a migration never holds up a write for long, and running servers stay ready."""

from __future__ import annotations

import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from store import migrations
from store.events import position
from store.events.factory import Factory
from store.events.recorder import Recorder
from store.migrations import MigrationError
from store.postgres.embedded import Embedded
from store.postgres.readiness import Readiness
from store.settings import Settings
from tests.stored.book import restored

WRITERS = 4
LONGEST = 5.0
"""Seconds that a write may take during an upgrade."""
READING = 4.0
"""Seconds for which a long read, such as a backup, holds its locks."""


class Writer:
    """A writer of one stream, as a server of the release before: it does not look at the migrations again.

    It writes events as that release did, before texts about people stood apart.
    """

    INSERT = """
        WITH command AS (
            INSERT INTO nought.commands (scope, key, fingerprint, outcome) VALUES ('upgrade', %s, '', '')
        )
        INSERT INTO nought.events (originator_id, originator_version, topic, state, notification_id)
        SELECT %s, %s, 'nought.Test.Happened', '{}',
            (pg_current_xact_id()::text::bigint + (SELECT base FROM nought.anchor)) * 65536
    """

    def __init__(self, dsn: str) -> None:
        self.dsn = dsn
        self.stream = uuid4()
        self.seconds: list[float] = []

    def run(self, stop: threading.Event) -> None:
        with psycopg.connect(self.dsn, autocommit=True) as connection:
            while not stop.is_set():
                version = len(self.seconds) + 1
                began = time.monotonic()
                connection.execute(self.INSERT, [f"{self.stream}/{version}", self.stream, version])
                self.seconds.append(time.monotonic() - began)


@pytest.mark.full
def test_no_write_is_refused_or_waits_long_while_the_release_before_is_upgraded(
    server: Embedded, tmp_path: Path
) -> None:
    """Also while a backup reads: a migration that waits for its lock would let every write behind it wait too."""
    settings = restored(server, "upgraded", tmp_path / "keys")
    with psycopg.connect(settings.dsn) as connection:
        applied = connection.execute("SELECT count(*) FROM nought.migrations").fetchone()
    assert applied is not None
    assert applied[0] < len(migrations.load())
    # In the dump's own cluster new positions came after its rows; here they need the lift of a restored dump.
    assert settings.owner_dsn is not None
    with psycopg.connect(settings.owner_dsn, options="-c search_path=nought") as owner:
        position.lift(owner)
    writers = [Writer(settings.dsn) for _ in range(WRITERS)]
    stop = threading.Event()
    with ThreadPoolExecutor(WRITERS + 1) as pool:
        running = [pool.submit(writer.run, stop) for writer in writers]
        try:
            with psycopg.connect(settings.dsn) as backup:
                backup.execute("SELECT count(*) FROM nought.events")
                backup.execute("SELECT count(*) FROM nought.catalogue")
                migrating = pool.submit(migrations.migrate, settings)
                time.sleep(READING)
                assert not migrating.done()
            assert len(migrating.result()) == len(migrations.load()) - applied[0]
            time.sleep(0.5)
        finally:
            stop.set()
        for each in running:
            each.result()
    recorder = Recorder(Factory(dict(settings.environment())).datastore)
    for writer in writers:
        assert max(writer.seconds) < LONGEST
        assert [each.originator_version for each in recorder.select_events(writer.stream)] == [
            *range(1, len(writer.seconds) + 1)
        ]
    recorder.close()


@pytest.mark.full
def test_a_running_server_stays_ready_on_a_newer_database_and_an_older_program_does_not_start(
    settings: Settings, tmp_path: Path
) -> None:
    """The database is migrated first, then one server after the other is restarted."""
    readiness = Readiness(settings)
    readiness.check()
    folder = Path(shutil.copytree(migrations.FILES, tmp_path / "migrations"))
    (folder / "900_more.sql").write_text("CREATE TABLE more (id int);")
    migrations.migrate(settings, folder=folder)
    readiness.close()
    readiness._tested_at = None
    readiness.check()
    readiness.close()
    with pytest.raises(MigrationError, match="900_more is not known here"):
        Factory(dict(settings.environment())).application_recorder()
