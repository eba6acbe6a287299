"""Ladder: an entry that challenges one above it and wins takes its place."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from domain.tournament.draws import ladder
from domain.tournament.explaining import capital, ordinal
from domain.tournament.formats.base import Format
from domain.tournament.ranking import Ranking, number
from domain.tournament.state import Draw, Pairing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from domain.tournament.draws.history import DrawInput
    from domain.tournament.state import EntryId, Line
    from domain.tournament.terms import Terms
    from domain.tournament.tie_breaks import Field


class Ladder(Format):
    """A ladder over a season; its rounds are made of challenges (`draws.ladder`)."""

    key = "ladder"
    name = "Ladder"
    about = "Who challenges one above and wins takes its place."
    own_terms = frozenset({"encounter", "reach"})
    rests_on_results = True
    draws_everybody = False
    keeps_list = True
    starts_from_list = True
    takes_challenges = True
    ranked_by_score = False

    def problems(self, terms: Terms) -> Iterator[str]:
        """Yield a reach of nothing."""
        if terms.reach < 1:
            yield "reach: one may challenge at least the next one up"

    def draw(self, before: DrawInput) -> Draw:
        """Return the round of the challenges."""
        return ladder.draw(before.terms, before.entries, before.drawn, before.lines, before.lots, before.challenges)

    def expected(self, before: DrawInput) -> set[EntryId] | None:
        """Return None: nobody has to play."""
        return None

    def rank(self, field: Field, lines: Sequence[Line]) -> Ranking:
        """Return the order of the ladder, from the top; entries that left it, or are not on it yet, come last."""
        entries = sorted(field.entries.values(), key=lambda entry: number(entry.id))
        tables: defaultdict[tuple[int, int], list[EntryId]] = defaultdict(list)
        for line in lines:
            tables[line.round, line.table].append(line.entry)
        drawn = []
        for round_ in range(1, max((line.round for line in lines), default=0) + 1):
            met = [(table, two) for (at, table), two in sorted(tables.items()) if at == round_ and len(two) == 2]
            drawn.append(Draw(round_, tuple(Pairing(table, ((one,), (other,))) for table, (one, other) in met)))
        on_it = ladder.ladder(entries, drawn, lines, field.lots)
        rest = sorted(set(field.entries) - set(on_it), key=number)
        return Ranking(tuple((entry,) for entry in (*on_it, *rest)))

    def why(self, field: Field, ranking: Ranking, entry: EntryId) -> str:
        """Return the place on the ladder, in words."""
        left = ", having left it" if field.entries[entry].out is not None else ""
        return f"{capital(ordinal(ranking.place[entry]))} on the ladder{left}."
