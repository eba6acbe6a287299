"""The tables where a deal is being played, for lists of what to watch."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from api.lists import catalogue

if TYPE_CHECKING:
    from store.tables.catalogue import Row

LATELY: Final = timedelta(hours=2)
"""An open deal that began earlier, or came to this book earlier, was left lying, and is not being played."""
MOST: Final = 40
"""The most open deals that are looked at."""


class LiveTable(NamedTuple):
    """A table, and the deal that is being played there."""

    table: Row
    deal: Row


def live_tables(club: UUID | None = None, limit: int = 6) -> list[LiveTable]:
    """Return the tables where a deal is being played as the caller may know it by now, the newest deal first."""
    rows = catalogue()
    deals: dict[UUID, Row] = {}
    since = datetime.now(UTC) - LATELY
    for deal in rows.page("deal", club=club, where={"status": "open"}, since=since, limit=MOST).rows:
        if table := deal.data.get("table"):
            deals.setdefault(UUID(table), deal)
    tables = {row.id: row for row in rows.find_all(deals) if row.kind == "table"} if deals else {}
    return [LiveTable(tables[table], deal) for table, deal in deals.items() if table in tables][:limit]
