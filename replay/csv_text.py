"""Tables as CSV (RFC 4180), for spreadsheets."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from domain.spreadsheet_cells import safe_cell as quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def write_csv(titles: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table as CSV with a line of titles; None is an empty cell."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(map(safe_cell, titles))
    for row in rows:
        table.writerow(["" if value is None else safe_cell(value) for value in row])
    return text.getvalue()


def safe_cell(value: Any) -> Any:
    """Return a cell's value, quoted if a spreadsheet would take it for a formula."""
    return quoted(value) if isinstance(value, str) else value
