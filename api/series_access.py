"""Series as the caller may see them: the standings from the final results of their evenings."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import UUID

from api import tournament_access
from api.lists import catalogue
from api.resources.standings import safe_cell
from api.services import ledger
from domain.ledger.errors import NotFound
from domain.ledger.ids import as_id
from domain.series.standings import Evening, Result, SeriesStanding, standings, sum_of
from domain.series.terms import plain
from domain.tournament.scores import format_number, parse_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from domain.series.aggregate import Series
    from domain.tournament.aggregate import Tournament
    from store.catalogue import Catalogue


@dataclass(frozen=True)
class SeenSeries:
    """A series with its evenings as the caller may see them."""

    series: Series
    evenings: tuple[Evening, ...]

    names: Mapping[str, str]
    """The names of the registered players, by id."""

    @cached_property
    def rows(self) -> list[SeriesStanding]:
        """Return the standings."""
        return standings(self.series.terms, self.evenings, self.names)

    def name(self, row: SeriesStanding) -> str:
        """Return the name of a row: of the player, or of all players of the pair."""
        return " – ".join(self.names.get(each, each) for each in row.ranked)

    def steps(self, row: SeriesStanding) -> str:
        """Return the sum that gives the total of a row."""
        values = " + ".join(map(format_number, sum_of(self.series.terms, row, self.evenings))) or "0"
        return f"{values} = {format_number(row.total)}"


def see(series_id: UUID, without: UUID | None = None) -> SeenSeries:
    """Return a series as far as the caller may see it. ``without``: an evening to leave out. Raises `NotFound`."""
    series = ledger().series.get(series_id)
    kept = [each for each in series.evenings if each != without]
    evenings = tuple(evening for each in kept if (evening := _evening(each)) is not None)
    return SeenSeries(series, evenings, names_of(catalogue(), evenings))


def evening_of(tournament: Tournament) -> Evening:
    """Return the evening of a tournament; without rows if its final result was not announced."""
    return Evening(str(tournament.id), tournament.opened.name, tuple(_results(tournament)))


def names_of(rows: Catalogue, evenings: Iterable[Evening]) -> dict[str, str]:
    """Return the names of the registered players of some evenings, by id."""
    players = {player for evening in evenings for row in evening.rows for player in row.players}
    ids = {identity for each in players if (identity := as_id(each))}
    return {str(row.id): row.title for row in rows.find_all(ids) if row.kind == "player"} if ids else {}


def payload(seen: SeenSeries) -> dict[str, Any]:
    """Return a series with its standings as JSON values."""
    series = seen.series
    return {
        "id": series.id,
        "version": series.version,
        "name": series.name,
        "club": str(series.club),
        "terms": plain(series.terms),
        "evenings": [{"tournament": each.id, "name": each.name, "is_over": bool(each.rows)} for each in seen.evenings],
        "standings": [_row(seen, row) for row in seen.rows],
    }


def csv_of(seen: SeenSeries) -> str:
    """Return the ledger of a series as CSV: a line for each player, a column for each evening (RFC 4180)."""
    text = io.StringIO()
    table = csv.writer(text)
    titles = [safe_cell(each.name) for each in seen.evenings]
    table.writerow(["place", "name", *titles, "attendance", "total", "steps"])
    for row in seen.rows:
        cells = [row.cells.get(each.id) for each in seen.evenings]
        values = ["" if cell is None else _number(cell.value, is_counted=cell.is_counted) for cell in cells]
        table.writerow(
            [row.place, safe_cell(seen.name(row)), *values, row.attendance, _number(row.total), seen.steps(row)]
        )
    return text.getvalue()


def _number(value: Any, *, is_counted: bool = True) -> str:
    """Return a number as text, in brackets if it does not count."""
    return format_number(value) if is_counted else f"({format_number(value)})"


def _row(seen: SeenSeries, row: SeriesStanding) -> dict[str, Any]:
    return {
        "place": row.place,
        "players": list(row.ranked),
        "name": seen.name(row),
        "total": format_number(row.total),
        "attendance": row.attendance,
        "evenings": len(row.cells),
        "best": format_number(row.best),
        "cells": [
            {
                "tournament": evening,
                "place": cell.place,
                "score": format_number(cell.score),
                "value": format_number(cell.value),
                "is_counted": cell.is_counted,
            }
            for evening, cell in row.cells.items()
        ],
        "steps": seen.steps(row),
    }


def _evening(tournament_id: UUID) -> Evening | None:
    """Return an evening; None if the caller may not see the tournament yet."""
    try:
        return evening_of(tournament_access.get(tournament_id).tournament)
    except NotFound:
        return None


def _results(tournament: Tournament) -> Iterable[Result]:
    for row in tournament.ended.places if tournament.ended else ():
        entry = tournament.entries[row["entry"]]
        yield Result(int(row["place"]), parse_number(str(row["score"])), entry.players or (entry.name,))
