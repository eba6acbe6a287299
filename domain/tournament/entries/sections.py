"""Parallel sections: several tournaments that are opened together from one list of entries and shown together.

Each section is a tournament of its own, with its own draws, standings and end. They share only the id of the first one.
"""

from __future__ import annotations

from itertools import pairwise
from string import ascii_uppercase
from typing import TYPE_CHECKING, Final, TypeVar

from domain.club.name_matching import key
from domain.engine.words.values import Listing
from domain.kernel.commands import name
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.tournament.entries.lines import ListEntry

T = TypeVar("T")

MOST: Final = len(ascii_uppercase)
"""The most sections."""
LEAST_ENTRIES: Final = 2
"""The fewest entries of a section."""
SNAKE: Final = "snake"
IN_TURN: Final = "in-turn"
BLOCKS: Final = "blocks"
WAYS: Final = (SNAKE, IN_TURN, BLOCKS)
"""The ways to divide a list: A B C C B A …, so that the sections are about equally strong; A B C A B C …; or its first
part to A, the next to B, so that equally strong entries meet."""


def divide(entries: Sequence[T], count: int, way: str = SNAKE) -> list[list[T]]:
    """Return the entries of each section, in the order of the list; sizes differ by at most one.

    Raises `Declined` if there are too few entries for so many sections, or too many sections.
    """
    if not 2 <= count <= MOST:
        raise Declined("sections", "there are 2 to {most} sections", most=MOST)
    if way not in WAYS:
        raise Declined("sections", "a list is divided by {ways}", ways=Listing(WAYS))
    if len(entries) < LEAST_ENTRIES * count:
        raise Declined(
            "sections",
            "{entries} entries are too few for {sections} sections of at least {least}",
            entries=len(entries), sections=count, least=LEAST_ENTRIES,
        )  # fmt: skip
    if way == BLOCKS:
        size, rest = divmod(len(entries), count)
        ends = [n * size + min(n, rest) for n in range(count + 1)]
        return [list(entries[start:end]) for start, end in pairwise(ends)]
    sections: list[list[T]] = [[] for _ in range(count)]
    for n, entry in enumerate(entries):
        lap, place = divmod(n, count)
        sections[count - 1 - place if way == SNAKE and lap % 2 else place].append(entry)
    return sections


def check_entries(entries: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Raise `Declined` if an entry or a player stands twice in a list. ``entries``: name and players."""
    names = [called for called, _ in entries]
    if twice := next((each for each in names if names.count(each) > 1), ""):
        raise Declined("entry-name", "{name} stands twice in the list", name=twice)
    players = [player for _, of_entry in entries for player in of_entry]
    if twice := next((each for each in players if players.count(each) > 1), ""):
        raise Declined("entry-player", "{name} plays for two entries of the list", name=twice)


def check_list(listed: Sequence[ListEntry], side: int) -> None:
    """Raise `Declined`, naming the line, if the sections cannot have an entry of a list. ``side``: players of an entry.

    A name that stands on two lines is refused: it may be that of two people.
    """
    lines: dict[str, int] = {}
    for number, called, players in listed:
        try:
            names = {key(name(each)) for each in players or [called]}
            name(called)
            if len(players) > side:
                raise Declined(
                    "entry-players", "an entry has up to {most} players, not {count}", most=side, count=len(players)
                )
            if len(names) < len(players):
                raise Declined("player-twice", "a player stands twice in the entry")
            for each in (called, *players):
                if (before := lines.setdefault(key(each), number)) != number:
                    raise Declined(
                        "entry-player",
                        "{name} stands on line {before} too; if these are two people, write names that differ",
                        name=each,
                        before=before,
                    )
        except Declined as why:
            raise Declined(why.code, "line {line}: {why}", line=number, why=why.sentence) from None


def section_names(called: str, count: int) -> list[str]:
    """Return the names of the sections of a tournament: its name with A, B, C …"""
    return [f"{called} {letter}" for letter in ascii_uppercase[:count]]
