"""The draw of the next round, for every format: the pairings and byes, with reasons.

A draw follows from its `DrawInput` and nothing else: made again, it is the same. Chance is given as ``lots``; they
count wherever nothing else decides. The format of the terms makes it (`domain.tournament.formats`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.tournament.draws.checking import check_draw
from domain.tournament.draws.history import DrawInput, NothingLeft
from domain.tournament.state import DrawError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.tournament.state import Adjustment, Draw, Entry, EntryId, Line
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
) -> Draw:
    """Return the round after those that are drawn; the arguments are those of `DrawInput`.

    Raises `DrawError`, which says why there is none: a result is missing, nobody is left to meet; `NothingLeft` where
    the tournament is over.
    """
    closed = terms.rules.why_closed(entries, drawn, lots)
    if closed:
        raise DrawError(closed)
    return terms.rules.draw(DrawInput(terms, entries, drawn, lines, lots, challenges, adjustments))
