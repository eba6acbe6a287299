"""Clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.lists import get_thing, page
from api.permissions import EVERYBODY, KEEPERS, OFFICE
from api.replicas import from_replica
from api.services import ledger
from schemas.answers import SavedAnswer, Thing, ThingPage
from schemas.base import PageQuery
from schemas.commands import OpenClub, Rename, SetZone

if TYPE_CHECKING:
    from uuid import UUID

    from store.tables.catalogue import Row

blp = Blueprint("clubs", __name__, url_prefix="/api/v1/clubs", description="Clubs")


@blp.get("")
@blp.arguments(PageQuery, location="query")
@blp.response(200, ThingPage)
@blp.reads(EVERYBODY)
@from_replica
def list_clubs(query: dict[str, Any]) -> dict[str, Any]:
    """List clubs, newest first."""
    return page("club", query)


@blp.post("")
@blp.arguments(OpenClub)
@blp.response(201, SavedAnswer)
@blp.commands(KEEPERS, match=False)
def open_club(params: dict[str, Any]) -> commands.Answer:
    """Add a club."""
    saved = ledger().clubs.open_club(params["name"], club_id=params.get("id"), **commands.metadata(params))
    return commands.answer(saved, f"/api/v1/clubs/{saved.id}")


@blp.get("/<uuid:club_id>")
@blp.response(200, Thing)
@blp.reads(EVERYBODY)
@from_replica
def get_club(club_id: UUID) -> Row:
    """Get a club."""
    return get_thing("club", club_id)


@blp.patch("/<uuid:club_id>")
@blp.arguments(Rename)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="club_id")
def rename_club(params: dict[str, Any], club_id: UUID) -> commands.Answer:
    """Rename a club."""
    saved = commands.run(params, lambda sent: ledger().clubs.rename_club(club_id, params["name"], **sent))
    return commands.answer(saved, f"/api/v1/clubs/{club_id}", 200)


@blp.post("/<uuid:club_id>/zone")
@blp.arguments(SetZone)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="club_id")
def set_zone(params: dict[str, Any], club_id: UUID) -> commands.Answer:
    """Set the time zone of a club's venue. Pages and papers of its tournaments, deals and disputes show times in it."""
    saved = commands.run(params, lambda sent: ledger().clubs.set_zone(club_id, params["zone"], **sent))
    return commands.answer(saved, f"/api/v1/clubs/{club_id}", 200)
