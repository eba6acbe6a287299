"""Files as clubs send them: lists of entries, results of a round, score sheets of a season. Careless, or hostile."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from tests.careless.dialects import (
    JOINTS,
    Dialect,
    draw_dialect,
    with_headings,
    write_lines,
    write_table,
)
from tests.careless.names import draw_people

REGISTERED: Final = ("Sun and Moon", "Ravi / Kumaran", "Perera & Sons")
"""Registered players whose names look like two."""
OWN: Final = ""
"""In place of a joint: each person has a column."""
NUMBERS: Final = ("12", "7½", "3,25", "0", "-1", " 9 ", "10.0", "4,5", "-2,5", "100")
EVENINGS: Final = {
    "17.1.2025": "2025-01-17", "24/1/25": "2025-01-24", "2025-02-07": "2025-02-07", "14. März 2025": "2025-03-14",
    "Final 21.3.2025": "2025-03-21", "28-Mar-25": "2025-03-28",
}  # fmt: skip
NOT_THERE: Final = ("", "", "-", "–", "abs", "entsch.")
FAULTS: Final = (
    "a byte", "cut off", "a cell too many", "no number", "a control", "a quotation mark", "a row twice",
    "a title twice", "no titles",
)  # fmt: skip

DAMAGE: Final = ("a byte", "cut off", "a quotation mark")
"""Faults of bytes, which may change any text."""


@dataclass(frozen=True)
class ClubFile:
    """A file, and what the independent reader is told of it."""

    data: bytes
    dialect: Dialect
    titles: tuple[str, ...] = ()
    """The row of titles, as it was written; empty for a list."""
    people: tuple[int, ...] = ()
    """The columns of people."""
    joint: str = OWN
    numbers: tuple[int, ...] = ()
    """The columns of numbers."""
    fault: str = ""
    """One of `FAULTS`; empty if the file is only careless."""

    @property
    def is_damaged(self) -> bool:
        """Return whether bytes of the file are damaged."""
        return self.fault in DAMAGE


def draw_entries(random: Random, fault: str = "") -> ClubFile:
    """Draw a table of entries of pairs."""
    joint = random.choice([OWN, *JOINTS])
    pairs = _pairs(random)
    titles = random.choice(
        [["Player 1", "Player 2"], ["Spieler 1", "Partner"]] if joint == OWN else [["Pair"], ["NAME"]]
    )
    more = random.choice([[], ["Elo"], ["No", "Paid"]])
    rows = [[*(pair if joint == OWN else [joint.join(pair)]), *["1700" for _ in more]] for pair in pairs]
    if random.random() < 0.3 and more:
        rows.append([*["" for _ in titles], "Total" if len(more) > 1 else ""])
    people = tuple(range(len(titles)))
    return _table(random, [*titles, *more], rows, people, joint, tuple(range(len(titles), len(titles + more))), fault)


def draw_list(random: Random, fault: str = "") -> ClubFile:
    """Draw a list with a pair on each line."""
    joint = random.choice([*JOINTS[:-1], "\t"])
    number = random.choice(["", "{}. ", "{}) ", "#{}. "])
    lines = [f"{number.format(n)}{joint.join(pair)}" for n, pair in enumerate(_pairs(random), 1)]
    for _ in range(random.randrange(3)):
        lines.insert(random.randrange(len(lines) + 1), random.choice(["", "   "]))
    data, dialect = write_lines(random, lines)
    return ClubFile(_spoilt(random, data, fault), dialect, joint=joint, fault=fault)


def draw_season(random: Random, fault: str = "") -> ClubFile:
    """Draw a score sheet: a row for each player or pair, a column for each evening."""
    joint = random.choice([OWN, *JOINTS])
    alone = joint == OWN and random.random() < 0.5
    evenings = random.sample(list(EVENINGS), random.randint(1, 5))
    titles = (
        ["Name"] if alone else ["Player 1", "Player 2"] if joint == OWN else [random.choice(["Name", "Pair", "Paar"])]
    )
    rows = []
    for pair in _pairs(random):
        who = pair[:1] if alone else pair if joint == OWN else [joint.join(pair)]
        scores = [random.choice(NOT_THERE if random.random() < 0.2 else NUMBERS) for _ in evenings]
        rows.append([*who, *scores, "99"])
    if random.random() < 0.5:
        rows.append(["Total", *["" for _ in titles[1:]], *["77" for _ in evenings], "77"])
    numbers = tuple(range(len(titles), len(titles) + len(evenings)))
    people = tuple(range(len(titles)))
    return _table(random, [*titles, *evenings, random.choice(["Total", "Summe"])], rows, people, joint, numbers, fault)


def draw_results(random: Random, fault: str = "") -> ClubFile:
    """Draw the results of a round: a row for each table."""
    titles = random.choice([["Table", "NS", "EW"], ["Tisch", "N-S", "O-W"], ["EW points", "table no.", "NS points"]])
    at = {key: n for n, title in enumerate(titles) for key in ("table", "ns", "ew") if _means(title, key)}
    rows = []
    for table in range(1, random.randint(2, 14)):
        row = ["", "", "", "Perera, Nimal"]
        row[at["table"]] = random.choice([f"{table}", f"{table}", f"{table}."])
        played = random.random() > 0.2
        for side in ("ns", "ew"):
            number = random.randrange(30)
            row[at[side]] = random.choice([f"{number}", f" {number}", f"{number},0", f"{number}.0"]) if played else ""
        rows.append(row)
    if random.random() < 0.5:
        rows.append(["Total", "10", "7", ""])
    order = (at["table"], at["ns"], at["ew"])
    return _table(random, [*titles, "Names"], rows, (), OWN, order, fault)


def _means(title: str, key: str) -> bool:
    plain = title.casefold().replace("-", "")
    return any(plain.startswith(each) for each in {"table": ("table", "tisch"), "ns": ("ns",), "ew": ("ew", "ow")}[key])


def _pairs(random: Random) -> list[list[str]]:
    people = draw_people(random, 2 * random.randint(1, 12))
    if random.random() < 0.3:
        people[random.randrange(len(people))] = random.choice(REGISTERED)
    return [people[n : n + 2] for n in range(0, len(people), 2)]


def _table(
    random: Random,
    titles: list[str],
    rows: list[list[str]],
    people: tuple[int, ...],
    joint: str,
    numbers: tuple[int, ...],
    fault: str,
) -> ClubFile:
    """Write a table in some dialect, with a fault."""
    titles, rows, dialect = list(titles), [list(row) for row in rows], draw_dialect(random)
    row = rows[0]
    match fault:
        case "a cell too many":
            row += ["x", "1"][: 1 + random.randrange(2)] if len(row) == len(titles) else [""] * len(titles) + ["x"]
        case "no number" if numbers:
            row[random.choice(numbers)] = random.choice(["x", "1,234", "12*", "1/2", "٣", "=1+1", "--1", "1e3"])
        case "a control":
            row[random.randrange(len(row))] += "\u202e" if dialect.is_sheet else random.choice("\x00\x07\u202e")
        case "a row twice":
            rows.append(list(row))
        case "a title twice":
            at = random.randrange(len(titles))
            titles[at] = titles[random.choice(people)] if at in people else random.choice(titles)
    table = [*([] if fault == "no titles" else [titles]), *rows]
    data, dialect = write_table(random, dialect, with_headings(random, table))
    return ClubFile(_spoilt(random, data, fault), dialect, tuple(titles), people, joint, numbers, fault)


def _spoilt(random: Random, data: bytes, fault: str) -> bytes:
    """Return the bytes of a file, spoilt if the fault is one of bytes."""
    at = random.randrange(len(data))
    match fault:
        case "a byte":
            return data[:at] + random.randbytes(1) + data[at + 1 :]
        case "cut off":
            return data[: max(at, 4)]
        case "a quotation mark":
            return data[:at] + b'"' + data[at:]
    return data
