"""The first dealer at each table, chosen so that over the rounds everybody deals first about equally often."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from domain.engine.cards import Seat
    from domain.engine.seats import Seating
    from domain.tournament.state import Draw, EntryId, Pairing


def first_dealers(seating: Seating, draws: Iterable[Draw]) -> dict[int, Seat]:
    """Return the seat that deals first in the last of these rounds, by table.

    The first dealer is the entry that has dealt first least often relative to the rounds it played; within a pair or a
    team, the seat that has dealt first least often. Ties go to a different seat from round to round. Pairings with
    boards are left out: the number of a board determines its dealer.
    """
    dealt: Counter[EntryId] = Counter()
    by_place: Counter[tuple[EntryId, int]] = Counter()
    sat: Counter[EntryId] = Counter()
    chosen: dict[int, Seat] = {}
    seats = len(seating.seats)
    for draw in draws:
        chosen = {}
        for pairing in draw.pairings:
            if pairing.boards:
                continue
            there = len(pairing.entries)
            *_, index, entry, place = min(
                (dealt[who] * there - sat[who], by_place[who, at], (seat - draw.round + 1) % seats, seat, who, at)
                for seat, who, at in _holders(seating, pairing)
            )
            chosen[pairing.table] = seating.seats[index]
            dealt[entry] += 1
            by_place[entry, place] += 1
            sat.update(pairing.entries)
    return chosen


def _holders(seating: Seating, pairing: Pairing) -> Iterator[tuple[int, EntryId, int]]:
    """Yield the index of every seat, its entry, and the number of the seat within that entry, from 0."""
    for team, side in zip(seating.teams, pairing.sides, strict=True):
        own = seating.of_team(team)
        for n, seat in enumerate(own):
            each = max(len(own) // len(side), 1)
            yield seating.seats.index(seat), side[min(n // each, len(side) - 1)], n % each
