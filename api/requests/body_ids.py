"""Check the ids in a request body: clubs, players, tables, matches and tournaments must be in the caller's scope.

A body may also name a lesson or a deal that it only reads (`READ`). Their routes check who may read them.

The parser of all routes that write calls it (`api.blueprint`), and so do the forms of pages (`web.forms.ids`) and the
import of archives, so that no route has to check its own fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api.callers import caller
from api.permissions import elsewhere, home_club, place_of_row
from api.services import services
from domain.kernel.ids import as_id
from domain.kernel.whole_record import whole_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.callers import Caller
    from store.tables.catalogue import Row

OWN_ID: Final = "id"
"""The field for the id of a new thing, chosen by the sender."""
READ: Final = frozenset({("", "lesson"), ("source", "deal")})
"""The fields of ids that a command only reads, each after the field that it is in, if any.

The lesson of a class or of a practice deal (`api.learning.lessons.for_reader`), and the deal of a chapter
(`api.learning.lessons.source_of`).
"""


def check_ids(body: Any) -> None:
    """Raise `Problem` (403) if the body holds an id outside the caller's scope.

    An unknown id is refused in the same way, so that the answer does not show what exists. A text that is no known id
    is a name, as for players. What another club shows to its members alone is known, too: commands are decided on the
    whole record.
    """
    sender = caller()
    if sender.everywhere or not sender.token:
        return
    ids = set(_ids(body))
    if not ids:
        return
    with whole_record():
        rows = {row.id: row for row in services().catalogue.find_all({identity for identity, _ in ids})}
        club = home_club(sender)
    for identity, is_name_allowed in ids:
        row = rows.get(identity)
        if not (is_name_allowed if row is None else _is_within_reach(sender, club, row)):
            raise elsewhere(sender)


def _is_within_reach(sender: Caller, club: str | None, row: Row) -> bool:
    """Return whether a thing is in the caller's scope. Players without a club play everywhere."""
    match row.kind:
        case "club":
            return str(row.id) == club
        case "player":
            return row.club is None or str(row.club) == club
    return sender.covers(place_of_row(row))


def _ids(value: Any, within: str = "") -> Iterator[tuple[UUID, bool]]:
    """Yield the ids in a body, at any depth and however written, and whether a name is possible in their place.

    ``within``: the field that the value is in. Leaves out the ids that the command only reads.
    """
    if isinstance(value, UUID):
        yield value, False
    elif isinstance(value, str):
        if (identity := as_id(value.strip())) is not None:
            yield identity, True
    elif isinstance(value, dict):
        for key, part in value.items():
            is_read = (within, key) in READ and isinstance(part, str | UUID)
            if key != OWN_ID and not is_read:
                yield from _ids(part, key)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _ids(part, within)
