"""The order of a field by score and tie-breaks. Formats that rank in another way do so in `formats`.

Tie-breaks apply in the order of the terms. Each divides the entries that are still level into smaller groups, and each
group goes on with the next tie-break, never with an earlier one. Only head to head and the lot depend on which entries
are level: head to head is applied again to a group that it has made smaller, and both are applied again to a group that
has become smaller and is still level at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Final

from domain.tournament.standings.tie_breaks import BREAKS, LESS_IS_BETTER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from domain.tournament.standings.scores import Result
    from domain.tournament.standings.tie_breaks import Field, Group
    from domain.tournament.state import EntryId

HEAD: Final = "head-to-head"
RELATIVE: Final = frozenset({HEAD, "lot"})
"""The tie-breaks that depend on which entries are level."""
NEVER: Final = 1_000
"""A round number that no tournament reaches: stands for a loss or withdrawal that did not happen."""


@dataclass(frozen=True)
class Step:
    """One tie-break, applied to a group of level entries."""

    name: str
    level: Group
    """The entries of the group, in the order of the tie-break."""
    values: dict[EntryId, Fraction | None]

    @cached_property
    def separates(self) -> bool:
        """Return whether the tie-break separated any of the entries."""
        return len(set(self.values.values())) > 1


@dataclass(frozen=True, slots=True)
class Path:
    """The way of an entry through a knockout."""

    loss: Result | None
    """The first encounter that the entry lost; None if it has not lost, or withdrew before."""
    out: int
    """The round of the loss, or the first round after a withdrawal; `NEVER` if there is neither."""
    since: int = 0
    """Number of encounters won after the loss: for the third place, or in the consolation."""
    again: int = NEVER
    """The round of the second loss, or the first round after a withdrawal; `NEVER` if there is neither."""


@dataclass(frozen=True)
class Ranking:
    """The order of a field, and the tie-breaks or paths that gave it."""

    places: tuple[Group, ...]
    """All entries from the first place on; the entries of a group share a place."""
    steps: tuple[Step, ...] = ()
    apart: int = 0
    """Number of groups at the end that are ranked apart, from the first place on."""
    paths: dict[EntryId, Path] = dataclass_field(default_factory=dict)
    """In a knockout, the path of each entry."""

    @cached_property
    def place(self) -> dict[EntryId, int]:
        """Return the place of every entry, from 1."""
        first = len(self.places) - self.apart
        return {
            entry: place
            for groups in (self.places[:first], self.places[first:])
            for place, group in zip(accumulate(map(len, groups), initial=1), groups, strict=False)
            for entry in group
        }

    @cached_property
    def sharing(self) -> dict[EntryId, Group]:
        """Return for each entry all entries that share its place, the entry included."""
        return {entry: group for group in self.places for entry in group}

    @cached_property
    def steps_of(self) -> dict[EntryId, list[Step]]:
        """Return for each entry the tie-breaks that were applied to it, in order."""
        steps_of: dict[EntryId, list[Step]] = {entry: [] for entry in self.place}
        for step in self.steps:
            for entry in step.level:
                steps_of[entry].append(step)
        return steps_of


def by_score(field: Field) -> Ranking:
    """Return the order by score, then by the tie-breaks of the terms."""
    steps: list[Step] = []
    places: list[Group] = []
    ordered = sorted(field.entries, key=lambda entry: (-field.score(entry), number(entry)))
    for _, level in groupby(ordered, field.score):
        group = tuple(level)
        places += _separate(field, group, field.terms.tie_breaks, steps, len(group))
    return Ranking(tuple(places), tuple(steps))


def by_direction(field: Field) -> Ranking:
    """Return the order of the pairs that sat North and South, then of the others, each from the first place on."""
    north = {entry: each for entry, each in field.entries.items() if each.direction != "EW"}
    east = {entry: each for entry, each in field.entries.items() if each.direction == "EW"}
    first, second = (by_score(replace(field, entries=entries)) for entries in (north, east))
    return Ranking(first.places + second.places, first.steps + second.steps, apart=len(second.places))


def _separate(field: Field, level: Group, names: Sequence[str], steps: list[Step], before: int) -> Iterator[Group]:
    """Yield the groups that tie-breaks make of one group, in order. ``before``: its size at the first tie-break."""
    if not names and len(level) < before:
        names, before = [name for name in field.terms.tie_breaks if name in RELATIVE], len(level)
    if len(level) == 1 or not names:
        yield level
        return
    name, *rest = names
    values = {entry: BREAKS[name](field, entry, level) for entry in level}

    def place(entry: EntryId) -> tuple[bool, Fraction]:
        value = values[entry]
        if value is None:
            return True, Fraction(0)
        return False, value if name in LESS_IS_BETTER else -value

    ordered = tuple(sorted(level, key=lambda entry: (place(entry), number(entry))))
    step = Step(name, ordered, values)
    steps.append(step)
    again = names if name == HEAD and step.separates else rest
    for _, part in groupby(ordered, place):
        yield from _separate(field, tuple(part), again, steps, before)


def number(entry: EntryId) -> tuple[int, str]:
    """Return the sort key of the entry list: ``"2"`` before ``"10"``."""
    return len(entry), entry
