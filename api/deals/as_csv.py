"""A list of deals as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from replay.csv_text import write_csv

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


def csv_of(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return rows of `api.deals.lists.row_of` as CSV with a line of titles (RFC 4180)."""
    return write_csv(COLUMNS, map(_cells, rows))


def _cells(row: Mapping[str, Any]) -> list[Any]:
    contract, players = row["contract"] or {}, row["players"] or {}
    opened = row["day"] or row["opened_at"].isoformat()
    return [
        row["id"], opened, row["event"], row["number"], row["ruleset"], row["dealer"],
        *(players.get(seat, "") for seat in SEATS),
        contract.get("seat", ""), contract.get("bid", ""), contract.get("suit", ""), row["result"] or "",
        *_by_team(row["points"]), *_by_team(row["tokens"]), "yes" if row["has_caps"] else "no",
    ]  # fmt: skip


def _by_team(numbers: Mapping[str, int] | None) -> list[int | str]:
    """Return one cell for each team: its number, or nothing."""
    return [(numbers or {}).get(team, "") for team in TEAMS]
