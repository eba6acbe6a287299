"""The live page of a table, for spectators at home or in the hall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, render_template, request, url_for
from flask_babel import gettext

from api.callers import Place, caller
from api.lists import get_thing
from api.permissions import EVERYBODY, SCRIBES, allow
from api.problems import Problem
from api.replicas import from_replica
from api.resources.streams import newest_deal, now_payload
from domain.engine.faces import plain_faces
from domain.engine.hiding import PUBLIC
from domain.engine.parameters import plain
from domain.engine.words.values import sentence
from web.disputes import may_open
from web.pages.replay import players_named
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from uuid import UUID

    from api.deals.access import VisibleDeal

blp = Blueprint("live", __name__)


@blp.get("/tables/<uuid:table_id>/live")
@allow(EVERYBODY)
@from_replica
def show(table_id: UUID) -> str:
    """Show the deal that is played at a table. ``?seat=``: the viewer; without it the reader's own."""
    table = get_thing("table", table_id)
    seat = request.args.get("seat")
    look = _newest_deal(table_id, seat)
    known: dict[str, Any] = {"table": table_id, "seat": seat, "standing": now_payload(table_id, look)}
    place = Place(str(table.club) if table.club else None, str(table_id))
    viewers = [PUBLIC]
    if look is not None:
        game = look.record.rules.ruleset
        viewers = look.viewers
        known |= {
            "game": plain(game),
            "names": card_names(plain_faces(game)),
            "players": players_named(look.record.opened.players),
        }
    return render_template(
        "live.html",
        table=table,
        known=known,
        viewers=viewers,
        viewer=look.viewer if look else PUBLIC,
        live_words=_words(),
        records=caller().role in SCRIBES and caller().covers(place),
        may_dispute=may_open(place),
    )


def _newest_deal(table_id: UUID, seat: str | None) -> VisibleDeal | None:
    """Return the newest deal at a table as a seat sees it; to a device that has no seat any more, say why it cannot."""
    try:
        return newest_deal(table_id, seat)
    except Problem as problem:
        if problem.code != "not-allowed" or caller().token:
            raise
        why = sentence("This device has no seat at this table now. A seat belongs to whoever scanned its card last.")
        raise Problem("not-allowed", why, watch=url_for("live.show", table_id=table_id)) from None


def _words() -> dict[str, str]:
    """Return the words of the page's script."""
    return {
        "live": gettext("Live"),
        "polled": gettext("Live, updated every few seconds"),
        "seconds": gettext("Delayed by {n} seconds"),
        "minutes": gettext("Delayed by {n} minutes"),
        "lost": gettext("Connection lost. Last updated at {time}."),
        "connecting": gettext("Connecting …"),
        "closed": gettext("You can no longer see this table. Reload the page."),
        "nothing": gettext("No deal has begun at this table yet."),
        "deal": gettext("Deal {n}"),
        "begins": gettext("Deal {n} begins."),
        "corrected": gettext("The record was corrected."),
        "over": gettext("The deal is over."),
        "not_sent": gettext("Connection lost: nothing was sent."),
    }
