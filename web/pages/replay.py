"""A deal ply by ply, through one viewer's eyes: the replay page, and the same within another site's page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, render_template, request

from api import looking
from api.callers import caller
from api.permissions import EVERYBODY, OFFICIALS, allow
from api.services import services
from domain.engine.faces import plain_faces
from domain.engine.hiding import ARBITER, PUBLIC
from domain.engine.parameters import plain
from domain.ledger.ids import as_id
from replay.frames import replay
from web import disputes
from web.spoken import card_names

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.hiding import Viewer
    from store.catalogue import Row

blp = Blueprint("replay", __name__)

ALL: Final = "all"
"""How an address calls the view of who sees everything."""
HIDDEN: Final = "hidden"


@blp.get("/deals/<uuid:deal_id>")
@allow(EVERYBODY)
def show(deal_id: UUID) -> Response:
    """The replay. ``?seat=``: through whose eyes; ``#17``: the ply; ``?future=hidden``: nothing of what comes."""
    return _page("replay.html", deal_id)


@blp.get("/deals/<uuid:deal_id>/embed")
@allow(EVERYBODY)
def embedded(deal_id: UUID) -> Response:
    """The replay for a frame in another site's page. It needs no cookies."""
    return _page("replay-embed.html", deal_id)


def _page(template: str, deal_id: UUID) -> Response:
    own = looking.look(deal_id)
    open_to = looking.open_to(own.place, own.deal)
    viewer = _viewer(request.args.get("seat", ""), own.viewer, open_to)
    look = own if viewer == own.viewer else looking.look(deal_id, viewer)
    hidden = request.args.get("future") == HIDDEN
    record, opened = look.record, look.record.opened
    game = record.rules.ruleset
    registered = {seat: _listed("player", told) for seat, told in opened.players.items()}
    players = players_named(opened.players)
    who = caller()
    known: dict[str, Any] = {
        "id": deal_id,
        "viewers": open_to,
        "hidden": hidden,
        "may_write": who.role in OFFICIALS and who.covers(own.place),
        "game": plain(game),
        "names": card_names(plain_faces(game)),
        "players": players,
        "replay": replay(record.until(-1) if hidden else record, viewer),
    }
    found = [] if hidden else disputes.about_deal(deal_id)
    if not hidden:
        known["status"] = look.deal.status
        known["disputed"] = bool(disputes.pending(found))
    text = render_template(
        template,
        deal=deal_id,
        opened=opened,
        game=game,
        players=players,
        registered=registered,
        match=_listed("match", opened.match),
        club=_listed("club", opened.club),
        all_open=ARBITER in open_to,
        hidden=hidden,
        knowable=any(seat in open_to for seat in record.rules.seats),
        known=known,
        disputes=found,
        may_dispute=disputes.may_open(own.place),
    )
    answer = Response(text, mimetype="text/html")
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def _viewer(asked: str, own: Viewer, open_to: list[Viewer]) -> Viewer:
    """Through whose eyes: as asked for, else all hands if they are open to the reader, else the reader's own.

    What the reader may not see is refused where it is looked at.
    """
    if asked:
        return ARBITER if asked == ALL else asked
    return ARBITER if ARBITER in open_to else own if own in open_to else PUBLIC


def _listed(kind: str, told: str | None) -> Row | None:
    """The line of the catalogue, if what a deal tells is an id of this book and no mere name."""
    identity = as_id(told)
    row = services().catalogue.find(identity) if identity else None
    return row if row and row.kind == kind else None


def players_named(seats: dict[str, str]) -> dict[str, str]:
    """Who sits where, by name: a registered player's, else what was written down."""
    return {seat: row.title if (row := _listed("player", told)) else told for seat, told in seats.items() if told}
