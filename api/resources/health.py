"""Health checks of the server, and its figures for monitoring."""

from __future__ import annotations

from typing import Any

import psycopg
from flask import Response

from analysis.versions import kernel_key
from api import openapi
from api.blueprint import Blueprint
from api.front.kinds import light
from api.metrics.exposition import MEDIA_TYPE, exposition
from api.permissions import for_operator, same_for_all
from api.problems import Problem
from api.services import provider
from domain.engine.words.worded import value_of
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
        raise Problem("unavailable", value_of(error)) from None
    except psycopg.errors.DiskFull:
        raise Problem("no-room", headers={"Retry-After": "10"}) from None
    except psycopg.Error:  # logged when it came up
        raise Problem("unavailable", headers={"Retry-After": "2"}) from None
    return {"status": "ready"}


@blp.get("/metrics")
@for_operator
@blp.response(200, openapi.TEXT, content_type="text/plain", description="The text format of Prometheus")
@blp.problems()
@light
def metrics() -> Response:
    """Return the figures of this server and its database, for Prometheus. Needs the secret of `NOUGHT_METRICS`."""
    answer = Response(exposition(provider().monitor.read(kernel_key())), content_type=MEDIA_TYPE)
    answer.headers["Cache-Control"] = "no-store"
    return answer
