"""PINs with which players confirm results on another person's device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response
from marshmallow import fields

from api.blueprint import Blueprint
from api.people import seat_pins
from api.permissions import BENCH, TABLE, allow
from api.problems import Problem
from domain.engine.words.values import sentence
from schemas.base import Answer
from schemas.commands import SetPin
from schemas.fields import instant

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("pins", __name__, url_prefix="/api/v1/deals", description="The PINs of seats")


class PinLine(Answer):
    """A seat that has a PIN."""

    seat = fields.String(required=True)
    set_at = instant(required=True)


class PinList(Answer):
    """The seats that have a PIN."""

    items = fields.List(fields.Nested(PinLine), required=True)


@blp.get("/<uuid:deal_id>/pins")
@blp.response(200, PinList)
@blp.reads(TABLE, within="deal_id")
def list_pins(deal_id: UUID) -> dict[str, Any]:
    """List the seats that have a PIN: for the deal's match, else for its table, else for this deal alone."""
    return {"items": list(seat_pins.list_pins(deal_id).values())}


@blp.post("/<uuid:deal_id>/pins")
@allow(TABLE, within="deal_id")
@blp.arguments(SetPin)
@blp.response(204)
@blp.problems(403, 404, 409, 413, 415, 422, 429)
def set_pin(params: dict[str, Any], deal_id: UUID) -> Response:
    """Set the PIN of a seat, for all deals of the match, else of the table. To change one, send the `old` one too."""
    seat_pins.set_pin(deal_id, params["seat"], params["pin"], params.get("old"))
    return Response(status=204)


@blp.delete("/<uuid:deal_id>/pins/<string(maxlength=2):seat>")
@allow(BENCH, within="deal_id")
@blp.response(204)
@blp.problems(403, 404, 422)
def clear_pin(deal_id: UUID, seat: str) -> Response:
    """Delete the PIN of a seat, so that its player can set another. Officials may, recorders may not."""
    if not seat_pins.clear_pin(deal_id, seat):
        raise Problem("not-found", sentence("This seat has no PIN."))
    return Response(status=204)
