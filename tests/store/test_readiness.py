"""Readiness: a durable write is tried, leaves nothing behind, and is never waited for by many."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from store import migrations
from store.migrations import MigrationError
from store.postgres import embedded
from store.postgres.readiness import FRESH_SECONDS, Readiness
from store.settings import Settings
from tests.store.test_bounds import stopped
from tests.waiting import until

SMALL = {"shared_buffers": "16MB", "fsync": "off", "max_wal_size": "32MB", "min_wal_size": "32MB"}


@pytest.fixture
def readiness(settings: Settings) -> Iterator[Readiness]:
    new_readiness = Readiness(settings)
    yield new_readiness
    new_readiness.close()


def later(readiness: Readiness) -> None:
    """Check anew, not from what is known."""
    time.sleep(FRESH_SECONDS)
    readiness.check()


def test_a_book_that_takes_writes_is_ready_and_nothing_is_left_behind(
    settings: Settings, readiness: Readiness, server: embedded.Embedded
) -> None:
    readiness.check()
    with psycopg.connect(server.superuser_dsn, autocommit=True) as connection:
        rows = "SELECT count(*), coalesce(sum(n_live_tup), 0) FROM pg_stat_user_tables WHERE schemaname = %s"
        size = "SELECT pg_relation_size('pg_catalog.pg_class') + pg_relation_size('pg_catalog.pg_attribute')"
        before = connection.execute(rows, [settings.schema]).fetchone(), connection.execute(size).fetchone()
        for _ in range(3):
            later(readiness)
        connection.execute("SELECT pg_stat_force_next_flush()")
        assert (connection.execute(rows, [settings.schema]).fetchone(), connection.execute(size).fetchone()) == before


@pytest.mark.full
def test_postgres_is_asked_once_a_second_however_many_ask(
    readiness: Readiness, monkeypatch: pytest.MonkeyPatch
) -> None:
    tested: list[float] = []
    write = readiness._write
    monkeypatch.setattr(readiness, "_write", lambda: (tested.append(time.monotonic()), write()))
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: readiness.check(), range(200)))
    assert len(tested) == 1
    later(readiness)
    assert len(tested) == 2


def test_a_schema_that_is_not_migrated_is_not_ready(settings: Settings) -> None:
    with pytest.raises(MigrationError, match="nought migrate"):
        Readiness(replace(settings, schema="nowhere")).check()


def test_a_database_that_takes_no_writes_is_not_ready(settings: Settings, readiness: Readiness) -> None:
    readiness.check()
    assert readiness._connection is not None
    readiness._connection.execute("SET default_transaction_read_only = on")
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        later(readiness)


@pytest.mark.full
def test_a_lost_connection_is_made_anew(readiness: Readiness, server: embedded.Embedded) -> None:
    readiness.check()
    with psycopg.connect(server.superuser_dsn) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'nought ready'"
        )
    later(readiness)


@pytest.mark.full
def test_while_postgres_is_stopped_it_is_not_ready_and_only_one_caller_waits() -> None:
    with embedded.temporary(config=SMALL) as server:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn)
        migrations.migrate(settings)
        readiness = Readiness(settings)
        readiness.check()
        time.sleep(FRESH_SECONDS)

        def ask(_: int) -> float:
            started = time.monotonic()
            with contextlib.suppress(psycopg.Error):
                readiness.check()
            return time.monotonic() - started

        with stopped(server), ThreadPoolExecutor(8) as pool:
            waited = sorted(pool.map(ask, range(8)))
            assert waited[-2] < 0.5
            assert waited[-1] < 5
            with pytest.raises(psycopg.OperationalError):
                readiness.check()
        later(readiness)
        readiness.close()


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system of its own that can be filled; only root can mount one."""
    folder = Path(tempfile.mkdtemp(prefix="nought-"))
    if (
        os.geteuid()
        or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=160m,mode=0711", "tmpfs", folder]).returncode
    ):
        folder.rmdir()
        pytest.skip("a small disk can be mounted only by root")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)
    folder.rmdir()


@pytest.mark.full
def test_a_book_on_a_full_disk_is_not_ready_until_there_is_room_again(small_disk: Path) -> None:
    with embedded.start(small_disk / "book", config=SMALL) as server:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn)
        migrations.migrate(settings)
        readiness = Readiness(settings)
        readiness.check()
        ballast = small_disk / "ballast"
        with contextlib.suppress(OSError), ballast.open("wb") as file:
            while True:
                file.write(bytes(2**16))
        with pytest.raises(psycopg.Error, match="No space left on device"):
            later(readiness)
        ballast.unlink()
        later(readiness)
        readiness.close()


def test_a_session_waits_for_no_replica_but_its_test_waits(
    readiness: Readiness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Postgres is told of it; the full run has a leader without replicas."""
    look = "SELECT set_config('nought.waits', current_setting('synchronous_commit'), false)"
    monkeypatch.setattr("store.postgres.readiness._FLUSH", look)
    readiness.check()
    assert readiness._connection is not None
    assert readiness._connection.execute("SHOW synchronous_commit").fetchone() == ("local",)
    assert readiness._connection.execute("SHOW nought.waits").fetchone() == ("on",)


@pytest.mark.full
def test_a_session_waits_for_no_replica_when_it_ends_and_the_test_does() -> None:
    """A former leader without replicas must be able to stop, or it never becomes a replica."""
    with embedded.temporary(config=SMALL) as server:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn)
        migrations.migrate(settings)
        readiness = Readiness(settings)
        readiness.check()
        with psycopg.connect(server.superuser_dsn, autocommit=True) as superuser:
            superuser.execute("SET synchronous_commit = local")
            superuser.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            superuser.execute("SELECT pg_reload_conf()")
            until(lambda: superuser.execute("SHOW synchronous_standby_names").fetchone() == ("nobody",))
            sessions = "SELECT state FROM pg_stat_activity WHERE application_name = 'nought ready'"
            assert superuser.execute(sessions).fetchall() == [("idle",)]
            readiness.close()
            until(lambda: superuser.execute(sessions).fetchall() == [], 20)
            with pytest.raises(psycopg.Error):
                later(readiness)
