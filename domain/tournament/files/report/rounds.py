"""The rounds of a report file, read from the cells of its competitors and from its comments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.engine.words.values import Listing
from domain.tournament.files.report.columns import ColumnError
from domain.tournament.files.report.comments import DEALS, POINTS, WON
from domain.tournament.files.report.report import NO_COLOUR, NORTH, PAIRING_BYE, SHARE_BYES, SOUTH, UNKNOWN, ZERO_BYE
from domain.tournament.terms import MOST_ROUNDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from domain.tournament.files.report.columns import Competitor
    from domain.tournament.files.report.comments import Comments
    from domain.tournament.files.report.report import Cell
    from domain.tournament.results.sheet import Both

OPPOSITE: Final[Mapping[str, str]] = {"1": "0", "0": "1", "=": "=", "+": "-", UNKNOWN: UNKNOWN}
"""The result of the opponent. A forfeit is opposite to a walkover, or to a forfeit."""
WITHOUT: Final = (PAIRING_BYE, *SHARE_BYES.values())
SIGNS: Final[Mapping[str, int]] = {"1": 1, "=": 0, "0": -1}


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table of a round. Everything of its sides is in the order North and South, East and West."""

    table: int
    starts: Both
    """Start numbers."""
    results: str
    """The results of both sides, as in ``10``, ``+-`` or two spaces."""
    won: Both | None = None
    """The tokens or points that decide; None if the file does not say."""
    deals: Both = (0, 0)
    points: Both = (0, 0)


@dataclass(frozen=True, slots=True)
class FileRound:
    """A round of a file."""

    number: int
    tables: tuple[FileTable, ...]
    without: tuple[tuple[int, str], ...]
    """The start numbers that sit at no table, each with the result (`WITHOUT`)."""


def count_played(competitors: Iterable[Competitor]) -> int:
    """Return the number of the last round in which somebody has an opponent.

    A file for the draw of the next round has a cell for it too, of those alone who do not play it.
    """
    return max(
        (number for each in competitors for number in range(1, each.rounds + 1) if _meets(each, number)), default=0
    )


def _meets(competitor: Competitor, number: int) -> bool:
    """Return whether a competitor has an opponent in a round."""
    cell = competitor.cell(number)
    return cell is not None and cell.opponent != 0


def read_rounds(competitors: Iterable[Competitor], comments: Comments) -> tuple[FileRound, ...]:
    """Return the rounds of a file that are drawn. Raises `ColumnError` if cells or comments contradict each other."""
    by_start = {each.start: each for each in competitors}
    last = count_played(by_start.values())
    if last > MOST_ROUNDS:
        raise ColumnError("the file has {count} rounds; the most is {most}", count=last, most=MOST_ROUNDS)
    if unknown := sorted(comments.starts - by_start.keys()):
        raise ColumnError("the file has no competitor {numbers}", numbers=Listing(tuple(unknown)))
    return tuple(_round(number, by_start, comments) for number in range(1, last + 1))


def _round(number: int, by_start: Mapping[int, Competitor], comments: Comments) -> FileRound:
    cells = {start: each.cell(number) for start, each in sorted(by_start.items())}
    tables, without = [], []
    for start, cell in cells.items():
        if cell is None:
            without.append((start, ZERO_BYE))
        elif not cell.opponent:
            if cell.result not in WITHOUT:
                raise ColumnError(
                    "round {round}: {start} has no opponent and the result {result}",
                    round=number, start=start, result=repr(cell.result),
                )  # fmt: skip
            without.append((start, PAIRING_BYE if start in comments.byes.get(number, ()) else cell.result))
        else:
            other = cells.get(cell.opponent)
            if other is None or other.opponent != start or cell.opponent == start:
                raise ColumnError(
                    "round {round}: {start} meets {other}, but {other} does not meet {start}",
                    round=number, start=start, other=cell.opponent,
                )  # fmt: skip
            if start < cell.opponent:
                tables.append(_sides(number, start, cell, other))
    return FileRound(number, tuple(_with_numbers(number, tables, comments)), tuple(without))


def _sides(number: int, start: int, cell: Cell, other: Cell) -> tuple[Both, str]:
    """Return the start numbers and the results at a table, North and South first."""
    pair = cell.result + other.result
    if OPPOSITE.get(cell.result) != other.result and pair not in ("-+", "--"):
        raise ColumnError(
            "round {round}: the results of {start} and {other} contradict each other",
            round=number, start=start, other=cell.opponent,
        )  # fmt: skip
    colours = cell.colour, other.colour
    if colours == (SOUTH, NORTH):
        return (cell.opponent, start), pair[::-1]
    if colours not in ((NORTH, SOUTH), (NO_COLOUR, NO_COLOUR)):
        raise ColumnError(
            "round {round}: the sides of {start} and {other} contradict each other",
            round=number, start=start, other=cell.opponent,
        )  # fmt: skip
    return (start, cell.opponent), pair


def _with_numbers(number: int, tables: Iterable[tuple[Both, str]], comments: Comments) -> Iterator[FileTable]:
    """Yield the tables of a round with their numbers; without comments about them, in the order of the file."""
    listed = list(tables)
    known = {starts: table for table, starts in comments.tables.get(number, {}).items()}
    if not known:
        yield from (FileTable(table, starts, results) for table, (starts, results) in enumerate(listed, 1))
        return
    if known.keys() != {starts for starts, _ in listed}:
        raise ColumnError("round {round}: the comment about its tables contradicts the lines 001", round=number)
    won, deals, points = (comments.numbers.get((number, kind), {}) for kind in (WON, DEALS, POINTS))
    for table, (starts, results) in sorted((known[starts], (starts, results)) for starts, results in listed):
        own = won.get(table)
        if own is not None and (own[0] > own[1]) - (own[0] < own[1]) != SIGNS.get(results[0]):
            raise ColumnError(
                "round {round}: the comment about table {table} contradicts the lines 001", round=number, table=table
            )
        yield FileTable(table, starts, results, own, deals.get(table, (0, 0)), points.get(table, (0, 0)))
