"""Note breaches that the cards do not show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.permissions import OFFICIALS
from api.services import ledger
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
def note(params: dict[str, Any], deal_id: UUID) -> commands.Answer:
    """Note a breach at a ply, for the arbiter. Only officials see it."""
    noted = IrregularityNoted(params["ply"], params["code"], params.get("seat"), params["note"])
    return commands.run_on_deal(deal_id, params, lambda sent: ledger().deals.note_irregularity(deal_id, noted, **sent))
