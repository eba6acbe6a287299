"""The commands on series."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack
from uuid import UUID

from domain.club.aggregates import Club, Player
from domain.club.facts import PlayerRegistered
from domain.club.file_people import People
from domain.club.new_people import NewPeople
from domain.kernel.changes import Decided, change
from domain.kernel.commands import Saved, Sent, SentTo, name, request
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.kernel.repository import new_id
from domain.match.aggregate import Match
from domain.series.aggregate import Series
from domain.series.evenings import of_match, of_slate, of_tournament
from domain.series.facts import SeriesOpened
from domain.series.score_file import read
from domain.series.score_plan import plan
from domain.series.terms import parse, plain
from domain.slate.aggregate import Slate
from domain.tournament.aggregate import Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from domain.club.name_matching import Players
    from domain.club.new_people import Newcomers
    from domain.csv_rows import Row
    from domain.kernel.repository import Draft, Repository
    from domain.series.score_plan import Plan
    from domain.series.standings import Evening


class SeriesCommands:
    """Commands on series."""

    def __init__(self, repository: Repository, newcomers: Newcomers) -> None:
        self._repository = repository
        self._newcomers = newcomers

    def get(self, series_id: UUID, version: int | None = None) -> Series:
        """Return a series as it stands, or as it stood at a version. Raises `NotFound`."""
        return self._repository.get(Series, series_id, version)

    def evenings(self, series: Series) -> tuple[Evening, ...]:
        """Return all evenings of a series in order, with the results of those that are over."""
        matches = self._repository.get_many(Match, list(series.matches))
        slates = self._repository.get_many(Slate, list(series.slates))
        others = [each for each in series.evenings if each not in series.matches | series.slates | series.sheets.keys()]
        tournaments = self._repository.get_many(Tournament, others)
        played = {each: of_match(match) for each, match in matches.items()}
        played |= {each: of_slate(slate) for each, slate in slates.items()}
        played |= {each: of_tournament(tournament) for each, tournament in tournaments.items()}
        return tuple((played | series.sheets)[each] for each in series.evenings)

    def names(self, evenings: Iterable[Evening]) -> dict[str, str]:
        """Return the names of the registered players of some evenings, by id."""
        players = {player for evening in evenings for row in evening.rows for player in row.players}
        ids = [identity for each in players if (identity := as_id(each))]
        return {str(each.id): each.name for each in self._repository.get_many(Player, ids).values()}

    def open(
        self, called: str, club: UUID, terms: Mapping[str, Any], *, series_id: UUID | None = None, **sent: Unpack[Sent]
    ) -> Saved:
        """Open a series of a club."""
        command = request("", sent, "open series", called, club, dict(terms), series_id)
        home = self._repository.known_id(Club, club)
        return self._repository.create(
            command, Series, series_id, SeriesOpened(name(called), home or "", plain(parse(terms)))
        )

    @change(Series, "rename")
    def rename(self, series: Series, called: str, **_: Unpack[SentTo]) -> Decided:
        """Rename a series."""
        called = name(called)
        return series.rename(called)

    @change(Series, "change terms")
    def change_terms(self, series: Series, terms: Mapping[str, Any], why: str = "", **_: Unpack[SentTo]) -> Decided:
        """Change the terms of a series. Raises `Declined` if they are not legal."""
        parsed = parse(terms)
        return series.change_terms(parsed, why.strip())

    @change(Series, "add evening")
    def add_evening(self, series: Series, tournament: UUID, **_: Unpack[SentTo]) -> Decided:
        """Add a tournament of the club as the last evening of the series."""
        club = self._repository.get(Tournament, tournament).club
        return series.add_evening(tournament, club)

    @change(Series, "add match")
    def add_match(self, series: Series, match_id: UUID, **_: Unpack[SentTo]) -> Decided:
        """Add a match of the club, outside a tournament, as the last evening of the series."""
        match = self._repository.get(Match, match_id)
        return series.add_match(match)

    @change(Series, "add slate")
    def add_slate(self, series: Series, slate_id: UUID, **_: Unpack[SentTo]) -> Decided:
        """Add a slate of the club as the last evening of the series."""
        slate = self._repository.get(Slate, slate_id)
        return series.add_slate(slate)

    def plan_sheets(
        self, series: Series, rows: Sequence[Row], numbers: str, unknown: str, registered: Players, at: str
    ) -> Plan:
        """Return what `record_sheets` would record. Raises `Declined` if the file cannot be read as a whole."""
        season = read(rows, numbers, registered.has)
        evenings = self.evenings(series)
        present = sorted({player for each in evenings for row in each.rows for player in row.players})
        written = [name for line in season.lines for name in line.players]
        ids = {UUID(each) for name in written for each in registered.all(name)}
        ids |= {identity for name in written if (identity := as_id(name))}
        known = self._repository.get_many(Player, sorted(ids))
        titles = {str(each.id): each.name for each in known.values() if each.club in (None, series.club)}
        people = People(registered, titles, present, unknown, lambda: new_id(at))
        planned = plan(season, people, evenings, series.terms, at[:10], lambda: new_id(at))
        return replace(planned, new_people=tuple(self._newcomers.find(series.club, planned.names)))

    def record_sheets(
        self,
        series_id: UUID,
        rows: Sequence[Row],
        numbers: str,
        unknown: str,
        registered: Players,
        *,
        new_people: bool = False,
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Record the evenings of a score sheet: all of them, or none if a row is refused.

        ``rows``: the cells of the file. ``numbers``: one of `score_file.CELLS`. ``unknown``: one of
        `file_people.UNKNOWN`. ``registered``: the players of the club. ``new_people``: whether names may be new to a
        club that has forgotten somebody. Raises `Declined`.
        """
        content = [[number, list(row)] for number, row in rows]
        command = request(f"series {series_id}", sent, "record sheets", content, numbers, unknown)

        def draft() -> Draft:
            series = self._repository.get_expected(command, Series, series_id)
            planned = self.plan_sheets(series, rows, numbers, unknown, registered, command.at)
            if planned.declined:
                raise Declined("score-file", planned.declined)
            if planned.new_people and not new_people:
                raise NewPeople(planned.new_people)
            for fact in series.record_sheets(planned.new):
                series.take(fact, *command.stamp)
            players = []
            for identity, called in planned.registered:
                player = Player(UUID(identity))
                player.take(PlayerRegistered(name(called), str(series.club)), *command.stamp)
                players.append(player)
            return series, *players

        return self._repository.execute(command, series_id, draft)

    @change(Series, "remove evening")
    def remove_evening(self, series: Series, evening: UUID, why: str = "", **_: Unpack[SentTo]) -> Decided:
        """Remove an evening from the series."""
        return series.remove_evening(evening, why.strip())

    @change(Series, "end")
    def end(self, series: Series, note: str = "", **_: Unpack[SentTo]) -> Decided:
        """Announce the final result of the series, as its standings are now."""
        evenings = self.evenings(series)
        return series.end(evenings, self.names(evenings), note.strip())

    @change(Series, "reopen")
    def reopen(self, series: Series, why: str, **_: Unpack[SentTo]) -> Decided:
        """Take the final result back."""
        return series.reopen(why.strip())
