"""Players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields

from api import recording
from api.blueprint import Blueprint
from api.callers import Place
from api.lists import one, page, thing
from api.permissions import EVERYBODY, OFFICE, own_club, require
from api.services import services
from schemas.answers import SavedAnswer, Thing, ThingPage
from schemas.base import PageQuery
from schemas.commands import OpenInClub, Rename

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("players", __name__, url_prefix="/api/v1/players", description="Who plays")


class InClubQuery(PageQuery):
    """Whose."""

    club = fields.UUID()


@blp.get("")
@blp.arguments(InClubQuery, location="query")
@blp.response(200, ThingPage)
@blp.reads(EVERYBODY)
def list_players(asked: dict[str, Any]) -> dict[str, Any]:
    """Players, newest first."""
    return page("player", asked, thing, club=asked.get("club"))


@blp.post("")
@blp.arguments(OpenInClub)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, match=False)
def register_player(told: dict[str, Any]) -> recording.Answer:
    """Enter a player; a director's token enters them in its club."""
    club = told.get("club") or own_club()
    require(Place(str(club) if club else None))
    saved = services().ledger.clubs.register_player(
        told["name"], club=club, player_id=told.get("id"), **recording.sent(told)
    )
    return recording.saved(saved, f"/api/v1/players/{saved.id}")


@blp.get("/<uuid:player_id>")
@blp.response(200, Thing)
@blp.reads(EVERYBODY)
def get_player(player_id: UUID) -> dict[str, Any]:
    """A player."""
    return one("player", player_id)


@blp.patch("/<uuid:player_id>")
@blp.arguments(Rename)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="player_id")
def rename_player(told: dict[str, Any], player_id: UUID) -> recording.Answer:
    """Give the player another name."""
    ledger = services().ledger
    saved = recording.on_record(told, lambda sent: ledger.clubs.rename_player(player_id, told["name"], **sent))
    return recording.saved(saved, f"/api/v1/players/{player_id}", 200)
