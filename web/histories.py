"""The places and ratings of players in the tournaments of their club, for pages."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from api.lists import catalogue
from api.people.ratings import MOST, ClubRatings
from web.tournaments import words
from web.tournaments.seen import see

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from replay.tournaments.ratings import Rating
    from store.tables.catalogue import Row
    from web.tournaments.seen import Seen


@dataclass(frozen=True, slots=True)
class Finish:
    """A player's place in one tournament."""

    tournament: UUID
    name: str
    at: datetime
    entry: str
    """The name of the entry."""
    place: int | None
    """None if no round is drawn."""
    among: int
    score: str
    over: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A rating, and the moment it was reached."""

    at: datetime
    shown: int


class Book(ClubRatings):
    """The tournaments of a club as the reader may know them, with the ids of their players."""

    def __init__(self, club: UUID | None) -> None:
        players = {str(row.id): row for row in catalogue().rows("player", club=club)} if club else {}
        rows = islice(catalogue().rows("tournament", club=club), MOST)
        self.tournaments = [(row, see(row.id)) for row in reversed(list(rows)) if row.club == club]
        super().__init__(players, [(seen.tournament, seen.lines) for _, seen in self.tournaments])

    def finishes(self, player: UUID) -> list[Finish]:
        """Return the player's places in tournaments, newest first."""
        return [
            _finish(row, seen, entry.id)
            for row, seen in reversed(self.tournaments)
            for entry in seen.tournament.entries.values()
            if str(player) in self.identify(entry.players or (entry.name,))
        ]


def _finish(row: Row, seen: Seen, entry: str) -> Finish:
    standing = next((each for each in seen.standings if each.entry == entry), None) if seen.last else None
    place, score = (standing.place, words.number(standing.score)) if standing else (None, "")
    if seen.tournament.ended:
        announced = next((each for each in seen.tournament.ended.places if each["entry"] == entry), None)
        place = announced["place"] if announced else place
    return Finish(
        tournament=seen.id,
        name=seen.name,
        at=row.created_at,
        entry=seen.called(entry),
        place=place,
        among=len(seen.tournament.entries),
        score=score,
        over=seen.tournament.ended is not None,
    )


def steps(own: Iterable[tuple[datetime, Rating]]) -> list[Step]:
    """Return a rating as it was at the end of each day."""
    days = {at.date(): Step(at, rating.shown) for at, rating in own}
    return list(days.values())
