"""Schemas of tests."""

from __future__ import annotations

from typing import Any, Protocol
from uuid import uuid4

from store import migrations
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
