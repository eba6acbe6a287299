"""The content of a report file: names, ratings and start numbers of entries, and its rounds if they are wanted."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from domain.club.people_reader import read_people
from domain.csv_rows import check_length
from domain.engine.words.values import Listing, Plural, Term, sentence
from domain.tournament.entries.file_rows import (
    LONGEST_FILE,
    MOST_LINES,
    EntryFile,
    EntryFileError,
    FileEntry,
    FileLine,
    FilePlay,
    FilePlayer,
)
from domain.tournament.files.report.columns import ColumnError, read_competitor, read_starts
from domain.tournament.files.report.comments import read as read_comments
from domain.tournament.files.report.report import LONGEST_NAME, PAIRING_BYE, SHARE_BYES
from domain.tournament.files.report.rounds import count_played, read_rounds
from domain.tournament.state import EntryDetails

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

    from domain.engine.words.values import Value
    from domain.tournament.files.report.columns import Competitor

FIRST_LINE: Final = re.compile(r"(?:###|XX[A-Z]|[0-9]{3})(?: |$)")
"""The beginning of the first line of a report file. The first line of a CSV names columns."""
LINE_ENDS: Final = re.compile(r"\r\n|\n|\r")
SHARES: Final[Mapping[str, str]] = {code: share for share, code in SHARE_BYES.items()}
FIXED: Final = Term("the terms of the tournament decide")
OF_TEAMS: Final = Term("about teams of chess players")
LEFT_OUT: Final[Mapping[str, Term]] = {
    "012": Term("the tournament keeps its name"), "013": Term("the entries of the tournament are not made of others"),
    "XXR": FIXED, "XXS": FIXED, "XXA": FIXED, "XXC": FIXED, "092": FIXED, "122": FIXED,
    "142": FIXED, "152": FIXED, "162": FIXED, "192": FIXED, "202": FIXED, "212": FIXED, "222": FIXED, "250": FIXED,
    "352": FIXED, "362": FIXED, "172": Term("the entries are seeded in the order of their start numbers"),
    "299": Term("points that were added or taken away: record them as rulings on scores"),
    "300": OF_TEAMS, "310": OF_TEAMS, "320": OF_TEAMS, "330": OF_TEAMS, "801": OF_TEAMS, "802": OF_TEAMS,
    "BBW": FIXED, "BBD": FIXED, "BBL": FIXED, "BBU": FIXED, "BBF": FIXED, "###": Term("a comment"),
}  # fmt: skip
"""Why a line of a code is not recorded (the numbers: TRF26). The reason of any other code is `ABOUT_TOURNAMENT`."""
NATIONAL: Final = re.compile(r"[A-Z]{3} +[0-9]{1,4} ")
"""The beginning of a line with the national rating of a competitor (TRF26, "National Rating Support")."""
COMPETITOR: Final = re.compile(r"[^0-9A-Za-z#]*001")
"""The beginning of a line 001, also of one that wrongly has spaces or marks before its code."""
OF_COMPETITOR: Final = Term("the national rating of a player")
ABOUT_TOURNAMENT: Final = Term("not about entries")
BEGUN: Final = Term("about rounds to come of a tournament that has begun")
UNDRAWN_BYE: Final = Term("a bye that only the draw can give")
ROUNDS: Final = Plural("{count} round", "{count} rounds")


def is_report(text: str) -> bool:
    """Return whether a file is a report file rather than a CSV."""
    return FIRST_LINE.match(text.removeprefix("\ufeff").lstrip()) is not None


def read(text: str, side: int, has: Callable[[str], bool] | None = None, *, with_rounds: bool = False) -> EntryFile:
    """Return the content of a report file. ``side``: the number of players of an entry in the tournament.

    ``has``: tells whether a name is that of a registered player. ``with_rounds``: whether to read its rounds too.
    Raises `EntryFileError` if the file is too long or names nobody, or its rounds cannot be read.
    """
    check_length(text, LONGEST_FILE, EntryFileError)
    split = LINE_ENDS.split(text.removeprefix("\ufeff"))
    lines = [(number, line) for number, line in enumerate(split, 1) if line.strip()]
    if len(lines) > MOST_LINES:
        raise EntryFileError("the file has {count} lines; the most is {most}", count=len(lines), most=MOST_LINES)
    rows: dict[int, Competitor | Term] = {number: _competitor(line) for number, line in lines if COMPETITOR.match(line)}
    if not rows:
        raise EntryFileError("the file names no competitor: there is no line 001")
    readable = {number: row for number, row in rows.items() if not isinstance(row, Term)}
    competitors = readable.values()
    rounds = count_played(competitors)
    starts = {row.start for row in competitors}
    are_whole = len(starts) == len(rows)  # no line is unreadable, and no start number stands there twice
    play, used = _play(readable, lines) if rounds and with_rounds and are_whole else (None, frozenset())
    byes = {} if rounds and not play else _byes(competitors, rounds, [line for _, line in lines])
    if play:
        byes = {start: own for start, own in byes.items() if start not in play.comments.withdrew}
    missed = _missed(play) if play else {}
    names = play.comments.names if play else {}

    def players_of(name: str) -> list[str]:
        # A report file writes the family name first, with a comma: "Perera, Nimal".
        return [name] if side == 1 else read_people(name, side, has, commas=False)

    return EntryFile(
        tuple(
            _entry_line(
                number, line, rows[number], byes, side, players_of, missed=missed, names=names, drawn=rounds, play=play
            )
            if number in rows
            else _other_line(number, line, starts, begun=bool(rounds) and not play, is_used=number in used)
            for number, line in lines
        ),
        before_first_round=True,
        rounds=rounds,
        played=play,
    )


def _play(rows: Mapping[int, Competitor], lines: Sequence[tuple[int, str]]) -> tuple[FilePlay, frozenset[int]]:
    """Return the rounds of a file, and the numbers of the comments that they need. Raises `EntryFileError`.

    ``rows``: the competitors by the numbers of their lines.
    """
    comments, used = read_comments(lines)
    competitors = rows.values()
    line_of = {row.start: number for number, row in rows.items()}
    try:
        rounds = read_rounds(competitors, comments)
    except ColumnError as error:
        if error.start is None:
            raise EntryFileError(error.sentence) from None
        raise EntryFileError("line {line}: {why}", line=line_of[error.start], why=error.sentence) from None
    standings = {row.start: (row.points, row.rank) for row in competitors}
    return FilePlay(rounds, comments, standings, line_of), used


def _missed(play: FilePlay) -> dict[int, tuple[tuple[int, str], ...]]:
    """Return the rounds for which each competitor was not drawn, with what they were worth."""
    missed: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for each in play.rounds:
        for start, result in each.without:
            if result in SHARES:
                missed[start].append((each.number, SHARES[result]))
    return {start: tuple(rounds) for start, rounds in missed.items()}


def _competitor(line: str) -> Competitor | Term:
    """Return the competitor of a line, or why it cannot be read."""
    if not line.startswith("001"):
        return sentence("something stands before 001, which is at positions 1 to 3")
    try:
        return read_competitor(line)
    except ColumnError as error:
        return error.sentence


def _entry_line(
    number: int,
    line: str,
    row: Competitor | Term,
    byes: Mapping[int, Mapping[int, str]],
    side: int,
    players_of: Callable[[str], list[str]],
    *,
    missed: Mapping[int, tuple[tuple[int, str], ...]],
    names: Mapping[int, str],
    drawn: int,
    play: FilePlay | None,
) -> FileLine:
    """Return the entry of a line.

    ``players_of``: returns the people whom a name names; ``names``: whole names, by start number; ``drawn``: the number
    of drawn rounds.
    """
    if isinstance(row, Term):
        return FileLine(number, text=line[:200], fault=row)
    whole = names.get(row.start, "")
    name = whole if whole.startswith(row.name) else row.name
    players = players_of(name)
    is_cut = len(name) == LONGEST_NAME  # the last player of a name that fills its column may be cut
    known = 1 < len(players) <= side and not is_cut
    entry = FileEntry(
        name=name,
        players=tuple(map(FilePlayer, players)) if known else (),
        details=EntryDetails(rating=row.rating),
        seed=row.start,
        missed=missed.get(row.start, ()),
        byes=tuple(sorted(byes.get(row.start, {}).items())),
        may_be_player=not known,
    )
    rest: list[Value] = list(row.other)
    if drawn and row.rounds and not play:
        rest.append(ROUNDS.of(row.rounds, count=row.rounds))
    if any(result == PAIRING_BYE for _, result in _to_come(row, drawn)):
        rest.append(UNDRAWN_BYE)
    if not rest:
        return FileLine(number, entry)
    return FileLine(number, entry, left_out=sentence("not recorded: {fields}", fields=Listing(tuple(rest))))


def _to_come(row: Competitor, drawn: int) -> Iterator[tuple[int, str]]:
    """Yield what the file says of the rounds that are not drawn yet: the number of each and the result."""
    for number in range(drawn + 1, row.rounds + 1):
        if cell := row.cell(number):
            yield number, cell.result


def _byes(competitors: Iterable[Competitor], drawn: int, lines: Sequence[str]) -> dict[int, dict[int, str]]:
    """Return the rounds to come that competitors do not play, by start number, each with its share.

    `_other_line` refuses lines that cannot be read.
    """
    byes: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for row in competitors:
        byes[row.start] = {number: SHARES[result] for number, result in _to_come(row, drawn) if result in SHARES}
    for line in lines:
        try:
            share, round_, starts = _absence(line, drawn + 1)
        except ColumnError:
            continue
        for start in starts:
            byes[start][round_] = share or byes[start].get(round_, "")
    return byes


def _absence(line: str, next_round: int) -> tuple[str, int, tuple[int, ...]]:
    """Return share, round and start numbers of a line XXZ or 240. Raises `ColumnError` for any other line.

    ``next_round``: the round that XXZ is about.
    """
    if line.startswith("XXZ"):
        return "", next_round, read_starts(line[3:], "XXZ")
    if line.startswith("240"):
        share, round_ = SHARES.get(line[4:5].upper()), line[6:9].strip()
        if share is None or not round_.isdecimal() or not int(round_):
            raise ColumnError("240 has a bye (H, F or Z) at position 5 and a round at positions 7 to 9")
        return share, int(round_), read_starts(line[9:], "240")
    raise ColumnError("no line about absences")


def _prohibited(line: str) -> tuple[tuple[int, int], tuple[int, ...]]:
    """Return the first and the last round and the start numbers of a line 260. Raises `ColumnError`."""
    first, last = line[4:7].strip(), line[8:11].strip()
    if not (first.isdecimal() and last.isdecimal() and 0 < int(first) <= int(last)):
        raise ColumnError("260 has the first round at positions 5 to 7 and the last at positions 9 to 11")
    return (int(first), int(last)), read_starts(line[11:], "260")


def _other_line(number: int, line: str, starts: Set[int], *, begun: bool, is_used: bool) -> FileLine:
    """Return a line that is no competitor.

    ``starts``: the start numbers of the file. ``begun``: whether it has rounds that are not taken. ``is_used``: whether
    it is a comment that the rounds need.
    """
    code, text = line[:3], line[:200].rstrip()
    if is_used:
        return FileLine(number, text=text)
    if code not in ("XXP", "XXZ", "240", "260"):
        other = OF_COMPETITOR if NATIONAL.match(line) else ABOUT_TOURNAMENT
        return FileLine(number, text=text, left_out=LEFT_OUT.get(code, other))
    rounds: tuple[int, int] | None = None
    try:
        match code:
            case "XXP":
                named = read_starts(line[3:], code)
            case "260":
                rounds, named = _prohibited(line)
            case _:
                named = _absence(line, 1)[2]
    except ColumnError as error:
        return FileLine(number, text=text, fault=error.sentence)
    if missing := tuple(each for each in named if each not in starts):
        fault = sentence("the file has no competitor {numbers}", numbers=Listing(missing))
        return FileLine(number, text=text, fault=fault)
    if code in ("XXP", "260"):
        return FileLine(number, text=text, apart=named, apart_rounds=rounds)
    return FileLine(number, text=text, left_out=BEGUN if begun else None)
