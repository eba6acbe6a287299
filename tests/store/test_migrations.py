from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier

from store import migrations
from store.events.factory import build
from store.events.recorder import Recorder
from store.migrations import MigrationError
from store.postgres.embedded import Embedded
from store.settings import Settings

Connect = Callable[[str], psycopg.Connection]


@pytest.fixture
def bare(server: Embedded) -> Settings:
    """A schema that does not exist yet."""
    return Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, schema=f"bare{uuid4().hex[:8]}")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(migrations.FILES, tmp_path / "migrations"))


def test_migrating_again_does_nothing(bare: Settings) -> None:
    assert migrations.migrate(bare) == [each.name for each in migrations.load()]
    assert migrations.migrate(bare) == []


def test_several_may_migrate_at_once(bare: Settings) -> None:
    with ThreadPoolExecutor(6) as pool:
        applied = list(pool.map(lambda _: migrations.migrate(bare), range(6)))
    assert sorted(map(len, applied)) == [0] * 5 + [len(migrations.load())]


def test_a_new_file_is_applied_on_top(bare: Settings, folder: Path) -> None:
    migrations.migrate(bare, folder=folder)
    (folder / "900_more.sql").write_text("CREATE TABLE more (id int);")
    assert migrations.migrate(bare, folder=folder) == ["900_more"]


def test_a_changed_file_is_refused(bare: Settings, folder: Path) -> None:
    migrations.migrate(bare, folder=folder)
    changed = folder / "001_events_and_commands.sql"
    changed.write_text(changed.read_text() + "-- a word more\n")
    with pytest.raises(MigrationError, match="001_events_and_commands was changed after it was applied"):
        migrations.migrate(bare, folder=folder)


def test_a_file_that_comes_too_late_is_refused(bare: Settings, folder: Path) -> None:
    migrations.migrate(bare, folder=folder)
    (folder / "000_before.sql").write_text("SELECT 1;")
    with pytest.raises(MigrationError, match="000_before comes before"):
        migrations.migrate(bare, folder=folder)


def test_an_older_program_refuses_a_newer_database(bare: Settings, folder: Path) -> None:
    (folder / "900_more.sql").write_text("SELECT 1;")
    migrations.migrate(bare, folder=folder)
    with pytest.raises(MigrationError, match="900_more is not known here"):
        migrations.migrate(bare)


def test_a_failing_file_leaves_nothing_behind(bare: Settings, folder: Path) -> None:
    (folder / "900_more.sql").write_text("CREATE TABLE half (id int); SELECT 1 / 0;")
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrations.migrate(bare, folder=folder)
    assert migrations.migrate(bare) == [each.name for each in migrations.load()]


@pytest.mark.full
def test_the_index_of_searches_can_be_made_beforehand_while_others_write(
    bare: Settings, folder: Path, connect: Connect, server: Embedded
) -> None:
    """As 023_search.sql says: the migration then makes no other one, for which writers would wait."""
    text = (folder / "023_search.sql").read_text()
    later = [path for path in folder.glob("*.sql") if path.name >= "023_search.sql"]
    for path in later:
        path.rename(path.with_suffix(""))
    migrations.migrate(bare, folder=folder)
    owner = connect(server.owner_dsn)
    owner.execute(SQL("SET search_path TO {}").format(Identifier(bare.schema)))
    create = next(part for part in text.split(";") if "CREATE INDEX IF NOT EXISTS" in part)
    owner.execute(SQL(create.replace("INDEX IF NOT EXISTS", "INDEX CONCURRENTLY")))
    made = owner.execute("SELECT 'catalogue_search'::regclass::oid").fetchone()
    for path in later:
        path.with_suffix("").rename(path)
    assert "023_search" in migrations.migrate(bare, folder=folder)
    assert owner.execute("SELECT 'catalogue_search'::regclass::oid").fetchone() == made


def test_the_application_does_not_start_on_a_schema_that_is_not_there(bare: Settings) -> None:
    with pytest.raises(MigrationError, match="run `nought migrate` as owner"):
        build(bare)


def test_the_application_does_not_start_on_a_schema_that_is_behind(bare: Settings, folder: Path) -> None:
    newest = max(folder.glob("*.sql"))
    newest.unlink()
    migrations.migrate(bare, folder=folder)
    with pytest.raises(MigrationError, match=rf"not up to date \({newest.stem}\)"):
        build(bare)


def test_the_application_may_not_log_in_as_the_owner(bare: Settings, server: Embedded) -> None:
    for dsn in (server.owner_dsn, server.superuser_dsn):
        with pytest.raises(MigrationError, match="give the application a login of its own"):
            migrations.migrate(replace(bare, dsn=dsn))


def test_migrating_without_the_owner_is_refused(bare: Settings) -> None:
    with pytest.raises(MigrationError, match="NOUGHT_OWNER_DSN is not set"):
        migrations.migrate(replace(bare, owner_dsn=None))


def test_missing_roles_are_made_or_asked_for(bare: Settings, server: Embedded) -> None:
    login, role = f"login_{uuid4().hex[:8]}", f"role_{uuid4().hex[:8]}"
    dsn = make_conninfo(server.dsn, user=login, password=uuid4().hex)
    club = replace(bare, dsn=dsn, app_role=role)
    with pytest.raises(MigrationError, match=f"As a superuser, once: CREATE ROLE {role} NOLOGIN"):
        migrations.migrate(club)
    migrations.migrate(replace(club, owner_dsn=server.superuser_dsn))
    recorder = build(club)
    assert recorder.max_notification_id() is None
    recorder.close()


def test_a_club_cannot_read_another(bare: Settings, server: Embedded, settings: Settings) -> None:
    login, role = f"login_{uuid4().hex[:8]}", f"role_{uuid4().hex[:8]}"
    club = replace(
        bare,
        dsn=make_conninfo(server.dsn, user=login),
        owner_dsn=server.superuser_dsn,
        app_role=role,
    )
    migrations.migrate(club)
    with psycopg.connect(club.dsn) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(SQL("SELECT FROM {}").format(Identifier(settings.schema, "events")))


def test_restored_rows_that_are_ahead_of_the_cluster_are_lifted_under_the_new_ones(
    bare: Settings, server: Embedded, stream: Callable, connect: Connect
) -> None:
    """As after restoring a dump: the rows come from a cluster whose transaction ids are far ahead."""
    migrations.migrate(bare)
    (old,) = stream(1)
    ahead = (10**9 << 16) + 5
    connect(server.owner_dsn).execute(
        SQL("INSERT INTO {} VALUES (%s, %s, %s, %s, %s)").format(Identifier(bare.schema, "events")),
        [old.originator_id, old.originator_version, old.topic, old.state, ahead],
    )
    with pytest.raises(MigrationError, match="the positions of restored events"):
        build(bare)
    migrations.migrate(bare)
    recorder: Recorder = build(bare)
    try:
        (new,) = stream(1)
        (position,) = recorder.insert_events([new]) or ()
        assert position > ahead
        positions = [each.id for each in recorder.select_notifications(None, 10)]
        assert positions == [ahead, position]
    finally:
        recorder.close()
    assert migrations.migrate(bare) == []
