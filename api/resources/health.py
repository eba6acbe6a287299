"""Whether the server is up, and whether it can work."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import psycopg

from api.blueprint import Blueprint
from api.failures import problem_of
from api.problems import Problem
from api.services import house
from schemas.answers import Health
from store import migrations

PATIENCE = 2
"""Seconds to wait for the database."""

blp = Blueprint("health", __name__, description="Whether the server is up, and can work")


@blp.get("/health")
@blp.response(200, Health)
@blp.problems()
def health() -> dict[str, Any]:
    """The process answers."""
    return {"status": "up"}


@blp.get("/ready")
@blp.response(200, Health)
@blp.problems()
def ready() -> dict[str, Any]:
    """The database is reachable and its schema is up to date; 503 otherwise."""
    settings = house().settings
    try:
        with closing(psycopg.connect(settings.dsn, connect_timeout=PATIENCE)) as connection:
            migrations.check(connection, settings.schema)
    except migrations.MigrationError as error:
        raise Problem("unavailable", str(error)) from None
    except psycopg.Error as error:
        raise problem_of(error) from None
    return {"status": "ready"}
