"""The entries of a tournament in the order of their start numbers, and their results, for its report file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from domain.tournament.aggregate import DRAWS
from domain.tournament.draws.acceleration import points_in_round
from domain.tournament.draws.history import order_entries
from domain.tournament.state import DrawError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction

    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Entry, EntryId, Line


@dataclass(frozen=True, slots=True)
class Competition:
    """The entries of a tournament in the order of their start numbers, and their results."""

    tournament: Tournament
    entries: tuple[Entry, ...]
    starts: Mapping[EntryId, int]
    lines: Mapping[tuple[int, EntryId], Line]
    """The line of each entry in each round, if there is one."""

    @property
    def rounds(self) -> int:
        """Return the number of drawn rounds."""
        return len(self.tournament.rounds)


def lots_of(tournament: Tournament) -> Sequence[EntryId]:
    """Return the lots of the draws; empty if none were drawn."""
    return tournament.lots[DRAWS].order if DRAWS in tournament.lots else ()


def competition_of(tournament: Tournament, lines: Iterable[Line]) -> Competition:
    """Return the entries of a tournament that took part or still can, and their results."""
    drawn = [each.drawn for each in tournament.rounds.values()]
    there = {entry for draw in tournament.draws for entry in (*draw.entries, *draw.requested)}
    there |= {entry for each in drawn for entry in each.absent}
    entries = tuple(
        entry
        for entry in order_entries(tuple(tournament.entries.values()), lots_of(tournament))
        if entry.id in there or entry.out is None
    )
    starts = {entry.id: start for start, entry in enumerate(entries, 1)}
    return Competition(tournament, entries, starts, {(line.round, line.entry): line for line in lines})


def virtual_points_of_rounds(competition: Competition) -> list[Fraction] | None:
    """Return the virtual points of the upper half in the accelerated rounds; None if they need two decimals."""
    terms = competition.tournament.terms
    points = [points_in_round(terms, number) for number in range(1, (terms.rounds or 0) + 1)]
    points = [each for each in points if each]
    return None if any(each * 10 % 1 for each in points) else points


def is_before_entry(entry: Entry, number: int) -> bool:
    """Return whether a round comes before a late entry that then took part."""
    return number < entry.since and (entry.out is None or entry.out > entry.since)


def last_round(tournament: Tournament) -> int | None:
    """Return the number of rounds of the tournament; None if it is not known yet."""
    try:
        last = tournament.terms.rules.last_round(tournament.terms, tuple(tournament.entries.values()))
    except DrawError:
        return None
    return last if last and last > 0 else None
