"""The pages of a club's series, and its hall of fame. They work without a script."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for

from api.callers import Place, caller
from api.commands import metadata
from api.front.kinds import heavy
from api.lists import catalogue, find_row
from api.permissions import EVERYBODY, OFFICE, allow
from api.problems import Problem
from api.replicas import from_replica
from api.series.access import log, names_of, preview, see
from api.services import ledger
from api.tournaments import access as tournament_access
from domain.engine.words.values import sentence
from domain.kernel.errors import Declined, NotFound
from domain.kernel.ids import as_id
from domain.options import options
from domain.series.commands import SeriesCommands
from domain.series.evenings import of_tournament
from domain.series.terms import SeriesTerms, parse
from domain.tournament.standings.scores import format_number
from replay.words.series_log import VALUES
from web.forms.commands import forms_of
from web.languages import reader, text_of
from web.options import is_field, read
from web.venues import show_times_of
from web.wording import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from werkzeug.wrappers import Response

    from api.series.access import SeenSeries
    from domain.series.standings import Evening, Result
    from store.tables.catalogue import Row

blp = Blueprint("series_page", __name__)

MOST: Final = 200
"""The most tournaments of a club that the hall of fame counts: the newest."""
form = forms_of(blp, "/series/<uuid:series_id>", "series_id", OFFICE, lambda to: to.series)
form("/end", SeriesCommands.end)
form("/reopen", SeriesCommands.reopen)

FIRST: Final = 10
"""The rows of each list in the hall of fame."""


@dataclass(frozen=True, slots=True)
class Winner:
    """A player, as the reader sees the name. ``id``: of a registered player; empty for others."""

    name: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Won:
    """A tournament or a series with its winners."""

    id: str
    name: str
    day: str
    winners: tuple[tuple[Winner, ...], ...]
    """The winners who share the first place, each a player, a pair or a team."""


@blp.get("/clubs/<uuid:club_id>/series")
@allow(EVERYBODY)
@heavy
@from_replica
def of_club(club_id: UUID) -> str:
    """Show the series of a club, and its hall of fame."""
    club = find_row(catalogue(), "club", club_id)
    show_times_of(club_id)
    rows = list(catalogue().page("tournament", club=club_id, limit=MOST, where={"status": "over"}).rows)
    seen = [(row, of_tournament(tournament_access.get(row.id).tournament)) for row in rows]
    evenings = [evening for _, evening in seen if evening.rows]
    names = names_of(catalogue(), evenings)
    return render_template(
        "series/club.html",
        club=club,
        series=catalogue().page("series", club=club_id, limit=MOST).rows,
        won_series=_won_series(club_id),
        won=[
            Won(evening.id, evening.name, words.day(row.created_at), _called(_winners(evening), names))
            for row, evening in seen
            if evening.rows
        ],
        wins=_most((player for each in evenings for row in _winners(each) for player in row.players), names),
        came=_most((player for each in evenings for row in each.rows for player in row.players), names),
        opens=_may_write(club_id),
        options=options(SeriesTerms),
        names=VALUES,
    )


@blp.post("/clubs/<uuid:club_id>/series")
@allow(OFFICE, within="club_id")
def open_(club_id: UUID) -> Response:
    """Open a series of a club, and show it."""
    saved = ledger().series.open(request.form.get("name", ""), club_id, read(request.form, SeriesTerms), **metadata({}))
    return redirect(url_for(".show", series_id=saved.id), 303)


@blp.get("/series/<uuid:series_id>")
@allow(EVERYBODY)
@heavy
@from_replica
def show(series_id: UUID) -> str:
    """Show a series: the standings, the ledger, and for its officials the forms.

    ``without``: an evening; shows the standings as they would be without it, before it is removed. ``preview``: shows
    them as they would be with the terms of the query.
    """
    seen = see(series_id)
    series, without, refused = seen.series, as_id(request.args.get("without")), ""
    if without in series.evenings:
        seen = preview(seen, without=without)
    elif "preview" in request.args:
        try:
            seen = preview(seen, terms=parse(read(request.args, SeriesTerms)))
        except Declined as why:
            refused = text_of(why)
    writes = _may_write(series.club)
    show_times_of(series.club)
    changeable = writes and not series.ended
    return render_template(
        "series/series.html",
        seen=seen,
        series=series,
        club=catalogue().find(series.club),
        number=format_number,
        writes=writes,
        without=without if without in series.evenings else None,
        refused=refused,
        given=[pair for pair in request.args.items(multi=True) if is_field(pair[0], SeriesTerms)],
        tournaments=_others(seen, "tournament") if changeable else (),
        matches=_others(seen, "match") if changeable else (),
        slates=_others(seen, "slate") if changeable else (),
        log=log(seen, reader()),
        options=options(SeriesTerms),
        names=VALUES,
    )


@blp.post("/series/<uuid:series_id>/name")
@allow(OFFICE, within="series_id")
def rename(series_id: UUID) -> Response:
    """Rename a series."""
    try:
        ledger().series.rename(series_id, request.form.get("name", ""), **metadata({}))
    except Declined as declined:
        if declined.code != "same-name":
            raise
    return redirect(url_for(".show", series_id=series_id), 303)


@blp.post("/series/<uuid:series_id>/terms")
@allow(OFFICE, within="series_id")
def change_terms(series_id: UUID) -> Response:
    """Change the terms of a series."""
    why = request.form.get("why", "")[:200]
    ledger().series.change_terms(series_id, read(request.form, SeriesTerms), why, **metadata({}))
    return redirect(url_for(".show", series_id=series_id), 303)


@blp.post("/series/<uuid:series_id>/evenings")
@allow(OFFICE, within="series_id")
def add_evening(series_id: UUID) -> Response:
    """Add an evening: a tournament, a match or a slate."""
    if slate := as_id(request.form.get("slate")):
        ledger().series.add_slate(series_id, slate, **metadata({}))
    elif match := as_id(request.form.get("match")):
        ledger().series.add_match(series_id, match, **metadata({}))
    else:
        ledger().series.add_evening(series_id, _tournament(), **metadata({}))
    return redirect(url_for(".show", series_id=series_id), 303)


@blp.post("/series/<uuid:series_id>/evenings/remove")
@allow(OFFICE, within="series_id")
def remove_evening(series_id: UUID) -> Response:
    """Remove an evening."""
    ledger().series.remove_evening(series_id, _tournament(), request.form.get("why", "")[:200], **metadata({}))
    return redirect(url_for(".show", series_id=series_id), 303)


def _won_series(club: UUID) -> list[Won]:
    """Return the series of a club whose final result was announced, with their winners, newest first."""
    over = catalogue().page("series", club=club, limit=MOST, where={"status": "over"}).rows
    won = []
    for row in over:
        try:
            seen = see(row.id)
        except NotFound:
            continue
        winners = tuple(_players(each["players"], seen.names) for each in seen.places if each["place"] == 1)
        if winners:
            day = words.day(datetime.fromisoformat(seen.series.ended_at))
            won.append(Won(str(row.id), seen.series.name, day, winners))
    return won


def _others(seen: SeenSeries, kind: str) -> list[Row]:
    """Return the tournaments, matches or slates of the club that can be added to a series."""
    rows = catalogue().page(kind, club=seen.series.club, limit=MOST).rows
    return [
        row
        for row in rows
        if row.id not in seen.series.evenings and "encounter" not in row.data and row.data.get("status") != "void"
    ]


def _may_write(club: UUID) -> bool:
    return caller().role in OFFICE and caller().covers(Place(str(club)))


def _tournament() -> UUID:
    tournament = as_id(request.form.get("tournament"))
    if tournament is None:
        raise Problem("bad-request", sentence("choose a tournament"))
    return tournament


def _winners(evening: Evening) -> tuple[Result, ...]:
    return tuple(row for row in evening.rows if row.place == 1)


def _called(rows: tuple[Result, ...], names: Mapping[str, str]) -> tuple[tuple[Winner, ...], ...]:
    return tuple(_players(row.players, names) for row in rows)


def _players(players: Iterable[str], names: Mapping[str, str]) -> tuple[Winner, ...]:
    """Return players with their names. ``names``: those of registered players, by id."""
    return tuple(Winner(names.get(each, each), each if each in names else "") for each in players)


def _most(players: Iterable[str], names: Mapping[str, str]) -> list[tuple[Winner, int]]:
    """Return those with the most, each with the number; those who are level are in the order of names."""
    counted = [(player, many) for who, many in Counter(players).items() for player in _players([who], names)]
    return sorted(counted, key=lambda pair: (-pair[1], pair[0].name))[:FIRST]
