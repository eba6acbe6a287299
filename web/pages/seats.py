"""One moment of a deal as each seat saw it, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response

from api.deals import access as deal_access
from api.front.kinds import heavy
from api.permissions import EVERYBODY, allow
from domain.engine.faces import plain_faces
from domain.engine.hiding import ARBITER, PUBLIC, hide_act
from domain.engine.parameters import plain
from replay.notation.actions import write_action
from replay.views import views_of_seats
from replay.words.places import Moments
from web.languages import reader
from web.page import private_page
from web.pages.moments import requested_ply
from web.pages.replay import players_named
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("seats_page", __name__)


@blp.get("/deals/<uuid:deal_id>/seats")
@allow(EVERYBODY)
@heavy
def show(deal_id: UUID) -> Response:
    """Show a table for each seat, for readers who may see all hands. ``?at=``: the last ply that the seats saw."""
    record = deal_access.get(deal_id, ARBITER).record
    last = len(record.entries) - 1
    ply = requested_ply(last)
    game = record.rules.ruleset
    moments = Moments.of(reader(), record)
    players = players_named(record.opened.players)
    known: dict[str, Any] = {
        "game": plain(game),
        "names": card_names(plain_faces(game)),
        "players": players,
        "views": views_of_seats(record, ply),
        "act": write_action(hide_act(record.acts[ply], PUBLIC)) if ply >= 0 else None,
    }
    return private_page(
        "seats.html",
        deal=deal_id,
        opened=record.opened,
        players=players,
        seats=record.rules.seats,
        ply=ply,
        last=last,
        place=moments.heading(ply),
        moments=moments,
        known=known,
    )
