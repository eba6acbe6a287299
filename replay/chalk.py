"""The strokes of a Schieber as a scribe chalks them: hundreds, fifties and twenties on the three bars of the Z.

Sources: jassonkel.ch, "Schreiben auf Tafel", and Anzeiger von Saanen, "Das Schreiben" (27 October 2020). Hundreds
stand in the top row, fifties in the middle, twenties in the bottom row; every second fifty crosses the one before it,
every fifth hundred and twenty crosses the four before it, and beside them stands one number, the rest. 500 may be
written as a V. Many hundreds would not fit: from `MOST_HUNDREDS` on, every 500 is a V.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HUNDRED, FIFTY, TWENTY = 100, 50, 20
GROUP: Final = 5
"""The strokes of a group; the last one crosses the others."""
MOST_HUNDREDS: Final = 25
"""The most hundreds that are all written as strokes."""

LEFT, RIGHT, TOP, BOTTOM = 6, 194, 17, 83
"""The corners of the Z, in the units of the drawing."""
WIDTH, HEIGHT = 200, 100
FIRST: Final = 17
"""The places of the first strokes on the top bar and on the bottom bar."""
GAP: Final = 6.5
HALF: Final = 12
"""Half of the length of a stroke."""
SLANT: Final = 4

Stroke = tuple[float, float, float, float]
"""A line from a point to a point."""


@dataclass(frozen=True, slots=True)
class Strokes:
    """The strokes of a team, and the number beside them."""

    hundreds: int = 0
    fifties: int = 0
    twenties: int = 0
    rest: int = 0

    @property
    def total(self) -> int:
        """Return the points of all strokes and the rest."""
        return HUNDRED * self.hundreds + FIFTY * self.fifties + TWENTY * self.twenties + self.rest

    def written(self, points: int) -> Strokes:
        """Return the strokes after points were written: a stroke is never wiped out, only the rest changes."""
        hundreds, rest = divmod(self.rest + points, HUNDRED)
        fifties, rest = divmod(rest, FIFTY)
        twenties, rest = divmod(rest, TWENTY)
        return Strokes(self.hundreds + hundreds, self.fifties + fifties, self.twenties + twenties, rest)


def strokes_of(scored: Iterable[int]) -> Strokes:
    """Return the strokes of a team. ``scored``: what each deal added to its points."""
    strokes = Strokes()
    for points in scored:
        strokes = strokes.written(points)
    return strokes


def path(strokes: Strokes) -> str:
    """Return the strokes as the path of an SVG that is `WIDTH` wide and `HEIGHT` high."""
    lines = [*_hundreds(strokes.hundreds), *_fifties(strokes.fifties), *_row(strokes.twenties, BOTTOM)]
    return "".join(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" for x1, y1, x2, y2 in lines)


def frame() -> str:
    """Return the Z as the path of an SVG."""
    return f"M{LEFT} {TOP}H{RIGHT}L{LEFT} {BOTTOM}H{RIGHT}"


def _hundreds(number: int) -> Iterator[Stroke]:
    fives = number // GROUP if number > MOST_HUNDREDS else 0
    step = min(11.0, (RIGHT - FIRST - 40) / max(fives, 1))
    for n in range(fives):
        x = FIRST + n * step
        yield x - step * 0.35, TOP - HALF, x, TOP + HALF
        yield x, TOP + HALF, x + step * 0.35, TOP - HALF
    yield from _row(number - GROUP * fives, TOP, FIRST + fives * step)


def _row(number: int, y: float, first: float = FIRST) -> Iterator[Stroke]:
    """Yield upright strokes in groups of five on a bar, closer together if there is no room for all."""
    gap = min(GAP, (RIGHT - first) / max(number, 1))
    for n in range(number):
        group, place = divmod(n, GROUP)
        start = first + group * GROUP * gap
        if place == GROUP - 1:
            yield start - gap * 0.6, y + HALF * 0.7, start + (GROUP - 1.4) * gap, y - HALF * 0.7
        else:
            x = start + place * gap
            yield x + _shake(n), y - HALF + _shake(n + 3), x - _shake(n + 1), y + HALF + _shake(n + 2)


def _fifties(number: int) -> Iterator[Stroke]:
    """Yield the fifties along the diagonal from its lower end; every second one crosses the one before it."""
    pairs = (number + 1) // 2
    step = min(15.0, 0.7 * (RIGHT - LEFT) / max(pairs, 1))
    for n in range(number):
        x = LEFT + 0.2 * (RIGHT - LEFT) + n // 2 * step
        y = BOTTOM - (x - LEFT) / (RIGHT - LEFT) * (BOTTOM - TOP)
        side = SLANT if n % 2 else -SLANT
        yield x + side, y - HALF + 3, x - side, y + HALF - 3


def _shake(n: int) -> float:
    """Return how far the hand misses: the same for the same stroke each time."""
    return (n * 37 % 7 - 3) / 3
