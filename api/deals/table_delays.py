"""The broadcast delays of tables, and of what is played at several. For whom they hold: `api.deals.broadcast`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from store.tables.catalogue import Catalogue


def read_delays(catalogue: Catalogue) -> Mapping[str, float]:
    """Return the delays in seconds of the tables that are shown late, by the id of the table."""
    return {str(table): seconds for table, _, seconds in catalogue.delays()}


def longest_delay(delays: Mapping[str, float], tables: Iterable[str]) -> float:
    """Return the delay in seconds of a tournament or a match that is played at some tables: the longest of them."""
    return max((delays.get(table, 0.0) for table in tables), default=0.0)
