"""The views of a deal at a ply: of one viewer, or of each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.blueprint import Blueprint
from api.deals import access as deal_access
from api.permissions import EVERYBODY
from api.replicas import from_replica
from api.resources.knowledge import last_ply
from api.responses import json_response
from domain.engine.hiding import ARBITER, PUBLIC, hide_act
from replay.notation.actions import write_action
from replay.views import view_at, views_of_seats
from schemas.commands import ViewQuery
from schemas.views import View, Views

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("views", __name__, url_prefix="/api/v1/deals", description="Views of a deal by each viewer")


@blp.get("/<uuid:deal_id>/views/<string(maxlength=16):viewer>")
@blp.arguments(ViewQuery, location="query")
@blp.answers(View)
@blp.reads(EVERYBODY)
@from_replica
def get_view(query: dict[str, Any], deal_id: UUID, viewer: str) -> Response:
    """Get what a viewer knows after a ply: a seat, `public`, `scribe` or `arbiter`.

    Before the deal is over, a seat's view is for that seat's token and for officials. A sealed card is shown only to
    its own seat's token.
    """
    visible = deal_access.get(deal_id, viewer)
    deal_access.add_own_seals(visible)
    return json_response(view_at(visible.record, viewer, last_ply(visible.record, query.get("ply"))))


@blp.get("/<uuid:deal_id>/views")
@blp.arguments(ViewQuery, location="query")
@blp.answers(Views)
@blp.reads(EVERYBODY)
@from_replica
def get_views(query: dict[str, Any], deal_id: UUID) -> Response:
    """Get the views of all seats after a ply, for those who may see all hands.

    `act` is the act at that ply as everybody saw it; it is missing before the first act.
    """
    record = deal_access.get(deal_id, ARBITER).record
    ply = last_ply(record, query.get("ply"))
    payload: dict[str, Any] = {"ply": ply, "views": views_of_seats(record, ply)}
    if ply >= 0:
        payload["act"] = write_action(hide_act(record.acts[ply], PUBLIC))
    return json_response(payload)
