"""What lies before a scribe: where a deal stands, and all that might be recorded next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from api import looking, recording
from api.blueprint import ETAG, Blueprint
from api.languages import reader
from api.permissions import SCRIBES
from api.problems import Problem
from api.services import services
from api.serving import as_seen
from domain.engine.faces import plain_faces
from domain.ledger.errors import NotFound
from replay.desk import desk, entries
from schemas.commands import DeskQuery
from schemas.recorder import Desk, Entries

if TYPE_CHECKING:
    from flask import Response

    from domain.record.aggregate import Deal

blp = Blueprint("desks", __name__, url_prefix="/api/v1/deals", description="What a scribe may record next")


@blp.get("/<uuid:deal_id>/desk")
@blp.arguments(DeskQuery, location="query")
@blp.response(200, Desk, headers=ETAG)
@blp.not_modified()
@blp.reads(SCRIBES, within="deal_id")
def get_desk(asked: dict[str, Any], deal_id: UUID) -> Response:
    """Everything a scribe needs to record what happens next: whose turn, which cards and calls, what is owed.

    A choice of the kind `act` can be sent to `POST …/actions` as it is; its verdict is `legal`, or `possible` while
    cards are unknown. A choice of the kind `template` has one field left to fill in, and says with what. With `ply`
    it is the desk for what might have been recorded there instead. The ETag is the deal's, as If-Match takes it.
    """
    deal, _ = looking.read(deal_id)
    record = deal.record
    ply, seat = asked.get("ply"), asked.get("seat")
    if ply is not None and ply > len(record.entries):
        raise Problem("ply", f"there is no ply {ply}", allowed=f"plies 0 to {len(record.entries)}")
    language = reader()
    told = desk(record, ply, seat, language)
    told |= {"id": str(deal_id), "version": deal.version, "names": _names(deal), "match": _match(deal)}
    told["faces"] = plain_faces(record.rules.ruleset)
    opened = record.opened
    told |= {name: value for name in ("table", "club", "event") if (value := getattr(opened, name))}
    return as_seen(told, recording.etag(deal.version, language), language)


@blp.get("/<uuid:deal_id>/entries")
@blp.response(200, Entries, headers=ETAG)
@blp.not_modified()
@blp.reads(SCRIBES, within="deal_id")
def list_entries(deal_id: UUID) -> Response:
    """What a scribe entered, ply by ply: what it was before corrections, what came by itself, what broke a rule."""
    deal, _ = looking.read(deal_id)
    language = reader()
    return as_seen(entries(deal.record, language), recording.etag(deal.version, language), language)


def _names(deal: Deal) -> dict[str, str]:
    """What the people at the table are called, by seat."""
    found = {}
    for seat, told in deal.record.opened.players.items():
        try:
            row = services().catalogue.find(UUID(told))
        except ValueError:
            row = None
        found[seat] = row.title if row else told
    return found


def _match(deal: Deal) -> dict[str, Any] | None:
    """The match, and who deals next in it; None while this deal is not settled, or when the match is over."""
    if deal.match is None:
        return None
    try:
        match = services().ledger.matches.get(deal.match)
    except NotFound:
        return None
    return {
        "id": str(deal.match),
        "balance": match.balance,
        "over": match.ended is not None,
        "winner": match.ended.winner if match.ended else None,
        "next_dealer": match.next_dealer,
        "next_number": match.next_number,
    }
