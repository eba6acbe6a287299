"""The registered players whom the caller is, and the texts by which records mean them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from api.callers import caller
from api.lists import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import EntryId
    from store.tables.catalogue import Row


@dataclass(frozen=True, slots=True)
class OwnPlayer:
    """A registered player whom the caller is."""

    row: Row
    club: Row
    texts: frozenset[str]
    """The player's id, and the names that no other player of the club has or had."""

    @property
    def id(self) -> UUID:
        """Return the player's id."""
        return self.row.id

    def is_among(self, players: Iterable[str]) -> bool:
        """Return whether the player is one of some players, each an id or a name."""
        return not self.texts.isdisjoint(players)

    def seat_in(self, seats: Mapping[str, str]) -> str | None:
        """Return the seat of the player; None if the player has none."""
        return next((seat for seat, player in seats.items() if player in self.texts), None)

    def entries_in(self, tournament: Tournament) -> list[EntryId]:
        """Return the entries of a tournament that the player plays for."""
        alone = tournament.terms.side == 1
        return [
            entry.id
            for entry in tournament.entries.values()
            if self.is_among(entry.players or ((entry.name,) if alone else ()))
        ]


def own_players() -> list[OwnPlayer]:
    """Return the registered players whom the caller is, by the names of their clubs."""
    own = []
    rows = catalogue()
    for club_id, player_id in caller().players().items():
        club, row = rows.find(UUID(club_id)), rows.find(UUID(player_id))
        if club is None or row is None or row.kind != "player":
            continue
        names = row.data.get("names", [row.title])
        texts = {str(row.id), *(name for name in names if _means_one(club.id, name))}
        own.append(OwnPlayer(row, club, frozenset(texts)))
    return sorted(own, key=lambda each: (each.club.title, each.id))


def _means_one(club: UUID, name: str) -> bool:
    """Return whether only one player of a club has or had a name."""
    return len(catalogue().newest("player", 2, club=club, where={"names": [name]})) == 1
