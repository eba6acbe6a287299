"""The replay page: a deal ply by ply as one viewer sees it, also for a frame in another site's page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, redirect, request, url_for

from api.analyses import access as analysis_access
from api.callers import caller
from api.clock import now
from api.deals import access as deal_access
from api.me import club_notes
from api.permissions import BENCH, EVERYBODY, OFFICE, OFFICIALS, allow
from api.replicas import from_replica
from api.services import ledger, services
from domain.engine.faces import plain_faces
from domain.engine.facts import CardPlayed
from domain.engine.hiding import ARBITER, PUBLIC
from domain.engine.parameters import plain
from domain.kernel.ids import as_id
from replay.frames import replay
from web import disputes
from web.languages import reader
from web.page import private_page
from web.rules import rulebooks
from web.venues import show_times_of
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.hiding import Viewer
    from store.tables.catalogue import Row

blp = Blueprint("replay", __name__)

ALL: Final = "all"
"""The name of the arbiter's view in an address."""
HIDDEN: Final = "hidden"


@blp.get("/deals/<uuid:deal_id>")
@allow(EVERYBODY)
@from_replica
def show(deal_id: UUID) -> Response:
    """Show the replay. ``?seat=``: the viewer; ``#17``: the ply; ``?future=hidden``: nothing after that ply."""
    return _page("replay.html", deal_id)


@blp.post("/deals/<uuid:deal_id>/withdrawal")
@allow(BENCH, within="deal_id")
def withdraw(deal_id: UUID) -> Any:
    """Withdraw a deal that was opened or imported by mistake."""
    ledger().deals.withdraw(deal_id, request.form.get("why", ""), by=caller().subject, at=now())
    return redirect(url_for("replay.show", deal_id=deal_id), 303)


@blp.post("/deals/<uuid:deal_id>/restoration")
@allow(BENCH, within="deal_id")
def restore(deal_id: UUID) -> Any:
    """End a withdrawal that was wrong."""
    ledger().deals.restore(deal_id, request.form.get("why", ""), by=caller().subject, at=now())
    return redirect(url_for("replay.show", deal_id=deal_id), 303)


@blp.get("/deals/<uuid:deal_id>/embed")
@allow(EVERYBODY)
@from_replica
def embedded(deal_id: UUID) -> Response:
    """Show the replay for a frame in another site's page. It needs no cookies."""
    return _page("replay-embed.html", deal_id)


def _page(template: str, deal_id: UUID) -> Response:
    own = deal_access.get(deal_id)
    show_times_of(own.record.opened.club)
    open_to = own.viewers
    viewer = _viewer(request.args.get("seat", ""), own.viewer, open_to)
    look = own if viewer == own.viewer else deal_access.get(deal_id, viewer)
    hidden = request.args.get("future") == HIDDEN
    record, opened = look.record, look.record.opened
    game = record.rules.ruleset
    registered = {seat: _listed("player", player) for seat, player in opened.players.items()}
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
        "replay": replay(record.until(-1) if hidden else record, viewer, reader()),
    }
    deal_disputes = [] if hidden else disputes.about_deal(deal_id)
    if not hidden:
        known["status"] = look.deal.status
        known["disputed"] = bool(disputes.pending(deal_disputes))
    return private_page(
        template,
        deal=deal_id,
        opened=opened,
        game=game,
        rules=rulebooks.address(game, opened.club),
        players=players,
        registered=registered,
        match=_listed("match", opened.match),
        club=_listed("club", opened.club),
        all_open=ARBITER in open_to,
        hidden=hidden,
        analysable=not hidden and ARBITER in open_to and any(isinstance(act, CardPlayed) for act in record.acts),
        analysis_held_back=analysis_access.is_held_back(look),
        knowable=any(seat in open_to for seat in record.rules.seats),
        known=known,
        keeps_notes=who.account is not None and not hidden,
        shows_notes=club_notes.is_of_club(as_id(opened.club)),
        moderates_notes=club_notes.is_official(as_id(opened.club)),
        disputes=deal_disputes,
        may_dispute=disputes.may_open(own.place) and record.withdrawal is None,
        withdrawal=record.withdrawal,
        may_withdraw=who.role in BENCH and who.covers(own.place),
        may_remove=who.role in OFFICE and who.covers(own.place),
    )


def _viewer(requested: str, own: Viewer, open_to: list[Viewer]) -> Viewer:
    """Return the requested viewer, else `ARBITER` if it is open to the reader, else the reader's own, else `PUBLIC`.

    The reader's right to the requested one is checked when the deal is read.
    """
    if requested:
        return ARBITER if requested == ALL else requested
    return ARBITER if ARBITER in open_to else own if own in open_to else PUBLIC


def _listed(kind: str, text: str | None) -> Row | None:
    """Return the row of the catalogue; None if the text is a name and no id of this book."""
    identity = as_id(text)
    row = services().catalogue.find(identity) if identity else None
    return row if row and row.kind == kind else None


def players_named(seats: dict[str, str]) -> dict[str, str]:
    """Return the players' names by seat: of a registered player, else the name as it was entered."""
    return {seat: row.title if (row := _listed("player", name)) else name for seat, name in seats.items() if name}
