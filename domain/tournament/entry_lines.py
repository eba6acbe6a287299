"""Entries that are written on one line each, as people write a list."""

from __future__ import annotations

import re
from typing import Final

NUMBERED: Final = re.compile(r"\d+[.)]\s+")
"""The number before an entry of a list."""
BETWEEN_PLAYERS: Final = re.compile(r"\s*[,+&;/\t]\s*|\s(?:[–-]|and|und)\s")


def entry_of(line: str) -> tuple[str, list[str]]:
    """Return the name and the players of an entry: ``Anula + Farook`` or ``The Herons: Anula, Farook``."""
    called, colon, rest = line.partition(":")
    if colon:
        return called.strip(), [each.strip() for each in rest.split(",") if each.strip()]
    players = [each.strip() for each in line.split("+") if each.strip()]
    return " + ".join(players), players if len(players) > 1 else []


def list_lines(text: str, side: int) -> list[str]:
    """Return the entries of a list, a line each, as `entry_of` reads them.

    Numbers before the names are left out. The players of a pair or a team may stand between commas, semicolons, tabs,
    slashes, ampersands, dashes, plus signs, “and” or “und”; ``side``: the number of players of an entry.
    """
    lines = (NUMBERED.sub("", line.strip()) for line in text.splitlines())
    return [line if side == 1 else _with_plus_signs(line) for line in lines if line]


def _with_plus_signs(line: str) -> str:
    name, colon, rest = line.partition(":")
    players = [each for each in BETWEEN_PLAYERS.split(rest if colon else name) if each]
    return f"{name}: {', '.join(players)}" if colon else " + ".join(players)
