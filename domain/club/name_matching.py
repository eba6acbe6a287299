"""Find registered players by their names.

Accents, case and spaces do not count.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ACCENTS: Final = range(0x300, 0x370)
"""Combining accents of Latin, Greek and Cyrillic letters. The vowel signs of Tamil and Sinhala are not among them."""


def key(name: str) -> str:
    """Return what counts of a name: without accents, case and superfluous spaces."""
    letters = "".join(each for each in unicodedata.normalize("NFKD", name) if ord(each) not in ACCENTS)
    return " ".join(unicodedata.normalize("NFKC", letters).casefold().split())


def turned(name: str) -> str:
    """Return ``Perera, Nimal`` as ``Nimal Perera``; empty if the name has not exactly one comma."""
    parts = [part.strip() for part in name.split(",")]
    return f"{parts[1]} {parts[0]}" if len(parts) == 2 and all(parts) else ""


class Players:
    """The registered players of a club, by all names that they ever had."""

    def __init__(self, players: Iterable[tuple[str, Iterable[str]]]) -> None:
        """``players``: id and names of each player."""
        named: defaultdict[str, set[str]] = defaultdict(set)
        written: dict[str, str] = {}
        for identity, names in players:
            for name in names:
                named[key(name)].add(identity)
                written.setdefault(key(name), name)
        self._named: Mapping[str, set[str]] = dict(named)
        self.names: Sequence[str] = tuple(written.values())
        """All names, each once."""

    def all(self, name: str) -> list[str]:
        """Return the ids of all players who have or had this name, also with the family name and a comma first."""
        return sorted(self._named.get(key(name), set()) or self._named.get(key(turned(name)), set()))

    def has(self, name: str) -> bool:
        """Return whether a player has or had this name."""
        return bool(self.all(name))

    def one(self, name: str) -> str | None:
        """Return the id of the player of this name; None if there is none, or more than one."""
        ids = self.all(name)
        return ids[0] if len(ids) == 1 else None


def begins(name: str, typed: str) -> bool:
    """Return whether a name, or a later part of it, begins with what was typed."""
    return f" {key(name)}".find(f" {key(typed)}") >= 0
