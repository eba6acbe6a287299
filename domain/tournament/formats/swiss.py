"""Swiss: entries of about the same score meet, and no two meet twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.tournament.draws import swiss
from domain.tournament.formats.base import Format

if TYPE_CHECKING:
    from domain.tournament.draws.history import DrawInput
    from domain.tournament.state import Draw
    from domain.tournament.terms import Terms


class Swiss(Format):
    """A Swiss of a fixed number of rounds (`draws.swiss`)."""

    key = "swiss"
    name = "Swiss"
    about = "Everybody meets somebody of about the same score, and nobody twice."
    own_terms = frozenset({"encounter", "rounds"})
    rests_on_results = True
    byes_in_turn = True

    def draw(self, before: DrawInput) -> Draw:
        """Return a matching of least cost without a rematch."""
        return swiss.draw(before.terms, before.entries, before.drawn, before.lines, before.lots, before.adjustments)

    def most_meetings(self, terms: Terms) -> int:
        """Return 1."""
        return 1
