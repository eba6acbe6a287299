"""Worked evenings, computed by hand: files that people can read, and the slates that they describe."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domain.slate.games import parse_game
from domain.slate.games.base import SlateGame

HERE = Path(__file__).parent / "golden"
FILES = sorted(HERE.glob("*.txt"))


@dataclass(frozen=True)
class Deal:
    """One line of a file: what is written, and what follows from it by hand."""

    line: dict[str, Any]
    scored: list[int]
    totals: list[int]


@dataclass(frozen=True)
class Evening:
    """A file."""

    key: str
    terms: dict[str, Any]
    deals: tuple[Deal, ...]
    result: str

    @property
    def game(self) -> SlateGame:
        return parse_game(self.key, self.terms)


def read(path: Path) -> Evening:
    """Read a file: a head of comments, the game with its terms, a line for each deal, and the result."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    key, _, terms = lines[0].partition(" ")
    return Evening(key, json.loads(terms), tuple(map(_deal, lines[1:-1])), lines[-1].removeprefix("= "))


def _deal(text: str) -> Deal:
    match = re.fullmatch(r"(\w) (\S+) +(.+?)  +((?:\d+ : +)+\d+)  +((?:\d+ : +)+\d+)", text)
    assert match, text
    line = {"announcer": match[1], "contract": match[2], **_typed(match[3], match[1])}
    return Deal(line, *([int(each) for each in match[n].split(":")] for n in (4, 5)))


def _typed(text: str, announcer: str) -> dict[str, Any]:
    """Return the fields of what was typed: `97`, `B match`, with `Weis B 50`, `Stöck A`, `out A`, `others 12`."""
    points, *more = text.split(", ")
    team, _, number = points.rpartition(" ")
    line: dict[str, Any] = {"team": team or announcer}
    line |= {"match": True} if number == "match" else {"points": int(number)}
    for each in more:
        match each.split(" "):
            case "Weis", who, weis:
                line["weis"] = {who: int(weis)}
            case "Stöck", who:
                line["stoeck"] = who
            case "out", who:
                line["out"] = who
            case "others", left:
                line["others"] = int(left)
            case other:
                raise AssertionError(other)
    return line
