"""Sealed entries: a trump maker's indicator that nobody knows until it is opened (docs/trust.md)."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from api import commands
from api.blueprint import Blueprint
from api.callers import caller
from api.changes import Command, changes
from api.deals import access as deal_access
from api.permissions import AT_TABLE, EVERYBODY, SEATS, own_viewer
from api.responses import json_response
from api.services import ledger
from domain.proof.seals import SALT_BYTES
from domain.record.record_seals import find_seals, openings, ply_of
from schemas.answers import SavedDealAnswer
from schemas.commands import SealIndicator, Stamped
from schemas.proofs import SealsAnswer

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.engine.facts import SealOpened
    from domain.ledger import Ledger
    from domain.record.facts import SealKept

blp = Blueprint("seals", __name__, url_prefix="/api/v1/deals", description="Sealed cards")
change = changes(blp, "deal_id", AT_TABLE, commands.run_on_deal, SavedDealAnswer)


@change("/seals", SealIndicator, roles=SEATS)
def seal_indicator(to: Ledger) -> Command:
    """Lay the trump indicator as a sealed card, with the trump maker's own token.

    The record shows `??` and a digest that commits to the card. The seal is opened automatically when the indicator is
    shown, and at the end of a deal whose hands are shown to everybody.
    """
    return lambda deal_id, card, **sent: to.seals.seal_indicator(
        deal_id, caller().scope["seat"], card, secrets.token_bytes(SALT_BYTES), **sent
    )


@change("/seals/open", Stamped)
def open_seals(to: Ledger) -> Command:
    """Open the seals of a seat's own token, or all for officials, once the indicator is shown or the deal is over."""
    return lambda deal_id, **sent: to.seals.open(deal_id, caller().seat, **sent)


@blp.get("/<uuid:deal_id>/seals")
@blp.answers(SealsAnswer)
@blp.reads(EVERYBODY)
def list_seals(deal_id: UUID) -> Response:
    """List the seals of a deal: the digest and, once open, card and salt. A seat always sees its own."""
    visible = deal_access.get(deal_id)
    record, opened = visible.record, openings(visible.record)
    seat = caller().seat
    mine = seat is not None and own_viewer(caller(), visible.place) == seat
    rows = []
    for seal in find_seals(record):
        secret: SealOpened | SealKept | None = opened.get(seal.digest)
        if secret is None and mine and seal.seat == seat:
            secret = ledger().seals.get(deal_id, seal)
        row = {"seat": seal.seat, "digest": seal.digest, "ply": ply_of(record, seal), "open": seal.digest in opened}
        rows.append(row | ({"card": secret.card, "salt": secret.salt} if secret else {}))
    return json_response(SealsAnswer().dump({"deal": deal_id, "seals": rows}))
