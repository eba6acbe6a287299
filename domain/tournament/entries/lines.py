"""Entries that are written on one line each, as people write a list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from domain.club.people_reader import read_people

if TYPE_CHECKING:
    from collections.abc import Callable

NUMBERED: Final = re.compile(r"#?\d{1,4} ?(?:[.)]\s*(?=\D)|[\t;,])")
"""The number before an entry of a list."""

LINE_END: Final = re.compile(r"\r\n|\r|\n")


class ListEntry(NamedTuple):
    """An entry of a list."""

    line: int
    """The number of the line in the list, from 1."""
    name: str
    players: list[str]


def entry_of(
    text: str, side: int = 2, has: Callable[[str], bool] | None = None, *, commas: bool = True
) -> tuple[str, list[str]]:
    """Return the name and the players of an entry: ``Anula + Farook`` or ``The Herons: Anula, Farook``.

    An entry that names one person has no players: the name may be that of a pair. ``side``: the number of players of an
    entry; a name of a single player is not divided. ``has`` and ``commas`` as in `read_people`.
    """
    text = " ".join(text.split()) if side == 1 else text.strip()
    if side == 1 or (has is not None and has(text)):
        return text, []
    called, colon, rest = text.partition(":")
    if colon:
        return called.strip(), read_people(rest, side, has)
    players = read_people(text, side, has, commas=commas)
    return " + ".join(players), players if len(players) > 1 else []


def read_list(text: str, side: int, has: Callable[[str], bool] | None = None) -> list[ListEntry]:
    """Return the entries of a list, one on each line that is not empty. Numbers before the names are left out."""
    lines = enumerate(LINE_END.split(text.removeprefix("\ufeff")), 1)
    return [ListEntry(number, *entry_of(_unnumbered(line), side, has)) for number, line in lines if line.strip()]


def _unnumbered(line: str) -> str:
    match = NUMBERED.match(line.strip())
    return line.strip()[match.end() :] if match else line.strip()
