"""The page to explore a deal: play on by hand from one of its plies, with the price of every card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response

from analysis.payloads import result_layout
from api.analyses import access as analysis_access
from api.callers import caller
from api.me import club_notes
from api.permissions import EVERYBODY, allow
from api.replicas import from_replica
from domain.engine.faces import plain_faces
from domain.engine.facts import CardPlayed
from domain.engine.hiding import ARBITER
from domain.engine.parameters import plain
from domain.kernel.ids import as_id
from replay.views import latest_view
from web.assets import KERNEL, address
from web.page import private_page
from web.pages.replay import players_named
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("explore_page", __name__)


@blp.get("/deals/<uuid:deal_id>/explore")
@allow(EVERYBODY)
@from_replica
def show(deal_id: UUID) -> Response:
    """Show a table on which the reader plays for all seats. ``#17/9H.JH``: the ply, and the cards of a line from it.

    For readers who may see the analysis of the deal.
    """
    record = analysis_access.get(deal_id).record
    game = record.rules.ruleset
    players = players_named(record.opened.players)
    view = latest_view(record, ARBITER)
    club = as_id(record.opened.club)
    first = next((ply for ply, act in enumerate(record.acts) if isinstance(act, CardPlayed)), 0) - 1
    known: dict[str, Any] = {
        "id": deal_id,
        "game": plain(game),
        "names": card_names(plain_faces(game)),
        "players": players,
        "first": first,
        "has_account": caller().account is not None,
        "of_club": club_notes.is_of_club(club),
        "official": club_notes.is_official(club),
        "recorded": {"tricks": view["tricks"], "trick": view["trick"]},
        "kernel": {
            "worker": address("js/explore/kernel.js"),
            "code": address(KERNEL),
            "layout": result_layout(),
        },
    }
    return private_page("explore.html", deal=deal_id, opened=record.opened, known=known)
