"""List, open, get and abandon deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from api import commands
from api.blueprint import Blueprint
from api.callers import RECORDER, Place, caller
from api.changes import Command, changes
from api.deals import access as deal_access
from api.deals.lists import DealQuery, find_deals, row_of
from api.games import game_of
from api.permissions import EVERYBODY, SCRIBES, own_club, place_of, require
from api.replicas import from_replica
from api.responses import json_response
from api.services import ledger
from domain.engine.faces import plain_faces
from domain.kernel.moments import as_moment, is_day
from replay.views import settlement
from schemas.answers import DealAnswer, DealPage, SavedDealAnswer
from schemas.commands import OpenDeal, Why

if TYPE_CHECKING:
    from flask import Response

    from domain.ledger import Ledger

blp = Blueprint("deals", __name__, url_prefix="/api/v1/deals", description="Deals")
change = changes(blp, "deal_id", SCRIBES, commands.run_on_deal, SavedDealAnswer)


@blp.get("")
@blp.arguments(DealQuery, location="query")
@blp.response(200, DealPage)
@blp.reads(EVERYBODY)
@from_replica
def list_deals(query: dict[str, Any]) -> dict[str, Any]:
    """List deals, newest first. Everybody may see the list; irregularities are in it once the hands are shown.

    `held`, `shape`, `lead`, `reason` and `only_trump` find only deals whose hands are shown to everybody.
    """
    deals = find_deals(query)
    return {"items": [row_of(row) for row in deals.rows], "next": deals.next}


@blp.post("")
@blp.arguments(OpenDeal)
@blp.response(201, SavedDealAnswer)
@blp.commands(SCRIBES, match=False)
def open_deal(params: dict[str, Any]) -> commands.Answer:
    """Open a deal: alone with a ruleset and a dealer, or as the next deal of a match.

    A recorder's token opens deals at its table, a director's in its club; table and club may be left out.
    """
    sender = caller()
    match, table, club = params.get("match"), params.get("table"), params.get("club")
    if sender.role == RECORDER and "table" in sender.scope and match is None:
        table = table or UUID(sender.scope["table"])
    if match is table is club is None:
        club = own_club()
    named = [place_of(identity) for identity in (match, table) if identity is not None]
    if club is not None and (sender.role != RECORDER or not named):
        named.append(Place(str(club)))
    if club is None and table is not None and match is None:
        club = _club_of(table)
    require(*(named or [Place()]))
    names = ("dealer_reason", "players", "number", "event", "source", "note")
    saved = ledger().deals.open(
        game_of(params),
        params.get("dealer"),
        deal_id=params.get("id"),
        match=match,
        table=table,
        club=club,
        **{name: params[name] for name in names if name in params},
        **commands.metadata(params),
    )
    return commands.deal_answer(saved, commands.writer_viewer(), 201)


def _club_of(table: UUID) -> UUID | None:
    """Return the club of a table; None if it has none."""
    club = place_of(table).club
    return UUID(club) if club else None


@blp.get("/<uuid:deal_id>")
@blp.answers(DealAnswer)
@blp.reads(EVERYBODY)
@from_replica
def get_deal(deal_id: UUID) -> Response:
    """Get a deal as far as the caller may see it. The ETag is for If-Match."""
    visible = deal_access.get(deal_id)
    record, opened, game = visible.record, visible.record.opened, visible.record.rules.ruleset
    columns = ("dealer", "players", "number", "match", "table", "club", "event", "source", "note")
    body = {
        "id": deal_id,
        "version": visible.version,
        "viewer": visible.viewer,
        "viewers": visible.viewers,
        "opened_at": as_moment(record.stamp.at),
        "day": record.stamp.at if is_day(record.stamp.at) else None,
        "ruleset": game.key,
        "ruleset_version": game.version,
        "seats": game.seating.seats,
        "teams": game.seating.members(),
        "names": plain_faces(game),
        "plies": len(record.entries),
        "status": visible.deal.status,
        "over": record.over,
        "settlement": settlement(record.settlement) if record.settlement else None,
        "provisional": record.provisional if record.settlement else None,
        "confirmed_by": list(record.confirmed) if record.settlement else None,
        **{name: getattr(opened, name) for name in columns},
    }
    return json_response(DealAnswer().dump(body), commands.etag(visible.version, stream=deal_id))


@change("/abandon", Why)
def abandon_deal(to: Ledger) -> Command:
    """Abandon a deal: it does not count."""
    return to.deals.abandon
