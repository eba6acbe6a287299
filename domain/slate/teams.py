"""The names of teams as people type them: "Anna & Beat" are two players, "The Lions" is a team."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

JOINT: Final = " & "
"""Between the players of a team."""
BETWEEN: Final = re.compile(r"\s*[&+,;]\s*")


def read_teams(typed: Mapping[str, str]) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the names and the players of teams by code, from texts by code; an empty text gives neither."""
    names: dict[str, str] = {}
    players: dict[str, list[str]] = {}
    for code, text in typed.items():
        parts = [part for part in BETWEEN.split(text.strip()) if part]
        if len(parts) > 1:
            players[code] = parts
        elif parts:
            names[code] = parts[0]
    return names, players
