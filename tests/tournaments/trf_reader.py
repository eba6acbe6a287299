"""A strict reader of report files, written from the documents alone, sharing no code with the domain.

- FIDE, "Format of TRF (Tournament Report File)", approved 10 August 2015: positions of the player section (001), codes
  of the tournament section (012 to 132), results, and a carriage return at the end of each line.
- JaVaFo, Advanced User Manual: XXR, XXZ, XXS, XXA and XXP.
- TRF26: 240 (byes of rounds to come), and comments that begin with ``###``.
- bbpPairings, README: BBW, BBD, BBL, BBU, BBF.

Whatever is not as documented raises AssertionError.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

CODES = {"012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122"}
SCORED = {"1": "W", "=": "D", "0": "L", "+": "FW", "-": "FL", "H": "HPB", "F": "FPB", "U": "PAB", "Z": "ZPB"}
OPPOSITE = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+-", " ": " "}
HALF = Fraction(1, 2)


@dataclass
class Player:
    """A line 001."""

    start: int
    name: str
    rating: int | None
    points: Fraction
    rank: int | None
    rounds: list[tuple[int, str, str]]
    """Opponent (0: none), colour and result of each round."""


@dataclass
class Trf:
    """A report file, with every position checked."""

    players: dict[int, Player] = field(default_factory=dict)
    data: dict[str, list[str]] = field(default_factory=dict)
    dates: list[str] = field(default_factory=list)
    rounds: int | None = None
    absent: list[int] = field(default_factory=list)
    byes: list[tuple[str, int, int]] = field(default_factory=list)
    """Result, round and start number of each bye of a round to come."""
    scoring: dict[str, Fraction] = field(default_factory=dict)
    other_scoring: dict[str, Fraction] = field(default_factory=dict)
    acceleration: dict[int, list[Fraction]] = field(default_factory=dict)
    forbidden: list[set[int]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


def points(text: str, width: int) -> Fraction:
    assert len(text) == width, text
    assert re.fullmatch(r" *-?\d+\.\d", text), f"{text!r} is no number with one decimal, to the right"
    return Fraction(text.strip())


def number(text: str) -> int | None:
    assert re.fullmatch(r" *(?:[1-9]\d*)?", text), f"{text!r} is no number, to the right"
    return int(text) if text.strip() else None


def player(line: str) -> Player:
    """Position by position (from 1) as in the table of the player section."""
    assert len(line) >= 89, "the line has every field up to the rank"
    blank = {4, 9, 14, 48, 53, 57, 69, 80, 85, *range(10, 14), *range(54, 57), *range(58, 69), *range(70, 80)}
    assert {line[position - 1] for position in blank} == {" "}
    start, name = number(line[4:8]), line[14:47]
    assert start is not None
    assert name.strip()
    assert not name.startswith(" ")
    rounds = []
    for first in range(90, len(line) + 1, 10):
        text = line[first - 1 : first + 9].ljust(10)
        assert re.fullmatch(r"  (?:[ \d]{3}[1-9\d] [wb] [1=0+\- ]|0000 - [HFUZ])", text), (line, text)
        opponent = 0 if text[2:6] == "0000" else number(text[2:6])
        assert opponent is not None
        rounds.append((opponent, text[7], text[9]))
    return Player(start, name.rstrip(), number(line[48:52]), points(line[80:84], 4), number(line[85:89]), rounds)


def read(text: str) -> Trf:
    """The file; each line as it is documented."""
    assert text.endswith("\r\n")
    trf = Trf()
    lines = text.split("\r\n")[:-1]
    assert all("\r" not in line and "\n" not in line and line == line.rstrip() and line for line in lines)
    for line in lines:
        code = line[:3]
        if code == "001":
            entry = player(line)
            assert entry.start not in trf.players
            trf.players[entry.start] = entry
        elif code == "132":
            assert line[3:91].strip() == ""
            assert re.fullmatch(r"\d\d/\d\d/\d\d(?:  \d\d/\d\d/\d\d)*", line[91:])
            trf.dates = line[91:].split("  ")
        elif code in CODES:
            assert line[3] == " "
            assert line[4:] == line[4:].strip()
            trf.data.setdefault(code, []).append(line[4:])
        elif code == "XXR":
            trf.rounds = int(line[4:])
        elif code == "XXZ":
            trf.absent = [int(each) for each in line[4:].split(" ")]
        elif code == "XXP":
            trf.forbidden.append({int(each) for each in line[4:].split(" ")})
        elif code == "XXS":
            for each in line[4:].split(" "):
                name, _, value = each.partition("=")
                assert name in {"WW", "BW", "WD", "BD", "WL", "BL", "ZPB", "HPB", "FPB", "PAB", "FW", "FL"}
                trf.scoring[name] = Fraction(value)
        elif code in {"BBW", "BBD", "BBL", "BBU", "BBF"}:
            trf.other_scoring[code] = points(line[4:8], 4)
            assert len(line) == 8
        elif code == "XXA":
            start = number(line[4:8])
            assert start is not None
            assert (len(line) - 8) % 5 == 0
            trf.acceleration[start] = [points(line[at : at + 4], 4) for at in range(9, len(line), 5)]
        elif code == "240":
            assert re.fullmatch(r"240 [HFZ] [ \d]{2}\d(?: [ \d]{3}\d)+", line), line
            for at in range(10, len(line), 5):
                bye = number(line[at : at + 4])
                assert bye is not None
                trf.byes.append((line[4], int(line[6:9]), bye))
        else:
            assert line.startswith("### "), f"{code} is no code of the format"
            trf.comments.append(line[4:])
    check(trf)
    return trf


def check(trf: Trf) -> None:
    """Check the rules of the documents about the file as a whole."""
    assert list(trf.players) == list(range(1, len(trf.players) + 1)), "start numbers are given in order, without a gap"
    assert trf.data["062"] == [str(len(trf.players))]
    assert trf.data["072"] == [str(sum(each.rating is not None for each in trf.players.values()))]
    assert len(trf.data["012"]) == len(trf.data["092"]) == 1
    played = {len(each.rounds) for each in trf.players.values()}
    assert len(played) == 1
    (drawn,) = played
    assert drawn == len(trf.dates)
    assert trf.rounds is None or drawn <= trf.rounds
    worth = trf.scoring.get("PAB", Fraction(1))
    for n in range(drawn):
        allocated = sum(each.rounds[n][2] == "U" for each in trf.players.values())
        assert allocated <= 1 or worth not in (trf.scoring.get("WW", 1), trf.scoring.get("WD", HALF), 0), (
            "U once a round"
        )
    for own in trf.players.values():
        assert own.rank is not None or drawn
        for n, (opponent, colour, result) in enumerate(own.rounds):
            if opponent:
                against, other_colour, other_result = trf.players[opponent].rounds[n]
                assert against == own.start != opponent
                assert {colour, other_colour} == {"w", "b"}
                assert other_result in OPPOSITE[result]
    assert sorted(trf.absent) == sorted(start for _, number_, start in trf.byes if number_ == drawn + 1)
    for _, number_, start in trf.byes:
        assert start in trf.players
        assert drawn < number_ <= (trf.rounds or number_)
    for start, virtual in trf.acceleration.items():
        assert start in trf.players
        assert len(virtual) <= (trf.rounds or 0)
    assert all(len(each) > 1 and each <= trf.players.keys() for each in trf.forbidden)
    same = {"BBW": ("WW", 1), "BBD": ("WD", HALF), "BBL": ("WL", 0), "BBU": ("PAB", 1), "BBF": ("FL", 0)}
    for code, (name, usual) in same.items():
        other = trf.scoring.get("WW", Fraction(1)) if code == "BBU" else Fraction(usual)  # there a bye is as a win
        assert trf.other_scoring.get(code, other) == trf.scoring.get(name, Fraction(usual))


def score(trf: Trf, own: Player) -> Fraction:
    """The points of a player's results, by XXS (JaVaFo, "Scoring point system")."""
    usual = {
        "WW": 1, "BW": 1, "WD": HALF, "BD": HALF, "WL": 0, "BL": 0, "ZPB": 0, "HPB": HALF, "FPB": 1, "PAB": 1, "FW": 1,
        "FL": 0,
    }  # fmt: skip
    total = Fraction(0)
    for _, colour, result in own.rounds:
        if result != " ":
            code = SCORED[result]
            code = f"{colour.upper()}{code}" if code in "WDL" else code
            total += trf.scoring.get(code, Fraction(usual[code]))
    return total
