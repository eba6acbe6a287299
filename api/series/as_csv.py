"""Write the standings of a series as CSV, as clubs keep them in a spreadsheet."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from domain.tournament.standings.scores import format_number
from replay.csv_text import safe_cell

if TYPE_CHECKING:
    from api.series.access import SeenSeries


def csv_of(seen: SeenSeries) -> str:
    """Return the ledger of a series as CSV: a line for each player, a column for each evening (RFC 4180)."""
    text = io.StringIO()
    table = csv.writer(text)
    titles = [safe_cell(each.name) for each in seen.evenings]
    table.writerow(["place", "name", *titles, "attendance", "total", "steps"])
    for row in seen.rows:
        cells = [row.cells.get(each.id) for each in seen.evenings]
        values = ["" if cell is None else _number(cell.value, is_counted=cell.is_counted) for cell in cells]
        table.writerow(
            [row.place, safe_cell(seen.name(row)), *values, row.attendance, _number(row.total), seen.steps(row)]
        )
    return text.getvalue()


def _number(value: Any, *, is_counted: bool = True) -> str:
    """Return a number as text, in brackets if it does not count."""
    return format_number(value) if is_counted else f"({format_number(value)})"
