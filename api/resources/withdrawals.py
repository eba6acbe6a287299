"""Withdraw deals that should not be in the record book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.callers import RECORDER, caller
from api.permissions import BENCH, OFFICIALS
from api.services import ledger
from schemas.answers import SavedDealAnswer
from schemas.commands import Why

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("withdrawals", __name__, url_prefix="/api/v1/deals", description="Deals that were opened by mistake")


@blp.post("/<uuid:deal_id>/withdrawal")
@blp.arguments(Why)
@blp.response(200, SavedDealAnswer)
@blp.commands(OFFICIALS, within="deal_id")
def withdraw(params: dict[str, Any], deal_id: UUID) -> commands.Answer:
    """Withdraw a deal that was opened or imported by mistake.

    It leaves all lists, its match and its tournament; its record stays. A recorder may withdraw it while no card
    and no bid is recorded, other officials at any time.
    """
    unplayed = caller().role == RECORDER
    return commands.run_on_deal(
        deal_id, params, lambda sent: ledger().deals.withdraw(deal_id, params["why"], unplayed=unplayed, **sent)
    )


@blp.post("/<uuid:deal_id>/restoration")
@blp.arguments(Why)
@blp.response(200, SavedDealAnswer)
@blp.commands(BENCH, within="deal_id")
def restore(params: dict[str, Any], deal_id: UUID) -> commands.Answer:
    """End a withdrawal that was wrong: the deal is in lists, its match and its tournament again.

    422 if its match has another deal of its number by now.
    """
    return commands.run_on_deal(deal_id, params, lambda sent: ledger().deals.restore(deal_id, params["why"], **sent))
