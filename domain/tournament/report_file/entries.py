"""The entries that a report file names: names, ratings and start numbers. Its results are not taken.

A report file says who won an encounter, and Nought records what each side won. So the rounds of a file cannot become
rounds of a tournament without inventing numbers.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from domain.csv_rows import check_length
from domain.engine.values import Listing, Plural, Term, sentence
from domain.tournament.file_entries import (
    LONGEST_FILE,
    MOST_LINES,
    EntryFile,
    EntryFileError,
    FileEntry,
    FileLine,
    FilePlayer,
)
from domain.tournament.report_file.columns import ColumnError, read_competitor, read_starts
from domain.tournament.report_file.report import LONGEST_NAME, SHARE_BYES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

    from domain.engine.values import Value
    from domain.tournament.report_file.columns import Competitor

FIRST_LINE: Final = re.compile(r"(?:###|XX[A-Z]|[0-9]{3})(?: |$)")
"""The beginning of the first line of a report file. The first line of a CSV names columns."""
LINE_ENDS: Final = re.compile(r"\r\n|\n|\r")
SHARES: Final[Mapping[str, str]] = {code: share for share, code in SHARE_BYES.items()}
FIXED: Final = Term("the terms of the tournament decide")
LEFT_OUT: Final[Mapping[str, Term]] = {
    "012": Term("the tournament keeps its name"), "013": Term("the entries of the tournament are not made of others"),
    "XXR": FIXED, "XXS": FIXED, "XXA": FIXED, "XXC": FIXED, "092": FIXED, "122": FIXED,
    "BBW": FIXED, "BBD": FIXED, "BBL": FIXED, "BBU": FIXED, "BBF": FIXED, "###": Term("a comment"),
}  # fmt: skip
"""Why a line of a code is not recorded; the reason of any other code is `ABOUT_TOURNAMENT`."""
ABOUT_TOURNAMENT: Final = Term("not about entries")
BEGUN: Final = Term("about rounds to come of a tournament that has begun")
ROUNDS: Final = Plural("{count} round", "{count} rounds")


def is_report(text: str) -> bool:
    """Return whether a file is a report file rather than a CSV."""
    return FIRST_LINE.match(text.removeprefix("\ufeff").lstrip()) is not None


def read(text: str, side: int) -> EntryFile:
    """Return the entries of a report file. ``side``: the number of players of an entry in the tournament.

    Raises `EntryFileError` if the file is too long or names nobody.
    """
    check_length(text, LONGEST_FILE, EntryFileError)
    split = LINE_ENDS.split(text.removeprefix("\ufeff"))
    lines = [(number, line) for number, line in enumerate(split, 1) if line.strip()]
    if len(lines) > MOST_LINES:
        raise EntryFileError("the file has {count} lines; the most is {most}", count=len(lines), most=MOST_LINES)
    rows: dict[int, Competitor | Term] = {number: _competitor(line) for number, line in lines if line.startswith("001")}
    if not rows:
        raise EntryFileError("the file names no competitor: there is no line 001")
    competitors = [row for row in rows.values() if not isinstance(row, Term)]
    rounds = max((row.rounds for row in competitors), default=0)
    starts = {row.start for row in competitors}
    byes = {} if rounds else _byes([line for _, line in lines])
    return EntryFile(
        tuple(
            _entry_line(number, line, rows[number], byes, side)
            if number in rows
            else _other_line(number, line, starts, begun=bool(rounds))
            for number, line in lines
        ),
        before_first_round=True,
        rounds=rounds,
    )


def _competitor(line: str) -> Competitor | Term:
    """Return the competitor of a line, or why it cannot be read."""
    try:
        return read_competitor(line)
    except ColumnError as error:
        return error.sentence


def _entry_line(
    number: int, line: str, row: Competitor | Term, byes: Mapping[int, Mapping[int, str]], side: int
) -> FileLine:
    if isinstance(row, Term):
        return FileLine(number, text=line[:200], fault=row)
    players = [each.strip() for each in row.name.split("+")]
    is_cut = len(row.name) == LONGEST_NAME  # the last player of a name that fills its column may be cut
    known = 1 < len(players) <= side and all(players) and not is_cut
    entry = FileEntry(
        name=row.name,
        players=tuple(map(FilePlayer, players)) if known else (),
        rating=row.rating,
        seed=row.start,
        byes=tuple(sorted(byes.get(row.start, {}).items())),
        may_be_player=not known,
    )
    rest: list[Value] = list(row.other)
    if row.rounds:
        rest.append(ROUNDS.of(row.rounds, count=row.rounds))
    if not rest:
        return FileLine(number, entry)
    return FileLine(number, entry, left_out=sentence("without {fields}", fields=Listing(tuple(rest))))


def _byes(lines: Sequence[str]) -> dict[int, dict[int, str]]:
    """Return the rounds that competitors do not play, by start number, each with its share.

    `_other_line` refuses lines that cannot be read.
    """
    byes: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for line in lines:
        try:
            share, round_, starts = _absence(line)
        except ColumnError:
            continue
        for start in starts:
            byes[start][round_] = share or byes[start].get(round_, "")
    return dict(byes)


def _absence(line: str) -> tuple[str, int, tuple[int, ...]]:
    """Return share, round and start numbers of a line XXZ or 240. Raises `ColumnError` for any other line."""
    if line.startswith("XXZ"):
        return "", 1, read_starts(line[3:], "XXZ")
    if line.startswith("240"):
        share, round_ = SHARES.get(line[4:5].upper()), line[6:9].strip()
        if share is None or not round_.isdecimal() or not int(round_):
            raise ColumnError("240 has a bye (H, F or Z) at position 5 and a round at positions 7 to 9")
        return share, int(round_), read_starts(line[9:], "240")
    raise ColumnError("no line about absences")


def _other_line(number: int, line: str, starts: Set[int], *, begun: bool) -> FileLine:
    """Return a line that is no competitor.

    ``starts``: the start numbers of the file. ``begun``: whether it has rounds.
    """
    code, text = line[:3], line[:200].rstrip()
    if code not in ("XXP", "XXZ", "240"):
        return FileLine(number, text=text, left_out=LEFT_OUT.get(code, ABOUT_TOURNAMENT))
    try:
        named = read_starts(line[3:], code) if code == "XXP" else _absence(line)[2]
    except ColumnError as error:
        return FileLine(number, text=text, fault=error.sentence)
    if missing := tuple(each for each in named if each not in starts):
        fault = sentence("the file has no competitor {numbers}", numbers=Listing(missing))
        return FileLine(number, text=text, fault=fault)
    if code == "XXP":
        return FileLine(number, text=text, apart=named)
    return FileLine(number, text=text, left_out=BEGUN if begun else None)
