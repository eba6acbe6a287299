"""The other running tournaments that use tables of the club, for the director: players there are asked which they play.

Only the newest ones are looked through, so that the page stays quick.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING, Final

from api.lists import catalogue
from api.services import ledger

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from store.tables.catalogue import Row
    from web.tournaments.seen import Seen

MOST_LISTED: Final = 50
"""The most running tournaments of the club that are looked through."""
MOST_READ: Final = 5
"""The most of them that are read: of those that ever used one of the tables."""


def find_others(seen: Seen, tables: Collection[str]) -> Mapping[str, Sequence[Row]]:
    """Return the other tournaments that are being played and use one of these tables of the club, by table.

    The reader sees them in lists by now. Empty for a tournament that is over.
    """
    tournament = seen.tournament
    others: dict[str, list[Row]] = defaultdict(list)
    if tournament.club is None or tournament.ended or not tables:
        return others
    running = catalogue().page("tournament", club=tournament.club, where={"status": "playing"}, limit=MOST_LISTED).rows
    used = (row for row in running if row.id != tournament.id and not set(tables).isdisjoint(row.data["tables"]))
    for row in islice(used, MOST_READ):
        for table in set(ledger().tournaments.get(row.id).tables.values()) & set(tables):
            others[table].append(row)
    return others
