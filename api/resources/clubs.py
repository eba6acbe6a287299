"""Clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import recording
from api.blueprint import Blueprint
from api.lists import one, page, thing
from api.permissions import EVERYBODY, KEEPERS, OFFICE
from api.services import services
from schemas.answers import SavedAnswer, Thing, ThingPage
from schemas.base import PageQuery
from schemas.commands import OpenClub, Rename

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("clubs", __name__, url_prefix="/api/v1/clubs", description="Who keeps a record book")


@blp.get("")
@blp.arguments(PageQuery, location="query")
@blp.response(200, ThingPage)
@blp.reads(EVERYBODY)
def list_clubs(asked: dict[str, Any]) -> dict[str, Any]:
    """Clubs, newest first."""
    return page("club", asked, thing)


@blp.post("")
@blp.arguments(OpenClub)
@blp.response(201, SavedAnswer)
@blp.commands(KEEPERS, match=False)
def open_club(told: dict[str, Any]) -> recording.Answer:
    """Open a club's book."""
    saved = services().ledger.clubs.open_club(told["name"], club_id=told.get("id"), **recording.sent(told))
    return recording.saved(saved, f"/api/v1/clubs/{saved.id}")


@blp.get("/<uuid:club_id>")
@blp.response(200, Thing)
@blp.reads(EVERYBODY)
def get_club(club_id: UUID) -> dict[str, Any]:
    """A club."""
    return one("club", club_id)


@blp.patch("/<uuid:club_id>")
@blp.arguments(Rename)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="club_id")
def rename_club(told: dict[str, Any], club_id: UUID) -> recording.Answer:
    """Give the club another name."""
    ledger = services().ledger
    saved = recording.on_record(told, lambda sent: ledger.clubs.rename_club(club_id, told["name"], **sent))
    return recording.saved(saved, f"/api/v1/clubs/{club_id}", 200)
