"""Find names that may mean the same player: a hint for somebody who knows the players.

The names are turned round, have initials, lack a part, write ``ue`` for ``ü``, or are a letter apart. They are found by
an index, so that a long list costs little, whatever its names.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import combinations, islice
from typing import TYPE_CHECKING, Final

from domain.club.name_matching import key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SEPARATORS: Final = re.compile(r"[\s.,'’\-]+")
MOST_SIMILAR: Final = 3
SHORTEST: Final = 5
"""The fewest letters of a name in which a slip of the pen is looked for."""
LONGEST: Final = 60
"""The most letters of such a name."""
MOST_PARTS: Final = 6
"""The most parts of a name that may lack some of them."""
MOST_ABBREVIATED: Final = 4
"""The most parts of a name that may have initials."""
MOST_COMPARED: Final = 8_000
"""The most pairs of names that are compared in one list."""


class SimilarNames:
    """Names among which similar ones are looked for. Of a long list of like names not all are found."""

    def __init__(self, names: Iterable[str]) -> None:
        self._parts = {name: parts_of(name) for name in names}
        self._keys = {name: key(name) for name in self._parts}
        self._named: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        for name, parts in self._parts.items():
            for clue in (*_clues(parts), ("all", *sorted(set(parts))), *(("some", *few) for few in _fewer(parts))):
                self._named[clue].append(name)
        self._most = max(MOST_SIMILAR, MOST_COMPARED // max(1, len(self._parts)))

    def of(self, name: str) -> list[str]:
        """Return the names that are similar to a name, up to `MOST_SIMILAR`."""
        parts, own = parts_of(name), key(name)
        clues = [*_clues(parts), ("some", *sorted(set(parts))), *(("all", *few) for few in _fewer(parts))]
        near = dict.fromkeys(other for clue in clues for other in islice(self._named.get(clue, ()), self._most))
        compared = islice((other for other in near if self._keys[other] != own), self._most)
        return sorted(other for other in compared if are_similar(parts, self._parts[other]))[:MOST_SIMILAR]


def similar_among(name: str, names: Iterable[str]) -> list[str]:
    """Return the names that are similar to one name, up to `MOST_SIMILAR`. For one search, an index costs more."""
    parts = parts_of(name)
    similar = (each for each in names if key(each) != key(name) and are_similar(parts, parts_of(each)))
    return sorted(similar)[:MOST_SIMILAR]


def parts_of(name: str) -> tuple[str, ...]:
    """Return the parts of a name in alphabetical order, with ``u`` for ``ü`` and ``ue``."""
    plain = key(name)
    for umlaut in ("ae", "oe", "ue"):
        plain = plain.replace(umlaut, umlaut[0])
    return tuple(sorted(part for part in SEPARATORS.split(plain) if part))


def _clues(parts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield what names have in common that are a letter apart, or have initials in the place of parts."""
    whole = "".join(parts)
    yield ("letters", whole)
    if SHORTEST <= len(whole) <= LONGEST:
        yield from dict.fromkeys(("letters", whole[:n] + whole[n + 1 :]) for n in range(len(whole)))
    if 1 < len(parts) <= MOST_ABBREVIATED:
        initials = "".join(sorted(part[0] for part in parts))
        yield from (("initials", initials, part) for part in sorted(set(parts)) if len(part) > 1)


def _fewer(parts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the parts without some of them, as long as a part of several letters remains."""
    different = sorted(set(parts))
    if len(different) > MOST_PARTS:
        yield tuple(part for part in different if len(part) > 1)
        return
    for count in range(1, len(different)):
        yield from (some for some in combinations(different, count) if any(len(part) > 1 for part in some))


def are_similar(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two names, in parts, may mean the same player."""
    if one == other or _are_a_letter_apart("".join(one), "".join(other)):
        return True
    if len(one) != len(other):
        fewer, more = sorted((set(one), set(other)), key=len)
        return fewer < more and any(len(part) > 1 for part in fewer)
    return 1 < len(one) <= MOST_ABBREVIATED and _is_abbreviated(one, other)


def _is_abbreviated(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether parts are the same or initials of each other, and one of several letters is the same."""
    mine, theirs = Counter(one), Counter(other)
    same = Counter({part: count for part, count in (mine & theirs).items() if len(part) > 1})
    mine, theirs = mine - same, theirs - same
    for initial in {part[0] for part in (*mine, *theirs)}:
        letters, words = _counted(mine, initial)
        their_letters, their_words = _counted(theirs, initial)
        if letters + words != their_letters + their_words or words > their_letters:
            return False
    return bool(same)


def _counted(parts: Counter[str], initial: str) -> tuple[int, int]:
    """Return how many parts with an initial are that letter, and how many are longer."""
    counts = [(len(part), count) for part, count in parts.items() if part[0] == initial]
    return sum(n for length, n in counts if length == 1), sum(n for length, n in counts if length > 1)


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
