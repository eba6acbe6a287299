"""The tables that an official manages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for

from api import commands
from api.callers import DIRECTOR, Place, caller
from api.permissions import OFFICE, SCRIBES, allow, own_club, require
from api.problems import Problem
from api.services import services

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

blp = Blueprint("tables_page", __name__)


@blp.get("/tables")
@allow(SCRIBES)
def tables() -> Any:
    """Show the newest tables; redirect the guest of a table to that table."""
    who = caller()
    club = own_club()
    if not who.everywhere and club is None:
        return redirect(url_for("at_table.table"))
    catalogue = services().catalogue
    clubs = catalogue.page("club", limit=200).rows if who.everywhere else ()
    names = {each.id: each.title for each in clubs}
    rows = catalogue.page("table", club=club, limit=100).rows
    makes = who.everywhere or who.role == DIRECTOR
    return render_template("tables.html", rows=rows, clubs=clubs, names=names, makes=makes)


@blp.post("/tables")
@allow(OFFICE)
def make() -> Response:
    """Add a table."""
    club_id = request.form.get("club", "")
    try:
        club = own_club() or (UUID(club_id) if club_id else None)
    except ValueError:
        raise Problem("scope", "there is no such club") from None
    require(Place(str(club) if club else None))
    made = services().ledger.clubs.open_table(request.form.get("name", ""), club=club, **commands.metadata({}))
    return redirect(url_for("cards.cards", table_id=made.id), 303)
