"""Rows of the tables that people keep: CSV with commas, semicolons or tabs, read and written.

One reader for all of them: entries, results and score sheets. A row has the number that a spreadsheet program shows.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Final, TypeAlias

from domain.engine.words.values import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from domain.engine.words.values import Term

Row: TypeAlias = "tuple[int, Sequence[str]]"
"""The number of a row in the file, from 1, and its cells."""

DELIMITERS: Final = ",;\t"
DECLARED: Final = re.compile(r"[\r\n ]*sep=([,;\t])[,;\t ]*(?:\r\n|\r|\n|$)", re.IGNORECASE)
"""The line with which Excel names the separator of a file."""
QUOTED: Final = re.compile(r'"[^"]*"')
MOST_ABOVE: Final = 20
"""The titles of the columns are in one of so many first rows."""
MANY_CELLS: Final = sentence("it has more cells than there are titles")
"""Why a row is refused that has something beyond the last title: a comma within a name parts it into two cells."""
SUMS: Final = frozenset({
    "total", "totals", "sum", "average", "avg", "mean", "summe", "gesamt", "gesamttotal", "endstand", "schnitt",
    "durchschnitt", "ø",
})  # fmt: skip
"""First words of the titles of columns and rows of totals."""
SURNAMES: Final = frozenset({"sum", "mean"})
"""Those of them with which the name of a person may begin, as in ``Sum Li``."""


def check_length(text: str, longest: int, error: Callable[[Term], Exception]) -> None:
    """Raise ``error`` if a file has more than ``longest`` characters."""
    if len(text) > longest:
        raise error(sentence("the file has {count} characters; the most is {most}", count=len(text), most=longest))


def is_sum(text: str) -> bool:
    """Return whether a text is the title of totals, such as ``Total`` or ``Total (best 8)``."""
    first, _, rest = text.casefold().replace(":", " ").strip().partition(" ")
    return first in SUMS and not (first in SURNAMES and rest.strip()[:1].isalpha())


def has_more_cells(titles: Sequence[str], row: Sequence[str]) -> bool:
    """Return whether something stands in a row beyond the last title."""
    return any(cell.strip() for cell in row[len(titles) :])


def read_table(
    text: str, longest: int, error: Callable[[Term], Exception], are_titles: Callable[[Sequence[str]], bool]
) -> tuple[list[Row], int | None]:
    """Return the rows of a file that are not empty, and the index of the row of titles, None if there is none.

    The separator is one that shows titles: a heading above them may hide how the cells are separated. ``are_titles``:
    tells whether a row has the titles of the columns. Raises ``error`` as `read_rows`.
    """
    check_length(text, longest, error)
    usual = _usual_delimiter(text)
    first, fault = _rows(text, usual)
    for delimiter in (usual, *DELIMITERS):
        rows, wrong = _rows(text, delimiter)
        titles = next((n for n, (_, row) in enumerate(rows[:MOST_ABOVE]) if are_titles(row)), None)
        if titles is not None and wrong is None:
            return rows, titles
    if fault is not None:
        raise error(fault)
    return first, None


def read_rows(text: str, longest: int, error: Callable[[Term], Exception]) -> list[Row]:
    """Return the rows of a CSV file that are not empty.

    The separator is the one that the file names (``sep=;``), else that of `DELIMITERS` which stands most often in the
    first row. Raises ``error`` if the file has more than ``longest`` characters or is no CSV.
    """
    check_length(text, longest, error)
    rows, fault = _rows(text, _usual_delimiter(text))
    if fault is not None:
        raise error(fault)
    return rows


def _usual_delimiter(text: str) -> str:
    """Return the separator that stands most often in the first row, beside quotation marks."""
    first = QUOTED.sub("", text.lstrip("\ufeff\r\n ")).replace("\r", "\n").partition("\n")[0]
    return max(DELIMITERS, key=first.count)


def _rows(text: str, delimiter: str) -> tuple[list[Row], Term | None]:
    """Return the rows that are not empty, and why the file is no CSV; None if it is."""
    text = text.removeprefix("\ufeff")
    before = 0
    if declared := DECLARED.match(text):
        delimiter, text, before = declared[1], text[declared.end() :], len(declared[0].splitlines())
    rows: list[Row] = []
    number = before
    cells = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    try:
        for number, row in enumerate(cells, before + 1):
            if any(cell.strip() for cell in row):
                rows.append((number, row))
    except csv.Error:
        return rows, sentence(
            "row {number}: a quotation mark is not closed or has text behind it, or a cell is too long",
            number=number + 1,
        )
    return rows, None


def write_rows(rows: Iterable[Row]) -> str:
    """Return rows of cells as CSV, with an empty line for each empty row, so that the rows keep their numbers."""
    lines: list[str] = []
    for number, row in rows:
        cells = [_written(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            lines += [""] * (number - len(lines) - 1)
            lines.append(",".join(cells))
    return "".join(f"{line}\n" for line in lines)


def _written(cell: str) -> str:
    """Return a cell as it stands in a file: in quotation marks if it has any separator, since readers look for it."""
    plain = "\n".join(words for line in cell.splitlines() if (words := " ".join(line.split())))
    if any(each in plain for each in (*DELIMITERS, '"', "\n")) or DECLARED.match(plain):
        return '"' + plain.replace('"', '""') + '"'
    return plain
