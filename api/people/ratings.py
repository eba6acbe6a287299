"""The ratings of a club's players, computed from the tournaments of the club.

A rating is computed from all confirmed encounters, in the order in which the rounds were drawn. The order within a
round does not matter, since no player sits at two of its tables.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias

from replay.tournaments.ratings import Rating, course, encounters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from uuid import UUID

    from api.services import Services
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Entry, EntryId, Line
    from replay.tournaments.ratings import Encounter
    from store.tables.catalogue import Row

MOST: Final = 100
"""The number of a club's newest tournaments that count."""
NEW: Final = Rating().shown
"""The rating of a player who has none."""
Read: TypeAlias = "Callable[[UUID], tuple[Tournament, Sequence[Line]]]"
"""Reads a tournament, and the lines of its standings that the reader may know."""


class ClubRatings:
    """The tournaments of a club as the reader may know them, with the ids of their players."""

    def __init__(self, players: Mapping[str, Row], tournaments: Sequence[tuple[Tournament, Sequence[Line]]]) -> None:
        """``players``: the registered players of the club by id. ``tournaments``: the oldest first."""
        self.players = players
        self._tournaments = tournaments
        self._known = _ids_by_name(players.values())

    def name(self, player: str) -> str:
        """Return the name of a player; the given text if it is no id of a player of the club."""
        row = self.players.get(player)
        return row.title if row else player

    def players_of(self, entry: Entry, side: int) -> tuple[str, ...]:
        """Return the players of an entry by id or name. An entry of one (``side``) may have only its own name."""
        return self.identify(entry.players or ((entry.name,) if side == 1 else ()))

    def identify(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of players; the name if a player cannot be identified."""
        return tuple(self._known.get(each, each) for each in players)

    def courses(self) -> dict[str, list[tuple[datetime, Rating]]]:
        """Return every named player's ratings, encounter by encounter."""
        courses: defaultdict[str, list[tuple[datetime, Rating]]] = defaultdict(list)
        unnamed = {
            each.name
            for tournament, _ in self._tournaments
            for each in tournament.entries.values()
            if not each.players and tournament.terms.side > 1
        }
        for encounter, after in course(self._encounters()):
            for player, rating in after.items():
                if player not in unnamed:
                    courses[player].append((encounter.at, rating))
        return dict(courses)

    def _encounters(self) -> Iterator[Encounter]:
        for tournament, lines in self._tournaments:
            finished = {
                (number, pairing.table): datetime.fromisoformat(each.at)
                for number, each in tournament.rounds.items()
                for pairing in each.draw.pairings
            }
            entries = [
                replace(each, players=self.players_of(each, tournament.terms.side))
                for each in tournament.entries.values()
            ]
            yield from encounters(entries, lines, finished, lambda name: self._known.get(name, name))


def _ids_by_name(players: Iterable[Row]) -> Mapping[str, str]:
    """Return a mapping of player name to id, without the names that several players share."""
    named: defaultdict[str, set[str]] = defaultdict(set)
    for row in players:
        for name in row.data.get("names", [row.title]):
            named[name].add(str(row.id))
    return {name: min(ids) for name, ids in named.items() if len(ids) == 1}


def ratings_before(services: Services, tournament: Tournament, read: Read) -> dict[EntryId, int]:
    """Return the ratings of a tournament's entries by the club's rating list, as it was before the first round.

    The rating of an entry is the average of its players' ratings; players without one count as `NEW`. Entries without
    any rated player are left out, and so are ratings without one to four digits. ``read`` reads a tournament.
    """
    club, catalogue = tournament.club, services.catalogue
    if club is None:
        return {}
    players = {str(row.id): row for row in catalogue.rows("player", club=club)}
    rows = reversed(list(islice(catalogue.rows("tournament", club=club), MOST)))
    rated = ClubRatings(players, [read(row.id) for row in rows if row.club == club])
    begun = min((datetime.fromisoformat(each.at) for each in tournament.rounds.values()), default=None)
    shown: dict[str, int] = {}
    for player, steps in rated.courses().items():
        before = [rating for at, rating in steps if begun is None or at < begun]
        if before:
            shown[player] = before[-1].shown
    averages = {}
    for entry in tournament.entries.values():
        own = rated.players_of(entry, tournament.terms.side)
        if any(player in shown for player in own):
            average = round(sum(shown.get(player, NEW) for player in own) / len(own))
            if 1 <= average <= 9999:
                averages[entry.id] = average
    return averages
