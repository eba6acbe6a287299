"""The tables that an official manages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext, ngettext

from api import commands
from api.callers import DIRECTOR, Place, caller
from api.permissions import BENCH, OFFICE, SCRIBES, allow, own_club, require
from api.problems import Problem
from api.services import services
from domain.engine.words.values import sentence
from domain.kernel.errors import Declined
from web.languages import text_of

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

blp = Blueprint("tables_page", __name__)

DELAYS: Final = (0, 60, 120, 300, 600, 900, 1800, 3600)
"""The broadcast delays to choose from, in seconds; the API sets any other."""


@blp.get("/tables")
@allow(SCRIBES)
def tables() -> Any:
    """Show the newest tables; redirect the guest of a table to that table."""
    if not caller().everywhere and own_club() is None:
        return redirect(url_for("at_table.table"))
    return _page()


def _page(**form: str) -> str:
    who, club = caller(), own_club()
    catalogue = services().catalogue
    clubs = catalogue.page("club", limit=200).rows if who.everywhere else ()
    names = {each.id: each.title for each in clubs}
    rows = catalogue.page("table", club=club, limit=100).rows
    makes = who.everywhere or who.role == DIRECTOR
    delays = {each.id: _delays(int(each.data.get("delay", 0))) for each in rows}
    shown = {"rows": rows, "clubs": clubs, "names": names, "makes": makes}
    return render_template("tables.html", **shown, form=form, delays=delays if who.role in BENCH else {})


def _delays(current: int) -> dict[int, str]:
    """Return the delays to choose from with their names, the current one among them."""
    return {seconds: _delay_name(seconds) for seconds in sorted({*DELAYS, current})}


def _delay_name(seconds: int) -> str:
    if not seconds:
        return str(gettext("no delay"))
    if seconds % 60:
        return str(ngettext("%(num)d second", "%(num)d seconds", seconds))
    return str(ngettext("%(num)d minute", "%(num)d minutes", seconds // 60))


@blp.post("/tables/<uuid:table_id>/delay")
@allow(BENCH, within="table_id")
def delay(table_id: UUID) -> Response:
    """Set the broadcast delay of a table."""
    seconds = request.form.get("seconds", -1, type=int)
    try:
        services().ledger.clubs.delay_broadcast(table_id, seconds, **commands.metadata({}))
    except Declined as declined:
        if declined.code != "same-delay":
            raise
    services().replays.forget(table_id)
    return redirect(url_for("tables_page.tables"), 303)


@blp.post("/tables/<uuid:table_id>/name")
@allow(OFFICE, within="table_id")
def rename(table_id: UUID) -> Any:
    """Rename a table."""
    name = request.form.get("name", "").strip()
    try:
        services().ledger.clubs.rename_table(table_id, name, **commands.metadata({}))
    except Declined as declined:
        if declined.code == "table-name":
            return _page(renamed=str(table_id), wrong=text_of(declined)), 422
        if declined.code != "same-name":
            raise
    return redirect(url_for("tables_page.tables"), 303)


@blp.post("/tables")
@allow(OFFICE)
def make() -> Any:
    """Add a table."""
    club_id, name = request.form.get("club", ""), request.form.get("name", "").strip()
    try:
        club = own_club() or (UUID(club_id) if club_id else None)
    except ValueError:
        raise Problem("scope", sentence("there is no such club")) from None
    require(Place(str(club) if club else None))
    try:
        made = services().ledger.clubs.open_table(name, club=club, **commands.metadata({}))
    except Declined as declined:
        if declined.code != "table-name":
            raise
        return _page(name=name, club=club_id, wrong=text_of(declined)), 422
    return redirect(url_for("cards.cards", table_id=made.id), 303)
