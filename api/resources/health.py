"""Health checks of the server."""

from __future__ import annotations

from typing import Any

import psycopg

from api.blueprint import Blueprint
from api.front.kinds import light
from api.permissions import same_for_all
from api.problems import Problem
from api.services import provider
from schemas.answers import Health
from store import migrations

blp = Blueprint("health", __name__, description="Health checks")


@blp.get("/health")
@same_for_all
@blp.response(200, Health)
@blp.problems()
@light
def health() -> dict[str, Any]:
    """Report that the process answers."""
    return {"status": "up"}


@blp.get("/ready")
@same_for_all
@blp.response(200, Health)
@blp.problems()
@light
def ready() -> dict[str, Any]:
    """Report whether the database takes durable writes and its schema is current; 503 if not. Cached for a second."""
    try:
        provider().readiness.check()
    except migrations.MigrationError as error:
        raise Problem("unavailable", str(error)) from None
    except psycopg.Error:  # logged when it came up
        raise Problem("unavailable", headers={"Retry-After": "2"}) from None
    return {"status": "ready"}
