"""Hand files and archives as careless people send them, made from the worked hands with a `random.Random`."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.careless.names import LINE_ENDS, draw_people, encode, encodings_of

HANDS: Final = sorted((Path(__file__).parents[2] / "replay" / "hands").glob("*.nought.toml"))
PLACES: Final = (
    "Lagoon Road Card Circle", "Café Bächli, Zürich", "கொழும்பு சீட்டாட்ட மன்றம்", "නුවර කාඩ් සමාජය", "Dutch Burgher Union",
    "Table 3/4", "St. Anthony's (upstairs)", "Jassclub «Stöck, Wys, Stich»", "Window table", "House of \"Ten\"",
)  # fmt: skip
DATES: Final = (
    "",
    "2024-10-25",
    "2024-02-29",
    "2024-10-25T20:15:00Z",
    "2024-10-25T20:15:00+05:30",
    "2024-10-25T20:15:00",
)
SIGNS: Final = dict(zip("SHDC", "♠♥♦♣", strict=True))
CARD: Final = re.compile(r"\b([2-9TJQKA])([SHDC])\b")


@dataclass(frozen=True)
class Careless:
    """A file, and what was done to it. ``is_read``: whether nothing was done that makes it unreadable or wrong."""

    name: str
    data: bytes
    changes: tuple[str, ...]
    is_read: bool


def hand_file(random: Random) -> Careless:
    """Return a hand file."""
    lines = random.choice(HANDS).read_text(encoding="utf-8").splitlines()
    people = iter(draw_people(random, 8))
    lines = [_with_person(line, people) for line in lines if not line.startswith(("id =", "event =", "number ="))]
    at = next(n for n, line in enumerate(lines) if line.startswith("dealer"))
    date = random.choice(DATES)
    head = [f"{key} = {json.dumps(random.choice(PLACES), ensure_ascii=False)}" for key in ("event", "table", "club")]
    head += [f"number = {random.randint(1, 99)}", *([f"date = {date}"] if date else [])]
    lines[at:at] = head
    changes: list[str] = []
    defect = random.choice(("", "", "", "", *HAND_DEFECTS))
    if defect:
        lines = HAND_DEFECTS[defect](random, lines)
        changes.append(defect)
    for name in random.sample(sorted(HAND_HABITS), random.randint(0, 4)):
        lines = [HAND_HABITS[name](random, line) if _is_free(line) else line for line in lines]
        changes.append(name)
    if random.random() < 0.5:
        for _ in range(random.randint(1, 6)):
            lines.insert(random.randint(1, len(lines)), random.choice(("", "   ", "\t", "# " + random.choice(PLACES))))
        if _breaks_note(lines):
            lines = [line for line in lines if line.strip() and not line.startswith("# ")]
        changes.append("blank lines and remarks")
    text = random.choice(LINE_ENDS).join([*lines, ""])
    encoding = random.choice(encodings_of(text))
    changes.append(encoding)
    data = encode(text, encoding)
    is_ascii = text.isascii()
    is_read = (not defect or defect in HARMLESS) and (encoding != "cp1252" or is_ascii)
    if random.random() < 0.1:
        data = gzip.compress(data)
        changes.append("gzip")
    return Careless("deal.nought.toml", data, tuple(changes), is_read)


def archive_line(random: Random, row: dict[str, Any]) -> tuple[str, tuple[str, ...], bool]:
    """Return a worked hand as a line with other people and places; what was done; whether it is read."""
    row = json.loads(json.dumps(row))
    people = iter(draw_people(random, 8))
    row["players"] = {seat: next(people) for seat in row.get("players", {"N": "", "E": ""})}
    row |= {key: random.choice(PLACES) for key in ("event", "table", "club")} | {"number": random.randint(1, 99)}
    row.pop("id", None)
    row.pop("stamps", None)
    if date := random.choice(DATES):
        row["date"] = date
    defect = random.choice(("", "", "", *LINE_DEFECTS))
    changes = [defect] if defect else []
    if defect:
        LINE_DEFECTS[defect](random, row)
    if random.random() < 0.5:
        row["lines"] = [_signed(line) if isinstance(line, str) else line for line in row["lines"]]
        changes.append("signs of suits")
    text = json.dumps(row, ensure_ascii=random.random() < 0.5)
    if random.random() < 0.07:
        text = text[: random.randint(1, len(text) - 1)]
        return text, (*changes, "cut off"), False
    return text, tuple(changes), not defect or defect in HARMLESS


def archive(random: Random, rows: list[dict[str, Any]]) -> tuple[bytes, list[tuple[str, tuple[str, ...], bool]]]:
    """Return an archive of some lines, and each line with what was done to it."""
    lines = [archive_line(random, random.choice(rows)) for _ in range(random.randint(1, 4))]
    end = random.choice(("\n", "\r\n"))
    text = random.choice(("", "\ufeff")) + end.join(line for line, *_ in lines) + random.choice(("", end))
    data = text.replace(end, end + random.choice(("", end, f"  {end}"))).encode()
    return gzip.compress(data) if random.random() < 0.2 else data, lines


def _with_person(line: str, people: Any) -> str:
    seat = re.match(r"players\.(\w+) =", line)
    return f"players.{seat[1]} = {json.dumps(next(people), ensure_ascii=False)}" if seat else line


def _is_free(line: str) -> bool:
    """Whether a line is an action or a hand, which people write in their own way."""
    return bool(re.match(r'\s+"|deal\.[NESW1-8] =', line)) and "\\" not in line


def _breaks_note(lines: list[str]) -> bool:
    """Whether a line stands inside the wrapped note, where it would be part of its text."""
    inside = False
    for line in lines:
        if line.count('"""') == 1:
            inside = not inside
        elif inside and (not line.strip() or line.startswith("# ")):
            return True
    return False


