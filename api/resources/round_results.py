"""The results of a round from a file: a preview of every line, and the entry of all of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.permissions import OFFICE, allow
from api.responses import json_response
from api.services import ledger
from domain.tournament.result_file import NEW
from schemas.answers import SavedAnswer
from schemas.result_files import CheckResultFile, EnterResultFile, ResultFileChecked

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.tournament.result_file import CheckedLine

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
    declined, lines = ledger().encounters.check_results(tournament_id, number, params["csv"])
    payload = {
        "declined": declined or None,
        "new": sum(each.state == NEW for each in lines),
        "lines": [_line(each) for each in lines],
    }
    return json_response(ResultFileChecked().dump(payload))


@blp.post("/<uuid:tournament_id>/rounds/<int:number>/results")
@blp.arguments(EnterResultFile)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id", match=False)
def enter_results(params: dict[str, Any], tournament_id: UUID, number: int) -> commands.Answer:
    """Enter all results of a file, or none: a line that is refused declines the file.

    The results are provisional until they are confirmed. A line with the result that is there already does nothing. The
    answer is about the first table with a new result.
    """
    saved = ledger().encounters.enter_results(tournament_id, number, params["csv"], **commands.metadata(params))
    return commands.answer(saved, f"/api/v1/encounters/{saved.id}", 200)


def _line(checked: CheckedLine) -> dict[str, Any]:
    line = checked.line
    return {
        "line": line.number,
        "table": line.table,
        "board": line.board,
        "won": line.won,
        "state": checked.state,
        "why": checked.why or None,
    }
