"""What one viewer knew at one moment of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import looking
from api.blueprint import ETAG, Blueprint
from api.problems import Problem
from api.serving import as_seen
from replay.views import view_at
from schemas.commands import ViewQuery

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("views", __name__, url_prefix="/api/v1/deals", description="What a viewer knew, and may do")


@blp.get("/<uuid:deal_id>/views/<string(maxlength=16):viewer>")
@blp.arguments(ViewQuery, location="query")
@blp.response(200, "View", headers=ETAG)
@blp.not_modified()
@blp.reads()
def get_view(asked: dict[str, Any], deal_id: UUID, viewer: str) -> Response:
    """What a viewer knows after a ply: a seat, `public`, `scribe` or `arbiter`.

    Before the deal is over a seat's view is for that seat's token and for officials. What the seat has sealed is in the
    view for its own token alone.
    """
    look = looking.look(deal_id, viewer)
    looking.recall_sealed(look)
    last = len(look.record.entries) - 1
    ply = asked.get("ply", last)
    if ply > last:
        raise Problem("ply", f"there is no ply {ply}", allowed=f"plies -1 to {last}")
    return as_seen(view_at(look.record, viewer, ply))
