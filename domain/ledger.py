"""The ledger: every command that writes into the record book, in one object for each kind of aggregate.

Each command has the arguments ``by``, the name of the recorder, and ``at``, the time (ISO 8601) of the caller's clock.
Optional arguments:

``key``               chosen by the sender. The same command with the same key returns the earlier answer and
                      writes nothing; another command with the same key raises `KeyReused`.
``expected_version``  the version that the sender has seen. If the stored version is another one, the command
                      raises `Conflict`. Without it, the command is decided on the stored version.

A command that breaks a rule of the game raises `Refused`; any other command that cannot be carried out raises
`Declined`. Then nothing is written. Errors of the database are passed on unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeVar

from domain.classroom.aggregate import Classroom
from domain.classroom.commands import Classes
from domain.club.aggregates import Club, Player, Table
from domain.club.commands import Clubs
from domain.club.moves import Moving
from domain.club.new_people import Newcomers
from domain.deck.commands import Decks
from domain.dispute.aggregate import Dispute
from domain.dispute.commands import Disputes
from domain.kernel.repository import Repository
from domain.lesson.aggregate import Lesson
from domain.lesson.commands import Lessons
from domain.match.aggregate import Match
from domain.match.commands import Matches
from domain.practice.commands import Practices
from domain.record.aggregate import Deal
from domain.record.commands import Deals
from domain.record.import_batch import ImportBatch
from domain.record.import_commands import Imports
from domain.record.note_commands import Notes
from domain.record.seal_commands import Seals
from domain.registry import MAPPER
from domain.removal.commands import Forgetting
from domain.removal.requests import Register
from domain.series.aggregate import Series
from domain.series.commands import SeriesCommands
from domain.slate.aggregate import Slate
from domain.slate.commands import Slates
from domain.tournament.aggregate import Tournament
from domain.tournament.commands import Tournaments
from domain.tournament.entries.commands import Entries
from domain.tournament.results.commands import Encounters
from domain.tournament.rounds.clock_commands import Clocks
from domain.tournament.rounds.commands import Rounds
from domain.tournament.rounds.lot_commands import Lots
from domain.tournament.rounds.pack_commands import TournamentPacks
from domain.tournament.rounds.wish_commands import Wishes
from domain.tournament.rulings.adjustment_commands import Adjustments
from domain.tournament.rulings.board_fault_commands import BoardFaults
from domain.tournament.tables.encounter import Encounter
from domain.tournament.tables.match_commands import TableMatches
from domain.tournament.tables.match_results import MatchResults

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from eventsourcing.utils import EnvType

    from domain.kernel.aggregate import Aggregate, ListedAggregate
    from domain.kernel.ports import Listing, Ranking, ReadModels

A = TypeVar("A", bound="Aggregate")

LISTED: tuple[type[ListedAggregate], ...] = (
    Deal, ImportBatch, Match, Club, Player, Table, Tournament, Dispute, Lesson, Classroom, Series, Slate,
)  # fmt: skip
"""The aggregates that have a line in the catalogue."""
RANKED: tuple[type[Aggregate], ...] = (Tournament, Encounter)
"""The aggregates that have lines in the standings of a tournament."""


class Ledger:
    """The record book. Create one in each process, after forking, and close it at the end."""

    def __init__(self, env: EnvType, read_models: ReadModels | None = None) -> None:
        """Connect to the store.

        Set `clubs.tables` afterwards, so that no two tables of a club get the same name, `forgetting.texts`, and
        `newcomers.known`.
        """
        self.repository = Repository(env, MAPPER, read_models)
        self.clubs = Clubs(self.repository)
        self.matches = Matches(self.repository, self.clubs, MatchResults(self.repository))
        self.deals = Deals(self.repository, self.clubs, self.matches)
        self.newcomers = Newcomers(self.repository)
        self.imports = Imports(self.repository, self.matches, self.deals, self.newcomers)
        self.notes = Notes(self.repository)
        self.seals = Seals(self.repository, self.deals)
        self.tournaments = Tournaments(self.repository, self.clubs)
        self.entries = Entries(self.repository, self.newcomers)
        self.wishes = Wishes(self.repository)
        self.lots = Lots(self.repository)
        self.rounds = Rounds(self.repository)
        self.clocks = Clocks(self.repository)
        self.adjustments = Adjustments(self.repository)
        self.packs = TournamentPacks(self.repository)
        self.encounters = Encounters(self.repository)
        self.table_matches = TableMatches(self.repository)
        self.board_faults = BoardFaults(self.repository)
        self.disputes = Disputes(self.repository, self.matches, self.encounters)
        self.lessons = Lessons(self.repository)
        self.practices = Practices(self.repository)
        self.decks = Decks(self.repository)
        self.classes = Classes(self.repository)
        self.series = SeriesCommands(self.repository, self.newcomers)
        self.slates = Slates(self.repository, self.clubs)
        self.forgetting = Forgetting(self.repository)
        self.requests = Register(self.repository)
        self.moving = Moving(self.repository)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self.repository.close()

    def listing(self, identity: UUID) -> Listing | None:
        """Return the line that the catalogue should hold for an aggregate; None if its kind has no line."""
        aggregate = self._read(identity, LISTED)
        return aggregate.listing() if aggregate else None

    def ranking(self, identity: UUID) -> Ranking | None:
        """Return all lines of standings of an aggregate; None if its kind has none."""
        aggregate = self._read(identity, RANKED)
        return aggregate.ranking(whole=True) if aggregate else None

    def _read(self, identity: UUID, kinds: Iterable[type[A]]) -> A | None:
        """Return an aggregate if it is of one of some kinds."""
        events = self.repository.history(identity)
        kind = next((kind for kind in kinds if events and isinstance(events[0].fact, kind.OPENING)), None)
        return kind.project(None, events) if kind else None
