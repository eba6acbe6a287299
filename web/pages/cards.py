"""Cards for tables: the code and PIN of a card let a guest record there, or take a seat."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _

from api.callers import RECORDER, SEAT, caller
from api.front.kinds import printed
from api.lists import catalogue, find_row
from api.people.secrets import new_pin, pin_hash
from api.permissions import OFFICE, SCRIBES, allow, place_of
from api.problems import Problem, forbidden
from api.services import services
from api.site import base_url, is_local
from domain.engine.seats import EIGHT, FOUR, SIX
from domain.engine.words.values import sentence
from web.page import unkept
from web.printing import qr
from web.tournaments.encounter_at_table import find_own_table
from web.wording.names import seating

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from store.tables.catalogue import Row
    from store.tables.people.invitations import Invitation

blp = Blueprint("cards", __name__)
blp.after_request(unkept)

HOURS: Final = (4, 12, 24, 72)
"""The hours for which a card may be valid."""
USUAL: Final = 12
SEATS: Final = tuple(dict.fromkeys((*FOUR.seats, *SIX.seats, *EIGHT.seats)))
"""The seats of every game: a table has no game of its own."""
MOST_TABLES: Final = 100
"""The most tables of a club for which cards are made at once; each card takes about 150 ms, for the hash of its PIN."""


@blp.get("/tables/<uuid:table_id>/cards")
@allow(SCRIBES, within="table_id")
def cards(table_id: UUID) -> str:
    """Show the valid cards of a table, and a form for new ones."""
    table = _table(table_id)
    rows = [(each, len(services().tokens.of_invitation(each.id))) for each in services().invitations.of_table(table_id)]
    return render_template(
        "cards.html", table=table, rows=rows, hours=HOURS, usual=USUAL, seats=_seats_at(table_id), only_here=is_local()
    )


def _seats_at(table_id: UUID) -> dict[str, tuple[str, ...]]:
    """Return the seats of the game that was begun last at a table, else of its tournament, else those of all games.

    Each group of seats has a title; it is empty where there is only one group.
    """
    for row in catalogue().page("deal", where={"table": str(table_id)}, limit=1).rows:
        return {"": seating(row.data).seats}
    if (there := find_own_table(_table(table_id))) is not None:
        return {"": services().ledger.tournaments.get(there.tournament).ruleset.seating.seats}
    return {str(_("Four players")): FOUR.seats, str(_("Six or eight players")): EIGHT.seats}


@blp.post("/tables/<uuid:table_id>/cards")
@allow(SCRIBES, within="table_id")
@printed
def make(table_id: UUID) -> Any:
    """Make cards, and show them to be printed. Code and PIN are shown only once."""
    table = _table(table_id)
    holders = request.form.getlist("for")
    hours = request.form.get("hours", str(USUAL))
    if hours not in map(str, HOURS) or not holders or not {*holders} <= {RECORDER, *SEATS}:
        raise Problem("bad-request", sentence("Say for whom the cards are, and for how long."))
    new = [(table, *made(table, each, timedelta(hours=int(hours))), "") for each in dict.fromkeys(holders)]
    title = _("Seat cards for %(table)s", table=table.title)
    return to_print(title, new, url_for("cards.cards", table_id=table_id)), 201


@blp.get("/clubs/<uuid:club_id>/cards")
@allow(OFFICE, within="club_id")
def again(club_id: UUID) -> Response:
    """Redirect whoever visits the page of new cards again to the club, since codes and PINs are shown only once."""
    return redirect(url_for("library.club", club_id=club_id), 303)


@blp.post("/clubs/<uuid:club_id>/cards")
@allow(OFFICE, within="club_id")
@printed
def of_club(club_id: UUID) -> Any:
    """Make a card for the scribe of each table of a club, and show them to be printed."""
    club = find_row(services().catalogue, "club", club_id)
    tables = catalogue().page("table", club=club_id, limit=MOST_TABLES).rows
    if not tables:
        raise Problem("not-found", sentence("This club has no tables yet: add them first."))
    new = [(each, *made(each, RECORDER, timedelta(hours=USUAL)), "") for each in reversed(tables)]
    title = _("Cards for the tables of %(club)s", club=club.title)
    return to_print(title, new, url_for("library.club", club_id=club_id)), 201


def to_print(title: str, new: list[tuple[Row, Invitation, str, Any, str, str]], done: str) -> str:
    """Return the page of new cards. Each: its table, what `made` returns, and its heading where it is for a side.

    ``done``: the address to which the reader goes on.
    """
    return render_template("cards-made.html", title=title, cards=new, done=done)


@blp.post("/tables/<uuid:table_id>/cards/<uuid:card_id>/end")
@allow(SCRIBES, within="table_id")
def end(table_id: UUID, card_id: UUID) -> Response:
    """End a card, and the sessions that began with it."""
    invitation = services().invitations.find(card_id)
    if invitation is None or invitation.table != table_id:
        raise forbidden(sentence("This is no card of this table, or it is not there."))
    services().invitations.revoke(card_id)
    return redirect(url_for("cards.cards", table_id=table_id), 303)


def made(table: Row, holder: str, lifetime: timedelta) -> tuple[Invitation, str, Any, str]:
    """Make a card. Returns its invitation, address, QR code and PIN."""
    role = RECORDER if holder == RECORDER else SEAT
    scope = {"table": str(table.id)}
    if table.club:
        scope["club"] = str(table.club)
    if role == SEAT:
        scope["seat"] = holder
    pin = new_pin()
    who = caller()
    invitation, secret = services().invitations.issue(
        table.id, role, scope, pin_hash(pin), who.subject, lifetime, who.person
    )
    address = base_url() + url_for("joining.invitation", secret=secret)
    code = qr.svg(address, _("QR code to join %(table)s", table=table.title), secret=True)
    return invitation, address, code, pin


def _table(table_id: UUID) -> Row:
    """Return the table. Raises `NotFound` if there is none, `Problem` if the caller may not make cards for it.

    Guests of a table may make no cards, since these could be valid longer than the guest's own card.
    """
    who = caller()
    if who.role == RECORDER and not (who.club_wide and who.covers(place_of(table_id))):
        raise forbidden(sentence("Cards are made by officials of the club."))
    return find_row(services().catalogue, "table", table_id)
