"""Stored facts, one JSON object a line: of a deal for a viewer, of the whole store for administrators."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

import msgspec
from flask import Response

from api.blueprint import Blueprint
from api.deals import access as deal_access
from api.permissions import EVERYBODY, KEEPERS
from api.replicas import from_replica
from api.responses import bytes_response, etag_of
from api.services import ledger, services
from domain.engine.hiding import ARBITER
from domain.record.facts import SealKept
from schemas.answers import EventLine
from schemas.commands import FeedQuery, ViewerQuery
from schemas.views import FeedLine

if TYPE_CHECKING:
    from uuid import UUID

    from domain.kernel.events import Recorded

NDJSON = "application/x-ndjson"

blp = Blueprint("events", __name__, url_prefix="/api/v1", description="Stored facts as NDJSON")


@blp.get("/deals/<uuid:deal_id>/events")
@blp.arguments(ViewerQuery, location="query")
@blp.answers(EventLine, content_type=NDJSON, description="One object of this shape a line")
@blp.reads(EVERYBODY)
@from_replica
def list_events(query: dict[str, Any], deal_id: UUID) -> Response:
    """List the stored facts of a deal as the viewer may see them.

    Facts that the viewer may not notice are left out. `after` is the version of the last line that the caller has.
    """
    visible = deal_access.get(deal_id, query.get("viewer"))
    rows = deal_access.event_rows(visible.events, visible.viewer)
    chosen = islice((row for row in rows if row["version"] > query["after"]), query["limit"])
    body = _ndjson(chosen)
    return bytes_response(body, etag_of(body), NDJSON)


@blp.get("/events")
@blp.arguments(FeedQuery, location="query")
@blp.response(
    200,
    FeedLine,
    content_type=NDJSON,
    headers={"Nought-Next": {"schema": {"type": "string"}, "description": "`after` of the next call"}},
    description="One object of this shape a line",
)
@blp.reads(KEEPERS)
def feed(query: dict[str, Any]) -> Response:
    """List all events of the store in the order of their positions. Call it again with `after` to follow it.

    Sealed cards are left out: only their seat may know them.
    """
    notifications = services().recorder.select_notifications(query["after"], query["limit"], inclusive_of_start=False)
    rows = []
    for notification in notifications:
        if notification.topic == SealKept.TOPIC:
            continue
        event = cast("Recorded", ledger().repository.mapper.to_domain_event(notification))
        row = {"position": notification.id, "stream": str(notification.originator_id)}
        rows.append(row | deal_access.event_row(notification.originator_version, event, event.fact, ARBITER))
    last = notifications[-1].id if notifications else query["after"]
    answer = Response(_ndjson(rows), content_type=NDJSON)
    answer.headers["Nought-Next"] = str(last)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _ndjson(rows: Iterable[dict[str, Any]]) -> bytes:
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
