"""Check what a request body names: clubs, players, tables, matches and tournaments within the caller's reach.

One mechanism for every route that writes: the parser of the routes calls it (`api.blueprint`), and so does the import
of archives. A route need not remember to check a field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api.callers import caller
from api.permissions import elsewhere, home_club, place_of_row
from api.services import services

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.callers import Caller
    from store.catalogue import Row

OWN_ID: Final = "id"
"""The field with the id that the sender chooses for the new thing: it names nothing yet."""
A_UUID: Final = 36


def check_named(body: Any) -> None:
    """Raise `Problem` (403) if the body names something that is not within the caller's reach.

    An id of nothing in the book is refused alike, so that nobody learns what there is. Where a name may stand instead
    of an id, as for players, a text that is no thing's id is a name.
    """
    who = caller()
    if who.everywhere or not who.token:
        return
    found = set(_ids(body))
    club = home_club(who) if found else None
    for identity, is_name_allowed in found:
        row = services().catalogue.find(identity)
        if not (is_name_allowed if row is None else _within_reach(who, club, row)):
            raise elsewhere(who)


def _within_reach(who: Caller, club: str | None, row: Row) -> bool:
    """Whether the caller may name this. Players without a club play everywhere."""
    match row.kind:
        case "club":
            return str(row.id) == club
        case "player":
            return row.club is None or str(row.club) == club
    return who.covers(place_of_row(row))


def _ids(value: Any) -> Iterator[tuple[UUID, bool]]:
    """All ids in a body, at any depth, and whether a name may stand there instead."""
    if isinstance(value, UUID):
        yield value, False
    elif isinstance(value, str):
        if len(value) == A_UUID:
            try:
                yield UUID(value), True
            except ValueError:
                return
    elif isinstance(value, dict):
        for key, each in value.items():
            if key != OWN_ID:
                yield from _ids(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _ids(each)
