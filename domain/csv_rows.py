"""Rows of files that people fill in: CSV with commas, semicolons or tabs, read and written."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final, TypeAlias

from domain.engine.values import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from domain.engine.values import Term

Row: TypeAlias = "tuple[int, Sequence[str]]"
"""The number of a row in the file, from 1, and its cells."""


def check_length(text: str, longest: int, error: Callable[[Term], Exception]) -> None:
    """Raise ``error`` if a file has more than ``longest`` characters."""
    if len(text) > longest:
        raise error(sentence("the file has {count} characters; the most is {most}", count=len(text), most=longest))


DELIMITERS: Final = ",;\t"


def read_rows(text: str, longest: int, error: Callable[[Term], Exception], delimiter: str = "") -> list[Row]:
    """Return the rows of a CSV file that are not empty.

    ``delimiter``: the character that separates the cells; by default the one of `DELIMITERS` that stands most often in
    the first row. Raises ``error`` if the file has more than ``longest`` characters or is no CSV.
    """
    check_length(text, longest, error)
    text = text.removeprefix("\ufeff")
    first = text.lstrip("\r\n ").partition("\n")[0]
    delimiter = delimiter or max(DELIMITERS, key=first.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    try:
        return [(rows.line_num, row) for row in rows if any(cell.strip() for cell in row)]
    except csv.Error as reason:
        raise error(sentence("the file is no CSV: {reason}", reason=str(reason))) from None


def write_rows(rows: Iterable[Row]) -> str:
    """Return rows of cells as CSV, with an empty line for each empty row, so that the rows keep their numbers."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    last = 0
    for number, row in rows:
        cells = [" ".join(cell.split()) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        if not last:  # `read_rows` recognises the separator in the row of titles
            cells = [cell.replace(";", ",") for cell in cells]
        text.write("\n" * (number - last - 1))
        table.writerow(cells)
        last = number
    return text.getvalue()
