"""Confirm the result of a deal, for players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.blueprint import Blueprint
from api.people import seat_pins
from api.permissions import TABLE
from schemas.answers import SavedDealAnswer
from schemas.commands import Confirm

if TYPE_CHECKING:
    from uuid import UUID

    from api.commands import Answer

blp = Blueprint("confirmations", __name__, url_prefix="/api/v1/deals", description="Confirmations of results")


@blp.post("/<uuid:deal_id>/confirmations")
@blp.arguments(Confirm)
@blp.response(200, SavedDealAnswer)
@blp.commands(TABLE, 429, within="deal_id")
def confirm(params: dict[str, Any], deal_id: UUID) -> Answer:
    """Confirm the result of a deal for a seat.

    The seat's own token or session needs no PIN; every other caller sends the seat's `pin`. The result is `provisional`
    until one seat of each team has confirmed it, and again after a correction, a ruling or a reopening. After several
    wrong PINs the caller must wait (429).
    """
    return seat_pins.confirm_result(deal_id, params)
