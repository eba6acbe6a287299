"""The commands on series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from domain.club.aggregates import Club
from domain.ledger.commands import Saved, Sent, SentTo, name, request
from domain.series.aggregate import Series
from domain.series.facts import SeriesOpened
from domain.series.terms import parse, plain
from domain.tournament.aggregate import Tournament

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from domain.ledger.repository import Repository


class SeriesCommands:
    """Commands on series."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def get(self, series_id: UUID) -> Series:
        """Return a series. Raises `NotFound`."""
        return self._repository.get(Series, series_id)

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

    def remove_evening(self, series_id: UUID, tournament: UUID, why: str = "", **sent: Unpack[SentTo]) -> Saved:
        """Remove a tournament from the series."""
        command = request(f"series {series_id}", sent, "remove evening", str(tournament), why)
        return self._repository.change(
            command, Series, series_id, lambda series: series.remove_evening(tournament, why.strip())
        )
