"""A seat's knowledge of each card at a ply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.blueprint import Blueprint
from api.deals import access as deal_access
from api.front.kinds import heavy
from api.languages import reader
from api.permissions import EVERYBODY
from api.problems import Problem, no_ply
from api.replicas import from_replica
from api.responses import json_response
from domain.engine.words.values import sentence
from replay.audits.knowledge import knowledge
from schemas.audits import Knowledge
from schemas.commands import KnowledgeQuery

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.record.record import Record

blp = Blueprint("knowledge", __name__, url_prefix="/api/v1/deals", description="The knowledge of each seat")


@blp.get("/<uuid:deal_id>/knowledge")
@blp.arguments(KnowledgeQuery, location="query")
@blp.answers(Knowledge)
@blp.reads(EVERYBODY)
@heavy
@from_replica
def get_knowledge(query: dict[str, Any], deal_id: UUID) -> Response:
    """Get each card of the pack as a seat knew it after an act: held, seen, shown, inferred or unknown, and why.

    It also gives the exact number of deals that fit what the seat knew and, for each unknown card, the share of them
    in which each seat holds it. The count ignores what the bidding suggests, and what happened later. It is for those
    who may see the seat's view.
    """
    visible = deal_access.get(deal_id, query.get("seat"))
    if visible.viewer not in visible.record.rules.seats:
        if "seat" in query:
            raise deal_access.no_viewer(visible.viewer)
        raise Problem("shape", sentence("`seat` names the seat"), errors={"query": {"seat": ["is needed"]}})
    language = reader()
    ply = last_ply(visible.record, query.get("until"))
    return json_response(knowledge(visible.record, visible.viewer, ply, language), language=language)


def last_ply(record: Record, until: int | None) -> int:
    """Return a ply, the last one if ``until`` is None. Raises `Problem` (422) if there is no such ply."""
    last = len(record.entries) - 1
    if until is None:
        return last
    if until > last:
        raise no_ply(until, -1, last)
    return until
