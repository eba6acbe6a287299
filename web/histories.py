"""The places and ratings of players in the tournaments of their club.

A rating is computed from all confirmed encounters, in the order in which the rounds were drawn. The order within a
round does not matter, since no player sits at two of its tables.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Final

from api.lists import catalogue
from replay.ratings import Rating, course, encounters
from web.tournaments import words
from web.tournaments.seen import see

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from uuid import UUID

    from domain.tournament.state import Entry
    from replay.ratings import Encounter
    from store.catalogue import Row
    from web.tournaments.seen import Seen

MOST: Final = 100
"""The number of a club's newest tournaments that count."""


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


class Book:
    """The tournaments of a club as the reader may know them, with the ids of their players."""

    def __init__(self, club: UUID | None) -> None:
        self.players = {str(row.id): row for row in catalogue().rows("player", club=club)} if club else {}
        self._known = _ids_by_name(self.players.values())
        rows = islice(catalogue().rows("tournament", club=club), MOST)
        self.tournaments = [(row, see(row.id)) for row in reversed(list(rows)) if row.club == club]

    def name(self, player: str) -> str:
        """Return the name of a player; the given text if it is no id of a player of the club."""
        row = self.players.get(player)
        return row.title if row else player

    def players_of(self, entry: Entry, side: int) -> tuple[str, ...]:
        """Return the players of an entry by id or name. An entry of one (``side``) may have only its own name."""
        return self._players(entry.players or ((entry.name,) if side == 1 else ()))

    def finishes(self, player: UUID) -> list[Finish]:
        """Return the player's places in tournaments, newest first."""
        return [
            _finish(row, seen, entry.id)
            for row, seen in reversed(self.tournaments)
            for entry in seen.tournament.entries.values()
            if str(player) in self._players(entry.players or (entry.name,))
        ]

    def courses(self) -> dict[str, list[tuple[datetime, Rating]]]:
        """Return every named player's ratings, encounter by encounter."""
        courses: defaultdict[str, list[tuple[datetime, Rating]]] = defaultdict(list)
        unnamed = {
            each.name
            for _, seen in self.tournaments
            for each in seen.tournament.entries.values()
            if not each.players and seen.terms.side > 1
        }
        for encounter, after in course(self._encounters()):
            for player, rating in after.items():
                if player not in unnamed:
                    courses[player].append((encounter.at, rating))
        return dict(courses)

    def _encounters(self) -> Iterator[Encounter]:
        for _, seen in self.tournaments:
            finished = {
                (number, pairing.table): datetime.fromisoformat(each.at)
                for number, each in seen.tournament.rounds.items()
                for pairing in each.draw.pairings
            }
            entries = [
                replace(each, players=self.players_of(each, seen.terms.side))
                for each in seen.tournament.entries.values()
            ]
            yield from encounters(entries, seen.lines, finished, lambda name: self._known.get(name, name))

    def _players(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of players; the name if a player cannot be identified."""
        return tuple(self._known.get(each, each) for each in players)


def _ids_by_name(players: Iterable[Row]) -> Mapping[str, str]:
    """Return a mapping of player name to id, without the names that several players share."""
    named: defaultdict[str, set[str]] = defaultdict(set)
    for row in players:
        for name in row.data.get("names", [row.title]):
            named[name].add(str(row.id))
    return {name: min(ids) for name, ids in named.items() if len(ids) == 1}


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
