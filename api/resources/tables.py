"""Tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.callers import Place
from api.changes import CALLED, Command, changes
from api.lists import get_thing, page
from api.permissions import BENCH, EVERYBODY, OFFICE, own_club, require
from api.replicas import from_replica
from api.resources.players import InClubQuery
from api.services import ledger, services
from schemas.answers import SavedAnswer, Thing, ThingPage
from schemas.commands import DelayBroadcast, OpenInClub, Rename

if TYPE_CHECKING:
    from uuid import UUID

    from domain.ledger import Ledger
    from store.tables.catalogue import Row

blp = Blueprint("tables", __name__, url_prefix="/api/v1/tables", description="Tables")
change = changes(blp, "table_id", OFFICE)


@blp.get("")
@blp.arguments(InClubQuery, location="query")
@blp.response(200, ThingPage)
@blp.reads(EVERYBODY)
@from_replica
def list_tables(query: dict[str, Any]) -> dict[str, Any]:
    """List tables, newest first."""
    return page("table", query, club=query.get("club"))


@blp.post("")
@blp.arguments(OpenInClub)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, match=False)
def open_table(params: dict[str, Any]) -> commands.Answer:
    """Add a table; a director's token adds it to its club."""
    club = params.get("club") or own_club()
    require(Place(str(club) if club else None))
    saved = ledger().clubs.open_table(params["name"], club=club, table_id=params.get("id"), **commands.metadata(params))
    return commands.answer(saved, f"/api/v1/tables/{saved.id}")


@blp.get("/<uuid:table_id>")
@blp.response(200, Thing)
@blp.reads(EVERYBODY)
@from_replica
def get_table(table_id: UUID) -> Row:
    """Get a table."""
    return get_thing("table", table_id)


@change("", Rename, names=CALLED, method="PATCH")
def rename_table(to: Ledger) -> Command:
    """Rename a table."""
    return to.clubs.rename_table


@blp.post("/<uuid:table_id>/delay")
@blp.arguments(DelayBroadcast)
@blp.response(200, SavedAnswer)
@blp.commands(BENCH, within="table_id")
def delay_broadcast(params: dict[str, Any], table_id: UUID) -> commands.Answer:
    """Set the broadcast delay of a table in seconds. It holds for every route.

    Outsiders see each deal as it was that many seconds ago; a longer delay hides again what they could see before.
    Outsiders are all but the seats of a deal, its recorder, and the officials of its club.
    """
    saved = commands.run(params, lambda sent: ledger().clubs.delay_broadcast(table_id, params["seconds"], **sent))
    services().replays.forget(table_id)
    return commands.answer(saved, f"/api/v1/tables/{table_id}", 200)
