"""What one viewer, or each seat, knew at one moment of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import looking
from api.blueprint import ETAG, Blueprint
from api.permissions import EVERYBODY
from api.resources.knowledge import last_ply
from api.serving import as_seen
from domain.engine.hiding import ARBITER, PUBLIC, hide_act
from replay.notation.actions import write_action
from replay.views import view_at, views_of_seats
from schemas.commands import ViewQuery
from schemas.views import View, Views

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("views", __name__, url_prefix="/api/v1/deals", description="What a viewer knew, and may do")


@blp.get("/<uuid:deal_id>/views/<string(maxlength=16):viewer>")
@blp.arguments(ViewQuery, location="query")
@blp.response(200, View, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_view(asked: dict[str, Any], deal_id: UUID, viewer: str) -> Response:
    """What a viewer knows after a ply: a seat, `public`, `scribe` or `arbiter`.

    Before the deal is over a seat's view is for that seat's token and for officials. What the seat has sealed is in the
    view for its own token alone.
    """
    look = looking.look(deal_id, viewer)
    looking.recall_sealed(look)
    return as_seen(view_at(look.record, viewer, last_ply(look.record, asked.get("ply"))))


@blp.get("/<uuid:deal_id>/views")
@blp.arguments(ViewQuery, location="query")
@blp.response(200, Views, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_views(asked: dict[str, Any], deal_id: UUID) -> Response:
    """What each seat knew after a ply, all of them in one answer: for those who may see all hands.

    `act` is that ply's act as everybody saw it; before the first there is none.
    """
    record = looking.look(deal_id, ARBITER).record
    ply = last_ply(record, asked.get("ply"))
    told: dict[str, Any] = {"ply": ply, "views": views_of_seats(record, ply)}
    if ply >= 0:
        told["act"] = write_action(hide_act(record.acts[ply], PUBLIC))
    return as_seen(told)
