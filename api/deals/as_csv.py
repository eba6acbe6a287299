"""A list of deals as CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SEATS: Final = ("S", "E", "N", "W", *"12345678")
TEAMS: Final = ("NS", "EW", "odd", "even", "S", "E", "N", "W")
"""The teams of all games; in some, each seat is one."""
COLUMNS: Final = (
    "id", "opened_at", "event", "number", "ruleset", "dealer", *(f"player_{seat}" for seat in SEATS),
    "bidder", "bid", "suit", "result", *(f"points_{team}" for team in TEAMS), *(f"tokens_{team}" for team in TEAMS),
    "caps",
)  # fmt: skip
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The first characters by which a spreadsheet takes a text for a formula."""


def csv_of(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return rows of `api.deals.lists.row_of` as CSV with a line of titles (RFC 4180)."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(COLUMNS)
    table.writerows(map(_cells, rows))
    return text.getvalue()


def _cells(row: Mapping[str, Any]) -> list[Any]:
    contract, players = row["contract"] or {}, row["players"] or {}
    opened = row["day"] or row["opened_at"].isoformat()
    cells = [
        row["id"], opened, row["event"], row["number"], row["ruleset"], row["dealer"],
        *(players.get(seat, "") for seat in SEATS),
        contract.get("seat", ""), contract.get("bid", ""), contract.get("suit", ""), row["result"] or "",
        *_by_team(row["points"]), *_by_team(row["tokens"]), "yes" if row["has_caps"] else "no",
    ]  # fmt: skip
    return [f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell for cell in cells]


def _by_team(numbers: Mapping[str, int] | None) -> list[int | str]:
    """Return one cell for each team: its number, or nothing."""
    return [(numbers or {}).get(team, "") for team in TEAMS]
