"""Accelerated first rounds of a Swiss: the upper half of the list has virtual points (FIDE Handbook C.04.5.1, Baku).

The upper half is the first half of those who are on the list in round 1, rounded up to an even number. Its last entry
stays the last one: a late entry belongs to the upper half if it stands above that entry. In the first half of the
rounds, rounded up, the draw adds virtual points to the score: those of a win in the first half of these rounds, rounded
up, and half of a win in the others. Virtual points count in no standings.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from domain.tournament.draws.history import order_entries

if TYPE_CHECKING:
    from domain.tournament.draws.history import DrawInput
    from domain.tournament.state import EntryId
    from domain.tournament.terms import Terms


def virtual_points(before: DrawInput) -> dict[EntryId, Fraction]:
    """Return the virtual points of each entry of the upper half; empty if the next round is not accelerated."""
    points = points_in_round(before.terms, before.round)
    return dict.fromkeys(upper_half(before), points) if points else {}


def points_in_round(terms: Terms, round_: int) -> Fraction:
    """Return the virtual points of the upper half in a round."""
    if terms.acceleration != "baku":
        return Fraction(0)
    accelerated = -(-(terms.rounds or 0) // 2)
    if round_ > accelerated:
        return Fraction(0)
    return Fraction(terms.scoring.win, 2 if round_ <= -(-accelerated // 2) else 4)


def upper_half(before: DrawInput) -> list[EntryId]:
    """Return the upper half of the list, in order."""
    order = [entry.id for entry in order_entries(before.entries, before.lots)]
    if before.drawn:
        there = {*before.drawn[0].entries, *before.drawn[0].requested}
    else:
        there = {entry.id for entry in before.entries if entry.plays(1)}
    first = [entry for entry in order if entry in there]
    if not first:
        return []
    last = first[min(2 * -(-len(first) // 4), len(first)) - 1]
    return order[: order.index(last) + 1]
