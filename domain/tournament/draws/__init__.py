"""The draw of the next round, for every format: the pairings and byes, with reasons.

A draw depends only on its `DrawInput`: the same input gives the same draw. The ``lots``, an order drawn by lot, decide
where nothing else does. The format of the terms makes the draw (`domain.tournament.formats`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.tournament.draws.faults import check_draw
from domain.tournament.draws.history import DrawInput, NothingLeft
from domain.tournament.state import DrawError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.tournament.state import Adjustment, Avoidance, Draw, Entry, EntryId, Line
    from domain.tournament.terms import Terms

__all__ = ["DrawError", "DrawInput", "NothingLeft", "check_draw", "draw"]


def draw(
    terms: Terms,
    entries: Sequence[Entry],
    drawn: Sequence[Draw],
    lines: Sequence[Line],
    lots: Sequence[EntryId] = (),
    challenges: Sequence[tuple[EntryId, EntryId]] = (),
    adjustments: Sequence[Adjustment] = (),
    *,
    points: bool = False,
    avoidances: Sequence[Avoidance] = (),
    assumed: frozenset[EntryId] = frozenset(),
    odd_seats: bool = False,
) -> Draw:
    """Return the draw of the next round; the arguments are the fields of `DrawInput`.

    Raises `DrawError` with the reason if no round can be drawn, for example because a result is missing. Raises
    `NothingLeft` if the tournament is over.
    """
    closed = terms.rules.why_closed(entries, drawn, lots)
    if closed:
        raise DrawError(closed)
    return terms.rules.draw(
        DrawInput(terms, entries, drawn, lines, lots, challenges, adjustments, points, avoidances, assumed, odd_seats)
    )
