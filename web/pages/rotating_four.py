"""The page that opens a rotating four: four players, and the first set drawn. It works without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _

from api.callers import Place, caller
from api.commands import metadata
from api.lists import catalogue
from api.permissions import OFFICE, allow, own_club, require
from api.services import ledger, services
from api.tournaments.rotating_four import open_four
from domain.games.catalogue import RULESETS
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.tournament.rotating_four import MOST_RACE, RACE
from web.languages import text_of
from web.wording.words import ruleset_names

if TYPE_CHECKING:
    from uuid import UUID

    from werkzeug.wrappers import Response

blp = Blueprint("rotating_four", __name__)


@blp.get("/tournaments/four")
@allow(OFFICE)
def form() -> str:
    """Show the form."""
    return _form({}, as_id(request.args.get("club")) or own_club())


@blp.post("/tournaments/four")
@allow(OFFICE)
def open_() -> Response | tuple[str, int]:
    """Open a rotating four, add it to a series if one is chosen, and show its first set."""
    fields = request.form
    club, league = as_id(fields.get("club")) or own_club(), as_id(fields.get("series"))
    require(Place(str(club) if club else None))
    try:
        if league:
            ledger().series.get(league).check_joins("tournament", club)
        saved = open_four(
            services(),
            [player[:200] for player in fields.getlist("player")],
            fields.get("ruleset", "304"),
            called=fields.get("name", "")[:200],
            club=club,
            race=_race(fields.get("race", "")),
            **metadata({}),
        )
    except Declined as why:
        return _form(fields, club, text_of(why)), 422
    if league:
        ledger().series.add_evening(league, saved.id, **metadata({}))
    return redirect(url_for("tournament_desk.round_", tournament_id=saved.id), 303)


def _form(fields: Any, club: UUID | None, refused: str = "") -> str:
    listed = catalogue()
    clubs = listed.page("club", limit=200).rows if caller().everywhere else ()
    players = listed.page("player", club=club, limit=200).rows if club else ()
    series = listed.page("series", club=club, limit=200).rows if club else ()
    given = fields.getlist("player") if fields else []
    return render_template(
        "tournament/four.html",
        fields=fields,
        players=[*given, *[""] * 4][:4],
        known=sorted(each.title for each in players),
        club=club,
        clubs=clubs,
        series=[each for each in series if each.data.get("status") != "over"],
        games={key: name for key, name in ruleset_names().items() if len(RULESETS[key].seating.seats) == 4},
        race=fields.get("race", RACE),
        most=MOST_RACE,
        name=fields.get("name", _("Rotating four")),
        refused=refused,
    )


def _race(text: str) -> int:
    """Return the length of a set. Raises `Declined` for anything but a number of tokens."""
    if text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= MOST_RACE:
        return int(text)
    raise Declined("terms", "a set is won with 1 to {most} tokens", most=MOST_RACE)
