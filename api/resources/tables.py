"""Tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import recording
from api.blueprint import Blueprint
from api.callers import Place
from api.lists import one, page, thing
from api.permissions import BENCH, EVERYBODY, OFFICE, own_club, require
from api.resources.players import InClubQuery
from api.services import services
from schemas.answers import SavedAnswer, Thing, ThingPage
from schemas.commands import DelayBroadcast, OpenInClub

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("tables", __name__, url_prefix="/api/v1/tables", description="Where deals are played")


@blp.get("")
@blp.arguments(InClubQuery, location="query")
@blp.response(200, ThingPage)
@blp.reads(EVERYBODY)
def list_tables(asked: dict[str, Any]) -> dict[str, Any]:
    """Tables, newest first."""
    return page("table", asked, thing, club=asked.get("club"))


@blp.post("")
@blp.arguments(OpenInClub)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, match=False)
def open_table(told: dict[str, Any]) -> recording.Answer:
    """Put up a table; a director's token puts it up in its club."""
    club = told.get("club") or own_club()
    require(Place(str(club) if club else None))
    saved = services().ledger.clubs.open_table(told["name"], club=club, table_id=told.get("id"), **recording.sent(told))
    return recording.saved(saved, f"/api/v1/tables/{saved.id}")


@blp.get("/<uuid:table_id>")
@blp.response(200, Thing)
@blp.reads(EVERYBODY)
def get_table(table_id: UUID) -> dict[str, Any]:
    """A table."""
    return one("table", table_id)


@blp.post("/<uuid:table_id>/delay")
@blp.arguments(DelayBroadcast)
@blp.response(200, SavedAnswer)
@blp.commands(BENCH, within="table_id")
def delay_broadcast(told: dict[str, Any], table_id: UUID) -> recording.Answer:
    """Show outsiders what happens at the table so many seconds later, on every path.

    Outsiders are all but the seats of a deal, its recorder, and the officials of its club. What they could see
    already is taken back too: a deal is to them what it was so many seconds ago.
    """
    here = services()
    saved = recording.on_record(told, lambda sent: here.ledger.clubs.delay_broadcast(table_id, told["seconds"], **sent))
    here.replays.forget(table_id)
    return recording.saved(saved, f"/api/v1/tables/{table_id}", 200)
