"""How much order of the deal before survived the shuffle, and whether cards were dealt as pack and cut give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api import looking
from api.blueprint import ETAG, Blueprint
from api.front.kinds import heavy
from api.languages import reader
from api.permissions import EVERYBODY
from api.serving import as_seen
from domain.engine.hiding import ARBITER
from domain.ledger.ids import as_id
from replay.audit_shuffle import shuffle
from schemas.audits import Shuffle

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from api.looking import Look
    from domain.record.record import Record

blp = Blueprint("shuffles", __name__, url_prefix="/api/v1/deals", description="The shuffle and the deal")


@blp.get("/<uuid:deal_id>/shuffle")
@blp.response(200, Shuffle, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
@heavy
def get_shuffle(deal_id: UUID) -> Response:
    """How much of the order in which the last deal's cards fell is in this one, and how it was dealt.

    Each assumption of how the tricks were gathered comes with the exact chance that a perfect shuffle leaves as much
    order. It is no proof of guilt. It tells of all cards of both deals, so it is for those who may see the arbiter's
    view of both: officials, and everybody once the hands are shown.
    """
    look = looking.look(deal_id, ARBITER)
    language = reader()
    return as_seen(shuffle(look.record, before(look), language), language=language)


def before(look: Look) -> Record | None:
    """The match's deal before this one, if there is one that the caller may see by now."""
    match_id = as_id(look.record.opened.match)
    line = looking.match(match_id).before(str(look.deal.id)) if match_id else None
    deal = as_id(line.deal) if line else None
    return looking.look(deal, ARBITER).record if deal else None
