"""A whole deal for one viewer, in one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from api import looking
from api.blueprint import ETAG, Blueprint
from api.broadcast import everybody_has
from api.callers import ANYBODY, caller
from api.languages import reader
from api.permissions import EVERYBODY, all_may_see, check_seat
from api.services import services
from api.serving import bytes_as_seen, tag_of
from domain.engine.hiding import SCRIBE
from replay.frames import encoded
from schemas.commands import ReplayQuery
from schemas.views import Replay

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("replays", __name__, url_prefix="/api/v1/deals", description="Whole deals, ply by ply")

MOMENT: Final = 0.1
"""Seconds that somebody who is not signed in may be late with a replay; who writes sees what was written at once."""


@blp.get("/<uuid:deal_id>/replays/<string(maxlength=16):viewer>")
@blp.response(200, Replay, headers=ETAG)
@blp.not_modified()
@blp.documented(parameters=[{"in": "query", "schema": ReplayQuery}])
@blp.reads(EVERYBODY)
def get_replay(deal_id: UUID, viewer: str) -> Response:
    """All frames of a deal for one viewer: the first view, then what each act changed (RFC 7396).

    With `until`, the deal as if nothing had happened after that act: the answer does not tell whether anything
    did. Beyond the last act there is nothing more to tell.
    A deal whose hands are shown is kept as the bytes that are sent, until a correction changes it.
    """
    asked, language = blp.asked(ReplayQuery), reader()
    if "until" in asked:
        look = looking.look(deal_id, viewer)
        body = encoded(look.record.until(asked["until"]), viewer, language)
        return bytes_as_seen(body, tag_of(body), language=language)
    check_seat(deal_id, viewer)
    replays = services().replays
    kept_as = viewer if language.is_english else f"{viewer}:{language.locale}"
    if viewer != SCRIBE:
        # Only deals that everybody may see by now are kept.
        kept = replays.find(deal_id, kept_as, MOMENT if caller() is ANYBODY else 0.0)
        if kept is not None:
            return bytes_as_seen(kept.body, kept.etag, language=language)
    look = looking.look(deal_id, viewer)
    body = encoded(look.record, viewer, language)
    etag = tag_of(body)
    if viewer != SCRIBE and all_may_see(look.record) and everybody_has(look.place, deal_id, look.deal.version):
        replays.keep(deal_id, kept_as, look.deal.version, etag, body)
    return bytes_as_seen(body, etag, language=language)
