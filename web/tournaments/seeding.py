"""A seeding list by the ratings of the club, for a director to see before it is set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from api.people.ratings import NEW
from web.histories import Book

if TYPE_CHECKING:
    from domain.tournament.state import Entry
    from web.tournaments.seen import Seen


@dataclass(frozen=True, slots=True)
class RatedEntry:
    """An entry with the ratings of its players by name; the rating of a player who has none is None."""

    entry: Entry
    players: tuple[tuple[str, int | None], ...]

    @property
    def is_rated(self) -> bool:
        """Return whether the entry or one of its players has a rating."""
        return self.entry.details.rating is not None or any(rating is not None for _, rating in self.players)

    @property
    def rating(self) -> float:
        """Return the rating that the entry has itself, or else the average of its players' ratings.

        Players without a rating count as new ones.
        """
        if self.entry.details.rating is not None:
            return float(self.entry.details.rating)
        shown = [NEW if rating is None else rating for _, rating in self.players] or [NEW]
        return sum(shown) / len(shown)


def seed_by_rating(seen: Seen) -> list[RatedEntry]:
    """Return the entries that are not withdrawn, the highest rating first; equal ones in the order of their entry.

    A tournament without a club has only the ratings that were set for its entries.
    """
    going = [each for each in seen.tournament.entries.values() if each.out is None]
    if seen.tournament.club:
        book = Book(seen.tournament.club)
        shown = {player: own[-1][1].shown for player, own in book.courses().items()}
        players = {each.id: book.players_of(each, seen.terms.side) for each in going}
        rated = [
            RatedEntry(each, tuple((book.name(player), shown.get(player)) for player in players[each.id]))
            for each in going
        ]
    else:
        rated = [RatedEntry(each, ()) for each in going]
    return sorted(rated, key=lambda each: (-each.rating, int(each.entry.id)))
