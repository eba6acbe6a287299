"""Widths of the columns of long tables in PDFs, from their texts.

WeasyPrint would find them by itself, but anew for each page, from every row of the table: twenty seconds for the
standings of 200 pairs. A template declares such a table with the class ``fitted``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.etree.ElementTree import Element, SubElement

from web.printing.pdf.fonts import width_of

if TYPE_CHECKING:
    from collections.abc import Sequence

FITTED: Final = "fitted"
WIDTH: Final = 49.0
"""The width of the paper within its margins, in ems of its text (papers.css)."""
PADDING: Final = 1.1
"""The padding of a cell, left and right."""
LONGEST_WORD: Final = 12.0
"""The width from which on a word may be broken, so that one long name leaves the other columns their room."""
WHOLE: Final = frozenset({"number", "keep", "table"})
"""The classes of cells that are not broken into lines."""
OWN_LINE: Final = frozenset({"percent", "precise"})
"""The classes of parts of a cell that stand on lines of their own."""


def fit_columns(page: Element) -> None:
    """Give each fitted table of a page the widths of its columns."""
    for table in page.iter("table"):
        if FITTED in _classes(table):
            _fit(table)


def _fit(table: Element) -> None:
    least: dict[int, float] = {}
    best: dict[int, float] = {}
    for row in table.iter("tr"):
        column = 0
        for cell in row:
            span = int(cell.get("colspan", "1"))
            if span == 1:
                narrow, wide = _widths(cell)
                least[column] = max(least.get(column, 0.0), narrow)
                best[column] = max(best.get(column, 0.0), wide)
            column += span
    columns = Element("colgroup")
    for width in share([least[n] for n in sorted(least)], [best[n] for n in sorted(best)]):
        SubElement(columns, "col", style=f"width: {width:.2f}%")
    table.insert(0, columns)
    table.set("style", "table-layout: fixed")


def share(least: Sequence[float], best: Sequence[float]) -> list[float]:
    """Return the parts of the width in percent that columns get, as CSS shares it.

    If there is room for the best widths, the rest is shared in proportion to them; else each column has the least that
    it needs, and the rest is shared by how much each would like more.
    """
    if (whole := sum(best)) <= WIDTH:
        widths = [each * WIDTH / whole for each in best]
    else:
        rest = max(WIDTH - sum(least), 0.0)
        more = [high - low for low, high in zip(least, best, strict=True)]
        widths = [low + rest * each / (sum(more) or 1.0) for low, each in zip(least, more, strict=True)]
    return [100 * each / sum(widths) for each in widths]


def _widths(cell: Element) -> tuple[float, float]:
    """Return the least width that a cell needs, and the one at which it stands on one line."""
    lines = [" ".join(line.split()) for line in _lines(cell)]
    whole = max(map(width_of, lines))
    if _classes(cell) & WHOLE:
        return whole + PADDING, whole + PADDING
    longest = max(map(width_of, " ".join(lines).split()), default=0.0)
    return min(longest, LONGEST_WORD) + PADDING, whole + PADDING


def _lines(cell: Element) -> list[str]:
    """Return the texts of a cell that stand on lines of their own."""
    lines = [cell.text or ""]
    for part in cell:
        text = "".join(part.itertext())
        if _classes(part) & OWN_LINE:
            lines.append(text)
        else:
            lines[0] += text
        lines[0] += part.tail or ""
    return lines


def _classes(element: Element) -> set[str]:
    return set(element.get("class", "").split())
