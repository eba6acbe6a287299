"""The ledger: every command that writes into the record book, in one object for each kind of aggregate.

Each command says who records (``by``) and when (``at``, ISO 8601; the clock is the caller's). Further:

``key``               chosen by the sender. The same command under the same key again is answered as before
                      and writes nothing; another command under it raises `KeyReused`.
``expected_version``  the version the sender has seen. If the record has moved on, `Conflict` names the
                      version it is at. Without it, the command is decided on whatever is stored now.

A command that is against the rules of the game raises `Refused`; one that makes no sense for the book,
`Declined`. Then nothing is written. Errors of the database are passed on as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeVar

from domain.club.aggregates import Club, Player, Table
from domain.club.commands import Clubs
from domain.dispute.aggregate import Dispute
from domain.dispute.commands import Disputes
from domain.ledger.repository import Repository
from domain.match.aggregate import Match
from domain.match.commands import Matches
from domain.record.aggregate import Deal
from domain.record.commands import Deals
from domain.record.import_commands import Imports
from domain.record.note_commands import Notes
from domain.record.seal_commands import Seals
from domain.tournament.aggregate import Tournament
from domain.tournament.commands import Tournaments
from domain.tournament.encounter import Encounter
from domain.tournament.encounter_commands import Encounters

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from eventsourcing.utils import EnvType

    from domain.ledger.aggregate import Aggregate, Listed
    from domain.ledger.ports import Listing, Ranking, ReadModels

A = TypeVar("A", bound="Aggregate")

LISTED: tuple[type[Listed], ...] = (Deal, Match, Club, Player, Table, Tournament, Dispute)
"""The aggregates that have a line in the catalogue."""
RANKED: tuple[type[Aggregate], ...] = (Tournament, Encounter)
"""The aggregates that have lines in the standings of a tournament."""


class Ledger:
    """The record book. Build it after forking, one in each process, and close it at the end."""

    def __init__(self, env: EnvType, read_models: ReadModels | None = None) -> None:
        self.repository = Repository(env, read_models)
        self.clubs = Clubs(self.repository)
        self.matches = Matches(self.repository, self.clubs)
        self.deals = Deals(self.repository, self.clubs, self.matches)
        self.imports = Imports(self.repository, self.matches)
        self.notes = Notes(self.repository)
        self.seals = Seals(self.repository, self.deals)
        self.tournaments = Tournaments(self.repository, self.clubs)
        self.encounters = Encounters(self.repository)
        self.disputes = Disputes(self.repository, self.matches, self.encounters)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self.repository.close()

    def listing(self, identity: UUID) -> Listing | None:
        """Return the line that the catalogue should have for an aggregate, None if it has none."""
        kind = self._kind(identity, LISTED)
        return self.repository.get(kind, identity).listing() if kind else None

    def ranking(self, identity: UUID) -> Ranking | None:
        """Return all lines of standings that an aggregate has, None if it is of a kind that has none."""
        kind = self._kind(identity, RANKED)
        return self.repository.get(kind, identity).ranking(whole=True) if kind else None

    def _kind(self, identity: UUID, kinds: Iterable[type[A]]) -> type[A] | None:
        first = self.repository.first_event(identity)
        return next((kind for kind in kinds if first and isinstance(first.fact, kind.OPENING)), None)