def _signed(line: str) -> str:
    act, semicolon, comment = line.partition(";")
    return CARD.sub(lambda m: m[1].replace("T", "10") + SIGNS[m[2]], act) + semicolon + comment


HAND_HABITS: Final = {
    "signs of suits": lambda random, line: _signed(line),
    "10 for T": lambda random, line: (
        re.sub(r"\bT([SHDC])\b", r"10\1", line.partition(";")[0]) + line[len(line.partition(";")[0]) :]
    ),
    "small letters": lambda random, line: line.lower() if line.startswith(" ") and ";" not in line else line,
    "names of seats": lambda random, line: re.sub(
        r'^(\s+")([NESW])(?= )', lambda m: m[1] + {"N": "North", "E": "East", "S": "south", "W": "West"}[m[2]], line
    ),
    "spaces": lambda random, line: line + random.choice(("", "  ", "\t")),
}


def _actions(lines: list[str]) -> list[int]:
    return [n for n, line in enumerate(lines) if re.match(r'\s+"', line)]


def _drop_act(random: Random, lines: list[str]) -> list[str]:
    n = random.choice(_actions(lines))
    return lines[:n] + lines[n + 1 :]


def _drop_cut(random: Random, lines: list[str]) -> list[str]:
    return [line for line in lines if not re.match(r'\s+"\w+ (no )?cut', line)]


def _twice(random: Random, lines: list[str]) -> list[str]:
    n = random.choice(_actions(lines))
    return [*lines[:n], lines[n], *lines[n:]]


def _swap(random: Random, lines: list[str]) -> list[str]:
    n, m = random.sample(_actions(lines), 2)
    lines = list(lines)
    lines[n], lines[m] = lines[m], lines[n]
    return lines


def _no_settlement(random: Random, lines: list[str]) -> list[str]:
    return lines[: lines.index("[settlement]")] if "[settlement]" in lines else lines


def _wrong_points(random: Random, lines: list[str]) -> list[str]:
    return [re.sub(r"(points = .*?)(\d+)", lambda m: m[1] + str(int(m[2]) + 1), line) for line in lines]


def _no_card(random: Random, lines: list[str]) -> list[str]:
    n = random.choice(_actions(lines))
    return [*lines[:n], '  "E 1H",', *lines[n + 1 :]]


def _open_quote(random: Random, lines: list[str]) -> list[str]:
    n = random.choice(_actions(lines))
    return [*lines[:n], lines[n].replace('",', ","), *lines[n + 1 :]]


def _cut_off(random: Random, lines: list[str]) -> list[str]:
    return lines[: random.randint(2, len(lines) - 1)]


def _other_card(random: Random, lines: list[str]) -> list[str]:
    n = random.choice([n for n in _actions(lines) if CARD.search(lines[n])] or _actions(lines))
    other = CARD.sub(lambda m: random.choice("789TJQKA") + random.choice("SHDC"), lines[n], count=1)
    return [*lines[:n], other, *lines[n + 1 :]]


HAND_DEFECTS: Final = {
    "an act is missing": _drop_act, "the cut is missing": _drop_cut, "an act stands twice": _twice,
    "two acts are exchanged": _swap, "no settlement": _no_settlement, "wrong points": _wrong_points,
    "no card": _no_card, "an open quote": _open_quote, "cut off": _cut_off, "another card": _other_card,
}  # fmt: skip
HARMLESS: Final = frozenset({"no settlement", "the cut is missing"})
"""Changes after which a file is still read."""


def _line_act(random: Random, row: dict[str, Any]) -> None:
    del row["lines"][random.randrange(len(row["lines"]) - 1)]


def _line_cut(random: Random, row: dict[str, Any]) -> None:
    row["lines"] = [line for line in row["lines"] if not (isinstance(line, str) and re.match(r"\w+ (no )?cut", line))]


def _line_settlement(random: Random, row: dict[str, Any]) -> None:
    row["lines"] = [line for line in row["lines"] if not (isinstance(line, dict) and "settled" in line)]


def _line_points(random: Random, row: dict[str, Any]) -> None:
    settled = next((line for line in row["lines"] if isinstance(line, dict) and "settled" in line), None)
    if settled is not None:
        settled["points"] = {team: n + 1 for team, n in settled["points"].items()}


def _line_card(random: Random, row: dict[str, Any]) -> None:
    row["lines"].insert(random.randrange(len(row["lines"])), "E 1H")


LINE_DEFECTS: Final = {
    "an act is missing": _line_act, "the cut is missing": _line_cut, "no settlement": _line_settlement,
    "wrong points": _line_points, "no card": _line_card,
}  # fmt: skip
