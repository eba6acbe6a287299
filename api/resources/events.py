"""Stored facts, one JSON object a line: of a deal as the caller may see them, of the whole store for keepers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

import msgspec
from flask import Response

from api import looking
from api.blueprint import ETAG, Blueprint
from api.permissions import EVERYBODY, KEEPERS
from api.services import services
from api.serving import bytes_as_seen, tag_of
from domain.engine.hiding import ARBITER
from domain.record.facts import SealKept
from schemas.answers import EventLine
from schemas.commands import FeedQuery, ViewerQuery
from schemas.views import FeedLine

if TYPE_CHECKING:
    from uuid import UUID

    from domain.ledger.events import Recorded

NDJSON = "application/x-ndjson"

blp = Blueprint("events", __name__, url_prefix="/api/v1", description="Stored facts as NDJSON")


@blp.get("/deals/<uuid:deal_id>/events")
@blp.arguments(ViewerQuery, location="query")
@blp.response(200, EventLine, content_type=NDJSON, headers=ETAG, description="One object of this shape a line")
@blp.not_modified()
@blp.reads(EVERYBODY)
def list_events(asked: dict[str, Any], deal_id: UUID) -> Response:
    """The stored facts of a deal, each hidden for the viewer; what a viewer may not notice is left out.

    `after` is the version of the last line that the caller has.
    """
    look = looking.look(deal_id, asked.get("viewer"))
    rows = looking.lines(look.events, look.viewer)
    wanted = islice((row for row in rows if row["version"] > asked["after"]), asked["limit"])
    body = _ndjson(wanted)
    return bytes_as_seen(body, tag_of(body), NDJSON)


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
def feed(asked: dict[str, Any]) -> Response:
    """Everything in the store in the order of its positions, whole. Call it again with `after` to follow it.

    Only what a seat has sealed is left out: nobody but that seat is told.
    """
    here = services()
    found = here.recorder.select_notifications(asked["after"], asked["limit"], inclusive_of_start=False)
    rows = []
    for each in found:
        if each.topic == SealKept.TOPIC:
            continue
        event = cast("Recorded", here.ledger.repository.mapper.to_domain_event(each))
        row = {"position": each.id, "stream": str(each.originator_id)}
        rows.append(row | looking.line(each.originator_version, event, event.fact, ARBITER))
    last = found[-1].id if found else asked["after"]
    answer = Response(_ndjson(rows), content_type=NDJSON)
    answer.headers["Nought-Next"] = str(last)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _ndjson(rows: Iterable[dict[str, Any]]) -> bytes:
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
