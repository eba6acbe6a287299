"""Sealed entries: a trump maker's indicator that nobody knows until it is opened (docs/trust.md)."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from api import looking, recording
from api.blueprint import ETAG, Blueprint
from api.callers import caller
from api.permissions import AT_TABLE, EVERYBODY, PLAYERS, own_viewer
from api.services import services
from api.serving import as_seen
from domain.proof.seals import SALT_BYTES
from domain.record.sealing import openings, ply_of, sealed
from schemas.answers import SavedDealAnswer
from schemas.commands import SealIndicator, Stamped
from schemas.proofs import SealsAnswer

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.engine.facts import SealOpened
    from domain.record.facts import SealKept

blp = Blueprint("seals", __name__, url_prefix="/api/v1/deals", description="Cards that nobody knows yet")


@blp.post("/<uuid:deal_id>/seals")
@blp.arguments(SealIndicator)
@blp.response(200, SavedDealAnswer)
@blp.commands(PLAYERS, within="deal_id")
def seal_indicator(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """Lay the trump indicator without telling anybody the card, with the trump maker's own token.

    The record shows `??` and a digest that commits to the card. It is opened by itself when the indicator is shown,
    and at the end of the deal where the hands are shown to everybody.
    """
    ledger, seat = services().ledger, caller().scope["seat"]
    salt = secrets.token_bytes(SALT_BYTES)
    return recording.on_deal(
        deal_id, told, lambda sent: ledger.seals.seal_indicator(deal_id, seat, told["card"], salt, **sent)
    )


@blp.post("/<uuid:deal_id>/seals/open")
@blp.arguments(Stamped)
@blp.response(200, SavedDealAnswer)
@blp.commands(AT_TABLE, within="deal_id")
def open_seals(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """Open what is sealed: a seat its own, officials all. Not before the indicator was shown or the deal is over."""
    ledger, seat = services().ledger, caller().seat
    return recording.on_deal(deal_id, told, lambda sent: ledger.seals.open(deal_id, seat, **sent))


@blp.get("/<uuid:deal_id>/seals")
@blp.response(200, SealsAnswer, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def list_seals(deal_id: UUID) -> Response:
    """The seals of a deal: the digest of each, and once it is open, card and salt. A seat is told its own before."""
    look = looking.look(deal_id)
    record, opened = look.record, openings(look.record)
    seat = caller().seat
    mine = seat is not None and own_viewer(caller(), look.place) == seat
    rows = []
    for each in sealed(record):
        told: SealOpened | SealKept | None = opened.get(each.digest)
        if told is None and mine and each.seat == seat:
            told = services().ledger.seals.get(deal_id, each)
        row = {"seat": each.seat, "digest": each.digest, "ply": ply_of(record, each), "open": each.digest in opened}
        rows.append(row | ({"card": told.card, "salt": told.salt} if told else {}))
    return as_seen(SealsAnswer().dump({"deal": deal_id, "seals": rows}))
