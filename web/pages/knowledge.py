"""The knowledge page: each card as one seat knew it at one moment of a deal, with reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, request

from api.deals import access as deal_access
from api.front.kinds import heavy
from api.permissions import EVERYBODY, allow
from api.replicas import from_replica
from domain.engine.faces import faces_of, plain_faces
from replay.audits.knowledge import knowledge
from replay.words.knowledge import KnowledgeWords
from replay.words.places import Moments
from web.languages import reader
from web.page import private_page
from web.pages.moments import requested_ply
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.cards import Card

blp = Blueprint("knowledge_page", __name__)


@blp.get("/deals/<uuid:deal_id>/knowledge")
@allow(EVERYBODY)
@heavy
@from_replica
def show(deal_id: UUID) -> Response:
    """Show the pack as a seat knew it. ``?seat=``: the seat; ``?at=``: the last ply it saw."""
    own = deal_access.get(deal_id)
    seats = own.deal.record.rules.seats
    open_to = [viewer for viewer in own.viewers if viewer in seats]
    if not open_to:
        raise deal_access.view_forbidden()
    seat = request.args.get("seat") or (own.viewer if own.viewer in open_to else open_to[0])
    if seat not in seats:
        raise deal_access.no_viewer(seat)
    look = deal_access.get(deal_id, seat)
    record = look.record
    last = len(record.entries) - 1
    ply = requested_ply(last)
    game = record.rules.ruleset
    names = card_names(plain_faces(game))
    language = reader()
    moments = Moments.of(language, record)
    known = knowledge(record, seat, ply, language)
    return private_page(
        "knowledge.html",
        deal=deal_id,
        opened=record.opened,
        game=game,
        names=names,
        known=known,
        groups={status: _together(known["cards"], status) for status in ("inferred", "shown", "unknown")},
        words=KnowledgeWords(seat, faces_of(game), moments),
        seats=open_to,
        seat=seat,
        ply=ply,
        last=last,
        place=moments.heading(ply),
        moments=moments,
    )


def _together(cards: dict[Card, dict[str, Any]], status: str) -> list[tuple[list[Card], str]]:
    """Return the cards of a status, grouped by sentence."""
    groups: dict[str, list[Card]] = {}
    for card, known in cards.items():
        if known["status"] == status:
            groups.setdefault(known["text"], []).append(card)
    return [(same, text) for text, same in groups.items()]
