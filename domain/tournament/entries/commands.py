"""The commands on the entries of a tournament: one by one, from an earlier stage, or from a file."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Unpack
from uuid import UUID

from domain.club.aggregates import Player
from domain.club.facts import PlayerRegistered
from domain.club.file_people import People
from domain.kernel.changes import Decided, change
from domain.kernel.commands import Saved, SentTo, name, request
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.kernel.repository import new_id
from domain.options import content as options_content
from domain.tournament.aggregate import Tournament
from domain.tournament.base_commands import TournamentCommands, player_names
from domain.tournament.entries import decisions as entries
from domain.tournament.entries import file as entry_file
from domain.tournament.entries.details import set_details
from domain.tournament.entries.plan import plan
from domain.tournament.entries.qualifying import Stage, qualifiers
from domain.tournament.facts.adjustments import StartingScoreSet
from domain.tournament.files.report import entries as report_entries
from domain.tournament.state import Entry
from domain.tournament.tables.encounter import Encounter, encounter_id

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from domain.club.name_matching import Players
    from domain.club.new_people import Newcomers
    from domain.kernel.repository import Draft, Repository
    from domain.tournament.entries.file_rows import EntryFile
    from domain.tournament.entries.plan import Plan
    from domain.tournament.entries.qualifying import Qualifier
    from domain.tournament.state import EntryDetails, EntryId, Standing


class Entries(TournamentCommands):
    """The commands on entries, one by one, from an earlier stage, or from a file."""

    def __init__(self, repository: Repository, newcomers: Newcomers) -> None:
        super().__init__(repository)
        self._newcomers = newcomers

    @change(Tournament, "enter")
    def make_entry(
        self,
        tournament: Tournament,
        called: str,
        players: Sequence[str] = (),
        since: int | None = None,
        **_: Unpack[SentTo],
    ) -> Decided:
        """Enter a pair, a team or a player. ``since``: the first round it plays; None: the next round to be drawn."""
        whole, people = name(called), player_names(players)
        made = entries.enter(tournament, whole, people, since)
        entry = Entry(made.entry, whole, made.players, since=made.since)
        entries.check_places(tournament, [*tournament.entries.values(), entry])
        return made

    @change(Tournament, "change entry")
    def change_entry(
        self, tournament: Tournament, entry: EntryId, called: str, players: Sequence[str], why: str = "",
        **_: Unpack[SentTo],
    ) -> Decided:  # fmt: skip
        """Change the name or the players of an entry."""
        whole, people = name(called), player_names(players)
        return entries.change_entry(tournament, entry, whole, people, why.strip())

    @change(Tournament, "withdraw entry")
    def withdraw_entry(self, tournament: Tournament, entry: EntryId, why: str = "", **_: Unpack[SentTo]) -> Decided:
        """Withdraw an entry from the next round on."""
        return entries.withdraw_entry(tournament, entry, why.strip())

    @change(Tournament, "return entry")
    def return_entry(self, tournament: Tournament, entry: EntryId, why: str = "", **_: Unpack[SentTo]) -> Decided:
        """Let a withdrawn entry play again."""
        returned = entries.return_entry(tournament, entry, why.strip())
        playing = tournament.entries | {entry: replace(tournament.entry(entry), out=None)}
        entries.check_places(tournament, playing.values())
        return returned

    @change(Tournament, "entry details", lambda entry, details: [entry, *options_content(details)])
    def set_details(
        self, tournament: Tournament, entry: EntryId, details: EntryDetails, **_: Unpack[SentTo]
    ) -> Decided:
        """Set the details of an entry, such as its rating; they replace those before, and empty ones take them away."""
        return set_details(tournament, entry, details)

    @change(Tournament, "seeds")
    def set_seeds(
        self, tournament: Tournament, order: Sequence[EntryId], why: str = "", **_: Unpack[SentTo]
    ) -> Decided:
        """Set the seeding list, the first seed first."""
        return entries.set_seeds(tournament, order, why.strip())

    @change(Tournament, "categories")
    def set_categories(
        self, tournament: Tournament, entry: EntryId, categories: Sequence[str], **_: Unpack[SentTo]
    ) -> Decided:
        """Set the prize categories of an entry; they replace those before."""
        return entries.set_categories(tournament, entry, categories)

    def enter_qualifiers(
        self,
        tournament_id: UUID,
        stages: Sequence[tuple[UUID, int]],
        carry: str,
        rank: Callable[[Tournament], Sequence[Standing]],
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Enter the first places of earlier stages, seed them, and give them their scores from there.

        ``stages``: the tournaments, and how many places qualify. ``carry``: one of `qualifying.CARRY`. ``rank`` returns
        the standings of a tournament.
        """
        command = self._to(tournament_id, sent, "qualifiers", [[str(each), places] for each, places in stages], carry)

        def draft() -> Draft:
            tournament = self._repository.get_expected(command, Tournament, tournament_id)
            seeds = list(tournament.seeded)
            for each in self.find_qualifiers(tournament, stages, carry, rank):
                made = entries.enter(tournament, each.name, each.players, None)
                tournament.take(made, *command.stamp)
                seeds.append(made.entry)
                if each.amount:
                    fact = StartingScoreSet(made.entry, each.amount, "", each.stage, each.place)
                    tournament.take(fact, *command.stamp)
            tournament.take(entries.set_seeds(tournament, seeds, ""), *command.stamp)
            entries.check_places(tournament, tournament.entries.values())
            return (tournament,)

        return self._repository.execute(command, tournament_id, draft)

    def find_qualifiers(
        self,
        tournament: Tournament,
        stages: Sequence[tuple[UUID, int]],
        carry: str,
        rank: Callable[[Tournament], Sequence[Standing]],
    ) -> list[Qualifier]:
        """Return those whom `enter_qualifiers` would enter. Raises `Declined` if nobody qualifies."""
        tournament.check_not_over()
        given = [(self._repository.get(Tournament, each), places) for each, places in stages]
        if other := next((each for each, _ in given if each.club != tournament.club), None):
            raise Declined("stage", "{name} belongs to another club", name=other.opened.name)
        qualified = qualifiers(tournament, [Stage(each, rank(each), places) for each, places in given], carry)
        if not qualified:
            raise Declined("qualifiers", "nobody qualifies")
        return qualified

    def plan_import(
        self,
        tournament_id: UUID,
        text: str,
        unknown: str,
        registered: Players,
        at: str,
        *,
        with_rounds: bool = False,
        is_list: bool = False,
    ) -> Plan:
        """Return what `import_entries` would record. Raises `Declined` if the file cannot be read as a whole."""
        tournament = self._repository.get(Tournament, tournament_id)
        file = _read(tournament, text, registered, with_rounds=with_rounds, is_list=is_list)
        planned, draft = self._plan(tournament, file, unknown, registered, (at, "", ""))
        return replace(
            planned, new_people=tuple(self._newcomers.find(tournament.club, self._newcomers.names_in(draft)))
        )

    def import_entries(
        self,
        tournament_id: UUID,
        text: str,
        unknown: str,
        registered: Players,
        *,
        with_rounds: bool = False,
        is_list: bool = False,
        new_people: bool = False,
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Record the entries of a file: all of them, or none if a line is refused.

        ``text``: a CSV or a report file. ``unknown``: `file_people.KEEP` or `file_people.REGISTER`, for players who are
        not registered. ``registered``: the players of the club. ``with_rounds``: whether to record the rounds of a
        report file too. ``is_list``: whether the text is a list with an entry on each line. ``new_people``: whether
        names may be new to a club that has forgotten somebody. Raises `Declined`.
        """
        digest = sha256(text.encode(errors="surrogatepass")).hexdigest()
        content = [
            "import entries",
            digest,
            unknown,
            *(["rounds"] if with_rounds else []),
            *(["list"] if is_list else []),
        ]
        command = request(f"tournament {tournament_id}", sent, *content)

        def draft() -> Draft:
            tournament = self._repository.get_expected(command, Tournament, tournament_id)
            tournament.check_not_over()
            file = _read(tournament, text, registered, with_rounds=with_rounds, is_list=is_list)
            planned, drafted = self._plan(tournament, file, unknown, registered, command.stamp)
            if planned.declined:
                raise Declined("entry-file", planned.declined)
            names = self._newcomers.names_in(drafted)
            self._newcomers.check(tournament.club, names, None if new_people else (sent["by"],))
            return drafted

        return self._repository.execute(command, tournament_id, draft)

    def _plan(
        self, tournament: Tournament, file: EntryFile, unknown: str, registered: Players, stamp: tuple[str, str, str]
    ) -> tuple[Plan, Draft]:
        """Return what a file records in a tournament, which is changed in place, and the draft of the command."""
        written = [
            text for line in file.lines if line.entry for each in line.entry.players for text in (each.name, each.id)
        ]
        ids = {UUID(each) for text in written for each in registered.all(text)}
        ids |= {identity for text in written if (identity := as_id(text))}
        known = self._repository.get_many(Player, sorted(ids))
        titles = {str(each.id): each.name for each in known.values() if each.club in (None, tournament.club)}
        people = People(registered, titles, (), unknown, lambda: new_id(stamp[0]))
        tables = self._withdrawn_tables(tournament, file)
        planned = plan(tournament, file, people, stamp, tables)
        players = []
        for made, called in planned.registered:
            player = Player(UUID(made))
            player.take(PlayerRegistered(name(called), tournament.opened.club), *stamp)
            players.append(player)
        return planned, (tournament, *players, *(each for _, each in sorted(tables.items()) if each.pending))

    def _withdrawn_tables(self, tournament: Tournament, file: EntryFile) -> dict[UUID, Encounter]:
        """Return the stored tables of rounds whose draw was withdrawn, which the rounds of a file set again."""
        rounds = file.played.rounds if file.played and tournament.undrawn else ()
        ids = [encounter_id(tournament.id, each.number, at.table) for each in rounds for at in each.tables]
        return dict(self._repository.get_many(Encounter, ids))


def _read(tournament: Tournament, text: str, registered: Players, *, with_rounds: bool, is_list: bool) -> EntryFile:
    """Return the content of a file. Raises `EntryFileError`."""
    side = tournament.terms.side
    if is_list:
        return entry_file.of_list(text, side, registered.has)
    if report_entries.is_report(text):
        return report_entries.read(text, side, registered.has, with_rounds=with_rounds)
    return entry_file.read(text, side, registered.has)
