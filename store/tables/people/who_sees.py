"""Read what clubs and players chose that others see, and the names of a club in the order of their first writing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, LiteralString

from store.events.texts import NOBODY
from store.tables.queries import rows

if TYPE_CHECKING:
    from uuid import UUID

    from store.events.recorder import Recorder

_CHOICES: LiteralString = """
    SELECT kind, id, club_id, coalesce(data -> 'names', '[]'), data -> 'seen' FROM catalogue
    WHERE data ? 'seen' ORDER BY id
"""
_REMOVALS: LiteralString = "SELECT number FROM removals"
# The names of registered players stand under their own streams.
_NAMES: LiteralString = """
    SELECT place, text FROM texts
    WHERE owner = %(owner)s AND letter = 'n' AND place > %(after)s AND text IS NOT NULL
    UNION ALL
    SELECT t.place, t.text FROM catalogue AS c JOIN texts AS t ON t.owner = c.id
    WHERE c.kind = 'player' AND c.club_id IS NOT DISTINCT FROM %(club)s
    AND t.letter = 'o' AND t.place > %(after)s AND t.text IS NOT NULL
    ORDER BY 1
"""

Line = tuple[str, "UUID", "UUID | None", list[str], dict[str, Any]]
"""Kind, id, club, names and choice of a club or a player."""


class WhoSees:
    """The reader of the choices."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def choices(self) -> tuple[int, list[Line]]:
        """Return the number of removals so far, and the lines with a choice."""
        (removals,) = rows(self.recorder, _REMOVALS, [])[0]
        return removals, rows(self.recorder, _CHOICES, [])

    def names(self, club: UUID | None, after: int) -> list[tuple[int, str]]:
        """Return the names of a club that were first written after a number, in that order, with their numbers."""
        return rows(self.recorder, _NAMES, {"owner": club or NOBODY, "club": club, "after": after})
