"""The order of a field: by score and tie-breaks, by the stage of a knockout that was reached, or up a ladder.

Tie-breaks are taken in the order of the terms. Each is asked of all who are still level, and sorts them into smaller
groups; each of these goes on with the next tie-break, never again with one before it. Only head to head, which rests on
who is level, is asked anew of a group that it has made smaller.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as dataclass_field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Final

from domain.tournament.state import BYE, FORFEIT, PLAYED, WALKOVER
from domain.tournament.tie_breaks import BREAKS, LESS_IS_BETTER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from domain.tournament.scores import Result
    from domain.tournament.state import Entry, EntryId
    from domain.tournament.tie_breaks import Field, Group

HEAD: Final = "head-to-head"
NEVER: Final = 1_000
"""No tournament has so many rounds."""


@dataclass(frozen=True, slots=True)
class Step:
    """One tie-break, asked of all who were level."""

    name: str
    level: Group
    """In the order that it gave."""
    values: dict[EntryId, Fraction | None]

    @property
    def separates(self) -> bool:
        """Whether it left fewer level."""
        return len(set(self.values.values())) > 1


@dataclass(frozen=True, slots=True)
class Path:
    """How far an entry came in a knockout."""

    lost: tuple[Result | int, ...]
    """Where it lost, in order: an encounter, or the round before which it withdrew."""
    later: tuple[Result, ...]
    """What it won at a table or without its opponent, once it had lost."""

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds in which it lost."""
        return tuple(each if isinstance(each, int) else each.round for each in self.lost)

    @property
    def out(self) -> int:
        """The round in which it first lost; `NEVER` if it did not."""
        return self.rounds[0] if self.lost else NEVER


@dataclass(frozen=True)
class Ranking:
    """The order of a field, and how it came about."""

    places: tuple[Group, ...]
    """Everybody from the first place on; those in one group share a place."""
    steps: tuple[Step, ...] = ()
    paths: dict[EntryId, Path] = dataclass_field(default_factory=dict)
    """In a knockout, how far everybody came."""

    @cached_property
    def place(self) -> dict[EntryId, int]:
        """Everybody's place, from 1."""
        before = accumulate((len(group) for group in self.places), initial=1)
        return {entry: place for place, group in zip(before, self.places, strict=False) for entry in group}

    @cached_property
    def sharing(self) -> dict[EntryId, Group]:
        """All who share an entry's place, itself among them."""
        return {entry: group for group in self.places for entry in group}

    @cached_property
    def asked(self) -> dict[EntryId, list[Step]]:
        """The tie-breaks that were asked of an entry, in order."""
        asked: dict[EntryId, list[Step]] = {entry: [] for entry in self.place}
        for step in self.steps:
            for entry in step.level:
                asked[entry].append(step)
        return asked


def by_score(field: Field) -> Ranking:
    """The order by score, then by the tie-breaks of the terms."""
    steps: list[Step] = []
    places: list[Group] = []
    ordered = sorted(field.entries, key=lambda entry: (-field.score(entry), number(entry)))
    for _, level in groupby(ordered, field.score):
        places += _separate(field, tuple(level), field.terms.tie_breaks, steps)
    return Ranking(tuple(places), tuple(steps))


def _separate(field: Field, level: Group, names: Sequence[str], steps: list[Step]) -> Iterator[Group]:
    """The smaller groups that tie-breaks make of one."""
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
        yield from _separate(field, tuple(part), again, steps)


def knockout(field: Field) -> Ranking:
    """The order by the stage that was reached.

    Who lost later stands higher. Among those who first lost in the same round, who lost again in a later round, or not
    again, stands higher (the consolation, the match for the third place); then who won more since. Others share a
    place: tie-breaks are not asked.
    """
    found = paths(field)

    def stage(entry: EntryId) -> tuple[int, int, int]:
        path = found[entry]
        again = path.rounds[1] if len(path.lost) > 1 else NEVER
        return -path.out, -again, -len(path.later)

    ordered = sorted(field.entries, key=lambda entry: (stage(entry), number(entry)))
    return Ranking(tuple(tuple(group) for _, group in groupby(ordered, stage)), paths=found)


def paths(field: Field) -> dict[EntryId, Path]:
    """How far everybody came."""
    lost = {entry: [each for each in field.tallies[entry].results if _beaten(each)] for entry in field.entries}
    first = {
        entry: lost[entry][0].round if lost[entry] else entered.out or NEVER for entry, entered in field.entries.items()
    }
    found = {}
    for entry, entered in field.entries.items():
        beaten: list[Result | int] = [*lost[entry]]
        if entered.out is not None and (not beaten or (len(beaten) == 1 and _plays_on(field, entered, first))):
            beaten.append(entered.out)
        won = tuple(
            each
            for each in field.tallies[entry].results
            if each.kind in (PLAYED, WALKOVER) and each.outcome == 1 and each.round > first[entry]
        )
        found[entry] = Path(tuple(beaten), won)
    return found


def stage_of(found: dict[EntryId, Path], round_: int) -> str:
    """What was played in a round by those who had not lost yet."""
    left = sum(path.out >= round_ for path in found.values())
    for most, name in ((2, "the final"), (4, "a semi-final"), (8, "a quarter-final")):
        if left <= most:
            return name
    return f"the round of the last {1 << (left - 1).bit_length()}"


def _plays_on(field: Field, entry: Entry, first: dict[EntryId, int]) -> bool:
    """Whether one who has lost plays on: in the consolation, or for the third place."""
    won = any(each.outcome == 1 and each.kind != BYE for each in field.tallies[entry.id].results)
    left = sum(round_ >= first[entry.id] for round_ in first.values())
    return (field.terms.consolation and not won) or (field.terms.third_place and left in (3, 4))


def _beaten(result: Result) -> bool:
    return result.kind in (PLAYED, FORFEIT) and result.outcome == -1


def ladder(field: Field, order: Sequence[EntryId]) -> Ranking:
    """The order of a ladder, from the top."""
    return Ranking(tuple((entry,) for entry in order))


def number(entry: EntryId) -> tuple[int, str]:
    """By the entry list: ``"2"`` before ``"10"``."""
    return len(entry), entry
