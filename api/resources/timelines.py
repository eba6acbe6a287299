"""The acts of a deal in order, without the views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.blueprint import Blueprint
from api.deals import access as deal_access
from api.languages import reader
from api.permissions import EVERYBODY
from api.replicas import from_replica
from api.responses import json_response
from replay.frames import replay
from schemas.commands import TimelineQuery
from schemas.views import Timeline

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("timelines", __name__, url_prefix="/api/v1/deals", description="The acts of a deal, in order")


@blp.get("/<uuid:deal_id>/timeline")
@blp.arguments(TimelineQuery, location="query")
@blp.answers(Timeline)
@blp.reads(EVERYBODY)
@from_replica
def get_timeline(query: dict[str, Any], deal_id: UUID) -> Response:
    """Get every act of a deal as the viewer saw it, with corrections, rulings and the settlement."""
    visible = deal_access.get(deal_id, query.get("viewer"))
    language = reader()
    payload = replay(visible.record, visible.viewer, language)
    del payload["start"]
    frames = payload.pop("frames")
    payload["acts"] = [{name: value for name, value in frame.items() if name != "patch"} for frame in frames]
    return json_response(payload, language=language)
