"""The columns of a report file: write a report as lines, and read the fields of a line.

Positions are those of the documents, from 1. Positions count characters.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from domain.club.people_reader import read_people
from domain.engine.words.values import Term, sentence
from domain.engine.words.worded import WordedError
from domain.kernel.errors import Declined
from domain.tournament.files.report.report import LONGEST_NAME, NO_COLOUR, SHARE_BYES, ZERO_BYE, Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from domain.engine.words.values import Value
    from domain.tournament.files.report.report import Report, Row

FIRST_ROUND: Final = 92
"""The position at which the cell of the first round begins."""
CELL: Final = 10
"""The characters from the beginning of one round's cell to that of the next."""
NUMBER: Final = re.compile(r"[0-9]{1,4}")
DECIMAL: Final = re.compile(r"-?[0-9]{1,3}(?:\.[0-9])?")
DECIMAL_WORD: Final = re.compile(r"[0-9]+(?:[.,][0-9])?")
BLANK: Final = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
"""The positions between the fields of a line 001, at which nothing stands."""
BLANK_IN_CELL: Final = (4, 6, 8, 9)
"""The places in a round's cell, from 0, at which nothing stands: between its fields, and before the next cell."""
COLOURS: Final = "wb- "
RESULTS: Final = "10=+-WDLFHUZ "
"""The characters of a round's colour and result."""
ABSENT: Final[Mapping[str, str]] = {"-": ZERO_BYE, "=": SHARE_BYES["half"]}
"""The results without an opponent by which older programs mark an absence (Vega, "Generic Tournament File")."""
UNRATED: Final[Mapping[str, str]] = {"W": "1", "D": "=", "L": "0"}
"""The results of encounters that are not rated, as those that are."""
USUAL: Final[Mapping[str, Fraction]] = {
    "WW": Fraction(1), "BW": Fraction(1), "WD": Fraction(1, 2), "BD": Fraction(1, 2), "WL": Fraction(0),
    "BL": Fraction(0), "ZPB": Fraction(0), "HPB": Fraction(1, 2), "FPB": Fraction(1), "PAB": Fraction(1),
    "FW": Fraction(1), "FL": Fraction(0),
}  # fmt: skip
"""The points of each kind of result that XXS can name, if it does not (JaVaFo, "Scoring point system")."""
OTHER_CODES: Final[Mapping[str, str]] = {"BBW": "WW", "BBD": "WD", "BBL": "WL", "BBU": "PAB", "BBF": "FL"}
"""The codes of bbpPairings, with those of XXS that have the same points."""


