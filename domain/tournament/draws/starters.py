"""The starters of Howells: the seats of the first round, from which all other rounds follow (see `movements`).

A starter divides the numbers 1 to v - 1, for an odd v, into pairs, so that every difference modulo v occurs once. Each
pair has an adder; adding the adders to the pairs divides the same numbers into pairs again.

**Up to v = 15**, starters and adders were found by an exhaustive search. They are those that compare any two entries as
evenly as possible.

**From v = 17 on** (`howells.txt`) they are *strong starters*: the sums of the pairs modulo v are all different, too,
and none is 0. The adder of a pair is minus its sum, so all adders differ, and the pair x and y becomes -y and -x. The
search (`scripts/howells.py`) first chose who sits North and South, so that any two entries are compared about equally
often, and then looked for a strong starter that fits. The results are stored because a movement must never change.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

Starter: TypeAlias = tuple[tuple[int, int, int], ...]
"""For each table but the first: the number that sits North and South, the number East and West, and the adder."""

LARGEST: Final = 255
SMALL: Final[dict[int, Starter]] = {
    3: ((1, 2, 0),),
    5: ((1, 4, 0), (2, 3, 0)),
    7: ((1, 3, 3), (2, 6, 6), (4, 5, 5)),
    9: ((1, 2, 1), (3, 7, 7), (4, 6, 2), (5, 8, 8)),
    11: ((2, 1, 1), (6, 3, 3), (8, 4, 4), (10, 5, 5), (7, 9, 9)),
    13: ((1, 2, 3), (3, 6, 4), (4, 9, 2), (5, 12, 10), (7, 11, 1), (8, 10, 6)),
    15: ((2, 1, 1), (5, 3, 4), (4, 10, 9), (6, 14, 6), (7, 11, 3), (8, 13, 8), (9, 12, 14)),
}


@cache
def starter(v: int) -> Starter:
    """Return the starter of a Howell of v rounds, an odd number from 3 to `LARGEST`."""
    return SMALL[v] if v in SMALL else tuple((x, y, -(x + y) % v) for x, y in _strong()[v])


@cache
def _strong() -> dict[int, tuple[tuple[int, int], ...]]:
    """Return the strong starters of the file by v: the pairs, North and South first."""
    starters = {}
    for line in files("domain.tournament.draws").joinpath("howells.txt").read_text("ascii").splitlines():
        v, pairs = line.split(": ")
        starters[int(v)] = tuple((int(x), int(y)) for x, y in (pair.split("-") for pair in pairs.split()))
    return starters
