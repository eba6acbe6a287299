"""The standings of a tournament: the place, score and tie-breaks of every entry, with a reason.

The format decides the order (`formats`); most formats rank by score and tie-breaks (`ranking`). An entry that withdrew
is ranked by its results like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.tournament.standings.explanation import steps_for, unused_for
from domain.tournament.standings.scores import tallies
from domain.tournament.standings.tie_breaks import BREAKS, Field
from domain.tournament.state import Standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from fractions import Fraction

    from domain.engine.words.values import Term
    from domain.tournament.standings.ranking import Ranking
    from domain.tournament.state import Adjustment, Entry, EntryId, Line
    from domain.tournament.terms import Terms


def standings(
    terms: Terms,
    entries: Iterable[Entry],
    lines: Iterable[Line],
    adjustments: Iterable[Adjustment] = (),
    lots: Sequence[EntryId] = (),
) -> tuple[Standing, ...]:
    """Return a row for each entry, first place first; entries that share a place are in the order of the list.

    ``lots``: the entries in an order drawn by lot, for the tie-break ``lot``.
    """
    own = tuple(lines)
    field = field_of(terms, entries, own, adjustments, lots)
    return tuple(rows(field, terms.rules.rank(field, own)))


def explain(
    terms: Terms,
    entries: Iterable[Entry],
    lines: Iterable[Line],
    adjustments: Iterable[Adjustment] = (),
    lots: Sequence[EntryId] = (),
    *,
    entry: EntryId,
) -> list[Term]:
    """Return the steps from an entry's results to its score and its place, one sentence each."""
    own, ruled = tuple(lines), tuple(adjustments)
    field = field_of(terms, entries, own, ruled, lots)
    return steps_for(field, terms.rules.rank(field, own), ruled, entry)


def unused(
    terms: Terms,
    entries: Iterable[Entry],
    lines: Iterable[Line],
    adjustments: Iterable[Adjustment] = (),
    lots: Sequence[EntryId] = (),
    *,
    entry: EntryId,
) -> list[Term]:
    """Return the values of the tie-breaks that an entry's place did not need, one sentence each."""
    own = tuple(lines)
    field = field_of(terms, entries, own, adjustments, lots)
    return unused_for(field, terms.rules.rank(field, own), entry)


def field_of(
    terms: Terms,
    entries: Iterable[Entry],
    lines: Iterable[Line],
    adjustments: Iterable[Adjustment] = (),
    lots: Sequence[EntryId] = (),
) -> Field:
    """Return the field: all entries with their tallies."""
    entered, own = {entry.id: entry for entry in entries}, tuple(lines)
    idle = (round_ for entry in entered.values() for round_ in entry.idle)
    rounds = max((*(line.round for line in own), *idle), default=0)
    return Field(terms, entered, tallies(terms, entered, own, adjustments), tuple(lots), rounds)


def rows(field: Field, ranking: Ranking) -> Iterator[Standing]:
    """Yield the standings of a ranked field."""
    for entry, place in ranking.place.items():
        tally = field.tallies[entry]
        yield Standing(
            place=place,
            entry=entry,
            score=tally.score,
            played=tally.played,
            won=tally.count_met(1),
            drawn=tally.count_met(0),
            lost=tally.count_met(-1),
            breaks=dict(_breaks(field, ranking, entry)),
            why=field.terms.rules.why(field, ranking, entry),
            provisional=tally.provisional,
            direction=field.entries[entry].direction,
        )


def _breaks(field: Field, ranking: Ranking, entry: EntryId) -> Iterator[tuple[str, Fraction | None]]:
    """Yield the name and the value of each tie-break in the terms.

    The value is that of its first use for this entry. For an unused tie-break it is the value of the entry on its own.
    """
    values = {step.name: step.values[entry] for step in reversed(ranking.steps_of[entry])}
    for name in field.terms.tie_breaks:
        yield name, values[name] if name in values else BREAKS[name](field, entry, (entry,))
