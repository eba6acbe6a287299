"""The entries of a tournament as a file: out as CSV, and in after a preview of every line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from api import commands, openapi
from api.blueprint import Blueprint
from api.clock import now
from api.front.kinds import heavy
from api.languages import reader
from api.permissions import EVERYBODY, OFFICE, allow
from api.resources.tournaments import run
from api.responses import CSV, bytes_response, csv_response, etag_of, json_response
from api.services import ledger, services
from api.tournaments import access as tournament_access
from api.tournaments.entry_files import entries_csv, payload, plan_of, players_for, text_of
from api.tournaments.report_files import visible_report
from domain.tournament.files.report.columns import write
from schemas.answers import SavedAnswer
from schemas.tournaments.entry_files import CheckEntryFile, EntryFileChecked, ImportEntryFile, ReportFileQuery

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

PLAIN: Final = "text/plain"

blp = Blueprint(
    "entry_files", __name__, url_prefix="/api/v1/tournaments", description="The entries of a tournament as a file"
)


@blp.get("/<uuid:tournament_id>/entries.csv")
@blp.answers(openapi.TEXT, content_type=CSV, description="The entries, one line for each")
@blp.reads(EVERYBODY)
def get_entries_csv(tournament_id: UUID) -> Response:
    """Get the entries as CSV: names and ids of the players, rating, seed, club, categories, first round, withdrawal.

    `POST …/entry-files` reads this file.
    """
    visible = tournament_access.get(tournament_id)
    return csv_response(entries_csv(services(), visible.tournament), "entries.csv")


@blp.get("/<uuid:tournament_id>/report.trf")
@blp.arguments(ReportFileQuery, location="query")
@blp.answers(openapi.TEXT, content_type=PLAIN, description="The report file; lines that begin with ### are comments")
@blp.reads(EVERYBODY)
@heavy
def get_report_file(query: dict[str, Any], tournament_id: UUID) -> Response:
    """Get a Swiss or a round robin as FIDE's Tournament Report File (TRF16), for rating and pairing programs.

    It has the entries with start numbers, ratings, points and places, and each round with opponents, sides and results.
    The comments at its end say what such a file cannot hold of the tournament.
    """
    visible = tournament_access.get(tournament_id)
    body = write(visible_report(visible, query)).encode()
    answer = bytes_response(body, etag_of(body), f"{PLAIN}; charset=utf-8")
    answer.headers["Content-Disposition"] = 'attachment; filename="report.trf"'
    return answer


@blp.post("/<uuid:tournament_id>/entry-files/check")
@allow(OFFICE, within="tournament_id")
@blp.arguments(CheckEntryFile)
@blp.response(200, EntryFileChecked)
@blp.problems(403, 404, 413, 415, 422)
def check_entries(params: dict[str, Any], tournament_id: UUID) -> Response:
    """Check a file of entries: what each line would record, and why a line is refused. Nothing is recorded."""
    plan = plan_of(services(), tournament_id, text_of(params), params["players"], now(), with_rounds=params["rounds"])
    return json_response(EntryFileChecked().dump(payload(plan)), language=reader())


@blp.post("/<uuid:tournament_id>/entry-files")
@blp.arguments(ImportEntryFile)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def import_entries(params: dict[str, Any], tournament_id: UUID) -> commands.Answer:
    """Record the entries of a file, or none: a line that is refused declines the file.

    The file is CSV (or a spreadsheet) with the columns of `GET …/entries.csv`, in any order; only `name` or `player1`
    is needed. Or it is a report file (TRF), before the first round is drawn: its names, ratings and start numbers are
    recorded, and with `rounds` its rounds and results. Players are matched to registered players of the club by name.
    An entry that is there already stays as it is. Seeds of the file come after those of the tournament.
    """
    text, people = text_of(params), players_for(services(), tournament_id)
    return run(
        tournament_id,
        params,
        lambda sent: ledger().entries.import_entries(
            tournament_id,
            text,
            params["players"],
            people,
            with_rounds=params["rounds"],
            new_people=params["new_people"],
            **sent,
        ),
    )
