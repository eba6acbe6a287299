"""Tables of four at which nobody meets those whom a draw keeps apart, where partners are drawn."""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, Final, TypeAlias

from domain.tournament.draws.history import couple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from domain.tournament.state import EntryId

Apart: TypeAlias = "Mapping[tuple[EntryId, EntryId], bool]"
"""The couples that should not meet; True if no draw may bring them together (`kept_apart`)."""
MOST_STEPS: Final = 20_000
"""The largest number of players that a search places and takes away again."""
MOST_CHOICES: Final = 500
"""The largest number of ways to sit out that are tried."""


def together(table: Sequence[EntryId], apart: Apart) -> tuple[int, int]:
    """Return the number of couples at a table who must not meet, and of those who should not."""
    if not apart:
        return 0, 0
    known = [apart[two] for one, other in combinations(table, 2) if (two := couple(one, other)) in apart]
    return sum(known), len(known) - sum(known)


def choose_idle(by_turn: Sequence[EntryId], count: int, apart: Apart) -> list[EntryId] | None:
    """Return the players who sit out: the first in turn, unless others must, so that a draw is possible.

    ``by_turn``: all players, the first in turn to sit out first. Returns None if there is no draw in which those who
    must not meet sit at different tables.
    """
    absolute = {two: True for two, must in apart.items() if must}
    for out in islice(combinations(by_turn, count), MOST_CHOICES):
        if not absolute or separate([each for each in by_turn if each not in out], absolute) is not None:
            return list(out)
    return None


def separate(field: Sequence[EntryId], apart: Apart) -> list[list[EntryId]] | None:
    """Return tables of four without a couple of ``apart``; None if there are none, or none was found in time.

    Players with the most others to keep away from are placed first, each at the first table where that is possible.
    """
    away: dict[EntryId, set[EntryId]] = {each: set() for each in field}
    for one, other in apart:
        if one in away and other in away:
            away[one].add(other)
            away[other].add(one)
    order = sorted((each for each in field if away[each]), key=lambda each: -len(away[each]))
    tables: list[list[EntryId]] = [[] for _ in range(len(field) // 4)]
    chosen: list[int] = []
    first = 0
    for _ in range(MOST_STEPS):
        if len(chosen) == len(order):
            return _fill(tables, [each for each in field if not away[each]])
        player = order[len(chosen)]
        at = next((n for n in range(first, len(tables)) if _fits(tables, n, away[player])), None)
        if at is not None:
            tables[at].append(player)
            chosen.append(at)
            first = 0
        elif chosen:
            last = chosen.pop()
            tables[last].pop()
            first = last + 1
        else:
            return None
    return None


def _fits(tables: Sequence[Sequence[EntryId]], at: int, away: set[EntryId]) -> bool:
    """Return whether a player can sit at a table. Of the empty tables only the first is tried."""
    return len(tables[at]) < 4 and not away & set(tables[at]) and (not at or bool(tables[at - 1]))


def _fill(tables: Sequence[Sequence[EntryId]], rest: Sequence[EntryId]) -> list[list[EntryId]]:
    """Return the tables with the other players in the empty seats."""
    others = iter(rest)
    return [[*table, *islice(others, 4 - len(table))] for table in tables]
