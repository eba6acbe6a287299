"""A club's own score sheet of a season: rows of cells, from CSV or a spreadsheet.

The first row with a title such as *Name* has the titles; rows before it are left out. There are two layouts:

- **a row for each player or pair**, a column for each evening. The title of an evening is its date, its name or both.
- **a row for each result**: columns for the date or the evening, the players, and the score or the place.

Empty cells are evenings without the player. Columns such as a total, rows of totals and notes are left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Final, NamedTuple

from domain.club.name_matching import key
from domain.club.people_reader import NOBODY, read_people
from domain.csv_rows import MOST_ABOVE, is_sum, read_table
from domain.engine.words.values import sentence
from domain.engine.words.worded import WordedError
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.tournament.standings.scores import parse_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from domain.csv_rows import Row
    from domain.engine.words.values import Term, Value

LONGEST_FILE: Final = 60_000
"""The most characters of a file as CSV."""
MOST_ROWS: Final = 2000
MOST_COLUMNS: Final = 220
LONGEST_CELL: Final = 200
MOST_SCORE: Final = 1_000_000
SCORES: Final = "scores"
PLACES: Final = "places"
CELLS: Final = (SCORES, PLACES)
"""Meanings of the numbers of a sheet."""

PLAYERS: Final = frozenset({"player", "partner", "spieler", "spielerin"})
"""Titles of columns with one person in each cell, which is never divided; a name beside them is that of the pair."""
NUMBERED_PLAYER: Final = re.compile(r"(player|name|partner|spieler|spielerin) ?[1-4]")
PAIRS: Final = frozenset({"names", "players", "pair", "namen", "paar"})
"""Titles of columns in which a comma alone may stand between people."""
NAMES: Final = PAIRS | {"name", "entry", "team", "mannschaft"}
"""Titles of columns with a person or a pair in each cell."""
DATES: Final = frozenset({"date", "day", "datum", "tag"})
EVENINGS: Final = frozenset({"evening", "event", "abend", "anlass"})
SCORE: Final = frozenset({"score", "points", "result", "tokens", "punkte", "resultat"})
PLACE: Final = frozenset({"place", "rank", "position", "rang", "platz"})
PARTS: Final = {
    "date": (DATES, sentence("a date")),
    "evening": (EVENINGS, sentence("an evening")),
    "score": (SCORE, sentence("a score")),
    "place": (PLACE, sentence("a place")),
}
"""The columns of a file with a row for each result: their titles, and their words."""
NO_EVENINGS: Final = frozenset({
    "no", "nr", "#", "number", "nummer", "id", "evenings played", "evenings", "games", "played", "abende", "anzahl",
    "spiele", "remark", "remarks", "note", "notes", "comment", "comments", "bemerkung", "bemerkungen", "notiz", "club",
    "verein", "ort", "wohnort",
})  # fmt: skip
"""Titles of columns beside those of evenings that are left out."""
ABSENT: Final = NOBODY | {"abs", "absent", "excused", "abw", "abwesend", "entsch", "entschuldigt", "n/a"}
ISO: Final = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")
DAY_FIRST: Final = re.compile(r"(?<!\d)(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})(?!\d)")
MONTHS: Final = {
    name: month
    for month, names in enumerate(
        (
            "january jan januar", "february feb februar", "march mar marz mrz", "april apr", "may mai", "june jun juni",
            "july jul juli", "august aug", "september sep sept", "october oct oktober okt", "november nov",
            "december dec dezember dez",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
"""Numbers of months by their English and German names, as `key` writes them."""
DAY_AND_MONTH: Final = re.compile(r"(?<!\d)(\d{1,2})(?:\. ?|[ -])([^\W\d_]{3,9})(?:\. ?|[ -])(\d{4}|\d{2})(?!\d)")
NUMBER: Final = re.compile(r"[-+]?\d{1,7}(?:[.,]\d{1,15})?")
THOUSANDS: Final = re.compile(r"[-+]?[1-9]\d{0,2}[.,]\d{3}")
"""A number that may mean thousands, as in ``1,234``, or three decimals."""
WITH_GLYPH: Final = re.compile(r"-?\d{0,7}[½⅓⅔¼¾]")
PLACE_NUMBER: Final = re.compile(r"=?(\d{1,4})(?:[.=]|st|nd|rd|th)?")


class CellError(WordedError):
    """Raised for a row or a cell that has no result; the message gives the reason."""


class ScoreFileError(Declined):
    """Raised for a file that cannot be read as a whole; the message gives the reason."""

    def __init__(self, message: str | Term, /, **values: Value) -> None:
        super().__init__("score-file", message, **values)


@dataclass(frozen=True, slots=True)
class SheetEvening:
    """An evening of the file. ``day``: ISO date, empty if the file has none."""

    name: str
    day: str = ""


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A result of the file. ``score`` or ``place`` is None if the file does not have it."""

    evening: SheetEvening
    score: Fraction | None
    place: int | None


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A row of the file."""

    number: int
    """The number of the row in the file, from 1."""
    players: tuple[str, ...] = ()
    """The players as the file has them."""
    entries: tuple[SheetEntry, ...] = ()
    fault: Term | None = None
    """Why the row cannot be read; None if it can."""
    is_left_out: bool = False
    """Whether nothing of it counts: it is a row of totals, a heading or a note."""


@dataclass(frozen=True, slots=True)
class Season:
    """The content of a file."""

    evenings: tuple[SheetEvening, ...]
    lines: tuple[SheetLine, ...]
    left_out: tuple[str, ...] = ()
    """The titles of the columns that are left out."""


def cells_of(text: str) -> list[Row]:
    """Return the rows of a CSV file. The separator is one that shows a row of titles. Raises `ScoreFileError`."""
    return read_table(text, LONGEST_FILE, ScoreFileError, _are_titles)[0]


def _are_titles(row: Sequence[str]) -> bool:
    """Return whether a row has a title of people, and another one."""
    return _people(row) is not None and sum(bool(cell.strip()) for cell in row) > 1


class People(NamedTuple):
    """The columns that name people."""

    columns: tuple[int, ...]
    is_shared: bool = False
    """Whether a cell may name several people; otherwise each cell is one person."""
    commas: bool = False
    """Whether a comma alone may stand between them."""
    has: Callable[[str], bool] | None = None
    """Tells whether a name is that of a registered player."""

    def of(self, row: Sequence[str]) -> tuple[str, ...]:
        """Return the people of a row. Beside a column of names, a number is that of the pair."""
        if self.is_shared:
            named = [each for n in self.columns for each in read_people(row[n], 2, self.has, commas=self.commas)]
            return tuple(name for name in named if len(self.columns) == 1 or not name.isdigit())
        return tuple(name for n in self.columns if (name := " ".join(row[n].split())).casefold() not in NOBODY)


def _people(titles: Sequence[str], has: Callable[[str], bool] | None = None) -> People | None:
    """Return the columns that name people; None if there is none."""
    keys = [key(title).rstrip(".:") for title in titles]
    own = tuple(n for n, each in enumerate(keys) if each in PLAYERS or NUMBERED_PLAYER.fullmatch(each))
    shared = tuple(n for n, each in enumerate(keys) if each in NAMES)
    if own and all(keys[n] == "partner" for n in own):
        own = tuple(sorted((*own, *shared)))
    if own:
        return People(own)
    return People(shared, is_shared=True, commas=any(keys[n] in PAIRS for n in shared), has=has) if shared else None


def read(rows: Sequence[Row], numbers: str, has: Callable[[str], bool] | None = None) -> Season:
    """Return what a file says.

    ``numbers``: one of `CELLS`; ``has``: tells whether a name is that of a registered player. Raises `ScoreFileError`
    if the file makes no season.
    """
    filled = [(number, [cell.strip() for cell in row]) for number, row in rows if any(cell.strip() for cell in row)]
    if len(filled) < 2:
        raise ScoreFileError("the file needs a row of titles and a row with a result")
    if len(filled) > MOST_ROWS + 1 or any(len(row) > MOST_COLUMNS for _, row in filled):
        raise ScoreFileError("a file has up to {rows} rows of {cells} cells", rows=MOST_ROWS, cells=MOST_COLUMNS)
    if long := next((number for number, row in filled if any(len(cell) > LONGEST_CELL for cell in row)), 0):
        raise ScoreFileError("row {number} has a cell with more than {most} characters", number=long, most=LONGEST_CELL)
    first = next((n for n, (_, row) in enumerate(filled[:MOST_ABOVE]) if _are_titles(row)), None)
    if first is None:
        raise ScoreFileError("no column has the title Name, Player or Pair")
    headings = tuple(_left_out(number, row) for number, row in filled[:first])
    (_, titles), *rest = filled[first:]
    if not rest:
        raise ScoreFileError("the file needs a row of titles and a row with a result")
    titles = titles + [""] * (max(len(row) for _, row in rest) - len(titles))
    people = _people(titles, has) or People(())
    named = [titles[n] for n in people.columns if key(titles[n]) not in PLAYERS]
    if twice := next((each for each in named if named.count(each) > 1), ""):
        raise ScoreFileError("two columns are called {name}", name=twice)
    keys = [key(title).rstrip(".:") for title in titles]
    whole = [(number, row + [""] * (len(titles) - len(row))) for number, row in rest]
    if any(each in DATES | EVENINGS for each in keys) and any(each in SCORE | PLACE for each in keys):
        season = _read_list(keys, titles, people, whole)
    else:
        season = _read_matrix(keys, titles, people, whole, numbers)
    return replace(season, lines=headings + season.lines)


def _left_out(number: int, row: Sequence[str]) -> SheetLine:
    """Return a row of which nothing counts, with its text in place of players."""
    return SheetLine(number, (" · ".join(cell for cell in row if cell),), is_left_out=True)


def _read_matrix(
    keys: Sequence[str], titles: Sequence[str], people: People, rows: Sequence[Row], numbers: str
) -> Season:
    """Return the season of a file with a column for each evening."""
    beside = NO_EVENINGS | PLACE | SCORE | NAMES
    left_out = [n for n, each in enumerate(keys) if n not in people.columns and (each in beside or is_sum(each))]
    columns: dict[int, SheetEvening] = {}
    for n, title in enumerate(titles):
        if n in people.columns or n in left_out:
            continue
        if title:
            columns[n] = _evening(title)
        elif line := next((number for number, row in rows if row[n]), 0):
            raise ScoreFileError(
                "column {column} has no title, but row {row} has something there", column=n + 1, row=line
            )
    for number, row in rows:
        if text := next((row[n] for n in left_out if is_sum(titles[n]) and sum(map(str.isalpha, row[n])) > 1), ""):
            reason = sentence("{text} is no score", text=repr(text[:40]))
            raise ScoreFileError("row {number}: {reason}", number=number, reason=reason)
    evenings = tuple(columns.values())
    if not evenings:
        raise ScoreFileError("no column is an evening")
    if twice := next((each.name for each in evenings if evenings.count(each) > 1), ""):
        raise ScoreFileError("two columns are called {name}", name=twice)
    lines = _once_each([_matrix_line(number, row, people, columns, numbers) for number, row in rows])
    return Season(evenings, lines, tuple(titles[n] for n in left_out))


def _once_each(lines: Sequence[SheetLine]) -> tuple[SheetLine, ...]:
    """Return the rows, refused if the same players have a row of other evenings: they may be other people."""
    rows: dict[tuple[str, ...], SheetLine] = {}
    checked = []
    for line in lines:
        before = rows.setdefault(tuple(sorted(map(key, line.players))), line) if line.entries else line
        if before is not line and not {each.evening for each in before.entries} & {e.evening for e in line.entries}:
            fault = sentence(
                "{players} stand in row {number} too; write their results in one row, or names that differ",
                players=" + ".join(line.players),
                number=before.number,
            )
            line = replace(line, entries=(), fault=fault)
        checked.append(line)
    return tuple(checked)


def _matrix_line(
    number: int, row: Sequence[str], people: People, columns: dict[int, SheetEvening], numbers: str
) -> SheetLine:
    players = people.of(row)
    there = [n for n in columns if key(row[n]).rstrip(".") not in ABSENT]
    if len(players) == 1 and is_sum(players[0]):
        return SheetLine(number, players, is_left_out=True)
    if not players and (not there or any(is_sum(row[n]) for n in range(len(row)) if n not in columns)):
        return _left_out(number, row)
    try:
        _check_named(players)
        entries = tuple(
            SheetEntry(columns[n], score, place)
            for n in there
            for score, place in [_named(columns[n].name, row[n], numbers)]
        )
    except CellError as error:
        return SheetLine(number, players, fault=error.sentence)
    return SheetLine(number, players, entries)


def _named(evening: str, cell: str, numbers: str) -> tuple[Fraction | None, int | None]:
    """Return the score or the place in a cell. Raises `CellError`, with the evening in its message."""
    try:
        return (None, _place(cell)) if numbers == PLACES else (_score(cell), None)
    except CellError as error:
        raise CellError("{evening}: {reason}", evening=evening, reason=error.sentence) from None


def _read_list(keys: Sequence[str], titles: Sequence[str], people: People, rows: Sequence[Row]) -> Season:
    """Return the season of a file with a row for each result."""
    parts = {part: [n for n, each in enumerate(keys) if each in titled] for part, (titled, _) in PARTS.items()}
    if twice := next((part for part, columns in parts.items() if len(columns) > 1), ""):
        raise ScoreFileError("two columns are {part}", part=PARTS[twice][1])
    at = {part: columns[0] for part, columns in parts.items() if columns}
    lines = [_list_line(number, row, people, at) for number, row in rows]
    evenings = list(dict.fromkeys(entry.evening for line in lines for entry in line.entries))
    if all(each.day for each in evenings):
        evenings.sort(key=lambda each: each.day)
    used = {*people.columns, *at.values()}
    return Season(tuple(evenings), tuple(lines), tuple(t for n, t in enumerate(titles) if n not in used and t))


def _list_line(number: int, row: Sequence[str], people: People, at: dict[str, int]) -> SheetLine:
    players = people.of(row)
    cell = {part: row[n] for part, n in at.items()}
    if any(map(is_sum, (*players, *cell.values()))):
        return _left_out(number, row)
    try:
        _check_named(players)
        evening = _evening_of(cell.get("evening", ""), cell.get("date", ""))
        score = _score(cell["score"]) if cell.get("score") else None
        place = _place(cell["place"]) if cell.get("place") else None
        if score is None and place is None:
            raise CellError("there is neither a score nor a place")
    except (CellError, ScoreFileError) as error:
        return SheetLine(number, players, fault=error.sentence)
    return SheetLine(number, players, (SheetEntry(evening, score, place),))


def _check_named(players: Sequence[str]) -> None:
    if not players:
        raise CellError("no player is named")
    if wrong := next((each for each in players if not any(map(str.isalpha, each)) and as_id(each) is None), ""):
        raise CellError("{text} is no name", text=repr(wrong))


def _evening_of(name: str, day: str) -> SheetEvening:
    """Return the evening of a row. Raises `CellError` if there is none, or its date is none."""
    if day:
        read_day = _day(day)
        if not read_day:
            raise CellError("{text} is no date; write 2025-01-31 or 31.1.2025", text=repr(day))
        return SheetEvening(name or read_day, read_day)
    if not name:
        raise CellError("there is neither a date nor an evening")
    return _evening(name)


def _evening(title: str) -> SheetEvening:
    """Return the evening of a title. Raises `ScoreFileError` if its date does not exist."""
    try:
        day = _day(title)
    except CellError as error:
        raise ScoreFileError("{evening}: {reason}", evening=title, reason=error.sentence) from None
    alone = any(form.fullmatch(title) for form in (ISO, DAY_FIRST, DAY_AND_MONTH))
    return SheetEvening(day if alone else title, day)


def _day(text: str) -> str:
    """Return the date in a text, as ISO date; empty if there is none. Raises `CellError` if it does not exist."""
    if match := ISO.search(text):
        year, month, day = map(int, match.groups())
    elif match := DAY_FIRST.search(text):
        day, month, year = map(int, match.groups())
    elif (match := DAY_AND_MONTH.search(text)) and (named := MONTHS.get(key(match[2]))):
        day, month, year = int(match[1]), named, int(match[3])
    else:
        return ""
    year += 2000 if year < 100 else 0
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        raise CellError("{text} is no date", text=match[0]) from None


def _score(text: str) -> Fraction:
    """Return a score, rounded to two decimals. Raises `CellError` for any other text."""
    plain = text.replace("−", "-").replace(" ", "")
    if WITH_GLYPH.fullmatch(plain):
        value = parse_number(plain)
    elif THOUSANDS.fullmatch(plain):
        raise CellError("{text} may mean thousands or decimals; write it without separator", text=repr(text[:40]))
    elif NUMBER.fullmatch(plain):
        value = Fraction(plain.replace(",", "."))
    else:
        raise CellError("{text} is no score", text=repr(text[:40]))
    if abs(value) > MOST_SCORE:
        raise CellError("{text} is too large for a score", text=text[:40])
    return value if WITH_GLYPH.fullmatch(plain) else Fraction(floor(value * 100 + Fraction(1, 2)), 100)


def _place(text: str) -> int:
    """Return a place. Raises `CellError` for any other text."""
    match = PLACE_NUMBER.fullmatch(text.casefold())
    if match is None or not int(match[1]):
        raise CellError("{text} is no place", text=repr(text[:40]))
    return int(match[1])
