"""The commands on series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from domain.club.aggregates import Club, Player
from domain.ledger.commands import Saved, Sent, SentTo, name, request
from domain.ledger.ids import as_id
from domain.match.aggregate import Match
from domain.series.aggregate import Series
from domain.series.evenings import of_match, of_tournament
from domain.series.facts import SeriesOpened
from domain.series.terms import parse, plain
from domain.tournament.aggregate import Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from domain.engine.facts import Fact
    from domain.ledger.repository import Repository
    from domain.series.standings import Evening


class SeriesCommands:
    """Commands on series."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def get(self, series_id: UUID, version: int | None = None) -> Series:
        """Return a series as it stands, or as it stood at a version. Raises `NotFound`."""
        return self._repository.get(Series, series_id, version)

    def evenings(self, series: Series) -> tuple[Evening, ...]:
        """Return all evenings of a series in order, with the results of those that are over."""
        matches = self._repository.get_many(Match, list(series.matches))
        tournaments = self._repository.get_many(Tournament, [e for e in series.evenings if e not in series.matches])
        return tuple(
            of_match(matches[each]) if each in matches else of_tournament(tournaments[each])
            for each in series.evenings
        )

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

    def rename(self, series_id: UUID, called: str, **sent: Unpack[SentTo]) -> Saved:
        """Rename a series."""
        command = request(f"series {series_id}", sent, "rename", called)
        called = name(called)
        return self._repository.change(command, Series, series_id, lambda series: series.rename(called))

    def change_terms(self, series_id: UUID, terms: Mapping[str, Any], why: str = "", **sent: Unpack[SentTo]) -> Saved:
        """Change the terms of a series. Raises `Declined` if they are not legal."""
        command = request(f"series {series_id}", sent, "change terms", dict(terms), why)
        parsed = parse(terms)
        return self._repository.change(
            command, Series, series_id, lambda series: series.change_terms(parsed, why.strip())
        )

    def add_evening(self, series_id: UUID, tournament: UUID, **sent: Unpack[SentTo]) -> Saved:
        """Add a tournament of the club as the last evening of the series."""
        command = request(f"series {series_id}", sent, "add evening", str(tournament))
        club = self._repository.get(Tournament, tournament).club
        return self._repository.change(command, Series, series_id, lambda series: series.add_evening(tournament, club))

    def add_match(self, series_id: UUID, match_id: UUID, **sent: Unpack[SentTo]) -> Saved:
        """Add a match of the club, outside a tournament, as the last evening of the series."""
        command = request(f"series {series_id}", sent, "add match", str(match_id))
        match = self._repository.get(Match, match_id)
        return self._repository.change(command, Series, series_id, lambda series: series.add_match(match))

    def remove_evening(self, series_id: UUID, evening: UUID, why: str = "", **sent: Unpack[SentTo]) -> Saved:
        """Remove an evening from the series."""
        command = request(f"series {series_id}", sent, "remove evening", str(evening), why)
        return self._repository.change(
            command, Series, series_id, lambda series: series.remove_evening(evening, why.strip())
        )

    def end(self, series_id: UUID, note: str = "", **sent: Unpack[SentTo]) -> Saved:
        """Announce the final result of the series, as its standings are now."""
        command = request(f"series {series_id}", sent, "end", note)

        def decide(series: Series) -> Fact:
            evenings = self.evenings(series)
            return series.end(evenings, self.names(evenings), note.strip())

        return self._repository.change(command, Series, series_id, decide)

    def reopen(self, series_id: UUID, why: str, **sent: Unpack[SentTo]) -> Saved:
        """Take the final result back."""
        command = request(f"series {series_id}", sent, "reopen", why)
        return self._repository.change(command, Series, series_id, lambda series: series.reopen(why.strip()))
