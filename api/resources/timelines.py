"""What happened in a deal, in order, without the views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import looking
from api.blueprint import ETAG, Blueprint
from api.languages import reader
from api.permissions import EVERYBODY
from api.serving import as_seen
from replay.frames import replay
from schemas.commands import TimelineQuery
from schemas.views import Timeline

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("timelines", __name__, url_prefix="/api/v1/deals", description="What happened, in order")


@blp.get("/<uuid:deal_id>/timeline")
@blp.arguments(TimelineQuery, location="query")
@blp.response(200, Timeline, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_timeline(asked: dict[str, Any], deal_id: UUID) -> Response:
    """Every act of a deal as the viewer saw it, what was corrected and ruled, and how it ended."""
    look = looking.look(deal_id, asked.get("viewer"))
    language = reader()
    told = replay(look.record, look.viewer, language)
    del told["start"]
    frames = told.pop("frames")
    told["acts"] = [{name: said for name, said in frame.items() if name != "patch"} for frame in frames]
    return as_seen(told, language=language)
