"""Find registered players by their names, and names that may mean the same player.

Accents, case and spaces do not count.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from itertools import permutations
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


SEPARATORS: Final = re.compile(r"[\s.,'’\-]+")
MOST_SIMILAR: Final = 3
SHORTEST: Final = 5
"""The fewest letters of a name in which a slip of the pen is looked for."""


class SimilarNames:
    """Names that are not the same, but may mean the same player: a hint for somebody who knows the players.

    The names are turned round, have initials, lack a part, write ``ue`` for ``ü``, or are a letter apart.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._named: defaultdict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
        for name in names:
            parts = _parts(name)
            for letter in {part[0] for part in parts}:
                self._named[letter][name] = parts

    def of(self, name: str) -> list[str]:
        """Return the names that are similar to a name, up to `MOST_SIMILAR`."""
        parts = _parts(name)
        letters = {part[0] for part in parts}
        near = {other: theirs for letter in letters for other, theirs in self._named.get(letter, {}).items()}
        similar = [other for other, theirs in near.items() if key(other) != key(name) and _are_similar(parts, theirs)]
        return sorted(similar)[:MOST_SIMILAR]


def _parts(name: str) -> tuple[str, ...]:
    """Return the parts of a name in alphabetical order, with ``u`` for ``ü`` and ``ue``."""
    plain = key(name)
    for umlaut in ("ae", "oe", "ue"):
        plain = plain.replace(umlaut, umlaut[0])
    return tuple(sorted(part for part in SEPARATORS.split(plain) if part))


def _are_similar(one: Sequence[str], other: Sequence[str]) -> bool:
    if one == other or _are_a_letter_apart("".join(one), "".join(other)):
        return True
    if len(one) != len(other):
        fewer, more = sorted((set(one), set(other)), key=len)
        return fewer < more and any(len(part) > 1 for part in fewer)
    return 1 < len(one) <= 4 and any(_is_abbreviated(zip(one, each, strict=True)) for each in permutations(other))


def _is_abbreviated(pairs: Iterable[tuple[str, str]]) -> bool:
    """Return whether parts are the same or initials of each other, and one is the same."""
    pairs = list(pairs)
    whole = any(one == other and len(one) > 1 for one, other in pairs)
    return whole and all(one == other or (one[0] == other[0] and 1 in (len(one), len(other))) for one, other in pairs)


def _are_a_letter_apart(one: str, other: str) -> bool:
    """Return whether two names of some length differ by a letter that is missing, other, or swapped with the next."""
    short, long = sorted((one, other), key=len)
    if len(short) < SHORTEST or len(long) - len(short) > 1:
        return False
    same = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[same:] == long[same + 1 :]
    swapped = short[same + 1 : same + 2] + short[same : same + 1] + short[same + 2 :]
    return long[same:] == swapped or short[same + 1 :] == long[same + 1 :]
