"""The shuffle of a deal: the order that survived it, and whether the deal fits the pack and the cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.blueprint import Blueprint
from api.deals import access as deal_access
from api.front.kinds import heavy
from api.languages import reader
from api.permissions import EVERYBODY
from api.responses import json_response
from domain.engine.hiding import ARBITER
from domain.kernel.ids import as_id
from replay.audits.shuffle import shuffle
from schemas.audits import Shuffle

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from api.deals.access import VisibleDeal
    from domain.record.record import Record

blp = Blueprint("shuffles", __name__, url_prefix="/api/v1/deals", description="The shuffle and the deal")


@blp.get("/<uuid:deal_id>/shuffle")
@blp.answers(Shuffle)
@blp.reads(EVERYBODY)
@heavy
def get_shuffle(deal_id: UUID) -> Response:
    """Get how much order of the previous deal's cards is left in this one, and how the cards were dealt.

    For each assumption of how the tricks were gathered there is the exact probability that a perfect shuffle leaves as
    much order. It is no proof of guilt. It shows all cards of both deals, so it is for those who may see the arbiter's
    view of both: officials, and everybody once the hands are shown.
    """
    visible = deal_access.get(deal_id, ARBITER)
    language = reader()
    return json_response(shuffle(visible.record, previous_deal(visible), language), language=language)


def previous_deal(visible: VisibleDeal) -> Record | None:
    """Return the record of the deal before this one in its match; None if there is none. Raises `Problem` (403)."""
    match_id = as_id(visible.record.opened.match)
    line = deal_access.get_match(match_id).before(str(visible.deal.id)) if match_id else None
    deal = as_id(line.deal) if line else None
    return deal_access.get(deal, ARBITER).record if deal else None
