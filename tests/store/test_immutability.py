"""Recorded rows stay as they are: the application has no right to change them, and triggers stop everybody else."""

from __future__ import annotations

from collections.abc import Callable

import psycopg
import pytest
from psycopg import errors
from psycopg.sql import SQL, Identifier

from store.events.event_recorder import Command
from store.events.recorder import Recorder
from store.postgres.embedded import Embedded

Connect = Callable[[str], psycopg.Connection]

CHANGES = [
    "UPDATE {} SET {} = {}",
    "DELETE FROM {}",
    "TRUNCATE {}",
    "TRUNCATE {} CASCADE",
]
TABLES = [("events", "topic"), ("commands", "key")]


@pytest.fixture
def recorded(recorder: Recorder, stream: Callable) -> None:
    (event,) = stream(1)
    recorder.insert_events([event], command=Command("here", str(event.originator_id), b"f", b"{}"))


def change(text: str, table: str, column: str):
    return SQL(text).format(*[Identifier(table), Identifier(column), Identifier(column)][: text.count("{}")])


@pytest.mark.parametrize(("table", "column"), TABLES)
@pytest.mark.parametrize("text", CHANGES)
@pytest.mark.usefixtures("recorded")
def test_the_application_has_no_right_to_change(
    connect: Connect, server: Embedded, text: str, table: str, column: str
) -> None:
    with pytest.raises(errors.InsufficientPrivilege):
        connect(server.dsn).execute(change(text, table, column))


@pytest.mark.parametrize(("table", "column"), TABLES)
@pytest.mark.parametrize("text", CHANGES)
@pytest.mark.parametrize("who", ["the owner", "a superuser", "a superuser as replica"])
@pytest.mark.usefixtures("recorded")
def test_a_trigger_stops_those_who_have_the_right(
    connect: Connect, server: Embedded, who: str, text: str, table: str, column: str
) -> None:
    connection = connect(server.owner_dsn if who == "the owner" else server.superuser_dsn)
    if who == "a superuser as replica":
        connection.execute("SET session_replication_role = replica")
    with pytest.raises(errors.RestrictViolation, match=f"{table} refused: what is recorded stays as it is"):
        connection.execute(change(text, table, column))


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TRIGGER rows_are_immutable ON events",
        "ALTER TABLE events DISABLE TRIGGER ALL",
        "ALTER TABLE events ADD COLUMN extra text",
        "DROP TABLE events",
        "CREATE TABLE elsewhere ()",
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN old; END'",
        "SET session_replication_role = replica",
        "UPDATE anchor SET base = 0",
        "UPDATE tokens SET secret_hash = ''",
        "DELETE FROM tokens",
        "DELETE FROM migrations",
    ],
)
def test_the_application_cannot_take_the_guard_away(connect: Connect, server: Embedded, statement: str) -> None:
    with pytest.raises(errors.InsufficientPrivilege):
        connect(server.dsn).execute(statement)


@pytest.mark.usefixtures("recorded")
def test_an_upsert_does_not_get_past(connect: Connect, server: Embedded) -> None:
    statement = """
        INSERT INTO events SELECT * FROM events
        ON CONFLICT (originator_id, originator_version) DO UPDATE SET state = ''
    """
    with pytest.raises(errors.InsufficientPrivilege):
        connect(server.dsn).execute(statement)
    with pytest.raises(errors.RestrictViolation):
        connect(server.superuser_dsn).execute(statement)
