"""Note breaches that the cards do not show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api import commands
from api.blueprint import Blueprint
from api.changes import Command, changes
from api.permissions import OFFICIALS
from domain.engine.facts import IrregularityNoted
from schemas.answers import SavedDealAnswer
from schemas.commands import Irregularity

if TYPE_CHECKING:
    from domain.ledger import Ledger

blp = Blueprint("irregularities", __name__, url_prefix="/api/v1/deals", description="Breaches the cards do not show")
change = changes(blp, "deal_id", OFFICIALS, commands.run_on_deal, SavedDealAnswer)


@change("/irregularities", Irregularity)
def note(to: Ledger) -> Command:
    """Note a breach at a ply, for the arbiter. Only officials see it."""
    return lambda deal_id, ply, code, note, seat=None, **sent: to.deals.note_irregularity(
        deal_id, IrregularityNoted(ply, code, seat, note), **sent
    )
