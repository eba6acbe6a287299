"""Round robin: every two entries meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.tournament.draws import round_robin
from domain.tournament.formats.base import Format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.tournament.draws.history import DrawInput
    from domain.tournament.state import Draw, Entry, EntryId
    from domain.tournament.terms import Terms


class RoundRobin(Format):
    """A round robin by Berger's tables, once or twice round (`draws.round_robin`)."""

    key = "round-robin"
    name = "Round robin"
    about = "Everybody meets everybody."
    own_terms = frozenset({"encounter", "legs"})
    picture = "cross-table"

    def draw(self, before: DrawInput) -> Draw:
        """Return the next round of the table."""
        return round_robin.draw(before.terms, before.entries, before.drawn, before.lots)

    def last_round(self, terms: Terms, entries: Sequence[Entry]) -> int:
        """Return the number of rounds of the table."""
        return round_robin.last_round(terms, entries)

    def why_closed(self, entries: Sequence[Entry], drawn: Sequence[Draw], lots: Sequence[EntryId]) -> str | None:
        """Return which late entry finds no empty place in the table."""
        return round_robin.why_closed(entries, drawn, lots)

    def most_meetings(self, terms: Terms) -> int:
        """Return how often the table is played."""
        return terms.legs
