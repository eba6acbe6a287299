"""Disclose cards that were recorded as unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.permissions import SCRIBES
from api.services import ledger
from domain.engine.facts import CardsDisclosed
from schemas.answers import SavedDealAnswer
from schemas.commands import Disclose

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("disclosures", __name__, url_prefix="/api/v1/deals", description="Cards that are disclosed later")


@blp.post("/<uuid:deal_id>/disclosures")
@blp.arguments(Disclose)
@blp.response(200, SavedDealAnswer)
@blp.commands(SCRIBES, within="deal_id")
def disclose(params: dict[str, Any], deal_id: UUID) -> commands.Answer:
    """Disclose cards that were recorded as `??`: whole hands batch by batch, or the cards of single plies.

    They must fit what is known. Only officials see them before the deal is over.
    """
    hands = {seat: tuple(map(tuple, batches)) for seat, batches in params.get("hands", {}).items()}
    plies = {int(ply): card for ply, card in params.get("plies", {}).items()}
    cards = CardsDisclosed(hands, plies)
    return commands.run_on_deal(deal_id, params, lambda sent: ledger().deals.disclose(deal_id, cards, **sent))
