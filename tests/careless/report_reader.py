"""A reader of careless report files: people, places, points and rounds. It shares no code with the domain.

It is written from the positions of the player section (FIDE, "Format of TRF", 2015) alone, and works on bytes: it knows
the encoding and how positions were counted from the generator of the files, so it never has to guess.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from unicodedata import normalize

WORTH = {"1": 2, "W": 2, "+": 2, "U": 2, "F": 2, "=": 1, "D": 1, "H": 1, "0": 0, "L": 0, "-": 0, "Z": 0, " ": 0}
"""Half points of each result."""


@dataclass(frozen=True)
class Person:
    """A line 001."""

    line: int
    start: int
    name: str
    rating: int | None
    points: Fraction | None
    rank: int | None
    rounds: tuple[tuple[int, str, str], ...]
    """Opponent (0: none), colour and result of each round; three blanks where nothing stands."""


def read(data: bytes, encoding: str, *, by_bytes: bool = False) -> list[Person]:
    """Return the people of a file, in the order of their start numbers."""
    text = data.decode({"utf-8 with a mark": "utf-8-sig"}.get(encoding, encoding)).lstrip("\ufeff")
    people = []
    for number, line in enumerate(re.split("\r\n|\r|\n", text), 1):
        if line[:3] == "001":
            people.append(person(number, line.encode() if by_bytes else line.encode("utf-32-le"), 1 if by_bytes else 4))
    return sorted(people, key=lambda each: each.start)


def person(number: int, line: bytes, width: int) -> Person:
    """Return the person of a line. ``width``: the bytes of one position."""

    def at(first: int, last: int) -> str:
        return line[(first - 1) * width : last * width].decode("utf-8" if width == 1 else "utf-32-le")

    rounds = []
    for first in range(92, len(line) // width + 1, 10):
        cell = at(first, first + 7).ljust(8)
        rounds.append((int(cell[:4].strip() or 0), cell[5].strip().lower(), cell[7].upper()))
    while rounds and rounds[-1] == (0, "", " "):
        rounds.pop()
    points, rank, rating = at(81, 84).strip().replace(",", "."), at(86, 89).strip(), at(49, 52).strip()
    return Person(
        number, int(at(5, 8)), normalize("NFC", at(15, 47).strip()), int(rating or 0) or None,
        Fraction(points) if points else None, int(rank) if rank else None, tuple(rounds),
    )  # fmt: skip
