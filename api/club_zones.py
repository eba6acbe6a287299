"""The time zone of a club's venue, for a club given by its id or by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.club.aggregates import Club, is_time_zone
from domain.kernel.ids import as_id

if TYPE_CHECKING:
    from store.tables.catalogue import Catalogue


def zone_of(rows: Catalogue, club: str | None) -> str:
    """Return the IANA name of the time zone of a club's venue.

    Returns an empty text if the catalogue has no such club, if the club has set no zone, or if clubs of the same name
    have several zones.
    """
    if not club:
        return ""
    identity = as_id(club)
    fitting = [rows.find(identity)] if identity else rows.newest(Club.KIND, 200, title=club)
    zones = {str(row.data.get("zone", "")) for row in fitting if row is not None and row.kind == Club.KIND}
    zone = zones.pop() if len(zones) == 1 else ""
    return zone if is_time_zone(zone) else ""
