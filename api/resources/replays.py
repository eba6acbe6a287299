"""A whole deal for one viewer, in one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from api.blueprint import Blueprint
from api.callers import ANYBODY, caller
from api.deals import access as deal_access
from api.deals.broadcast import everybody_has
from api.languages import reader
from api.people.who_sees import hidden_in, is_closed
from api.permissions import EVERYBODY, all_may_see, check_seat
from api.replicas import from_replica
from api.responses import bytes_response, etag_of
from api.services import services
from domain.engine.hiding import SCRIBE
from replay.frames import encode_replay
from schemas.commands import ReplayQuery
from schemas.views import Replay

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("replays", __name__, url_prefix="/api/v1/deals", description="Whole deals, ply by ply")

MOMENT: Final = 0.1
"""Seconds that a replay may be stale for a caller without a token. Signed-in callers see each change at once."""


@blp.get("/<uuid:deal_id>/replays/<string(maxlength=16):viewer>")
@blp.answers(Replay)
@blp.document(parameters=[{"in": "query", "schema": ReplayQuery}])
@blp.reads(EVERYBODY)
@from_replica
def get_replay(deal_id: UUID, viewer: str) -> Response:
    """Get all frames of a deal for one viewer: the first view, then what each act changed (RFC 7396).

    With `until`, the deal up to that act; the answer does not show whether more happened. The replay of a deal whose
    hands are shown is cached until a correction changes it.
    """
    query, language = blp.parse_query(ReplayQuery), reader()
    if "until" in query:
        visible = deal_access.get(deal_id, viewer)
        body = encode_replay(visible.record.until(query["until"]), viewer, language)
        return bytes_response(body, etag_of(body), language=language)
    check_seat(deal_id, viewer)
    replays = services().replays
    cache_key = viewer if language.is_english else f"{viewer}:{language.locale}"
    if hidden := hidden_in(deal_id):
        cache_key += f":{hidden}"
    if viewer != SCRIBE and not is_closed(deal_id):
        # Only replays that everybody may see are cached.
        kept = replays.find(deal_id, cache_key, MOMENT if caller() is ANYBODY else 0.0)
        if kept is not None:
            return bytes_response(kept.body, kept.etag, language=language)
    visible = deal_access.get(deal_id, viewer)
    body = encode_replay(visible.record, viewer, language)
    etag = etag_of(body)
    if viewer != SCRIBE and all_may_see(visible.record) and everybody_has(visible.place, deal_id, visible.deal.version):
        replays.keep(deal_id, cache_key, visible.deal.version, etag, body)
    return bytes_response(body, etag, language=language)
