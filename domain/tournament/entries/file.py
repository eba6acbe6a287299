"""The entries of a tournament as CSV: one line for each entry, with the names and ids of its players.

A line names the columns, in any order: ``name``; ``player1``, ``player2`` … with ``id1``, ``id2`` … for the ids of
registered players; ``seed``; the details of an entry, as ``rating`` and ``club``; ``category``, ``category2`` …,
``from_round`` and ``withdrawn``.
Only ``name`` or ``player1`` is needed. What stands above that line is left out, and so are other columns.
Commas, semicolons or tabs separate the columns.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any, Final

from domain.csv_rows import MANY_CELLS, Row, check_length, has_more_cells, read_table
from domain.engine.words.values import Listing, sentence
from domain.kernel.ids import as_id
from domain.options import options, values
from domain.spreadsheet_cells import plain_cell, safe_cell
from domain.tournament.entries.categories import MOST as MOST_CATEGORIES
from domain.tournament.entries.file_rows import (
    LONGEST_FILE,
    MOST_LINES,
    EntryFile,
    EntryFileError,
    FileEntry,
    FileLine,
    FilePlayer,
)
from domain.tournament.entries.lines import LINE_END, entry_of, read_list
from domain.tournament.state import EntryDetails

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from domain.tournament.state import Entry

MOST_PLAYERS: Final = 4
NUMBER: Final = re.compile(r"[0-9]{1,4}")
TITLES: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("name", "names", "namen", "players", "entry", "pair", "paar", "team", "mannschaft"), "name"
    ),
    "player": "player1", "spieler": "player1", "spielerin": "player1", "partner": "player2",
    **{f"spieler{n}": f"player{n}" for n in range(1, MOST_PLAYERS + 1)},
    "elo": "rating", "wertung": "rating", "seeding": "seed", "setzplatz": "seed", "verein": "club",
    "category": "category1", "kategorie": "category1", "from": "from_round",
}  # fmt: skip
"""Titles of columns that stand for another one, without spaces and case."""
PAIRS: Final = frozenset({"pair", "paar", "names", "namen", "players"})
"""Titles of columns of names in which a comma alone stands between players."""
PLAYERS: Final = tuple(f"player{n}" for n in range(1, MOST_PLAYERS + 1))
IDS: Final = tuple(f"id{n}" for n in range(1, MOST_PLAYERS + 1))
CATEGORIES: Final = tuple(f"category{n}" for n in range(1, MOST_CATEGORIES + 1))
DETAILS: Final = tuple(options(EntryDetails))
COLUMNS: Final = frozenset({
    "name", *PLAYERS, *IDS, *DETAILS, "seed", *CATEGORIES, "categories", "from_round", "withdrawn",
})  # fmt: skip


def read(text: str, side: int = 2, has: Callable[[str], bool] | None = None) -> EntryFile:
    """Return the entries of a CSV file.

    ``side``: the number of players of an entry; ``has``: tells whether a name is that of a registered player. Raises
    `EntryFileError` if the file has no columns, no entries or too many.
    """
    numbered, above = _table(text)
    titles = _titles(numbered[0][1])
    if twice := next((each for each in titles if each in COLUMNS and titles.count(each) > 1), ""):
        raise EntryFileError("the column {column} stands twice in the first line", column=twice)
    if len(numbered) == 1:
        raise EntryFileError("the file has no entry")
    _check_count(len(numbered) - 1)
    commas = any(cell.strip().casefold() in PAIRS for cell in numbered[0][1])

    def named(name: str) -> tuple[str, list[str]]:
        return entry_of(name, side, has, commas=commas)

    lines = tuple(
        FileLine(number, text=" ".join(row), fault=MANY_CELLS)
        if has_more_cells(titles, row)
        else _line(number, dict(zip(titles, row, strict=False)), titles, named)
        for number, row in numbered[1:]
    )
    unknown = [cell.strip() for cell, title in zip(numbered[0][1], titles, strict=True) if title not in COLUMNS]
    columns = [each for each in unknown if each and each.casefold() != "number"]
    left_out = [sentence("what stands above the titles of the columns")] if above else []
    if columns:
        left_out.append(sentence("columns: {names}", names=Listing(tuple(columns))))
    return EntryFile(lines, left_out=tuple(left_out))


def of_list(text: str, side: int, has: Callable[[str], bool] | None = None) -> EntryFile:
    """Return the entries of a list with an entry on each line (`read_list`). ``side`` and ``has`` as in `read`.

    A list whose first line names columns, as one copied from a spreadsheet does, is a file.
    """
    check_length(text, LONGEST_FILE, EntryFileError)
    if _begins_with_titles(text):
        return read(text, side, has)
    listed = read_list(text, side, has)
    _check_count(len(listed))
    if not listed:
        raise EntryFileError("the list is empty")
    return EntryFile(
        tuple(
            FileLine(line, FileEntry(name, tuple(map(FilePlayer, players)), may_be_player=not players))
            for line, name, players in listed
        )
    )


def _check_count(count: int) -> None:
    """Raise `EntryFileError` if a file has too many entries."""
    if count > MOST_LINES:
        raise EntryFileError("the file has {count} entries; the most is {most}", count=count, most=MOST_LINES)


def _table(text: str) -> tuple[Sequence[Row], bool]:
    """Return the rows of a file from the titles of its columns on, and whether anything stands above them."""
    numbered, first = read_table(
        text, LONGEST_FILE, EntryFileError, lambda row: bool({"name", "player1"} & set(map(_title, row)))
    )
    if not numbered:
        raise EntryFileError("the file is empty")
    if first is None:
        raise EntryFileError("the first line names the columns: it needs name or player1")
    return numbered[first:], first > 0


def _begins_with_titles(text: str) -> bool:
    """Return whether the first line of a list names columns, at least one for names and one more."""
    first = next((line for line in LINE_END.split(text.removeprefix("\ufeff")) if line.strip()), "")
    known = [title for title in map(_title, re.split(r"[;\t,]", first)) if title in COLUMNS]
    return len(known) > 1 and bool({"name", "player1"} & set(known))


def _titles(row: Sequence[str]) -> list[str]:
    """Return the columns that the cells of a row name. Beside a partner, a name is that of the first player."""
    titles = [_title(cell) for cell in row]
    if "player2" in titles and "player1" not in titles:
        titles = ["player1" if title == "name" else title for title in titles]
    return titles


def _title(cell: str) -> str:
    """Return the name of a column as this module has it."""
    title = re.sub(r"[\s-]+", "_", cell.strip().casefold())
    plain = title.replace("_", "")
    return TITLES.get(plain, plain if plain in COLUMNS else title)


def _line(
    number: int, row: Mapping[str, str], titles: Sequence[str], named: Callable[[str], tuple[str, list[str]]]
) -> FileLine:
    """Return the entry of a row. ``named``: reads the name and the players of an entry from one cell."""
    cells = {title: plain_cell(cell.strip()) for title, cell in row.items()}
    if not any(map(str.isalnum, "".join(cells[title] for title in cells.keys() & COLUMNS))):
        content = " ".join(cell for cell in cells.values() if cell)
        return FileLine(number, text=content, left_out=sentence("it has nothing in the columns that are read"))
    numbers: dict[str, int | None] = {}
    for title in (*(name for name, each in options(EntryDetails).items() if each.is_number), "seed", "from_round"):
        text = cells.get(title, "")
        if text and NUMBER.fullmatch(text) is None:
            fault = sentence("{what} is no whole number from 0 to 9999: {text}", what=title, text=repr(text[:40]))
            return FileLine(number, fault=fault)
        numbers[title] = int(text or 0) or None
    listed = [(cells.get(player, ""), cells.get(identity, "")) for player, identity in zip(PLAYERS, IDS, strict=True)]
    if wrong := next((identity for _, identity in listed if identity and as_id(identity) is None), ""):
        return FileLine(number, fault=sentence("{text} is no id of a player", text=repr(wrong[:40])))
    players = tuple(FilePlayer(*each) for each in listed if any(each))
    name = cells.get("name", "") or " + ".join(player.name for player in players if player.name)
    if "player1" not in titles:
        name, names = named(name)
        players = tuple(map(FilePlayer, names))
    if not name:
        return FileLine(number, fault=sentence("the entry has no name"))
    categories = [cells.get(each, "") for each in CATEGORIES] + cells.get("categories", "").split(",")
    withdrawn = cells.get("withdrawn", "")
    details: dict[str, Any] = {each: numbers[each] if each in numbers else cells.get(each, "") for each in DETAILS}
    entry = FileEntry(
        name=name,
        players=players,
        details=EntryDetails(**details),
        seed=numbers["seed"],
        categories=tuple(each.strip() for each in categories if each.strip()),
        since=numbers["from_round"],
        withdrawn=bool(withdrawn),
        may_be_player="player1" not in titles,
    )
    if not withdrawn:
        return FileLine(number, entry)
    if NUMBER.fullmatch(withdrawn) is None:
        return FileLine(number, entry, left_out=sentence("withdrawn"))
    return FileLine(number, entry, left_out=sentence("withdrawn before round {round}", round=withdrawn))


def write(entries: Iterable[Entry], names: Mapping[str, str]) -> str:
    """Return entries as CSV (RFC 4180) that `read` reads. ``names``: the names of registered players, by id."""
    listed = list(entries)
    players = max([2, *(len(each.players) for each in listed)])
    categories = max([1, *(len(each.categories) for each in listed)])
    titles = ["number", "name"]
    titles += [title for n in range(1, players + 1) for title in (f"player{n}", f"id{n}")]
    titles += [DETAILS[0], "seed", *DETAILS[1:], "category", *CATEGORIES[1:categories], "from_round", "withdrawn"]
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(titles)
    for each in listed:
        cells: list[str | int | None] = [each.id, each.name]
        for n in range(players):
            player = each.players[n] if n < len(each.players) else ""
            cells += [names[player], player] if player in names else [player, ""]
        first, *others = values(each.details).values()
        cells += [first, each.seed, *others]
        cells += [each.categories[n] if n < len(each.categories) else "" for n in range(categories)]
        cells += [each.since if each.since > 1 else "", each.out]
        table.writerow(["" if cell is None else safe_cell(str(cell)) for cell in cells])
    return text.getvalue()
