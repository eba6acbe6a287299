"""Pages to open a club, to rename it, to set its time zone, and to register and rename its players.

They work without a script.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid4

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext

from api import commands
from api.lists import catalogue
from api.people.registered_players import registered
from api.permissions import KEEPERS, OFFICE, allow
from api.services import ledger, services
from domain.club.name_matching import key
from domain.kernel.commands import name as called
from domain.kernel.errors import AlreadyThere, Declined
from domain.kernel.ids import as_id
from domain.tournament.entries.lines import read_list
from web.languages import text_of

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

blp = Blueprint("clubs_page", __name__)

MOST_AT_ONCE: Final = 200
"""The most players that are registered at once."""
MOST_TABLES: Final = 20
"""The most tables that are added at once."""


@blp.get("/clubs/new")
@allow(KEEPERS)
def new() -> str:
    """Show the form for a new club."""
    return _form()


@blp.post("/clubs/new")
@allow(KEEPERS)
def open_() -> Any:
    """Open a club, and show it. A form that is sent twice opens one club: it brings the id."""
    name, identity = request.form.get("name", "").strip(), as_id(request.form.get("id", ""))
    if not name:
        return _form(wrong=gettext("A club needs a name.")), 422
    if any(row.title == name for row in catalogue().rows("club") if row.id != identity):
        return _form(name, wrong=gettext("There is a club with this name already.")), 422
    try:
        saved = ledger().clubs.open_club(name, club_id=identity, **commands.metadata({}))
    except AlreadyThere as there:
        return _to_club(there.id)
    except Declined as declined:
        return _form(name, wrong=text_of(declined)), 422
    return _to_club(saved.id)


@blp.post("/clubs/<uuid:club_id>/name")
@allow(OFFICE, within="club_id")
def rename(club_id: UUID) -> Response:
    """Give a club another name."""
    try:
        ledger().clubs.rename_club(club_id, request.form.get("name", ""), **commands.metadata({}))
    except Declined as declined:
        if declined.code != "same-name":
            raise
    return _to_club(club_id)


@blp.post("/clubs/<uuid:club_id>/zone")
@allow(OFFICE, within="club_id")
def zone(club_id: UUID) -> Response:
    """Set the time zone of a club's venue."""
    try:
        ledger().clubs.set_zone(club_id, request.form.get("zone", ""), **commands.metadata({}))
    except Declined as declined:
        if declined.code != "same-zone":
            raise
    return _to_club(club_id)


@blp.post("/clubs/<uuid:club_id>/players")
@allow(OFFICE, within="club_id")
def register(club_id: UUID) -> Response:
    """Register the players of a club, a name on each line, except those who are registered already."""
    lines = [called(entry.name) for entry in read_list(request.form.get("names", ""), side=1)]
    typed = {key(line): line for line in reversed(lines)}
    if len(typed) > MOST_AT_ONCE:
        raise Declined("too-many", "up to {most} players can be registered at once", most=MOST_AT_ONCE)
    there = registered(services(), club_id)
    new = [name for name in reversed(typed.values()) if not there.all(name)]
    for name in new:
        ledger().clubs.register_player(name, club=club_id, **commands.metadata({}))
    return redirect(
        url_for("library.club", club_id=club_id, registered=len(new), there=len(typed) - len(new), _anchor="players"),
        303,
    )


@blp.post("/clubs/<uuid:club_id>/tables")
@allow(OFFICE, within="club_id")
def add_tables(club_id: UUID) -> Response:
    """Add tables with numbers, such as Table 1 to Table 4, except those that there are already."""
    word = called(request.form.get("word", ""))
    count = request.form.get("count", 0, type=int)
    if not 1 <= count <= MOST_TABLES:
        raise Declined("too-many", "1 to {most} tables can be added at once", most=MOST_TABLES)
    for number in range(1, count + 1):
        try:
            ledger().clubs.open_table(f"{word} {number}", club=club_id, **commands.metadata({}))
        except Declined as declined:
            if declined.code != "table-name":
                raise
    return _to_club(club_id)


@blp.post("/players/<uuid:player_id>/name")
@allow(OFFICE, within="player_id")
def rename_player(player_id: UUID) -> Response:
    """Give a player another name."""
    try:
        ledger().clubs.rename_player(player_id, request.form.get("name", ""), **commands.metadata({}))
    except Declined as declined:
        if declined.code != "same-name":
            raise
    return redirect(url_for("library.player", player_id=player_id), 303)


def _form(name: str = "", wrong: str = "") -> str:
    return render_template("club-new.html", name=name, wrong=wrong, identity=uuid4())


def _to_club(club_id: UUID) -> Response:
    return redirect(url_for("library.club", club_id=club_id), 303)
