"""The names of teams as people type them: "Anna & Beat" are two players, "The Lions" is a team."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from domain.club.people_reader import read_people

JOINT: Final = " & "
"""Between the players of a team."""


def read_teams(
    typed: Mapping[str, str], has: Callable[[str], bool] | None = None
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the names and the players of teams by code, from texts by code; an empty text gives neither.

    ``has``: tells whether a name is that of a registered player.
    """
    names: dict[str, str] = {}
    players: dict[str, list[str]] = {}
    for code, text in typed.items():
        parts = read_people(text, has=has)
        if len(parts) > 1:
            players[code] = parts
        elif parts:
            names[code] = parts[0]
    return names, players
