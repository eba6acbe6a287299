"""Find the starters of Howells of more than 16 pairs: `python scripts/howells.py 17 19 …` prints a line for each.

They are stored in `domain/tournament/draws/howells.txt`, since a movement must never change. This script documents
their origin, and a test computes some of them again.

Let `+` be North and South, `-` East and West. A row of v signs gives the seats of the places with one set of boards, in
their order from the place that meets the pair that stays; with the next set the row is shifted by one. Two places are
compared evenly if the row agrees and disagrees equally often with itself shifted by their distance: the signs that
agree less those that do not are at best -1, or 1 and -3. Such rows are

- the quadratic residues, if v is a prime,
- the twin prime difference set, if v is the product of two primes that differ by 2,
- a shift register sequence, if v is a power of two less one,
- otherwise the best row of a search by annealing, among the few rows that stay the same when all places are multiplied
  by certain numbers.

Then the script searches a strong starter in which each place at North and South meets one at East and West: it gives a
place without an opponent the one that breaks the fewest pairs.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeAlias

import numpy as np

Row: TypeAlias = tuple[int, ...]
"""1 and -1 by place; the first is -1, since the pair that stays sits North and South."""

GROUPS, RUNS, STEPS, STEPS_OF_A_STARTER = 8, 10, 8_000, 20_000
EVEN_ENOUGH = 19


def likeness(row: Sequence[int]) -> int:
    """Return the largest agreement or disagreement of the row with itself shifted: the smaller, the more even."""
    return max(abs(sum(one * row[n - by] for n, one in enumerate(row))) for by in range(1, len(row)))


def rows(v: int) -> Iterator[Row]:
    """Yield the rows to try, the most even ones first. Each has one `-` more than `+`."""
    known = residues(v) or twin_primes(v) or shift_register(v)
    for row in [known] if known else annealed(v):
        for by in range(v):
            if row[by] == -1:
                yield (*row[by:], *row[:by])


def prime(v: int) -> bool:
    return v > 1 and all(v % by for by in range(2, math.isqrt(v) + 1))


def squares(p: int) -> set[int]:
    return {x * x % p for x in range(1, p)}


def residues(v: int) -> Row | None:
    if not prime(v):
        return None
    own = squares(v)
    return tuple(1 if x in own else -1 for x in range(v))


def twin_primes(v: int) -> Row | None:
    p = math.isqrt(v + 1) - 1
    q = p + 2
    if p * q != v or not prime(p) or not prime(q):
        return None
    ours, theirs = squares(p), squares(q)
    return tuple(1 if x % q == 0 or (x % p and (x % p in ours) == (x % q in theirs)) else -1 for x in range(v))


def shift_register(v: int) -> Row | None:
    taps = {63: (6, 5), 255: (8, 6, 5, 4)}.get(v)
    if taps is None:
        return None
    bits = [1] * taps[0]
    while len(bits) < v:
        bits.append(sum(bits[-tap] for tap in taps) % 2)
    return tuple(1 - 2 * bit for bit in bits)


def annealed(v: int) -> list[Row]:
    """Return the best row of each run, the best first. Tries more groups until a row is even enough."""
    rng = Random(v)
    ordered = sorted(groups(v), key=lambda group: (abs(math.log(len(group) * 32 / v)), group))
    scores: dict[Row, int] = {}
    for first in range(0, len(ordered), GROUPS):
        some = ordered[first : first + GROUPS]
        for run in range(RUNS):
            if row := _anneal(v, some[run % len(some)], rng):
                scores[row] = likeness(row)
        if scores and min(scores.values()) <= EVEN_ENOUGH:
            break
    return sorted(scores, key=lambda row: (scores[row], row))


def groups(v: int) -> set[tuple[int, ...]]:
    """Return the set of powers modulo v of each number that has no divisor in common with v."""
    cycles = set()
    for by in (x for x in range(1, v) if math.gcd(x, v) == 1):
        powers = [1]
        while (following := powers[-1] * by % v) != 1:
            powers.append(following)
        cycles.add(tuple(sorted(powers)))
    return cycles


def _anneal(v: int, group: Sequence[int], rng: Random) -> Row | None:
    orbits = sorted({tuple(sorted({x * by % v for by in group})) for x in range(1, v)})
    first = [orbit[0] for orbit in orbits]
    weight = np.array([len(orbit) for orbit in orbits])
    spread = np.zeros((len(orbits), v))
    for n, orbit in enumerate(orbits):
        spread[n, orbit] = 1

    def judged(signs: np.ndarray) -> tuple[float, np.ndarray]:
        row = signs @ spread
        row[0] = -1
        agree = np.rint(np.fft.irfft(np.abs(np.fft.rfft(row)) ** 2, v))[first]
        return float((weight * agree**4).sum()) / v + 1000 * float(row.sum() + 1) ** 2, row

    signs = np.array([1 if rng.random() < 0.5 else -1 for _ in orbits])
    cost, row = judged(signs)
    best, kept = math.inf, None
    heat = cost / 20
    for _ in range(STEPS):
        heat = max(0.3, heat * 0.9993)
        other = signs.copy()
        here, there = int(rng.random() * len(orbits)), int(rng.random() * len(orbits))
        other[here] *= -1
        if rng.random() < 0.6 and here != there and signs[here] != signs[there]:
            other[there] *= -1
        now, changed = judged(other)
        if now <= cost or rng.random() < math.exp((cost - now) / heat):
            signs, cost, row = other, now, changed
            if cost < best and row.sum() == -1:
                best, kept = cost, tuple(int(sign) for sign in row)
    return kept


def starter(row: Row, rng: Random) -> list[tuple[int, int]] | None:
    """Return North-South and East-West of each table but the first; None if the search takes too long."""
    v = len(row)
    alone = [x for x in range(1, v) if row[-x % v] == -1]
    others = [x for x in range(1, v) if row[-x % v] == 1]
    whose: dict[tuple[str, int], int] = {}
    against: dict[int, int] = {}

    def marks(x: int, y: int) -> tuple[tuple[str, int], ...]:
        """Return the properties of a pair that no other pair may have."""
        return ("place", y), ("apart", min((x - y) % v, (y - x) % v)), ("sum", (x + y) % v)

    for _ in range(STEPS_OF_A_STARTER):
        if not alone:
            return sorted(against.items())
        x = alone.pop(int(rng.random() * len(alone)))
        allowed = 2 if rng.random() < 0.003 else 0
        broken: dict[int, list[int]] = {}
        for y in others:
            if x + y != v:
                breaks = len({whose[mark] for mark in marks(x, y) if mark in whose})
                broken.setdefault(max(breaks, allowed), []).append(y)
        best = broken[min(broken)]
        y = best[int(rng.random() * len(best))]
        for loser in {whose[mark] for mark in marks(x, y) if mark in whose}:
            for mark in marks(loser, against.pop(loser)):
                del whose[mark]
            alone.append(loser)
        against[x] = y
        whose |= dict.fromkeys(marks(x, y), x)
    return None


def find_starter(v: int) -> tuple[list[tuple[int, int]], Row]:
    """Return a starter and its row. Raises ``SystemExit`` if there is none."""
    rng = Random(v)
    for row in rows(v):
        if made := starter(row, rng):
            return made, row
    raise SystemExit(f"{v}: none found")


def main() -> None:
    for v in map(int, sys.argv[1:]):
        made, _ = find_starter(v)
        print(f"{v}:", *(f"{x}-{y}" for x, y in made), flush=True)


if __name__ == "__main__":
    main()
