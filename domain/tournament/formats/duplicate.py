"""Duplicate: the same boards are played at several tables, and the results on each board are compared."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from domain.engine.words.values import sentence
from domain.tournament.draws import movements
from domain.tournament.formats.base import Format
from domain.tournament.standings import boards
from domain.tournament.standings.ranking import by_direction, by_score
from domain.tournament.standings.victory_points import VICTORY_POINTS
from domain.tournament.state import DrawError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from domain.engine.words.values import Term
    from domain.tournament.draws.history import DrawInput
    from domain.tournament.draws.movements import Plan
    from domain.tournament.standings.ranking import Ranking
    from domain.tournament.standings.tie_breaks import Field
    from domain.tournament.state import Draw, Entry, Line
    from domain.tournament.terms import Terms


class Duplicate(Format):
    """A Mitchell or a Howell of pairs, or teams of four (`movements`; docs/tournaments.md, Boards without a result)."""

    key = "duplicate"
    name = "Duplicate"
    about = "The same boards are played at several tables."
    own_terms = frozenset({"rounds", "movement", "boards"})
    entry_sizes = (2, 4)
    counts = (*boards.COUNTS, VICTORY_POINTS)

    def problems(self, terms: Terms) -> Iterator[Term]:
        """Yield a sentence for a wrong scoring and for a wrong number of boards."""
        if terms.scoring.counts not in self.counts:
            yield sentence(
                "scoring.counts: a duplicate counts matchpoints, cross-tokens, cross-imps, imps or victory-points"
            )
        if terms.side == 4 and terms.scoring.counts not in ("imps", VICTORY_POINTS):
            yield sentence("scoring.counts: teams of four count imps or victory-points")
        if not 1 <= terms.boards <= 64:
            yield sentence("boards: a round of a duplicate has 1 to 64 boards")

    def draw(self, before: DrawInput) -> Draw:
        """Return the next round of the movement."""
        return movements.draw_duplicate(before.terms, before.entries, before.drawn, before.lines, before.lots)

    def last_round(self, terms: Terms, entries: Sequence[Entry]) -> int:
        """Return the number of rounds of the movement."""
        return len(self.plan(terms, entries).rounds)

    def shortfall(self, terms: Terms, entries: Sequence[Entry]) -> Term | None:
        """Return a sentence if the movement of these entries has fewer rounds than the terms say, with what has more.

        Returns None if it has enough, or if there is no movement for these entries.
        """
        try:
            last = self.last_round(terms, entries)
        except DrawError:
            return None
        if not terms.rounds or last >= terms.rounds:
            return None
        count = sum(each.plays(1) for each in entries)
        numbers = {"count": count, "last": last, "rounds": terms.rounds}
        if terms.side == 4:
            return sentence("{count} teams play {last} rounds, not {rounds}: then all have met.", **numbers)
        if terms.movement == "howell":
            return sentence("{count} pairs play {last} rounds in a Howell, not {rounds}.", **numbers)
        if count > movements.MOST_IN_A_HOWELL:
            return sentence("{count} pairs play {last} rounds in a Mitchell, not {rounds}.", **numbers)
        more = self.last_round(replace(terms, movement="howell", winners=1), entries)
        return sentence(
            "{count} pairs play {last} rounds in a Mitchell, not {rounds}. A Howell has {more}; the terms choose it.",
            **numbers, more=more,
        )  # fmt: skip

    def rank(self, field: Field, lines: Sequence[Line]) -> Ranking:
        """Return the order by score, for two winners each direction apart."""
        return by_score(field) if field.terms.winners == 1 else by_direction(field)

    def plan(self, terms: Terms, entries: Sequence[Entry]) -> Plan:
        """Return the movement of these terms. Raises `DrawError` if there is none."""
        return movements.plan_of(terms, entries)
