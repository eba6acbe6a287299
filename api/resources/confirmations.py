"""Players agree with a result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import confirming
from api.blueprint import Blueprint
from api.permissions import TABLE
from schemas.answers import SavedDealAnswer
from schemas.commands import Confirm

if TYPE_CHECKING:
    from uuid import UUID

    from api.recording import Answer

blp = Blueprint("confirmations", __name__, url_prefix="/api/v1/deals", description="Players agree with a result")


@blp.post("/<uuid:deal_id>/confirmations")
@blp.arguments(Confirm)
@blp.response(200, SavedDealAnswer)
@blp.commands(TABLE, 429, within="deal_id")
def confirm(told: dict[str, Any], deal_id: UUID) -> Answer:
    """The player in a seat agrees with the result as it stands.

    The seat's own token or session confirms by itself; everybody else sends the seat's `pin`. The result is
    `provisional` until somebody of every team has agreed; a later correction, ruling or reopening makes it so
    again. Wrong PINs are counted, and after some the next one is heard only after a while (429).
    """
    return confirming.confirm(deal_id, told)