def write(report: Report) -> str:
    """Return a report as text; lines end with carriage return and line feed, as the format wants it.

    Raises `Declined` if the points of a competitor do not fit into their column.
    """
    return "".join(f"{line.rstrip()}\r\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    for code, text in report.data:
        yield f"{code} {text}"
    if report.dates:
        dates = "  ".join(date[2:].replace("-", "/") for date in report.dates)
        yield f"{'132':{FIRST_ROUND - 1}}{dates}"
    yield from map(write_row, report.rows)
    if report.rounds is not None:
        yield f"XXR {report.rounds}"
    if report.absent:
        yield f"XXZ {_starts(report.absent)}"
    for each in report.absences:
        yield f"240 {each.result} {each.round:3} {' '.join(f'{start:4}' for start in each.starts)}"
    if report.scoring:
        yield f"XXS {' '.join(f'{code}={format_points(points)}' for code, points in report.scoring.items())}"
        yield from (f"{code} {format_points(points):>4}" for code, points in _other_scoring(report.scoring))
    for start, points_of in report.acceleration.items():
        yield f"XXA {start:4} {' '.join(f'{format_points(each):>4}' for each in points_of)}"
    for starts in report.forbidden:
        yield f"XXP {_starts(starts)}"
    for text in (*map(str, report.notes), *report.details):
        yield f"### {text}"


def _other_scoring(scoring: Mapping[str, Fraction]) -> Iterator[tuple[str, Fraction]]:
    """Yield the points in the codes of bbpPairings. There a bye is worth a win unless the file says otherwise."""
    points = {**USUAL, **scoring}
    usual = {**USUAL, "PAB": points["WW"]}
    yield from ((code, points[same]) for code, same in OTHER_CODES.items() if points[same] != usual[same])


def _starts(starts: Iterable[int]) -> str:
    return " ".join(map(str, starts))


def write_row(row: Row) -> str:
    """Return a line 001. Raises `Declined` if the points do not fit into their column."""
    points = format_points(row.points)
    if len(points) > 4:
        raise Declined(
            "report-file",
            "{name} has {points} points; a report file has room for four characters",
            name=row.name,
            points=points,
        )
    name, rating = row.name[:LONGEST_NAME], row.rating or ""
    head = f"001 {row.start:4}      {name:{LONGEST_NAME}} {rating:4}{'':27} {points:>4} {row.rank or '':4}"
    return head + "".join(f"  {_cell(each)}" for each in row.rounds)


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return " " * (CELL - 2)
    opponent = f"{cell.opponent:4}" if cell.opponent else "0000"
    return f"{opponent} {cell.colour} {cell.result}"


def format_points(points: Fraction) -> str:
    """Return points with one decimal: ``4.5``. They are whole or half numbers."""
    return f"{float(points):.1f}"


# --- reading ------------------------------------------------------------------------------------------


class ColumnError(WordedError, ValueError):
    """Raised for a field of a line that cannot be read; the message gives the reason."""

    @property
    def start(self) -> int | None:
        """Return the start number of the competitor whose line is wrong; None if the message is about no such line."""
        start = (self.sentence.values or {}).get("start")
        return start if isinstance(start, int) else None


@dataclass(frozen=True, slots=True)
class Competitor:
    """The fields of a line 001."""

    start: int
    name: str
    rating: int | None
    rounds: int
    """The number of the last round in which something stands."""
    other: tuple[Term, ...]
    """The names of the fields that have something and are not read."""
    cells: tuple[str, ...] = ()
    """The text of each round."""
    points: Fraction | None = None
    """The points by the file; None if it has none."""
    rank: int | None = None
    """The place by the file; None if it has none."""

    def cell(self, number: int) -> Cell | None:
        """Return the cell of a round; None if nothing stands there. Raises `ColumnError` if it cannot be read."""
        text = self.cells[number - 1] if number <= len(self.cells) else ""
        if not text.strip():
            return None
        padded = f"{text:{CELL - 2}}"
        opponent, colour, result = padded[:4].strip() or "0", padded[5], padded[7].upper()
        if not opponent.isdecimal() or colour not in COLOURS or result not in RESULTS:
            raise ColumnError("round {round}: {text} cannot be read", round=number, text=repr(text))
        known = UNRATED if int(opponent) else ABSENT
        return Cell(int(opponent), NO_COLOUR if colour == " " else colour, known.get(result, result))


FIDE_NUMBER: Final = 58, 68
OTHER_FIELDS: Final = (
    (Term("sex"), 10, 10), (Term("title"), 11, 13), (Term("federation"), 54, 56), (Term("FIDE number"), *FIDE_NUMBER),
    (Term("birth date"), 70, 79),
)  # fmt: skip
"""Fields of a line 001 that are not read, with their first and last positions."""


def read_competitor(line: str) -> Competitor:
    """Return the competitor of a line 001. Raises `ColumnError` if a field cannot be read, or columns are shifted.

    Positions count characters. Some programs count bytes of UTF-8, so that the fields behind a name such as Müller
    stand further left; a line that fits only so is read so, and one that fits both ways cannot be read.
    """
    if line.isascii():
        return _competitor(line)
    readings: list[Competitor] = []
    for positions in (line, _by_bytes(line)):
        with suppress(ColumnError):
            readings.append(_competitor(positions))
    if not readings:
        return _competitor(line)
    if readings[0] != readings[-1]:
        raise ColumnError("the columns are shifted: positions can count characters or bytes here")
    return readings[0]


def _by_bytes(line: str) -> list[str]:
    """Return the positions of a line if each byte of UTF-8 has one: a character, then an empty text for each more."""
    return [part for each in line for part in (each, *[""] * (len(each.encode(errors="surrogatepass")) - 1))]


def _competitor(line: Sequence[str]) -> Competitor:
    """Return the competitor of a line. ``line``: the text at each position."""
    start = _number(_field(line, 5, 8), sentence("the start number (positions 5 to 8)"))
    if not start:
        raise ColumnError("the start number (positions 5 to 8) begins with 1")
    name, rating = _field(line, 15, 14 + LONGEST_NAME), _field(line, 49, 52)
    if not name:
        raise ColumnError("the name (positions 15 to 47) is empty")
    _check_columns(line, name)
    points, rank = _field(line, 81, 84).replace(",", "."), _field(line, 86, 89)
    if points and DECIMAL.fullmatch(points) is None:
        raise ColumnError("the points (positions 81 to 84) are no number: {text}", text=repr(points))
    cells = tuple("".join(line[first - 1 :][: CELL - 2]) for first in range(FIRST_ROUND, len(line) + 1, CELL))
    competitor = Competitor(
        start=start,
        name=name,
        rating=(_number(rating, sentence("the rating (positions 49 to 52)")) or None) if rating else None,
        rounds=max((number for number, cell in enumerate(cells, 1) if cell.strip()), default=0),
        other=tuple(field for field, first, last in OTHER_FIELDS if _field(line, first, last)),
        cells=cells,
        points=Fraction(points) if points else None,
        rank=_number(rank, sentence("the place (positions 86 to 89)")) if rank else None,
    )
    for number in range(1, competitor.rounds + 1):
        competitor.cell(number)
    return competitor


def _check_columns(line: Sequence[str], name: str) -> None:
    """Raise `ColumnError` if something stands between two fields, or several fields stand in that of the name."""
    gaps = (position for first in range(FIRST_ROUND, len(line) + 1, CELL) for position in _gaps(first))
    number = _field(line, *FIDE_NUMBER)
    if number and not number.isalnum():
        raise ColumnError("the columns are shifted: the FIDE number (positions 58 to 68) is {text}", text=repr(number))
    for position in (*BLANK, *gaps):
        if text := _field(line, position, position):
            raise ColumnError(
                "the columns are shifted: position {position} is blank in a report file, not {text}",
                position=position,
                text=repr(text),
            )
    if any(
        sum(DECIMAL_WORD.fullmatch(word) is not None for word in each.split()) > 1
        for each in read_people(name, commas=False)
    ):
        raise ColumnError("the columns are shifted: the name (positions 15 to 47) is {text}", text=repr(name))


def _gaps(first: int) -> Iterator[int]:
    """Yield the positions of a cell at which nothing stands. ``first``: the position at which the cell begins."""
    return (first + place for place in BLANK_IN_CELL)


def read_starts(text: str, what: str) -> tuple[int, ...]:
    """Return the start numbers of a list. Raises `ColumnError` if it has none or something else. ``what``: its name."""
    starts = tuple(_number(each, what) for each in text.split())
    if not starts:
        raise ColumnError("{what}: there is no start number", what=what)
    return starts


def _field(line: Sequence[str], first: int, last: int) -> str:
    """Return the text of some positions, without surrounding spaces."""
    return "".join(line[first - 1 : last]).strip()


def _number(text: str, what: Value) -> int:
    if NUMBER.fullmatch(text) is None:
        raise ColumnError("{what} is no whole number: {text}", what=what, text=repr(text[:20]))
    return int(text)
