"""The import of a club's own score sheets: read a file, and what it would record, as JSON values."""

from __future__ import annotations

import binascii
from base64 import b64decode
from typing import TYPE_CHECKING, Any

from api.registered_players import registered
from api.spreadsheets import read_spreadsheet
from domain.series.score_file import ScoreFileError, as_csv, cells_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from api.services import Services
    from domain.series.aggregate import Series
    from domain.series.score_file import Row
    from domain.series.score_plan import Plan


def rows_of(params: Mapping[str, Any]) -> list[Row]:
    """Return the cells of a file that was sent as CSV or, in Base64, as a spreadsheet. Raises `ScoreFileError`."""
    if "csv" in params:
        return cells_of(params["csv"])
    try:
        data = b64decode(params["xlsx"], validate=True)
    except (binascii.Error, ValueError):
        raise ScoreFileError("xlsx is no Base64") from None
    return cells_of(as_csv(read_spreadsheet(data, params.get("worksheet", ""))))


def rows_of_bytes(data: bytes) -> list[Row]:
    """Return the cells of a file: of a spreadsheet, or else of CSV in UTF-8. Raises `ScoreFileError`."""
    if data.startswith(b"PK"):
        return cells_of(as_csv(read_spreadsheet(data)))
    try:
        return cells_of(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ScoreFileError("the file is neither an XLSX spreadsheet nor text in UTF-8") from None


def plan_of(services: Services, series: Series, rows: Sequence[Row], numbers: str, players: str, at: str) -> Plan:
    """Return what the cells of a file would record in a series. Raises `ScoreFileError`."""
    people = registered(services, series.club)
    return services.ledger.series.plan_sheets(series, rows, numbers, players, people, at)


def payload(plan: Plan) -> dict[str, Any]:
    """Return a plan as JSON values."""
    return {
        "declined": plan.declined or None,
        "evenings": [
            {
                "name": each.evening.name,
                "day": each.evening.day,
                "results": len(each.evening.rows),
                "state": each.state,
                "why": each.why or None,
            }
            for each in plan.evenings
        ],
        "lines": [
            {
                "line": each.line.number,
                "players": [
                    {"written": person.written, "name": person.name, "state": person.state} for person in each.people
                ],
                "results": len(each.line.entries),
                "state": each.state,
                "why": each.why or None,
            }
            for each in plan.lines
        ],
        "left_out": list(plan.left_out),
    }
