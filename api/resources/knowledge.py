"""What a seat knew of every card at one moment of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import looking
from api.blueprint import ETAG, Blueprint
from api.front.kinds import heavy
from api.languages import reader
from api.permissions import EVERYBODY
from api.problems import Problem
from api.serving import as_seen
from replay.audit_knowledge import knowledge
from schemas.audits import Knowledge
from schemas.commands import KnowledgeQuery

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.record.record import Record

blp = Blueprint("knowledge", __name__, url_prefix="/api/v1/deals", description="Who knew what when")


@blp.get("/<uuid:deal_id>/knowledge")
@blp.arguments(KnowledgeQuery, location="query")
@blp.response(200, Knowledge, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
@heavy
def get_knowledge(asked: dict[str, Any], deal_id: UUID) -> Response:
    """Every card of the pack as a seat knew it after an act: held, seen, shown, inferred or unknown, and why.

    With it comes the exact number of deals that fit what the seat knew, and for each unknown card in which share of
    them each seat has it. That is a count and no model of the bidding. Whoever may see the seat's view may see this;
    nothing in it rests on what the seat could not know, or on what happened later.
    """
    look = looking.look(deal_id, asked.get("seat"))
    if look.viewer not in look.record.rules.seats:
        if "seat" in asked:
            raise looking.nobody(look.viewer)
        raise Problem("shape", "`seat` says whose knowledge is meant", errors={"query": {"seat": ["is needed"]}})
    language = reader()
    ply = last_ply(look.record, asked.get("until"))
    return as_seen(knowledge(look.record, look.viewer, ply, language), language=language)


def last_ply(record: Record, until: int | None) -> int:
    """The act that was the last to be seen: the one asked for, or the latest."""
    last = len(record.entries) - 1
    if until is None:
        return last
    if until > last:
        raise Problem("ply", f"there is no ply {until}", allowed=f"plies -1 to {last}")
    return until
