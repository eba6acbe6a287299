"""The lines of an encounter, and the deals that decide it."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from domain.tournament.draws.movements import times_played
from domain.tournament.results.sheet import Both, Total
from domain.tournament.rulings import artificial
from domain.tournament.standings import boards
from domain.tournament.state import ASSIGNED, FORFEIT, PLAYED, WALKOVER, DrawError, Line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from domain.tournament.state import Draw, Entry, EntryId, Sides
    from domain.tournament.terms import Terms


def deciding_deals(terms: Terms, won: Mapping[int, Both]) -> tuple[int, ...] | None:
    """Return the numbers of the deals that decide an encounter; None while it is undecided. Later deals do not count.

    ``won``: the tokens or points that each settled deal gave the two sides, by number. If the terms have neither a race
    nor a number of deals, the result is always None: the encounter ends when the players stop.
    """
    counted: list[int] = []
    first = second = 0
    for number in sorted(won):
        counted.append(number)
        first, second = first + won[number][0], second + won[number][1]
        if terms.encounter.race is not None:
            enough = max(first, second) >= terms.encounter.race
        else:
            enough = terms.encounter.deals is not None and len(counted) >= terms.encounter.deals
        if enough and (first != second or terms.may_be_level):
            return tuple(counted)
    return None


def played_lines(round_: int, table: int, sides: Sides, total: Total, board: int, *, confirmed: bool) -> Iterator[Line]:
    """Yield a line for each entry at the table."""
    for own, other in ((0, 1), (1, 0)):
        for entry in sides[own]:
            yield Line(
                round=round_,
                entry=entry,
                kind=PLAYED,
                table=table,
                against=sides[other],
                partners=tuple(each for each in sides[own] if each != entry),
                won=total.won[own],
                lost=total.won[other],
                deals_won=total.deals[own],
                deals_lost=total.deals[other],
                points=total.points[own],
                points_lost=total.points[other],
                board=board,
                confirmed=confirmed,
            )


def forfeit_lines(round_: int, table: int, sides: Sides, guilty: Collection[int]) -> Iterator[Line]:
    """Yield the lines of an encounter that one side or both forfeited. ``guilty``: the indexes of these sides."""
    for side, own in enumerate(sides):
        for entry in own:
            partners = tuple(each for each in own if each != entry)
            kind = FORFEIT if side in guilty else WALKOVER
            yield Line(round_, entry, kind, table, sides[1 - side], partners)


def compare_boards(
    terms: Terms, entries: Sequence[Entry], draws: Iterable[Draw], lines: Iterable[Line], *, points: bool
) -> list[Line]:
    """Return the lines for the standings: in a duplicate, each board is compared with the other tables.

    ``points``: True if the game is played for points, False for tokens. A side that forfeits a table gets an average
    minus on its boards, the other side an average plus; averages that a director gave (`artificial`) are kept. Teams of
    four are compared only with their opponents: a board counts as soon as both tables have a result. The lines of late
    plays are kept, so that the standings are provisional.
    """
    own = list(lines)
    if not terms.rules.has_boards:
        return own
    scale = boards.POINTS if points else boards.TOKENS
    unpaired = [line for line in own if not line.board and line.kind not in (FORFEIT, WALKOVER)]
    late = [line for line in own if line.kind == artificial.LATE_PLAY]
    results = list(on_boards(draws, own))
    if terms.two_tables:
        return unpaired + late + [line for both in at_two_tables(results) for line in boards.team_lines(*both, scale)]
    times = times_to_play(terms, entries)
    return unpaired + late + boards.lines_of(results, terms.board_counts, times, scale, terms.averages)


def on_boards(draws: Iterable[Draw], lines: Iterable[Line]) -> Iterator[boards.Result]:
    """Yield the result of every table on each board that it played, including forfeited tables."""
    there = {(line.round, line.table, line.entry, line.board): line for line in lines}
    played: dict[tuple[int, int], set[int]] = defaultdict(set)
    for round_, table, _, board in there:
        played[round_, table].add(board)
    for draw in draws:
        for pairing in draw.pairings:
            (ours, *_), (theirs, *_) = pairing.sides
            forfeits = [there.get((draw.round, pairing.table, each, 0)) for each in (ours, theirs)]
            first, second = ("A-" if each and each.kind == FORFEIT else "A+" for each in forfeits)
            forfeited_ = (first, second) if all(forfeits) else None
            wrong = () if forfeited_ else sorted(played[draw.round, pairing.table] - {0, *pairing.boards})
            for board in (*pairing.boards, *wrong):
                both = [there.get((draw.round, pairing.table, each, board)) for each in (ours, theirs)]
                line, ruled = both[0], forfeited_ or _averages(both)
                if ruled is None and (line is None or line.kind not in (PLAYED, ASSIGNED)):
                    continue
                switched = line is not None and line.switched and not ruled
                won = 0 if line is None else line.won - line.lost
                yield boards.Result(
                    board=board,
                    sides=(theirs, ours) if switched else (ours, theirs),
                    won=-won if switched else won,
                    ruled=ruled,
                    assigned=(line.assigned[0], line.assigned[1]) if line and line.assigned and not ruled else None,
                    round=draw.round,
                    table=pairing.table,
                    confirmed=line is None or line.confirmed,
                )


def _averages(both: Sequence[Line | None]) -> tuple[str, str] | None:
    """Return the averages that a director gave the two sides of a board; None if their lines hold none."""
    marks = [artificial.MARKS.get(line.kind) if line else None for line in both]
    first, second = marks
    return (first, second) if first and second else None


def at_two_tables(results: Iterable[boards.Result]) -> Iterator[tuple[boards.Result, boards.Result]]:
    """Yield the results of teams of four, board by board, where both tables have one; the first table first."""
    waiting: dict[tuple[int, int, tuple[EntryId, EntryId]], boards.Result] = {}
    for result in results:
        other = waiting.pop((result.round, result.board, result.sides[::-1]), None)
        if other is None:
            waiting[result.round, result.board, result.sides] = result
        else:
            yield other, result


def times_to_play(terms: Terms, entries: Sequence[Entry]) -> int:
    """Return the number of tables at which a board is to be played; 0 if there is no movement."""
    try:
        return times_played(terms, entries)
    except DrawError:
        return 0
