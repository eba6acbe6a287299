"""The pages of parallel sections: a list of entries is divided, shown, and opened. They work without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, redirect, render_template, request, url_for

from api.callers import Place, caller
from api.commands import metadata
from api.front.kinds import heavy
from api.lists import catalogue
from api.people.registered_players import registered
from api.permissions import EVERYBODY, OFFICE, allow, own_club, require
from api.replicas import from_replica
from api.resources.sections import sections_of
from api.responses import csv_response
from api.services import ledger, services
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.tournament.entries.lines import read_list
from domain.tournament.entries.sections import MOST, SNAKE, WAYS, check_list, divide, section_names
from replay.csv_text import write_csv
from replay.tournaments.payloads import rows
from web.forms.previews import keep_form
from web.languages import reader, text_of
from web.tournaments.presets import PRESETS, Preset
from web.tournaments.seen import see

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from werkzeug.wrappers import Response as Redirect

    from web.tournaments.seen import Seen

blp = Blueprint("sections_page", __name__)

MOST_ENTRIES: Final = 400
COLUMNS: Final = ("section", "place", "entry", "name", "score", "played", "won", "drawn", "lost")
"""The columns of the standings of all sections as CSV."""
ONE_TABLE: Final = "rotating-four"
"""The preset that has no sections."""


@blp.get("/tournaments/sections")
@allow(OFFICE)
def form() -> str:
    """Show the form."""
    return _page()


@blp.post("/tournaments/sections/preview")
@allow(OFFICE)
def preview() -> str | tuple[str, int]:
    """Show who would be in which section. Nothing is recorded."""
    try:
        entries, count, way = _list()
        parts = divide([called for called, _ in entries], count, way)
    except Declined as why:
        return _page(refused=text_of(why)), 422
    names = section_names(request.form.get("name", "")[:190].strip(), count)
    return _page(sections=list(zip(names, parts, strict=True)))


@blp.post("/tournaments/sections")
@allow(OFFICE)
def open_() -> Redirect | tuple[str, int]:
    """Open the sections, and show them."""
    club = as_id(request.form.get("club")) or own_club()
    require(Place(str(club) if club else None))
    preset = _preset()
    try:
        saved = ledger().tournaments.open_sections(
            request.form.get("name", "")[:190], preset.terms, preset.ruleset, *_list(), club=club, **metadata({})
        )
    except Declined as why:
        return _page(refused=text_of(why)), 422
    return redirect(url_for(".show", tournament_id=saved.id), 303)


@blp.get("/tournaments/<uuid:tournament_id>/sections")
@allow(EVERYBODY)
@heavy
@from_replica
def show(tournament_id: UUID) -> str:
    """Show all sections that were opened together, each with its standings."""
    seen = see(tournament_id)
    sections = [see(row.id) for row in sections_of(seen.tournament.opened.group)]
    return render_template("tournament/sections.html", seen=seen, sections=sections, listed=_in_one_list(sections))


@blp.get("/tournaments/<uuid:tournament_id>/sections.csv")
@allow(EVERYBODY)
@heavy
def standings_csv(tournament_id: UUID) -> Response:
    """Send the standings of all sections as one CSV, place by place."""
    sections = [see(row.id) for row in sections_of(see(tournament_id).tournament.opened.group)]
    listed = ([section.name, *map(row.get, COLUMNS[1:])] for section, row in _in_one_list(sections))
    return csv_response(write_csv(COLUMNS, listed), "sections.csv")


def _in_one_list(sections: Sequence[Seen]) -> list[tuple[Seen, dict[str, Any]]]:
    """Return the rows of the standings of all sections that play, each with its section: the first places first."""
    listed = [
        (section, row)
        for section in sections
        if section.last
        for row in rows(section.tournament, section.standings, reader())
    ]
    return sorted(listed, key=lambda each: each[1]["place"])


def _preset() -> Preset:
    return next((each for each in PRESETS if each.key == request.form.get("preset")), PRESETS[0])


def _list() -> tuple[list[tuple[str, list[str]]], int, str]:
    """Return the entries, the number of sections and the way to divide. Raises `Declined` if they are too many."""
    side, club = _preset().terms.side, as_id(request.form.get("club")) or own_club()
    listed = read_list(request.form.get("entries", ""), side, registered(services(), club).has)
    if len(listed) > MOST_ENTRIES:
        raise Declined("entries", "a list has up to {most} entries", most=MOST_ENTRIES)
    count = request.form.get("sections", "")
    way = request.form.get("divide", SNAKE)
    check_list(listed, side)
    return (
        [(called, players) for _, called, players in listed],
        int(count) if count.isascii() and count.isdigit() else 0,
        way,
    )


def _page(**more: Any) -> str:
    fields = request.form
    if request.method == "POST":
        keep_form(url_for(".preview"))
    club = as_id(fields.get("club") or request.args.get("club")) or own_club()
    return render_template(
        "tournament/new-sections.html",
        fields=fields,
        club=club,
        clubs=catalogue().page("club", limit=200).rows if caller().everywhere else (),
        presets=[each for each in PRESETS if each.key != ONE_TABLE],
        ways=WAYS,
        most=MOST,
        **{"sections": (), "refused": "", **more},
    )
