"""Drawn partners: players enter alone and have a new partner in every round, as in Jass tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.tournament.draws import drawn_partners
from domain.tournament.formats.base import Format

if TYPE_CHECKING:
    from domain.tournament.draws.history import DrawInput
    from domain.tournament.state import Draw


class DrawnPartners(Format):
    """Rounds in which partnerships and encounters repeat as little as possible (`draws.drawn_partners`)."""

    key = "drawn-partners"
    name = "Drawn partners"
    about = "Partners and opponents are drawn anew for every round."
    own_terms = frozenset({"encounter", "rounds"})
    entry_sizes = (1,)
    entries_per_side = 2
    byes_in_turn = True

    def draw(self, before: DrawInput) -> Draw:
        """Return the next round of tables."""
        return drawn_partners.draw(before.terms, before.entries, before.drawn, before.lots)
