"""A table of results as clubs keep it: a row for each table of a round, or in a duplicate for each table and board.

A row of titles names the columns, in any order: ``table``, ``board`` (only in a duplicate), ``ns`` and ``ew``: the
tokens of both sides, or their points if the game is played for points. Other columns, and what stands above the titles,
are ignored. Rows of totals and of tables that have not played yet are left out. A row that cannot be read is named, and
the others are entered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.club.name_matching import key
from domain.csv_rows import MANY_CELLS, has_more_cells, is_sum, read_table
from domain.engine.words.values import Listing, sentence
from domain.engine.words.worded import WordedError
from domain.kernel.errors import Declined
from domain.tournament.results.decisions import enter_result
from domain.tournament.results.sheet import BLANK, Count, Sheet, by_points, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from domain.engine.ruleset import Ruleset
    from domain.engine.words.values import Term
    from domain.tournament.tables.encounter import Encounter

LONGEST_FILE: Final = 60_000
"""The most characters of a file."""
MOST_LINES: Final = 2000
COLUMNS: Final = ("table", "ns", "ew")
BOARD: Final = "board"
TITLES: Final = {
    title: column
    for column, titles in {
        "table": "table tableno tablenumber tisch tischnr மேசை මේසය",
        BOARD: "board boardno boardnumber brett brettnr",
        "ns": "ns northsouth nordsüd வதெ உද",
        "ew": "ew eastwest ow ostwest கிமே නැබ",
    }.items()
    for title in titles.split()
}
"""The column of each title, as `_title` writes them."""
TABLE: Final = re.compile(r"(?:table|tisch|t)? ?([0-9]{1,6})\.?", re.IGNORECASE)
NUMBER: Final = re.compile(r"\+?([0-9]{1,6})(?:[.,]0{1,2})?")
NEGATIVE: Final = re.compile(r"[-−][0-9]+")
NOT_PLAYED: Final = frozenset({"", "-", "–", "—"})

NEW: Final = "new"
SAME: Final = "same"
REFUSED: Final = "refused"
LEFT_OUT: Final = "left-out"


class ResultFileError(WordedError, ValueError):
    """Raised for a file that cannot be read as a whole; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class FileLine:
    """A line of the file as it is written."""

    number: int
    """The number of the line in the file, from 1."""
    table: int = 0
    """0 if it cannot be read."""
    board: int = 0
    """0 without a board, and if it cannot be read."""
    won: tuple[int, int] | None = None
    """Content of the columns ``ns`` and ``ew``; None without a result, and if one of them cannot be read."""
    fault: Term | None = None
    """Why the line cannot be read; None if it can."""
    left_out: Term | None = None
    """Why the line has no result; None if it has one."""


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A line of the file, and what it does."""

    line: FileLine
    state: str
    """`NEW` if its result is entered, `SAME` if that is there already, `LEFT_OUT` without one, else `REFUSED`."""
    why: Term | None = None
    """Why the line is refused or left out; None if it is not."""


def read(text: str) -> list[FileLine]:
    """Return the lines of a file. Raises `ResultFileError` if it has no columns, no lines or too many."""
    numbered, first = read_table(text, LONGEST_FILE, ResultFileError, lambda row: set(COLUMNS) <= set(map(_title, row)))
    if not numbered:
        raise ResultFileError("the file is empty")
    titles = [_title(cell) for cell in numbered[first or 0][1]]
    for name in COLUMNS:
        if name not in titles:
            raise ResultFileError(
                "the first line names the columns; {name} is missing of {columns}", name=name, columns=Listing(COLUMNS)
            )
    if any(titles.count(name) > 1 for name in (*COLUMNS, BOARD)):
        raise ResultFileError("a column stands twice in the first line")
    numbered = numbered[(first or 0) + 1 :]
    if not numbered:
        raise ResultFileError("the file has no result")
    if len(numbered) > MOST_LINES:
        raise ResultFileError("the file has {count} results; the most is {most}", count=len(numbered), most=MOST_LINES)
    return [_line(number, titles, row) for number, row in numbered]


def _title(cell: str) -> str:
    """Return the column of a title, or the title without case, accents, spaces and signs."""
    plain = re.sub(r"[\W_]", "", re.sub(r"\b(?:points|punkte|tokens)\b", "", key(cell)))
    return PLAIN_TITLES.get(plain, plain)


PLAIN_TITLES: Final = {re.sub(r"[\W_]", "", key(title)): column for title, column in TITLES.items()}


def _line(number: int, titles: Sequence[str], row: Sequence[str]) -> FileLine:
    cells = {title: cell.strip() for title, cell in zip(titles, row, strict=False)}
    if any(is_sum(cell) for cell in row):
        return FileLine(number, left_out=sentence("a row of totals"))
    if has_more_cells(titles, row):
        return FileLine(number, fault=MANY_CELLS)
    numbers: dict[str, int] = {}
    faults: list[Term] = []
    for name in (*COLUMNS, BOARD):
        text = cells.get(name, "")
        if not text and name == BOARD:
            continue
        match = (TABLE if name == "table" else NUMBER).fullmatch(text)
        if match is None:
            faults.append(_no_number(name, text))
        else:
            numbers[name] = int(match[1])
    table, board = numbers.get("table", 0), numbers.get(BOARD, 0)
    if all(cells.get(name, "") in NOT_PLAYED for name in ("ns", "ew")):
        return FileLine(number, table, board, left_out=sentence("it has no result yet"))
    if faults:
        return FileLine(number, table, board, fault=faults[0])
    return FileLine(number, table, board, (numbers["ns"], numbers["ew"]))


def _no_number(column: str, text: str) -> Term:
    """Return why the text in a column is no number."""
    if text in NOT_PLAYED:
        return sentence("{column} is empty", column=column)
    if NEGATIVE.fullmatch(text):
        return sentence("{what} is no whole number from 0 on: {text}", what=column, text=repr(text[:40]))
    return sentence("{what} is no whole number: {text}", what=column, text=repr(text[:40]))


def sheet_of(game: Ruleset, line: FileLine) -> Sheet:
    """Return the score sheet of a line: of a board, or of a whole encounter."""
    ours, theirs = (Count(points=won) if by_points(game) else Count(tokens=won) for won in line.won or (0, 0))
    if line.board:
        return Sheet((BLANK, BLANK), ((ours, theirs),))
    return Sheet((ours, theirs))


def enter_lines(
    game: Ruleset, lines: Iterable[FileLine], encounters: Mapping[int, Encounter], stamp: tuple[str, str, str]
) -> list[CheckedLine]:
    """Enter the results into the encounters, which are changed in place, and return what each line does.

    ``encounters``: the tables of the round, by number. ``stamp``: time, recorder and key of the events. A line with the
    result that is there already does nothing; another result there is not replaced, since a correction needs a reason.
    """
    checked = []
    for line in lines:
        table = encounters.get(line.table)
        if line.left_out:
            checked.append(CheckedLine(line, LEFT_OUT, line.left_out))
        elif line.fault:
            checked.append(CheckedLine(line, REFUSED, line.fault))
        elif table is None:
            why = sentence("there is no table {table} in this round", table=line.table)
            checked.append(CheckedLine(line, REFUSED, why))
        else:
            checked.append(_enter(game, line, table, stamp))
    return checked


def why_declined(lines: Sequence[CheckedLine]) -> Term | None:
    """Return why nothing of a file is entered; None if its results are.

    A line that cannot be read is left. A result that the round cannot have declines the file, which may be another one.
    """
    refused = [each for each in lines if each.state == REFUSED]
    new = any(each.state == NEW for each in lines)
    if all(each.line.fault for each in refused) and (new or not refused):
        if new:
            return None
        if any(each.state == SAME for each in lines):
            return sentence("all these results are entered already")
        return sentence("the file has no result")
    number, why = refused[0].line.number, refused[0].why or ""
    if len(refused) == 1:
        return sentence("line {number}: {why}", number=number, why=why)
    return sentence("line {number}: {why} ({count} lines are refused)", number=number, why=why, count=len(refused))


def _enter(game: Ruleset, line: FileLine, table: Encounter, stamp: tuple[str, str, str]) -> CheckedLine:
    sheet, there = sheet_of(game, line), table.results.get(line.board)
    if there is not None and there.score.won == total(game, sheet).won:
        return CheckedLine(line, SAME)
    try:
        facts = enter_result(table, game, sheet, line.board)
    except Declined as error:
        return CheckedLine(line, REFUSED, error.sentence)
    for fact in facts:
        table.take(fact, *stamp)
    return CheckedLine(line, NEW)
