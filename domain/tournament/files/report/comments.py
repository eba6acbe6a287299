"""The comments of a report file that hold what its columns cannot: tables, numbers won, withdrawals and rulings.

Other programs skip comments. `write` and `read` are inverse: a file that goes out comes in with the same results.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from domain.tournament.files.report.report import LONGEST_NAME
from domain.tournament.standings.scores import adjustment_amount
from domain.tournament.state import PLAYED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from domain.tournament.files.report.competition import Competition
    from domain.tournament.results.sheet import Both
    from domain.tournament.state import EntryId, Line

IN_A_LINE: Final = 10
"""The most tables or entries of one line."""
WON: Final = "won"
DEALS: Final = "deals"
POINTS: Final = "points"
TABLES: Final = "tables"
BYES: Final = "byes"
OF_ROUND: Final = re.compile(rf"round ([0-9]{{1,3}}), ({TABLES}|{WON}|{DEALS}|{POINTS}|{BYES}): (.+)")
OF_TABLE: Final = re.compile(r"([0-9]{1,4}) = (-?[0-9]{1,6}):(-?[0-9]{1,6})")
STARTS: Final = r"[0-9]{1,4}(?:, [0-9]{1,4})*"
"""A list of start numbers."""
WITHDREW: Final = re.compile(rf"withdrew before round ([0-9]{{1,3}}): ({STARTS})")
NAME: Final = re.compile(r"start number ([0-9]{1,4}): (.+)")
APART: Final = re.compile(rf"kept apart if possible: ({STARTS})")
BEGINS: Final = re.compile(r"start number ([0-9]{1,4}) begins with (-?[0-9]{1,6}(?:\.[0-9]{1,2})?)")
RULED: Final = re.compile(
    r"ruling on start number ([0-9]{1,4}), (score|tokens), round ([0-9]{1,3}): (-?[0-9]{1,6}(?:\.[0-9]{1,2})?)"
)


@dataclass(frozen=True, slots=True)
class FileRuling:
    """A ruling on a score. ``amount``: in the unit of scores; ``round``: the round that it is about, or 0."""

    start: int
    amount: Fraction
    unit: str
    round: int


@dataclass(frozen=True, slots=True)
class Comments:
    """The content of the comments of a file."""

    tables: dict[int, dict[int, Both]] = field(default_factory=lambda: defaultdict(dict))
    """The start numbers of North-South and East-West, by round and table."""
    numbers: dict[tuple[int, str], dict[int, Both]] = field(default_factory=lambda: defaultdict(dict))
    """The numbers of both sides, by round and kind (`WON`, `DEALS` or `POINTS`), then by table."""
    byes: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """The start numbers that sat out, by round, where several did."""
    names: dict[int, str] = field(default_factory=dict)
    """Whole names that are cut in their column, by start number."""
    withdrew: dict[int, int] = field(default_factory=dict)
    """The first round that a withdrawn entry is not drawn for, by start number."""
    begins: dict[int, Fraction] = field(default_factory=dict)
    """Starting scores, by start number."""
    rulings: list[FileRuling] = field(default_factory=list)
    apart: list[tuple[int, ...]] = field(default_factory=list)
    """The start numbers of entries that draws keep apart if possible."""

    @property
    def starts(self) -> set[int]:
        """Return the start numbers that the comments on entries name."""
        ruled = {each.start for each in self.rulings}
        return {*self.withdrew, *self.begins, *ruled, *(start for group in self.apart for start in group)}


def write(competition: Competition) -> Iterator[str]:
    """Yield the comments on a tournament, as far as its results are visible."""
    tournament, starts = competition.tournament, competition.starts
    if any(entry != str(start) for entry, start in starts.items()):
        yield from _lines("start number = entry", (f"{start} = {entry}" for entry, start in starts.items()))
    for entry in competition.entries:
        if len(entry.name) > LONGEST_NAME:
            yield f"start number {starts[entry.id]}: {entry.name}"
    for draw in tournament.draws:
        tables = {each.table: (each.sides[0][0], each.sides[1][0]) for each in draw.pairings}
        title = f"round {draw.round}"
        pairs = (f"{table} = {starts[north]}:{starts[south]}" for table, (north, south) in tables.items())
        yield from _lines(f"{title}, {TABLES}", pairs)
        lines = {table: competition.lines.get((draw.round, north)) for table, (north, _) in tables.items()}
        played = {table: line for table, line in lines.items() if line is not None and line.kind == PLAYED}
        for kind in (WON, DEALS, POINTS):
            numbers = {table: _numbers(line, kind) for table, line in played.items()}
            if kind == WON or any(map(any, numbers.values())):
                yield from _lines(f"{title}, {kind}", (f"{table} = {a}:{b}" for table, (a, b) in numbers.items()))
        if len(draw.byes) > 1:
            yield from _lines(f"{title}, {BYES}", (str(starts[entry]) for entry in draw.byes))
    yield from _entries(competition)


def _numbers(line: Line, kind: str) -> Both:
    """Return the numbers of a kind at a table, from the line of the side that sits North and South."""
    if kind == DEALS:
        return line.deals_won, line.deals_lost
    if kind == POINTS:
        return line.points, line.points_lost
    return line.won, line.lost


def _entries(competition: Competition) -> Iterator[str]:
    """Yield the comments on withdrawals, starting scores, rulings, and entries that should not meet."""
    tournament, starts = competition.tournament, competition.starts
    out: defaultdict[int, list[EntryId]] = defaultdict(list)
    for entry in competition.entries:
        if entry.out is not None:
            out[entry.out].append(entry.id)
    for number, gone in sorted(out.items()):
        yield from _lines(f"withdrew before round {number}", (str(starts[entry]) for entry in gone))
    for each in tournament.starting_scores.values():
        if each.entry in starts:
            amount = adjustment_amount(tournament.terms, each.amount, each.unit)
            yield f"start number {starts[each.entry]} begins with {_decimal(amount)}"
    for ruling in tournament.adjustments.values():
        if ruling.entry in starts:
            amount = adjustment_amount(tournament.terms, ruling.amount, ruling.unit)
            where = f"start number {starts[ruling.entry]}, {ruling.unit}, round {ruling.round}"
            yield f"ruling on {where}: {_decimal(amount)}"
    for apart in tournament.avoidances.values():
        there = [str(starts[entry]) for entry in apart.entries if entry in starts]
        if not apart.absolute and len(there) > 1:
            yield f"kept apart if possible: {', '.join(there)}"


def _lines(title: str, items: Iterable[str]) -> Iterator[str]:
    """Yield lines with a title and up to `IN_A_LINE` items each."""
    listed = list(items)
    for first in range(0, len(listed), IN_A_LINE):
        yield f"{title}: {', '.join(listed[first : first + IN_A_LINE])}"


def _decimal(amount: Fraction) -> str:
    return f"{float(amount):.2f}".rstrip("0").rstrip(".")


def read(lines: Sequence[tuple[int, str]]) -> tuple[Comments, frozenset[int]]:
    """Return what the comments of a file say, and the numbers of the lines that say it. Other comments are skipped."""
    comments = Comments()
    used = frozenset(number for number, line in lines if line.startswith("###") and _take(comments, line[3:].strip()))
    return comments, used


def _take(comments: Comments, text: str) -> bool:
    """Add a comment, and return whether it is one that `write` makes."""
    if match := OF_ROUND.fullmatch(text):
        number, kind, items = int(match[1]), match[2], match[3].split(", ")
        return _take_round(comments, number, kind, items)
    if match := BEGINS.fullmatch(text):
        comments.begins[int(match[1])] = Fraction(match[2])
    elif match := RULED.fullmatch(text):
        comments.rulings.append(FileRuling(int(match[1]), Fraction(match[4]), match[2], int(match[3])))
    elif match := WITHDREW.fullmatch(text):
        comments.withdrew.update(dict.fromkeys(map(int, match[2].split(",")), int(match[1])))
    elif match := APART.fullmatch(text):
        comments.apart.append(tuple(map(int, match[1].split(","))))
    elif match := NAME.fullmatch(text):
        comments.names[int(match[1])] = match[2]
    else:
        return False
    return True


def _take_round(comments: Comments, number: int, kind: str, items: Sequence[str]) -> bool:
    """Add a comment on a round, and return whether it can be read."""
    if kind == BYES:
        if not all(each.isdecimal() for each in items):
            return False
        comments.byes[number].update(map(int, items))
        return True
    matches = [OF_TABLE.fullmatch(each) for each in items]
    if None in matches:
        return False
    at = comments.tables[number] if kind == TABLES else comments.numbers[number, kind]
    at.update({int(match[1]): (int(match[2]), int(match[3])) for match in matches if match})
    return True
