"""The seats of the players: a page for phones, and slips to print. The list for the hall is in `screens`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template, request
from flask_babel import gettext

from api.permissions import EVERYBODY, allow
from api.problems import Problem
from web.tournaments import seating as seats
from web.tournaments.seen import see

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("seating", __name__)


@blp.get("/tournaments/<uuid:tournament_id>/seating")
@allow(EVERYBODY)
def seating(tournament_id: UUID) -> str:
    """Show all names and their tables. ``?entry=``: one entry's table in large type."""
    seen = see(tournament_id)
    entry = request.args.get("entry", "")
    if entry and entry not in seen.tournament.entries:
        raise Problem("not-found", gettext("There is no entry %(number)s.", number=entry[:20]))
    return render_template(
        "tournament/seating.html",
        seen=seen,
        tournament=seen.tournament,
        part="seating",
        entry=entry,
        own=seats.of_entry(seen, entry) if entry else None,
        places=seats.places(seen),
        names=sorted(seen.tournament.entries, key=lambda each: seats.sorting_key(seen.called(each))),
    )


@blp.get("/tournaments/<uuid:tournament_id>/papers/slips")
@allow(EVERYBODY)
def slips(tournament_id: UUID) -> str:
    """Show a slip for each entry of the current round: its table, its side and its opponents."""
    seen = see(tournament_id)
    own = [each for each in seats.places(seen) if each.name == seen.called(each.entry)]
    return render_template("papers/slips.html", layout="papers/page.html", seen=seen, places=own, pdf=None, sealed=None)
