"""A second reader of hand files and archives, for tests alone: it shares no code with the product, not even TOML.

It takes from a text what must never change silently: the people, the places, the day, the cards in the order in which
they were played, and the points and tokens that the file states. It judges nothing.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
PLACES = ("club", "table", "event", "source", "number")
PLAY = re.compile(
    r"!?[\w-]*\s*(?:north|east|south|west|[nesw]|\d)\s*:?\s+[(\[]*\s*(10|[2-9tjqka])([shdc♠♥♦♣])\s*[)\]]*",
    re.IGNORECASE,
)
SUIT_FIRST = re.compile(r"([♠♥♦♣])(10|[2-9TJQKA])", re.IGNORECASE)


@dataclass(frozen=True)
class Stated:
    """The content of a deal's text."""

    players: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    date: str = ""
    plays: tuple[str, ...] = ()
    tokens: dict[str, int] | None = None
    points: dict[str, int] | None = None


def decode(data: bytes) -> str:
    """Return the text of a file by its mark, else as UTF-8; line ends as in Unix. Raises UnicodeDecodeError."""
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"\xef\xbb\xbf", "utf-8")):
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    return data.decode().replace("\r\n", "\n").replace("\r", "\n")


def read_hand_text(text: str) -> Stated:
    """Return what a hand file says, line by line."""
    players, places, plays = {}, {}, []
    for seat, name in re.findall(r'^\s*players\.(\w+)\s*=\s*("(?:[^"\\]|\\.)*")', text, re.MULTILINE):
        players[seat] = json.loads(name)
    for key, value in re.findall(rf'^\s*({"|".join(PLACES)})\s*=\s*("(?:[^"\\]|\\.)*"|\d+)', text, re.MULTILINE):
        places[key] = str(json.loads(value))
    date = re.search(r'^\s*date\s*=\s*"?([0-9T:+.Z -]+?)"?\s*(#.*)?$', text, re.MULTILINE)
    body = text.partition("actions = [")[2].partition("\n[settlement]")[0]
    for line in body.splitlines():
        sentence = re.match(r'\s*(?:\{\s*act\s*=\s*)?"((?:[^"\\]|\\.)*)"', line)
        if sentence and (card := _played(sentence[1])):
            plays.append(card)
    end = text.partition("\n[settlement]")[2]
    numbers = {
        name: {team: int(n) for team, n in re.findall(r"(\w+)\s*=\s*(-?\d+)", inner)}
        for name, inner in re.findall(r"^\s*(tokens|points)\s*=\s*\{(.*?)\}", end, re.MULTILINE)
    }
    return Stated(
        players, places, date[1].strip() if date else "", tuple(plays), numbers.get("tokens"), numbers.get("points")
    )


def read_line(line: dict[str, Any]) -> Stated:
    """Return what a line of an archive says."""
    lines = line["lines"]
    sentences = [each if isinstance(each, str) else each.get("act", "") for each in lines]
    settled = [each for each in lines if isinstance(each, dict) and "settled" in each]
    return Stated(
        line.get("players", {}),
        {key: str(line[key]) for key in PLACES if line.get(key) not in (None, "")},
        line.get("date", ""),
        tuple(card for sentence in sentences if (card := _played(sentence))),
        settled[-1]["tokens"] if settled else None,
        settled[-1]["points"] if settled else None,
    )


def _played(sentence: str) -> str:
    """Return the card that a sentence plays, as ``TS``; empty for any other act."""
    words = SUIT_FIRST.sub(r"\2\1", sentence.partition(";")[0].replace("\ufe0f", "").strip())
    match = PLAY.fullmatch(words)
    if match is None:
        return ""
    return match[1].upper().replace("10", "T") + SIGNS.get(match[2], match[2].upper())
