"""What an encounter came to as lines of the standings, and when its recorded deals decide it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from domain.tournament import boards
from domain.tournament.movements import times_played
from domain.tournament.score_sheet import Both, Total
from domain.tournament.state import FORFEIT, PLAYED, WALKOVER, DrawError, EntryId, Line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from domain.tournament.state import Draw, Entry
    from domain.tournament.terms import Encounter, Terms

Sides: TypeAlias = tuple[tuple[EntryId, ...], tuple[EntryId, ...]]
"""Who sits North and South, and who against them."""


def decided(terms: Encounter, won: Mapping[int, Both]) -> tuple[int, ...] | None:
    """The deals that decide an encounter, by number; None while it is not decided. Deals after these do not count.

    ``won``: what each settled deal brought, by number. Where the terms set neither a race nor a number of deals, no
    deal decides it: the players stop.
    """
    counted: list[int] = []
    ours = theirs = 0
    for number in sorted(won):
        counted.append(number)
        ours, theirs = ours + won[number][0], theirs + won[number][1]
        if terms.race is not None:
            enough = max(ours, theirs) >= terms.race
        else:
            enough = terms.deals is not None and len(counted) >= terms.deals
        if enough and (ours != theirs or terms.level == "draw"):
            return tuple(counted)
    return None


def played(round_: int, table: int, sides: Sides, came: Total, board: int, *, confirmed: bool) -> Iterator[Line]:
    """A line for each entry at the table."""
    for mine, theirs in ((0, 1), (1, 0)):
        for entry in sides[mine]:
            yield Line(
                round=round_,
                entry=entry,
                kind=PLAYED,
                table=table,
                against=sides[theirs],
                partners=tuple(each for each in sides[mine] if each != entry),
                won=came.won[mine],
                lost=came.won[theirs],
                deals_won=came.deals[mine],
                deals_lost=came.deals[theirs],
                points=came.points[mine],
                points_lost=came.points[theirs],
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


def compared(
    terms: Terms, entries: Sequence[Entry], draws: Iterable[Draw], lines: Iterable[Line], *, points: bool
) -> list[Line]:
    """The lines that standings are made of: in a duplicate each board is compared with what the others made of it.

    ``points``: whether the game is played for points, not for tokens. Whoever forfeits a table has an average minus on
    its boards, the other side an average plus.
    """
    own = list(lines)
    if terms.format != "duplicate":
        return own
    there = {(line.round, line.entry, line.board): line for line in own}
    results = []
    for draw in draws:
        for pairing in draw.pairings:
            (ours, *_), (theirs, *_) = pairing.sides
            for board in pairing.boards:
                line = there.get((draw.round, ours, board))
                whole = there.get((draw.round, ours, 0)), there.get((draw.round, theirs, 0))
                ruled = None
                if whole[0] is not None and whole[1] is not None:
                    ruled = tuple("A-" if each.kind == FORFEIT else "A+" for each in whole if each)
                elif line is None:
                    continue
                results.append(
                    boards.Result(
                        board=board,
                        sides=(ours, theirs),
                        won=0 if line is None else line.won - line.lost,
                        ruled=(ruled[0], ruled[1]) if ruled else None,
                        round=draw.round,
                        table=pairing.table,
                        confirmed=ruled is not None or (line is not None and line.confirmed),
                    )
                )
    try:
        times = times_played(terms, entries)
    except DrawError:
        times = 0
    scale = boards.POINTS if points else boards.TOKENS
    unpaired = [line for line in own if not line.board and line.kind not in (FORFEIT, WALKOVER)]
    return unpaired + boards.lines_of(results, terms.scoring.counts, times, scale)
