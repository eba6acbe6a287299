"""The results of a round from a file: a preview of every line, and the entry of all of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.languages import reader
from api.permissions import OFFICE, allow
from api.responses import json_response
from api.services import ledger
from api.tournaments.result_files import text_of
from domain.tournament.files.results import NEW, REFUSED
from replay.words.values import translate
from schemas.tournaments.result_files import CheckResultFile, EnterResultFile, ResultFileChecked, ResultFileEntered

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.tournament.files.results import CheckedLine

blp = Blueprint(
    "round_results", __name__, url_prefix="/api/v1/tournaments", description="The results of a round from a file"
)


@blp.post("/<uuid:tournament_id>/rounds/<int:number>/results/check")
@allow(OFFICE, within="tournament_id")
@blp.arguments(CheckResultFile)
@blp.response(200, ResultFileChecked)
@blp.problems(403, 404, 413, 415, 422)
def check_results(params: dict[str, Any], tournament_id: UUID, number: int) -> Response:
    """Check a file of results: what each line would enter, and why a line is refused. Nothing is recorded."""
    declined, lines = ledger().encounters.check_results(tournament_id, number, text_of(params))
    language = reader()
    payload = {
        "declined": translate(language, declined) if declined else None,
        "new": sum(each.state == NEW for each in lines),
        "lines": [_line(each) for each in lines],
    }
    return json_response(ResultFileChecked().dump(payload), language=language)


@blp.post("/<uuid:tournament_id>/rounds/<int:number>/results")
@blp.arguments(EnterResultFile)
@blp.response(200, ResultFileEntered)
@blp.commands(OFFICE, within="tournament_id", match=False)
def enter_results(params: dict[str, Any], tournament_id: UUID, number: int) -> commands.Answer:
    """Enter the results of a file. A line that cannot be read is named in the answer, and the others are entered.

    A result that the round cannot have declines the file. The results are provisional until they are confirmed. A line
    with the result that is there already does nothing, nor does one of a table that has not played. The answer is about
    the first table with a new result.
    """
    text, encounters = text_of(params), ledger().encounters
    saved = encounters.enter_results(tournament_id, number, text, **commands.metadata(params))
    body, status, headers = commands.answer(saved, f"/api/v1/encounters/{saved.id}", 200)
    _, lines = encounters.check_results(tournament_id, number, text)
    return {**body, "refused": [_line(each) for each in lines if each.state == REFUSED]}, status, headers


def _line(checked: CheckedLine) -> dict[str, Any]:
    line = checked.line
    return {
        "line": line.number,
        "table": line.table,
        "board": line.board,
        "won": line.won or [],
        "state": checked.state,
        "why": translate(reader(), checked.why) if checked.why else None,
    }
