"""Deals: opened, listed, looked at, given up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from api import looking, recording
from api.blueprint import ETAG, Blueprint
from api.callers import RECORDER, Place, caller
from api.deal_lists import DealQuery, row_of, wanted
from api.games import game_of
from api.lists import page
from api.permissions import EVERYBODY, SCRIBES, own_club, place_of, require
from api.services import services
from api.serving import as_seen
from domain.engine.faces import plain_faces
from replay.views import settlement
from schemas.answers import DealAnswer, DealPage, SavedDealAnswer
from schemas.commands import OpenDeal, Why

if TYPE_CHECKING:
    from flask import Response

blp = Blueprint("deals", __name__, url_prefix="/api/v1/deals", description="From the shuffle to the settlement")


@blp.get("")
@blp.arguments(DealQuery, location="query")
@blp.response(200, DealPage)
@blp.reads(EVERYBODY)
def list_deals(asked: dict[str, Any]) -> dict[str, Any]:
    """Deals, newest first. What a deal's list says, everybody may know; irregularities count once hands are shown."""
    return page("deal", asked, row_of, **wanted(asked))


@blp.post("")
@blp.arguments(OpenDeal)
@blp.response(201, SavedDealAnswer)
@blp.commands(SCRIBES, match=False)
def open_deal(told: dict[str, Any]) -> recording.Answer:
    """Open a deal: outside a match with a ruleset and a dealer, in a match as its next deal.

    A recorder's token opens deals at its table, a director's in its club; both may be left out.
    """
    who = caller()
    match, table, club = told.get("match"), told.get("table"), told.get("club")
    if who.role == RECORDER and "table" in who.scope and match is None:
        table = table or UUID(who.scope["table"])
    if match is table is club is None:
        club = own_club()
    named = [place_of(each) for each in (match, table) if each is not None]
    if club is not None and (who.role != RECORDER or not named):
        named.append(Place(str(club)))
    if club is None and table is not None and match is None:
        club = _club_of(table)
    require(*(named or [Place()]))
    names = ("dealer_reason", "players", "number", "event", "source", "note")
    saved = services().ledger.deals.open(
        game_of(told),
        told.get("dealer"),
        deal_id=told.get("id"),
        match=match,
        table=table,
        club=club,
        **{name: told[name] for name in names if name in told},
        **recording.sent(told),
    )
    return recording.deal_answer(saved, recording.writer(), 201)


def _club_of(table: UUID) -> UUID | None:
    """A deal at a club's table is the club's."""
    found = place_of(table).club
    return UUID(found) if found else None


@blp.get("/<uuid:deal_id>")
@blp.response(200, DealAnswer, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_deal(deal_id: UUID) -> Response:
    """A deal, as far as the caller may see it. Its ETag is what If-Match takes."""
    look = looking.look(deal_id)
    record, opened, game = look.record, look.record.opened, look.record.rules.ruleset
    told = ("dealer", "players", "number", "match", "table", "club", "event", "source", "note")
    body = {
        "id": deal_id,
        "version": look.version,
        "viewer": look.viewer,
        "viewers": looking.open_to(look.place, look.deal),
        "opened_at": record.stamp.at,
        "ruleset": game.key,
        "ruleset_version": game.version,
        "seats": game.seating.seats,
        "teams": game.seating.members(),
        "names": plain_faces(game),
        "plies": len(record.entries),
        "status": look.deal.status,
        "over": record.over,
        "settlement": settlement(record.settlement) if record.settlement else None,
        "provisional": record.provisional if record.settlement else None,
        "confirmed_by": list(record.confirmed) if record.settlement else None,
        **{name: getattr(opened, name) for name in told},
    }
    return as_seen(DealAnswer().dump(body), recording.etag(look.version))


@blp.post("/<uuid:deal_id>/abandon")
@blp.arguments(Why)
@blp.response(200, SavedDealAnswer)
@blp.commands(SCRIBES, within="deal_id")
def abandon_deal(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """Give the deal up: it does not count."""
    ledger = services().ledger
    return recording.on_deal(deal_id, told, lambda sent: ledger.deals.abandon(deal_id, told["why"], **sent))
