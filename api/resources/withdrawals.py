"""Withdraw deals that should not be in the record book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api import commands
from api.blueprint import Blueprint
from api.callers import RECORDER, caller
from api.changes import Command, changes
from api.permissions import BENCH, OFFICIALS
from schemas.answers import SavedDealAnswer
from schemas.commands import Why

if TYPE_CHECKING:
    from domain.ledger import Ledger

blp = Blueprint("withdrawals", __name__, url_prefix="/api/v1/deals", description="Deals that were opened by mistake")
change = changes(blp, "deal_id", OFFICIALS, commands.run_on_deal, SavedDealAnswer)


@change("/withdrawal", Why)
def withdraw(to: Ledger) -> Command:
    """Withdraw a deal that was opened or imported by mistake.

    It leaves all lists, its match and its tournament; its record stays. A recorder may withdraw it while no card
    and no bid is recorded, other officials at any time.
    """
    return lambda deal_id, **given: to.deals.withdraw(deal_id, unplayed=caller().role == RECORDER, **given)


@change("/restoration", Why, roles=BENCH)
def restore(to: Ledger) -> Command:
    """End a withdrawal that was wrong: the deal is in lists, its match and its tournament again.

    422 if its match has another deal of its number by now.
    """
    return to.deals.restore
