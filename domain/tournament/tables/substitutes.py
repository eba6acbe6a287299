"""Substitutes at a table: who sat there in place of an entry's own player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.engine.cards import Seat
    from domain.tournament.facts.encounters import EncounterSet
    from domain.tournament.state import EntryId

COMPASS: Final = "SENW"

Substitutes = tuple[tuple[int, str], ...]
"""Places among an entry's players, from 0, each with the player who sat there instead."""


def substitutes(setting: EncounterSet, seats: Mapping[Seat, str], *, two_tables: bool) -> dict[EntryId, Substitutes]:
    """Return the substitutes of each entry at a table that has some.

    ``setting``: the table as it was drawn; ``seats``: who sits there. ``two_tables``: teams of four, whose first two
    players sit North and South. Partners who change their seats are no substitutes.
    """
    by_entry: dict[EntryId, Substitutes] = {}
    for side, entries in enumerate(setting.sides):
        drawn = {_place(seat): player for seat, player in setting.seats.items() if _side(seat) == side}
        now = {_place(seat): player for seat, player in seats.items() if _side(seat) == side}
        if set(drawn.values()) == set(now.values()):
            continue
        changed = {place: now[place] for place in sorted(drawn) if now.get(place) not in (None, "", drawn[place])}
        if len(entries) > 1:
            by_entry |= {entries[place]: ((0, player),) for place, player in changed.items() if place < len(entries)}
        elif changed:
            first = side * 2 if two_tables else 0
            by_entry[entries[0]] = tuple((first + place, player) for place, player in changed.items())
    return by_entry


def _index(seat: Seat) -> int:
    return COMPASS.index(seat) if seat in COMPASS else int(seat) - 1


def _side(seat: Seat) -> int:
    return _index(seat) % 2


def _place(seat: Seat) -> int:
    return _index(seat) // 2
