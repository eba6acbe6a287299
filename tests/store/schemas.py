"""Schemas of tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Protocol
from uuid import uuid4

from psycopg import connect
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier

from store import migrations
from store.postgres import embedded
from store.settings import Settings


class Database(Protocol):
    """A running Postgres, or a cluster of several."""

    @property
    def dsn(self) -> str: ...

    @property
    def owner_dsn(self) -> str: ...


def migrated(database: Database, **more: Any) -> Settings:
    """Return the settings of a new, migrated schema. ``more``: other settings."""
    settings = Settings(dsn=database.dsn, owner_dsn=database.owner_dsn, schema=f"s{uuid4().hex[:10]}", **more)
    migrations.migrate(settings)
    return settings


@contextmanager
def copied(server: embedded.Embedded, **more: Any) -> Iterator[Settings]:
    """The same in a database of its own, which takes a fifth of the time, and is dropped in the end.

    A pool opens one connection, and more only where a test needs them.
    """
    name, (template, schema) = f"d{uuid4().hex[:10]}", _template(server)
    made = SQL("CREATE DATABASE {} OWNER {} TEMPLATE {} STRATEGY file_copy").format(
        Identifier(name), Identifier(embedded.OWNER), Identifier(template)
    )
    with connect(server.superuser_dsn, autocommit=True) as superuser:
        superuser.execute(made)
    yield _of(server, name, schema, **more)
    with connect(server.superuser_dsn, autocommit=True) as superuser:
        superuser.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@cache
def _template(server: embedded.Embedded) -> tuple[str, str]:
    """Migrate a database to be copied, once for a server; return its name, and that of its schema."""
    name, schema = "template", f"s{uuid4().hex[:10]}"
    with connect(server.superuser_dsn, autocommit=True) as superuser:
        superuser.execute(SQL("CREATE DATABASE {} OWNER {}").format(Identifier(name), Identifier(embedded.OWNER)))
    migrations.migrate(_of(server, name, schema))
    return name, schema


def _of(server: embedded.Embedded, name: str, schema: str, **more: Any) -> Settings:
    dsn, owner_dsn = (make_conninfo(each, dbname=name) for each in (server.dsn, server.owner_dsn))
    return Settings(dsn=dsn, owner_dsn=owner_dsn, schema=schema, **{"pool_size": 1, **more})
