"""The import of a club's own score sheets: read a file, and what it would record, as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.languages import reader
from api.people.registered_players import registered
from api.spreadsheets import SpreadsheetError, csv_of_bytes, decode_base64, read_spreadsheet
from domain.csv_rows import write_rows
from domain.series.score_file import ScoreFileError, cells_of
from replay.words.values import translate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from api.services import Services
    from domain.csv_rows import Row
    from domain.engine.words.values import Term
    from domain.series.aggregate import Series
    from domain.series.score_plan import Plan


def rows_of(params: Mapping[str, Any]) -> list[Row]:
    """Return the cells of a file that was sent as CSV or, in Base64, as a spreadsheet. Raises `ScoreFileError`."""
    if "csv" in params:
        return cells_of(params["csv"])
    try:
        rows = read_spreadsheet(decode_base64(params["xlsx"]), params.get("worksheet", ""))
    except SpreadsheetError as error:
        raise ScoreFileError(error.sentence) from None
    return cells_of(write_rows(rows))


def rows_of_bytes(data: bytes) -> list[Row]:
    """Return the cells of a file: of a spreadsheet, or else of CSV. Raises `ScoreFileError`."""
    try:
        return cells_of(csv_of_bytes(data))
    except SpreadsheetError as error:
        raise ScoreFileError(error.sentence) from None


def plan_of(services: Services, series: Series, rows: Sequence[Row], numbers: str, players: str, at: str) -> Plan:
    """Return what the cells of a file would record in a series. Raises `ScoreFileError`."""
    people = registered(services, series.club)
    return services.ledger.series.plan_sheets(series, rows, numbers, players, people, at)


def payload(plan: Plan) -> dict[str, Any]:
    """Return a plan as JSON values, with its reasons in the reader's language."""
    return {
        "declined": _reason(plan.declined),
        "new_people": list(plan.new_people),
        "evenings": [
            {
                "name": each.evening.name,
                "day": each.evening.day,
                "results": len(each.evening.rows),
                "state": each.state,
                "why": _reason(each.why),
            }
            for each in plan.evenings
        ],
        "lines": [
            {
                "line": each.line.number,
                "players": [
                    {
                        "written": person.written,
                        "name": person.name,
                        "state": person.state,
                        "similar": list(person.similar),
                    }
                    for person in each.people
                ],
                "results": len(each.line.entries),
                "state": each.state,
                "why": _reason(each.why),
            }
            for each in plan.lines
        ],
        "left_out": list(plan.left_out),
    }


def _reason(why: Term | None) -> str | None:
    return translate(reader(), why) if why else None
