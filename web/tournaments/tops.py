"""The names at the top of the standings of tournaments, for lists, and the last evening of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.tournaments.seen import see

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from store.tables.catalogue import Row
    from web.tournaments.seen import Seen


def last_evening(rows: Iterable[Row]) -> Seen | None:
    """Return the first of some tournaments that is over and has places; None if none is."""
    over = (see(row.id) for row in rows if row.data["status"] == "over")
    return next((seen for seen in over if seen.tournament.ended and seen.tournament.ended.places), None)


def tops(rows: Iterable[Row]) -> dict[UUID, list[str]]:
    """Return the names of the entries that lead or have won, by the ids of those tournaments that have a round."""
    return {row.id: names for row in rows if row.data["rounds"] and (names := _top(see(row.id)))}


def _top(seen: Seen) -> list[str]:
    """Return the names in the first place; none before a result is known, or while all are equal."""
    if seen.tournament.ended:
        return [seen.called(each["entry"]) for each in seen.tournament.ended.places if each["place"] == 1]
    first = [row for row in seen.standings if row.place == 1]
    return [] if len(first) == len(seen.standings) else [seen.called(row.entry) for row in first]
