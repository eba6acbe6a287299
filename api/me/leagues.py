"""The series of the caller's clubs, with the caller's place and points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from api.lists import catalogue
from api.series import access as series_access
from domain.kernel.errors import NotFound
from domain.tournament.standings.scores import format_number

if TYPE_CHECKING:
    from api.me.players import OwnPlayer

MOST: Final = 5
"""The most series of a club, the newest."""


def leagues_of(own: OwnPlayer) -> list[dict[str, Any]]:
    """Return the place and the points of a player in the newest series of the club, as JSON values."""
    leagues = []
    for row in catalogue().page("series", club=own.club.id, limit=MOST).rows:
        try:
            seen = series_access.see(row.id)
        except NotFound:  # It is shown with a delay.
            continue
        rows = seen.rows
        standing = next((each for each in rows if own.is_among(each.ranked)), None)
        if standing is None:
            continue
        leagues.append(
            {
                "series": str(row.id),
                "name": seen.series.name,
                "club_name": own.club.title,
                "place": standing.place,
                "among": len(rows),
                "total": format_number(standing.total),
                "evenings": len(standing.cells),
                "is_over": seen.series.ended is not None,
            }
        )
    return leagues
