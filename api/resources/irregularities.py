"""Breaches that the cards do not show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import recording
from api.blueprint import Blueprint
from api.permissions import OFFICIALS
from api.services import services
from domain.engine.facts import IrregularityNoted
from schemas.answers import SavedDealAnswer
from schemas.commands import Irregularity

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("irregularities", __name__, url_prefix="/api/v1/deals", description="Breaches the cards do not show")


@blp.post("/<uuid:deal_id>/irregularities")
@blp.arguments(Irregularity)
@blp.response(200, SavedDealAnswer)
@blp.commands(OFFICIALS, within="deal_id")
def note(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """Note a breach at a ply, for the arbiter. Only officials see it."""
    noted = IrregularityNoted(told["ply"], told["code"], told.get("seat"), told["note"])
    ledger = services().ledger
    return recording.on_deal(deal_id, told, lambda sent: ledger.deals.note_irregularity(deal_id, noted, **sent))
