"""The commands on tournaments as a whole: their opening, name, terms, tables, and end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from domain.club.aggregates import Club, Table
from domain.engine.parameters import plain as plain_ruleset
from domain.engine.words.values import Term, sentence
from domain.kernel.changes import Decided, change
from domain.kernel.commands import Saved, Sent, SentTo, name, request
from domain.kernel.errors import Declined
from domain.kernel.repository import Draft, new_id
from domain.tournament import lifecycle
from domain.tournament.aggregate import Tournament
from domain.tournament.base_commands import TournamentCommands, player_names
from domain.tournament.entries.decisions import enter
from domain.tournament.entries.sections import check_entries, divide, section_names
from domain.tournament.facts.encounters import EncounterSet
from domain.tournament.facts.lifecycle import TournamentOpened
from domain.tournament.rounds.drawing import Drawing, DrawOptions
from domain.tournament.tables.encounter import Encounter
from domain.tournament.tables.settings import move_tables
from domain.tournament.terms import Terms, TermsError, parse, plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID

    from domain.club.commands import Clubs
    from domain.engine.ruleset import Ruleset
    from domain.kernel.repository import Repository
    from domain.tournament.state import Line

RANKED_TOPICS = (TournamentOpened.TOPIC, EncounterSet.TOPIC)
"""The first topics of the streams that have lines in standings."""


class Tournaments(TournamentCommands):
    """The commands that directors give to a tournament as a whole."""

    def __init__(self, repository: Repository, clubs: Clubs) -> None:
        super().__init__(repository)
        self._clubs = clubs
        self._drawing = Drawing(repository)

    def get(self, tournament_id: UUID, version: int | None = None) -> Tournament:
        """Return a tournament as it stands, or as it stood at a version."""
        return self._repository.get(Tournament, tournament_id, version)

    def lines(self, tournament: Tournament, until: int | None = None) -> list[Line]:
        """Return all lines of a tournament's standings, computed from the events. ``until``: the last round."""
        return self._drawing.lines(tournament, until)

    def open(
        self,
        called: str,
        terms: Terms | Mapping[str, Any],
        ruleset: str | Ruleset,
        *,
        club: UUID | None = None,
        note: str = "",
        tournament_id: UUID | None = None,
        entries: Sequence[tuple[str, Sequence[str]]] = (),
        rounds: int = 0,
        entropy: bytes = b"",
        **sent: Unpack[Sent],
    ) -> Saved:
        """Open a tournament with these terms. ``ruleset`` as in `Matches.open`.

        ``entries``: name and players of those that are entered at once. ``rounds``: the number of rounds that are drawn
        at once, with lots from ``entropy`` (32 random bytes). Raises `Declined` if the terms do not make a tournament,
        the game does not fit them, or a round cannot be drawn.
        """
        whole = _terms(terms)
        game_given = ruleset if isinstance(ruleset, str) else plain_ruleset(ruleset)
        at_once = [[entry, list(players)] for entry, players in entries]
        more = (at_once, rounds) if at_once or rounds else ()
        command = request(
            "", sent, "open tournament", called, plain(whole), game_given, club, note, tournament_id, *more
        )
        called, fitted = name(called), lifecycle.check_terms(whole)
        fields = [(name(entry), player_names(players)) for entry, players in entries]

        def begin() -> Draft:
            home = self._repository.known_id(Club, club)
            game = self._fitting_game(fitted, ruleset, home)
            tournament = Tournament(tournament_id or new_id(command.at))
            opened = TournamentOpened(called, plain(fitted), plain_ruleset(game), home, note.strip())
            tournament.take(opened, *command.stamp)
            for entry, players in fields:
                tournament.take(enter(tournament, entry, players, None), *command.stamp)
            encounters: dict[UUID, Encounter] = {}
            for _ in range(rounds):
                self._drawing.draw_next(tournament, encounters, command, entropy, DrawOptions())
            return tournament, *(each for _, each in sorted(encounters.items()))

        return self._repository.execute(command, None, begin)

    def open_sections(
        self,
        called: str,
        terms: Terms | Mapping[str, Any],
        ruleset: str | Ruleset,
        entries: Sequence[tuple[str, Sequence[str]]],
        count: int,
        way: str,
        *,
        club: UUID | None = None,
        note: str = "",
        **sent: Unpack[Sent],
    ) -> Saved:
        """Open several tournaments with the same terms, each with a part of a list of entries. Returns the first.

        ``entries``: name and players; ``count`` and ``way`` as in `sections.divide`. Raises `Declined` as `open` does.
        """
        whole = _terms(terms)
        game_given = ruleset if isinstance(ruleset, str) else plain_ruleset(ruleset)
        listed = [[entry, list(players)] for entry, players in entries]
        content = (called, plain(whole), game_given, club, note, listed, count, way)
        command = request("", sent, "open sections", *content)
        called, fitted = name(called), lifecycle.check_terms(whole)
        fields = [(name(entry), player_names(players)) for entry, players in entries]
        names = [name(each, sentence("the name of a section")) for each in section_names(called, count)]

        def begin() -> Draft:
            home = self._repository.known_id(Club, club)
            game = self._fitting_game(fitted, ruleset, home)
            check_entries(fields)
            made: list[Tournament] = []
            for title, part in zip(names, divide(fields, count, way), strict=True):
                tournament = Tournament(new_id(command.at))
                group = str(made[0].id if made else tournament.id)
                opened = TournamentOpened(title, plain(fitted), plain_ruleset(game), home, note.strip(), group)
                tournament.take(opened, *command.stamp)
                for entry, players in part:
                    tournament.take(enter(tournament, entry, players, None), *command.stamp)
                made.append(tournament)
            return tuple(made)

        return self._repository.execute(command, None, begin)

    def _fitting_game(self, terms: Terms, ruleset: str | Ruleset, club: str | None) -> Ruleset:
        """Return the game of a new tournament. Raises `Declined` if it does not fit the terms."""
        game = self._clubs.ruleset(ruleset, club)
        if len(game.seating.teams) != 2:
            raise Declined("tournament-game", "{game} is not played by two sides", game=Term(game.name))
        if terms.side * (2 if terms.side == 1 else 1) < len(game.seating.seats) // 2:
            seats = len(game.seating.seats) // 2
            raise Declined("terms", "side: {game} is played by {seats} a side", game=Term(game.name), seats=seats)
        return game

    @change(Tournament, "rename")
    def rename(self, tournament: Tournament, called: str, why: str = "", **_: Unpack[SentTo]) -> Decided:
        """Give the tournament another name."""
        return lifecycle.rename(tournament, name(called), why.strip())

    @change(Tournament, "terms", lambda terms, why: [plain(_terms(terms)), why])
    def change_terms(
        self, tournament: Tournament, terms: Terms | Mapping[str, Any], why: str = "", **_: Unpack[SentTo]
    ) -> Decided:
        """Change the terms of the tournament."""
        return lifecycle.change_terms(tournament, _terms(terms), why.strip())

    def name_tables(self, tournament_id: UUID, tables: Mapping[int, UUID], **sent: Unpack[SentTo]) -> Saved:
        """Set the table of the club for each table number of a draw.

        It counts from the last round on, at its tables where nothing is recorded yet.
        """
        names = {number: str(table) for number, table in sorted(tables.items())}
        command = self._to(tournament_id, sent, "tables", list(names.items()))

        def draft() -> Draft:
            tournament = self._repository.get_expected(command, Tournament, tournament_id)
            for table in tables.values():
                if self._repository.get(Table, table).club != tournament.club:
                    raise Declined("tables", "the table {table} is not the club's", table=str(table))
            tournament.take(lifecycle.name_tables(tournament, names), *command.stamp)
            last = tournament.encounters(len(tournament.rounds)) if tournament.rounds else ()
            moved = move_tables(tournament, self._repository.get_many(Encounter, last).values(), command.stamp)
            return tournament, *moved

        return self._repository.execute(command, tournament_id, draft)

    @change(Tournament, "end", lambda _places, note: [note])
    def end(
        self, tournament: Tournament, places: Sequence[Mapping[str, Any]], note: str = "", **_: Unpack[SentTo]
    ) -> Decided:
        """Announce the final result: rows of ``place``, ``entry`` and ``score``, the winner first."""
        return lifecycle.end(tournament, places, note.strip())

    @change(Tournament, "cancel")
    def cancel(self, tournament: Tournament, why: str, **_: Unpack[SentTo]) -> Decided:
        """Cancel the tournament: it is over without a result."""
        return lifecycle.cancel(tournament, why.strip())

    @change(Tournament, "reopen")
    def reopen(self, tournament: Tournament, why: str, **_: Unpack[SentTo]) -> Decided:
        """Reopen the tournament: go on, or announce another result."""
        return lifecycle.reopen(tournament, why.strip())


def _terms(terms: Terms | Mapping[str, Any]) -> Terms:
    try:
        return parse(plain(terms) if isinstance(terms, Terms) else terms)
    except TermsError as error:
        raise Declined("terms", error.sentence) from None
