"""A file of results as CSV: a line for each table of a round, or in a duplicate for each table and board.

The first line names the columns, in any order: ``table``, ``board`` (only in a duplicate), ``ns`` and ``ew``: the
tokens of both sides, or their points if the game is played for points. Other columns are ignored. Commas, semicolons or
tabs separate the columns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.csv_rows import read_rows
from domain.engine.values import Listing, sentence
from domain.engine.worded import WordedError
from domain.ledger.errors import Declined
from domain.tournament.result_entry import enter_result
from domain.tournament.score_sheet import BLANK, Count, Sheet, by_points, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from domain.engine.ruleset import Ruleset
    from domain.engine.values import Term
    from domain.tournament.encounter import Encounter

LONGEST_FILE: Final = 60_000
"""The most characters of a file."""
MOST_LINES: Final = 2000
COLUMNS: Final = ("table", "ns", "ew")
BOARD: Final = "board"
NUMBER: Final = re.compile(r"[0-9]{1,6}")

NEW: Final = "new"
SAME: Final = "same"
REFUSED: Final = "refused"


class ResultFileError(WordedError, ValueError):
    """Raised for a file that cannot be read as a whole; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class FileLine:
    """A line of the file as it is written."""

    number: int
    """The number of the line in the file, from 1."""
    table: int = 0
    board: int = 0
    won: tuple[int, int] = (0, 0)
    """Content of the columns ``ns`` and ``ew``."""
    fault: Term | None = None
    """Why the line cannot be read; None if it can."""


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A line of the file, and what it does."""

    line: FileLine
    state: str
    """`NEW` if its result is entered, `SAME` if that result is there already, else `REFUSED`."""
    why: Term | None = None
    """Why the line is refused; None if it is not."""


def read(text: str) -> list[FileLine]:
    """Return the lines of a file. Raises `ResultFileError` if it has no columns, no lines or too many."""
    numbered = read_rows(text, LONGEST_FILE, ResultFileError)
    if not numbered:
        raise ResultFileError("the file is empty")
    titles = [cell.strip().casefold() for cell in numbered[0][1]]
    for name in COLUMNS:
        if name not in titles:
            raise ResultFileError(
                "the first line names the columns; {name} is missing of {columns}", name=name, columns=Listing(COLUMNS)
            )
    if any(titles.count(name) > 1 for name in (*COLUMNS, BOARD)):
        raise ResultFileError("a column stands twice in the first line")
    if len(numbered) == 1:
        raise ResultFileError("the file has no result")
    if len(numbered) - 1 > MOST_LINES:
        raise ResultFileError(
            "the file has {count} results; the most is {most}", count=len(numbered) - 1, most=MOST_LINES
        )
    return [_line(number, dict(zip(titles, row, strict=False))) for number, row in numbered[1:]]


def _line(number: int, cells: Mapping[str, str]) -> FileLine:
    values: dict[str, int] = {}
    for name in (*COLUMNS, BOARD):
        text = cells.get(name, "").strip()
        if not text and name == BOARD:
            continue
        if NUMBER.fullmatch(text) is None:
            if not text:
                return FileLine(number, fault=sentence("{column} is empty", column=name))
            fault = sentence("{what} is no whole number: {text}", what=name, text=repr(text[:40]))
            return FileLine(number, fault=fault)
        values[name] = int(text)
    return FileLine(number, values["table"], values.get(BOARD, 0), (values["ns"], values["ew"]))


def sheet_of(game: Ruleset, line: FileLine) -> Sheet:
    """Return the score sheet of a line: of a board, or of a whole encounter."""
    ours, theirs = (Count(points=won) if by_points(game) else Count(tokens=won) for won in line.won)
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
        if line.fault:
            checked.append(CheckedLine(line, REFUSED, line.fault))
        elif table is None:
            why = sentence("there is no table {table} in this round", table=line.table)
            checked.append(CheckedLine(line, REFUSED, why))
        else:
            checked.append(_enter(game, line, table, stamp))
    return checked


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
