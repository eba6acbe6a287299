"""What an encounter came to: deal by deal, as a whole, and as lines of the standings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from domain.tournament.state import FORFEIT, PLAYED, WALKOVER, EntryId, Line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from domain.tournament.terms import Encounter

Both: TypeAlias = tuple[int, int]
"""Of the side that sits North and South, and of the other."""
Sides: TypeAlias = tuple[tuple[EntryId, ...], tuple[EntryId, ...]]


@dataclass(frozen=True, slots=True)
class Row:
    """One deal of an encounter: what each side won of what is played for, and card points where they were counted."""

    number: int
    won: Both
    points: Both = (0, 0)


@dataclass(frozen=True, slots=True)
class Score:
    """What an encounter came to, or one board of it."""

    won: Both
    deals: Both = (0, 0)
    """Deals won."""
    points: Both = (0, 0)


def added_up(rows: Iterable[Row]) -> Score:
    """What some deals come to together."""
    won = deals = points = (0, 0)
    for row in rows:
        won = _plus(won, row.won)
        points = _plus(points, row.points)
        deals = _plus(deals, (int(row.won[0] > row.won[1]), int(row.won[1] > row.won[0])))
    return Score(won, deals, points)


def decided(terms: Encounter, rows: Iterable[Row]) -> tuple[Row, ...] | None:
    """The deals that decide an encounter, in order; None while it is not decided. Deals after these do not count.

    Where the terms set neither a race nor a number of deals, the deals never decide it: the players stop.
    """
    counted: list[Row] = []
    for row in sorted(rows, key=lambda each: each.number):
        counted.append(row)
        won = added_up(counted).won
        if terms.race is not None:
            if max(won) >= terms.race and (won[0] != won[1] or terms.level == "draw"):
                return tuple(counted)
        elif terms.deals is not None and len(counted) >= terms.deals and (won[0] != won[1] or terms.level == "draw"):
            return tuple(counted)
    return None


def played(round_: int, table: int, sides: Sides, score: Score, board: int, *, confirmed: bool) -> Iterator[Line]:
    """A line for each entry at the table."""
    for side, own in enumerate(sides):
        other = 1 - side
        for entry in own:
            yield Line(
                round=round_,
                entry=entry,
                kind=PLAYED,
                table=table,
                against=sides[other],
                partners=tuple(each for each in own if each != entry),
                won=score.won[side],
                lost=score.won[other],
                deals_won=score.deals[side],
                deals_lost=score.deals[other],
                points=score.points[side],
                points_lost=score.points[other],
                board=board,
                confirmed=confirmed,
            )


def forfeited(round_: int, table: int, sides: Sides, guilty: Collection[int]) -> Iterator[Line]:
    """The lines where a side, or each of them, forfeited."""
    for side, own in enumerate(sides):
        for entry in own:
            partners = tuple(each for each in own if each != entry)
            kind = FORFEIT if side in guilty else WALKOVER
            yield Line(round_, entry, kind, table, sides[1 - side], partners)


def _plus(one: Both, other: Both) -> Both:
    return one[0] + other[0], one[1] + other[1]
