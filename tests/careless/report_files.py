"""Report files as clubs and careless programs write them: what was played, and how the file is spoilt.

Every file is made from a `random.Random` alone. A file is *sound*, so that it has to be read as it is, *careless*, so
that it is read as it is or refused, or *wrong* at one line, which the refusal has to name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random

from tests.careless.names import BLANKS, LINE_ENDS, draw_people, encode, encodings_of

SOUND, CARELESS, WRONG = "sound", "careless", "wrong"
LONG = ("Chandrasekaran Wickramasinghe-Perera Appuhamilage", "Vandersmagt-van Langenberg, Deloraine Christobel")
HEAD = (
    "012 Spring cup", "022 Jaffna", "032 SRI", "042 2026/02/14", "062 9", "092 Individual: Swiss-System", "XXR 9",
    "142 9", "152 W", "### made by hand", "102 Malini de Silva", "122 7 tokens", "XXC white1", "222 20",
)  # fmt: skip


@dataclass
class CarelessReport:
    """A file, and what the test has to know of it."""

    data: bytes
    encoding: str
    kind: str
    how: list[str]
    """The changes of the file."""
    by_bytes: bool = False
    """Whether positions count bytes of UTF-8."""
    wrong_lines: set[int] = field(default_factory=set)
    """The lines of which the refusal has to name one, if the file is `WRONG`."""
    requested_bye: str = "half"
    """The worth of a requested bye in the terms of the tournament that reads the file."""


@dataclass
class Row:
    """A competitor while the file is made."""

    name: str
    rating: int | None
    cells: list[str] = field(default_factory=list)
    half_points: int = 0
    is_out: bool = False
    from_round: int = 1


def make(random: Random) -> CarelessReport:
    """Return a file."""
    share = random.choice(("half", "full"))
    rows = played(random, share)
    file = CarelessReport(b"", "", SOUND, [], requested_bye=share)
    if random.random() < 0.1:
        random.choice(rows).name = random.choice(LONG)[:33]
        file.how.append("a name that is cut")
    order = sorted(rows, key=lambda each: -each.half_points)
    ranks = {id(each): n for n, each in enumerate(order, 1)}
    if random.random() < 0.2:
        file.how.append("wrong ranks")
        for each in rows:
            ranks[id(each)] = random.randrange(1, len(rows) + 1)
    if random.random() < 0.1:
        file.how.append("wrong points")
        random.choice(rows).half_points += random.choice((1, 2))
    file.by_bytes = random.random() < 0.15
    lines = [line_of(n, each, ranks[id(each)], file) for n, each in enumerate(rows, 1)]
    if random.random() < 0.3:
        random.shuffle(lines)
        file.how.append("lines in any order")
    head = random.sample(HEAD, random.randrange(len(HEAD)))
    lines = ["012 Cup", *head, *lines]
    if random.random() < 0.6:
        spoil(random, lines, file)
    return written(random, lines, file)


def played(random: Random, share: str) -> list[Row]:
    """Return competitors with their rounds: every kind of result, bye, late entry and withdrawal."""
    count = random.randrange(4, 15)
    rows = [
        Row(name, random.choice((None, random.randrange(800, 2400)))) for name in draw_people(random, count)
    ]  # fmt: skip
    rounds = random.randrange(0, 5)
    for each in random.sample(rows, count // 4):
        each.from_round = random.randrange(1, 3)
    met: set[frozenset[int]] = set()
    for number in range(1, rounds + 1):
        one_round(random, rows, number, met, share)
    if random.random() < 0.3:
        bye = "H" if share == "half" else "F"
        for each in random.sample(rows, 2):
            if not each.is_out:
                each.cells.append(f"0000 - {random.choice((bye, 'Z'))}")
    return rows


def one_round(random: Random, rows: list[Row], number: int, met: set[frozenset[int]], share: str) -> None:
    """Add a cell to each competitor. Nobody meets twice, and there are at least two tables' worth of people."""
    there = []
    for n, each in enumerate(rows):
        each.is_out = each.is_out or (number > 1 and random.random() < 0.05 and len(rows) > 6)
        if each.is_out or number < each.from_round:
            each.cells.append(random.choice(("0000 - Z", "        ", "0000 - z")))
        else:
            there.append(n)
    random.shuffle(there)
    sitting: list[int] = []
    pairs: list[tuple[int, int]] = []
    while there:
        own = there.pop()
        other = next((each for each in there if frozenset((own, each)) not in met), None)
        if other is None or (random.random() < 0.05 and pairs):
            sitting.append(own)
        else:
            there.remove(other)
            pairs.append((own, other))
            met.add(frozenset((own, other)))
    for north, south in pairs:
        results = random.choice(("10", "01", "==", "10", "01", "+-", "-+", "--", "WL", "LW", "DD", "wl"))
        white, black = random.choice(("wb", "bw", "wb", "bw", "--"))
        for own, other, colour, result in ((north, south, white, results[0]), (south, north, black, results[1])):
            rows[own].cells.append(f"{other + 1:4} {colour} {result}")
            rows[own].half_points += {"1": 2, "W": 2, "w": 2, "+": 2, "=": 1, "D": 1}.get(result, 0)
    for n, own in enumerate(sitting):
        code = "U" if n == 0 else random.choice(("H" if share == "half" else "F", "Z"))
        rows[own].cells.append(f"0000 - {code}")
        rows[own].half_points += {"U": 2, "F": 2, "H": 1}.get(code, 0)


