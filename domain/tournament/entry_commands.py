"""The commands on the entries of a tournament that come from a file, and on the details of an entry."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Unpack
from uuid import UUID

from domain.club.aggregates import Player
from domain.club.facts import PlayerRegistered
from domain.club.file_people import People
from domain.ledger.commands import Saved, SentTo, name, request
from domain.ledger.errors import Declined
from domain.ledger.ids import as_id
from domain.ledger.repository import new_id
from domain.tournament import entry_file
from domain.tournament.aggregate import Tournament
from domain.tournament.commands import check_places
from domain.tournament.entry_details import set_details
from domain.tournament.entry_plan import plan
from domain.tournament.report_file import entries as report_entries

if TYPE_CHECKING:
    from domain.club.name_matching import Players
    from domain.ledger.repository import Draft, Repository
    from domain.tournament.entry_plan import Plan
    from domain.tournament.file_entries import EntryFile
    from domain.tournament.state import EntryId


class Entries:
    """The commands that record entries from a file, and the details of an entry."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def set_details(
        self, tournament_id: UUID, entry: EntryId, rating: int | None, club: str, **sent: Unpack[SentTo]
    ) -> Saved:
        """Set the rating and the club of an entry; they replace those before. None and an empty name take them away."""
        command = request(f"tournament {tournament_id}", sent, "entry details", entry, rating, club)
        return self._repository.change(
            command, Tournament, tournament_id, lambda t: set_details(t, entry, rating, club)
        )

    def plan_import(self, tournament_id: UUID, text: str, unknown: str, registered: Players, at: str) -> Plan:
        """Return what `import_entries` would record. Raises `Declined` if the file cannot be read as a whole."""
        tournament = self._repository.get(Tournament, tournament_id)
        return self._plan(tournament, _read(tournament, text), unknown, registered, (at, "", ""))

    def import_entries(
        self, tournament_id: UUID, text: str, unknown: str, registered: Players, **sent: Unpack[SentTo]
    ) -> Saved:
        """Record the entries of a file: all of them, or none if a line is refused.

        ``text``: a CSV or a report file. ``unknown``: `file_people.KEEP` or `file_people.REGISTER`, for players who are
        not registered. ``registered``: the players of the club. Raises `Declined`.
        """
        digest = sha256(text.encode(errors="surrogatepass")).hexdigest()
        command = request(f"tournament {tournament_id}", sent, "import entries", digest, unknown)

        def draft() -> Draft:
            tournament = self._repository.get_expected(command, Tournament, tournament_id)
            tournament.check_not_over()
            planned = self._plan(tournament, _read(tournament, text), unknown, registered, command.stamp)
            if planned.declined:
                raise Declined("entry-file", planned.declined)
            players = []
            for identity, called in planned.registered:
                player = Player(UUID(identity))
                player.take(PlayerRegistered(name(called), tournament.opened.club), *command.stamp)
                players.append(player)
            return tournament, *players

        return self._repository.execute(command, tournament_id, draft)

    def _plan(
        self, tournament: Tournament, file: EntryFile, unknown: str, registered: Players, stamp: tuple[str, str, str]
    ) -> Plan:
        """Return what a file records in a tournament, which is changed in place."""
        written = [
            text for line in file.lines if line.entry for each in line.entry.players for text in (each.name, each.id)
        ]
        ids = {UUID(each) for text in written for each in registered.all(text)}
        ids |= {identity for text in written if (identity := as_id(text))}
        known = self._repository.get_many(Player, sorted(ids))
        titles = {str(each.id): each.name for each in known.values() if each.club in (None, tournament.club)}
        people = People(registered, titles, (), unknown, lambda: new_id(stamp[0]))
        return plan(tournament, file, people, check_places, stamp)


def _read(tournament: Tournament, text: str) -> EntryFile:
    """Return the entries of a file. Raises `EntryFileError`."""
    if report_entries.is_report(text):
        return report_entries.read(text, tournament.terms.side)
    return entry_file.read(text)
