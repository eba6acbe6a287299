"""What a seat knew of every card at one moment of a deal, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, render_template, request

from api import looking
from api.permissions import EVERYBODY, allow
from domain.faces import plain_faces
from replay.audit_knowledge import knowledge
from web.knowing import Knowing
from web.pages.moments import asked_ply
from web.spoken import card_names

if TYPE_CHECKING:
    from uuid import UUID


blp = Blueprint("knowledge_page", __name__)


@blp.get("/deals/<uuid:deal_id>/knowledge")
@allow(EVERYBODY)
def show(deal_id: UUID) -> Response:
    """The pack as a seat knew it. ``?seat=``: whose knowledge; ``?at=``: the last ply that was seen."""
    own = looking.look(deal_id)
    seats = own.file.record.rules.seats
    open_to = [viewer for viewer in looking.open_to(own.place, own.file) if viewer in seats]
    if not open_to:
        raise looking.not_yours()
    seat = request.args.get("seat") or (own.viewer if own.viewer in open_to else open_to[0])
    if seat not in seats:
        raise looking.nobody(seat)
    look = looking.look(deal_id, seat)
    record = look.record
    last = len(record.entries) - 1
    ply = asked_ply(last)
    game = record.rules.game
    names = card_names(plain_faces(game))
    told = knowledge(record, seat, ply)
    text = render_template(
        "knowledge.html",
        deal=deal_id,
        opened=record.opened,
        game=game,
        names=names,
        told=told,
        knowing=Knowing(told, names),
        seats=open_to,
        seat=seat,
        ply=ply,
        last=last,
    )
    answer = Response(text, mimetype="text/html")
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer
