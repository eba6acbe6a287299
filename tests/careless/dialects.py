"""How careless programs and people write a table: encoding, separators, line ends, headings, quotation marks."""

from __future__ import annotations

import io
from dataclasses import dataclass
from random import Random
from typing import Final

from openpyxl import Workbook

from tests.careless.names import BLANKS, LINE_ENDS, SEPARATORS, encode, encodings_of

JOINTS: Final = (" + ", " & ", "/", " / ", "; ", " – ", " and ", " und ", "+", "\n")
"""Between the people of one cell."""
HEADINGS: Final = ("Lagoon Road Card Circle", "Saison 2025, Stand 1. März", "Pairs of the evening; final", "விளையாட்டு")


@dataclass(frozen=True)
class Dialect:
    """The form of a file. The independent reader is told of it; the product is not."""

    separator: str = ";"
    end: str = "\n"
    encoding: str = "utf-8"
    is_sheet: bool = False
    """Whether it is a spreadsheet."""
    declares: bool = False
    """Whether the first line names the separator."""


def draw_dialect(random: Random) -> Dialect:
    """Draw the form of a table."""
    return Dialect(
        random.choice(SEPARATORS), random.choice(LINE_ENDS), "", random.random() < 0.15, random.random() < 0.15
    )


def write_table(random: Random, dialect: Dialect, rows: list[list[str]]) -> tuple[bytes, Dialect]:
    """Return a file of rows, and its dialect with the encoding that has all of its letters."""
    if dialect.is_sheet:
        return _sheet(rows), dialect
    lines = [f"sep={dialect.separator}"] if dialect.declares else []
    for row in rows:
        lines.append(dialect.separator.join(_cell(random, dialect, cell) for cell in row) if row else "")
    text = dialect.end.join(lines) + random.choice(["", dialect.end, dialect.end * 3])
    encoding = random.choice(encodings_of(text))
    return encode(text, encoding), Dialect(dialect.separator, dialect.end, encoding, declares=dialect.declares)


def write_lines(random: Random, lines: list[str]) -> tuple[bytes, Dialect]:
    """Return a list, a line each."""
    end = random.choice(LINE_ENDS)
    text = end.join(lines) + random.choice(["", end])
    encoding = random.choice(encodings_of(text))
    return encode(text, encoding), Dialect(end=end, encoding=encoding)


def with_headings(random: Random, rows: list[list[str]]) -> list[list[str]]:
    """Put headings and blank rows above and between the rows."""
    above = [[heading] for heading in random.sample(HEADINGS, random.choice([0, 0, 1, 2]))]
    mixed = [*above, *([[]] if above else [])]
    for row in rows:
        mixed.append(row)
        if random.random() < 0.08:
            mixed.append([random.choice(BLANKS[:2])] * random.randrange(3))
    return mixed


def _cell(random: Random, dialect: Dialect, cell: str) -> str:
    padded = f"{cell}{' ' * random.choice([0, 0, 0, 1])}"
    if any(sign in cell for sign in (*SEPARATORS, '"', "\n", "\r")) or random.random() < 0.05:
        return '"' + cell.replace('"', '""') + '"'
    return padded


def _sheet(rows: list[list[str]]) -> bytes:
    book = Workbook()
    assert book.active is not None
    for number, row in enumerate(rows, 1):
        for column, cell in enumerate(row, 1):
            if cell:
                book.active.cell(number, column, int(cell) if cell.isascii() and cell.isdigit() else cell)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
