"""The seats of all players in the current round, sorted by name."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from domain.tournament.state import EntryId, Pairing
    from web.tournaments.seen import Seen

ACCENTS: Final = re.compile("[\u0300-\u036f]")
"""The accents of Latin letters; the vowel signs of Tamil and Sinhala are not among them."""


@dataclass(frozen=True, slots=True)
class Place:
    """A name on the seating list, and its place in the round."""

    name: str
    entry: EntryId
    pairing: Pairing | None
    """None if the entry sits out, or is not drawn."""
    side: int = 0
    """0: North and South; 1: East and West."""
    bye: bool = False

    @property
    def opponents(self) -> tuple[EntryId, ...]:
        """Return the entries of the other side."""
        return self.pairing.sides[1 - self.side] if self.pairing else ()

    @property
    def partners(self) -> tuple[EntryId, ...]:
        """Return the other entries on this entry's side, in a tournament of individuals."""
        own = self.pairing.sides[self.side] if self.pairing else ()
        return tuple(each for each in own if each != self.entry)


def places(seen: Seen) -> list[Place]:
    """Return the places of the round drawn last, by name: each entry, and each player whose name is not part of it.

    Empty if nothing is drawn, or if the tournament is over.
    """
    if seen.current is None or seen.tournament.ended:
        return []
    rows = []
    for entry in seen.tournament.entries:
        own = _place(seen, entry)
        if own is not None:
            rows += [Place(name, *own) for name in (seen.called(entry), *seen.players(entry))]
    return sorted(rows, key=lambda each: (sorting_key(each.name), int(each.entry)))


def of_entry(seen: Seen, entry: EntryId) -> Place | None:
    """Return the place of an entry; None if nothing is drawn, or the entry is not in the round."""
    return next((each for each in places(seen) if each.entry == entry), None)


def sorting_key(name: str) -> str:
    """Return a name without the case and the accents of its letters, so that Ängeli comes beside Anula."""
    return ACCENTS.sub("", unicodedata.normalize("NFKD", name)).casefold()


def _place(seen: Seen, entry: EntryId) -> tuple[EntryId, Pairing | None, int, bool] | None:
    round_ = seen.current
    if round_ is None:
        return None
    for pairing in round_.draw.pairings:
        for side, own in enumerate(pairing.sides):
            if entry in own:
                return entry, pairing, side, False
    if entry in round_.drawn.byes or entry in round_.drawn.requested:
        return entry, None, 0, True
    return (entry, None, 0, False) if entry in round_.drawn.absent else None
