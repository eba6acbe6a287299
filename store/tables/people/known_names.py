"""Know which names a club has, for imports into a club that has forgotten somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, LiteralString

from store.events.texts import NOBODY
from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from uuid import UUID

    from store.events.recorder import Recorder

# The names of registered players stand under their own streams.
_MISSING: LiteralString = """
    SELECT wanted.name FROM unnest(%(names)s::text[]) WITH ORDINALITY AS wanted (name, place)
    WHERE EXISTS (
        SELECT FROM events WHERE originator_id = %(removals)s AND topic = 'nought.Removal.PersonForgotten'
    )
    AND NOT EXISTS (
        SELECT FROM texts AS t WHERE t.letter = 'n' AND t.owner = %(owner)s AND md5(t.text) = md5(wanted.name)
        AND t.text = wanted.name
    )
    AND wanted.name NOT IN (
        SELECT unnest(ARRAY[c.title] || ARRAY(SELECT jsonb_array_elements_text(coalesce(c.data -> 'names', '[]'))))
        FROM catalogue AS c WHERE c.kind = 'player' AND
"""
_OF_CLUB: LiteralString = " c.club_id = %(club)s) ORDER BY wanted.place"
_OF_NO_CLUB: LiteralString = " c.club_id IS NULL) ORDER BY wanted.place"


class KnownNames:
    """The names that are kept of each club. ``removals_of``: returns the stream of the removals of a club."""

    def __init__(self, recorder: Recorder, removals_of: Callable[[UUID | None], UUID]) -> None:
        self.recorder = recorder
        self.removals_of = removals_of

    def missing(self, club: UUID | None, names: Sequence[str]) -> list[str]:
        """Return those of some names that a club does not have. None are missing while it has forgotten nobody."""
        values = {"names": list(names), "removals": self.removals_of(club), "owner": club or NOBODY, "club": club}
        statement = _MISSING + (_OF_CLUB if club else _OF_NO_CLUB)
        return [name for (name,) in rows(self.recorder, statement, values)]
