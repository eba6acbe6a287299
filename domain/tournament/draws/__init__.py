"""The draw of the next round, for every format: who meets whom, who sits out, and why.

A draw follows from the terms, the entries, the rounds before and their results, and nothing else: made again, it is the
same. Chance is given as ``lots``, entries in an order that was drawn by lot once for the whole tournament; it counts
wherever nothing else decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.tournament.draws import drawn_partners, knockout, round_robin, swiss
from domain.tournament.draws import ladder as ladders
from domain.tournament.draws.checking import check_draw
from domain.tournament.draws.history import NothingLeft
from domain.tournament.draws.ladder import ladder
from domain.tournament.state import DrawError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.tournament.state import Adjustment, Draw, Entry, EntryId, Line
    from domain.tournament.terms import Terms

ON_RESULTS: Final = ("knockout", "swiss", "ladder")
"""Formats whose rounds rest on the results of those before; the others rest on the entries and the draws alone."""

__all__ = ["ON_RESULTS", "DrawError", "NothingLeft", "check_draw", "draw", "ladder", "last_round", "why_closed"]


def draw(
    terms: Terms,
    entries: Sequence[Entry],
    drawn: Sequence[Draw],
    lines: Sequence[Line],
    lots: Sequence[EntryId] = (),
    challenges: Sequence[tuple[EntryId, EntryId]] = (),
    adjustments: Sequence[Adjustment] = (),
) -> Draw:
    """The round after those that are drawn.

    ``lines`` hold the results of the rounds before, of those without an opponent too. ``challenges`` are what a round
    of a ladder is made of: who challenges, and who is challenged; ``adjustments`` are rulings, which change the scores
    of a Swiss. Raises `DrawError`, which says why there is none:
    a result is missing, nobody is left to meet; `NothingLeft` where the tournament is over.
    """
    closed = why_closed(terms, entries, drawn, lots)
    if closed:
        raise DrawError(closed)
    match terms.format:
        case "knockout":
            return knockout.draw(terms, entries, drawn, lines, lots)
        case "round-robin":
            return round_robin.draw(terms, entries, drawn, lots)
        case "swiss":
            return swiss.draw(terms, entries, drawn, lines, lots, adjustments)
        case "drawn-partners":
            return drawn_partners.draw(terms, entries, drawn, lots)
        case "ladder":
            return ladders.draw(terms, entries, drawn, lines, lots, challenges)
        case "duplicate":
            from domain.tournament.movements import draw_duplicate

            return draw_duplicate(terms, entries, drawn, lines, lots)
    raise DrawError(f"There is no format {terms.format!r}.")


def last_round(terms: Terms, entries: Sequence[Entry]) -> int | None:
    """How many rounds there are at most; None where that is left open, as on a ladder."""
    match terms.format:
        case "knockout":
            return knockout.last_round(terms, entries)
        case "round-robin":
            return round_robin.last_round(terms, entries)
        case "duplicate":
            from domain.tournament.movements import last_duplicate_round

            return last_duplicate_round(terms, entries)
    return terms.rounds


def why_closed(
    terms: Terms, entries: Sequence[Entry], drawn: Sequence[Draw], lots: Sequence[EntryId] = ()
) -> str | None:
    """Why not all of these entries can be drawn: some came too late for the format. None if they can.

    To be asked before an entry is taken in late, with it among the entries.
    """
    match terms.format:
        case "knockout":
            return knockout.why_closed(entries)
        case "round-robin":
            return round_robin.why_closed(entries, drawn, lots)
    return None