def line_of(start: int, row: Row, rank: int, file: CarelessReport) -> str:
    """Return a line 001. A program that counts bytes puts what follows the name further left."""
    name = row.name
    if file.by_bytes:
        while len(name.encode()) > 33:
            name = name[:-1]
    width = 33 - (len(name.encode()) - len(name) if file.by_bytes else 0)
    points = f"{row.half_points / 2:.1f}"
    federation = "SRI" if start % 3 else ""
    head = f"001 {start:4}      {name[:33]:{width}} {row.rating or '':4} {federation:3}{'':23} {points:>4} {rank:4}"
    return (head + "".join(f"  {cell}" for cell in row.cells)).rstrip()


def spoil(random: Random, lines: list[str], file: CarelessReport) -> None:
    """Spoil a file in one way."""
    own = [n for n, line in enumerate(lines) if line.startswith("001")]
    one = random.choice(own)
    line = lines[one]
    ways = {
        "a space in the name too many": (CARELESS, line[:14] + " " + line[14:]),
        "a space before the rating is missing": (CARELESS, line[:46] + line[47:] if line.isascii() else line),
        "spaces are collapsed": (CARELESS, " ".join(line.split())),
        "tabs in place of spaces": (CARELESS, line.replace("    ", "\t")),
        "something behind the last round": (CARELESS, line.ljust(91) + " withdrew"),
        "points with a comma": (CARELESS, line[:80] + line[80:84].replace(".", ",") + line[84:]),
        "a space before the code": (WRONG, " " + line),
        "a mark before the code": (WRONG, "\ufeff\ufeff" + line),
        "no start number": (WRONG, line[:4] + "    " + line[8:]),
        "letters as a start number": (WRONG, line[:4] + "   x" + line[8:]),
        "no name": (WRONG, line[:14] + " " * 33 + line[47:]),
        "a rating with a letter": (WRONG, line[:48] + "19o0" + line[52:]),
        "points that are no number": (WRONG, line[:80] + " 1½ " + line[84:]),
        "a place that is no number": (WRONG, line[:85] + "  1." + line[89:]),
        "a long name over the rating": (WRONG, line[:14] + LONG[0].ljust(40) + line[54:]),
    }
    if len(line) >= 99:
        ways |= {
            "an opponent that is not there": (WRONG, line[:91] + "  99 w 1" + line[99:]),
            "an opponent that is oneself": (WRONG, line[:91] + f"{line[4:8]} w 1" + line[99:]),
            "an unknown result": (WRONG, line[:98] + "?" + line[99:]),
            "an unknown side": (WRONG, line[:96] + "x" + line[97:]),
            "the file ends early": (CARELESS, line[: random.randrange(60, len(line))]),
        }
    how = random.choice([*ways, "the same line twice", "two start numbers alike", "the other result", "no line"])
    file.how.append(how)
    if how == "the same line twice":
        lines.append(line)
        mark(file, WRONG, one, len(lines) - 1)
    elif how == "two start numbers alike":
        other = random.choice([n for n in own if n != one])
        lines[other] = lines[other][:4] + line[4:8] + lines[other][8:]
        mark(file, WRONG, one, other)
    elif how == "the other result":
        if len(line) < 99 or line[98] not in "10":
            return
        lines[one] = line[:98] + {"1": "0", "0": "1"}[line[98]] + line[99:]
        opponent = line[91:95]
        mark(file, WRONG, one, *(n for n in own if lines[n][4:8] == opponent))
    elif how == "no line":
        del lines[one]
        file.kind = CARELESS
    else:
        kind, lines[one] = ways[how]
        same = lines[one] == line
        # The opponents of a line that is wrong contradict it, so a refusal may name theirs.
        mark(file, SOUND if same else kind, *(own if "opponent" in how else [one]))


def mark(file: CarelessReport, kind: str, *places: int) -> None:
    """Note that a file is spoilt at some places of its list of lines."""
    file.kind = kind
    file.wrong_lines = set(places)


def written(random: Random, lines: list[str], file: CarelessReport) -> CarelessReport:
    """Write the lines: with blank ones between, line ends of all kinds, spaces at the end, and an encoding."""
    text, number, at = "", 1, {}
    end = random.choice(LINE_ENDS)
    is_mixed = random.random() < 0.1
    for place, line in enumerate(lines):
        while place and random.random() < 0.1:
            text += random.choice(BLANKS) + end
            number += 1
        at[place] = number
        trail = random.choice(("", "", "", " ", "   "))
        text += line + trail + (random.choice(("\n", "\r\n")) if is_mixed else end)
        number += 1
    file.wrong_lines = {at[each] for each in file.wrong_lines}
    if random.random() < 0.2:
        text = text.rstrip()
    file.encoding = (
        random.choice(("utf-8", "utf-8 with a mark")) if file.by_bytes else random.choice(encodings_of(text))
    )
    file.data = encode(text, file.encoding)
    letters = [each for each in re.finditer(r"[^\x00-\x7f]", text) if each[0] not in BLANKS]
    if len(letters) > 1 and file.encoding == "utf-8" and file.kind == SOUND and random.random() < 0.2:
        cut = random.choice(letters).start()
        file.data = text[:cut].encode() + text[cut].encode()[:-1] + text[cut + 1 :].encode()
        file.kind, file.how = WRONG, [*file.how, "a letter cut in the middle"]
        file.wrong_lines = {len(re.findall("\r\n|\r|\n", text[:cut])) + 1}
    return file
