"""Series: the evenings of a club that count together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response

from api import commands, openapi
from api.blueprint import Blueprint
from api.callers import Place
from api.changes import CALLED, Command, changes, run_at
from api.clock import now
from api.front.kinds import heavy
from api.languages import reader
from api.lists import page
from api.people.registered_players import registered
from api.permissions import EVERYBODY, OFFICE, allow, own_club, require
from api.replicas import from_replica
from api.responses import CSV, csv_response, json_response
from api.series import score_files
from api.series.access import log, payload, preview, see
from api.series.as_csv import csv_of
from api.series.score_files import plan_of, rows_of
from api.services import ledger, services
from domain.kernel.errors import Declined
from domain.series.terms import parse
from schemas.answers import SavedAnswer
from schemas.commands import Rename, Why
from schemas.score_files import CheckScoreFile, RecordScoreFile, ScoreFileChecked
from schemas.series import (
    AddEvening,
    ChangeSeriesTerms,
    CheckSeries,
    EndSeries,
    OpenSeries,
    RemoveEvening,
    SeriesAnswer,
    SeriesLog,
    SeriesPage,
    SeriesQuery,
)

if TYPE_CHECKING:
    from uuid import UUID

    from domain.ledger import Ledger

blp = Blueprint("series", __name__, url_prefix="/api/v1/series", description="Evenings of a club that count together")


_run = run_at("/api/v1/series")
change = changes(blp, "series_id", OFFICE, _run)


@blp.get("")
@blp.arguments(SeriesQuery, location="query")
@blp.response(200, SeriesPage)
@blp.reads(EVERYBODY)
@from_replica
def list_series(query: dict[str, Any]) -> dict[str, Any]:
    """List series, newest first."""
    return page("series", query, club=query.get("club"))


@blp.post("")
@blp.arguments(OpenSeries)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, match=False)
def open_series(params: dict[str, Any]) -> commands.Answer:
    """Open a series of a club; a director's token opens it in its club."""
    club = params.get("club") or own_club()
    require(Place(str(club) if club else None))
    if club is None:
        raise Declined("series-club", "a series belongs to a club; name it as `club`")
    saved = ledger().series.open(
        params["name"], club, params["terms"], series_id=params.get("id"), **commands.metadata(params)
    )
    return commands.answer(saved, f"/api/v1/series/{saved.id}")


@blp.get("/<uuid:series_id>")
@blp.answers(SeriesAnswer)
@blp.reads(EVERYBODY)
@heavy
@from_replica
def get_series(series_id: UUID) -> Response:
    """Get a series: terms, evenings, and the standings with every term of every sum."""
    seen = see(series_id)
    return json_response(SeriesAnswer().dump(payload(seen)))


@blp.get("/<uuid:series_id>/ledger.csv")
@blp.answers(openapi.TEXT, content_type=CSV)
@blp.reads(EVERYBODY)
@heavy
@from_replica
def get_series_ledger(series_id: UUID) -> Response:
    """Get the ledger as CSV: a line for each player, a column for each evening; what does not count is in brackets."""
    return csv_response(csv_of(see(series_id)), "ledger.csv")


@change("", Rename, names=CALLED, method="PATCH")
def rename_series(to: Ledger) -> Command:
    """Rename a series."""
    return to.series.rename


@change("/terms", ChangeSeriesTerms)
def change_series_terms(to: Ledger) -> Command:
    """Change the terms of a series, for all its evenings. Terms that are left out have their defaults."""
    return to.series.change_terms


@blp.post("/<uuid:series_id>/check")
@allow(OFFICE, within="series_id")
@blp.arguments(CheckSeries)
@blp.response(200, SeriesAnswer)
@blp.problems(403, 404, 413, 415, 422)
def check_series(params: dict[str, Any], series_id: UUID) -> dict[str, Any]:
    """Get the series as it would be with other terms, or without an evening. Nothing is recorded.

    `place_now` of a row is the place before the change. Terms that are left out have their defaults.
    """
    terms = None if params["terms"] is None else parse(params["terms"])
    return payload(preview(see(series_id), terms=terms, without=params.get("without")))


@blp.get("/<uuid:series_id>/log")
@blp.answers(SeriesLog)
@blp.reads(EVERYBODY)
@from_replica
def get_series_log(series_id: UUID) -> Response:
    """List what happened in the series, in sentences, oldest first."""
    language = reader()
    return json_response(SeriesLog().dump({"items": log(see(series_id), language)}), language=language)


@change("/end", EndSeries)
def end_series(to: Ledger) -> Command:
    """Announce the final result: the standings as they are. All evenings must be over."""
    return to.series.end


@change("/reopen", Why)
def reopen_series(to: Ledger) -> Command:
    """Take the final result back, to change the series or to announce the result anew."""
    return to.series.reopen


@blp.post("/<uuid:series_id>/sheets/check")
@allow(OFFICE, within="series_id")
@blp.arguments(CheckScoreFile)
@blp.response(200, ScoreFileChecked)
@blp.problems(403, 404, 413, 415, 422)
@heavy
def check_sheets(params: dict[str, Any], series_id: UUID) -> Response:
    """Check a club's own score sheet: what each row would record, and why a row is refused. Nothing is recorded."""
    series = ledger().series.get(series_id)
    plan = plan_of(services(), series, rows_of(params), params["numbers"], params["players"], now())
    return json_response(ScoreFileChecked().dump(score_files.payload(plan)), language=reader())


@blp.post("/<uuid:series_id>/sheets")
@blp.arguments(RecordScoreFile)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="series_id")
@heavy
def record_sheets(params: dict[str, Any], series_id: UUID) -> commands.Answer:
    """Record the evenings of a club's own score sheet, or none: a row that is refused declines the file.

    An evening that is in the series already, with the same result, is left as it is.
    """
    rows = rows_of(params)
    people = registered(services(), ledger().series.get(series_id).club)
    return _run(
        series_id,
        params,
        lambda sent: ledger().series.record_sheets(
            series_id, rows, params["numbers"], params["players"], people, new_people=params["new_people"], **sent
        ),
    )


@blp.post("/<uuid:series_id>/evenings")
@blp.arguments(AddEvening)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="series_id")
def add_evening(params: dict[str, Any], series_id: UUID) -> commands.Answer:
    """Add a tournament, a match or a slate of the club as the last evening.

    A tournament counts once its final result is announced, a match or a slate once it is over.
    """
    if "slate" in params:
        return _run(series_id, params, lambda sent: ledger().series.add_slate(series_id, params["slate"], **sent))
    if "match" in params:
        return _run(series_id, params, lambda sent: ledger().series.add_match(series_id, params["match"], **sent))
    return _run(series_id, params, lambda sent: ledger().series.add_evening(series_id, params["tournament"], **sent))


@change("/evenings/remove", RemoveEvening)
def remove_evening(to: Ledger) -> Command:
    """Remove an evening. It can be added again."""
    return lambda series_id, evening=None, tournament=None, **given: to.series.remove_evening(
        series_id, evening or tournament, **given
    )
