"""The recorder's page as data: the state of a deal, and the acts that can be recorded next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from api import commands
from api.blueprint import Blueprint
from api.deals import access as deal_access
from api.languages import reader
from api.permissions import SCRIBES
from api.problems import no_ply
from api.responses import json_response
from api.services import ledger, services
from domain.engine.faces import plain_faces
from domain.engine.match import Payment
from domain.kernel.errors import NotFound
from replay.desk import desk, entries
from replay.match_score import deal_in_match
from schemas.commands import DeskQuery
from schemas.recorder import Desk, Entries

if TYPE_CHECKING:
    from flask import Response

    from domain.record.aggregate import Deal

blp = Blueprint("desks", __name__, url_prefix="/api/v1/deals", description="The acts that a scribe may record next")


@blp.get("/<uuid:deal_id>/desk")
@blp.arguments(DeskQuery, location="query")
@blp.answers(Desk)
@blp.reads(SCRIBES, within="deal_id")
def get_desk(query: dict[str, Any], deal_id: UUID) -> Response:
    """Get what a scribe needs to record the next act: whose turn it is, and which cards and calls there are.

    A choice of the kind `act` can be sent to `POST …/actions` as it is; its verdict is `legal`, or `possible` while
    cards are unknown. A choice of the kind `template` has one field to fill in, with its values. With `ply` the choices
    are those for that ply. The ETag is the deal's, for If-Match.
    """
    deal, _ = deal_access.read(deal_id)
    record = deal.record
    ply, seat = query.get("ply"), query.get("seat")
    if ply is not None and ply > len(record.entries):
        raise no_ply(ply, 0, len(record.entries))
    language = reader()
    payload = desk(record, ply, seat, language)
    payload |= {"id": str(deal_id), "version": deal.version, "names": _names(deal), "match": _match(deal)}
    payload["faces"] = plain_faces(record.rules.ruleset)
    opened = record.opened
    payload |= {name: value for name in ("table", "club", "event") if (value := getattr(opened, name))}
    return json_response(payload, commands.etag(deal.version, language, deal_id), language)


@blp.get("/<uuid:deal_id>/entries")
@blp.answers(Entries)
@blp.reads(SCRIBES, within="deal_id")
def list_entries(deal_id: UUID) -> Response:
    """List the entries of a deal, ply by ply: as first entered, whether forced, and whether a rule was broken."""
    deal, _ = deal_access.read(deal_id)
    language = reader()
    return json_response(entries(deal.record, language), commands.etag(deal.version, language, deal_id), language)


def _names(deal: Deal) -> dict[str, str]:
    """Return the players' names by seat."""
    names = {}
    for seat, player in deal.record.opened.players.items():
        try:
            row = services().catalogue.find(UUID(player))
        except ValueError:
            row = None
        names[seat] = row.title if row else player
    return names


def _match(deal: Deal) -> dict[str, Any] | None:
    """Return the deal's match as JSON values; None if it has none."""
    if deal.match is None:
        return None
    try:
        match = ledger().matches.get(deal.match)
    except NotFound:
        return None
    payload = {
        "id": str(deal.match),
        "balance": match.balance,
        "over": match.ended is not None,
        "winner": match.ended.winner if match.ended else None,
        "next_dealer": match.next_dealer,
        "next_number": match.next_number,
    }
    number = match.number(str(deal.id))
    if number is not None and (counted := match.lines[number].counted):
        before = {team: held - counted.paid.get(team, 0) for team, held in counted.balance.items()}
        payment = Payment(counted.paid, counted.balance)
        payload["deal"] = deal_in_match(match.ruleset.match, number, before, payment)
    return payload
