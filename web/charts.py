"""Charts as SVG. The style sheet gives the colours; every bar also has its number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

WIDTH = 400
LEFT, RIGHT, TOP, BOTTOM = 36, 8, 10, 24
DIGIT = 8
"""The width of a digit of the scale."""
MOST_BARS = 24
"""The most bars that are wide enough to read."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A stacked bar: parts of a kind, which the style sheet colours, and a number."""

    label: str
    parts: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        """Return the height of the whole bar."""
        return sum(number for _, number in self.parts)


def bars(title: str, rows: Sequence[Bar], height: int = 190) -> Markup:
    """Return a chart of upright bars with a number on each, at most the last `MOST_BARS`. ``height``: in pixels."""
    rows = rows[-MOST_BARS:]
    top = max((row.total for row in rows), default=0) or 1
    room = height - TOP - BOTTOM - 14
    step = (WIDTH - LEFT - RIGHT) / max(len(rows), 1)
    width = min(step * 0.7, 56)
    shapes = [_axis(0, top, height)]
    every = max(1, -(-len(rows) // 9))
    for n, row in enumerate(rows):
        x = LEFT + step * n + (step - width) / 2
        y = float(height - BOTTOM)
        for kind, number in row.parts:
            tall = room * number / top
            y -= tall
            shapes.append(f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{tall:.1f}"/>')
        middle = x + width / 2
        if row.total:
            label = "/".join(str(number) for _, number in row.parts)
            shapes.append(f'<text class="number" x="{middle:.1f}" y="{y - 4:.1f}">{label}</text>')
        if n % every == 0:
            shapes.append(f'<text class="label" x="{middle:.1f}" y="{height - 7}">{escape(row.label)}</text>')
    return _svg(title, height, shapes)


def steps(title: str, runs: Mapping[str, Sequence[int]], first: str, last: str, height: int = 190) -> Markup:
    """Return a chart of running balances, deal after deal.

    ``runs``: the values of each line by its name, the one before the first deal included.
    """
    every = [value for run in runs.values() for value in run] + [0]
    low, high = min(every), max(every)
    span = (high - low) or 1
    room = height - TOP - BOTTOM
    left = max(LEFT, 12 + DIGIT * max(len(str(low)), len(str(high))))

    def y(value: int) -> float:
        return TOP + room * (high - value) / span

    shapes = [
        _axis(low, high, height, left),
        f'<line class="zero" x1="{left}" x2="{WIDTH - RIGHT}" y1="{y(0):.1f}" y2="{y(0):.1f}"/>',
    ]
    for n, run in enumerate(runs.values()):
        step = (WIDTH - left - RIGHT) / max(len(run) - 1, 1)
        path = f"M{left} {y(run[0]):.1f}" + "".join(
            f"H{left + step * at:.1f}V{y(value):.1f}" for at, value in enumerate(run) if at
        )
        shapes.append(f'<path class="run run-{n}" d="{path}"/>')
    shapes += [
        f'<text class="label start" x="{left}" y="{height - 7}">{escape(first)}</text>',
        f'<text class="label end" x="{WIDTH - RIGHT}" y="{height - 7}">{escape(last)}</text>',
    ]
    return _svg(title, height, shapes)


def line(title: str, values: Sequence[int], first: str, last: str, height: int = 190) -> Markup:
    """Return a chart of two or more values over time: a dot for each, and the last one's number."""
    low, high = min(values), max(values)
    span = (high - low) or 1
    left, room = LEFT + 10, height - TOP - BOTTOM - 14
    step = (WIDTH - left - RIGHT) / max(len(values) - 1, 1)
    dots = [(left + step * n, TOP + 14 + room * (high - value) / span) for n, value in enumerate(values)]
    x, y = dots[-1]
    shapes = [
        _axis(low, high, height, left),
        f'<path class="run" d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in dots)}"/>',
        *(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in dots),
        f'<text class="number end" x="{x:.1f}" y="{y - 8:.1f}">{values[-1]}</text>',
        f'<text class="label start" x="{left}" y="{height - 7}">{escape(first)}</text>',
        f'<text class="label end" x="{WIDTH - RIGHT}" y="{height - 7}">{escape(last)}</text>',
    ]
    return _svg(title, height, shapes)


def _axis(low: int, high: int, height: int, left: int = LEFT) -> str:
    x, bottom = left - 6, height - BOTTOM
    return (
        f'<text class="scale" x="{x}" y="{bottom}">{low}</text><text class="scale" x="{x}" y="{TOP + 10}">{high}</text>'
        f'<line class="axis" x1="{left}" x2="{WIDTH - RIGHT}" y1="{bottom}" y2="{bottom}"/>'
    )


def _svg(title: str, height: int, shapes: list[str]) -> Markup:
    return Markup(  # noqa: S704 - numbers, and words that were escaped
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"{''.join(shapes)}</svg>"
    )
