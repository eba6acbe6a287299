"""Series as the caller may see them: the standings from the final results of their evenings.

The longest broadcast delay of its evenings holds for the series itself, since an announced result shows all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from api.deals import access as deal_access
from api.deals.broadcast import match_delay
from api.lists import catalogue
from api.services import ledger, services
from api.tournaments import access as tournament_access
from domain.kernel.errors import NotFound
from domain.kernel.ids import as_id
from domain.series.evenings import of_match, of_slate, of_tournament
from domain.series.facts import SeriesEnded, SheetRecorded
from domain.series.standings import TOURNAMENT, announced, standings, sum_of
from domain.series.terms import plain
from domain.tournament.standings.scores import format_number
from replay.words import ENGLISH
from replay.words.series_log import evenings_of, rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from uuid import UUID

    from domain.kernel.events import Recorded
    from domain.series.aggregate import Series
    from domain.series.standings import Evening, Ranked, SeriesStanding
    from domain.series.terms import SeriesTerms
    from replay.words import Language
    from store.tables.catalogue import Catalogue


@dataclass(frozen=True)
class SeenSeries:
    """A series with its evenings as the caller may see them."""

    series: Series
    evenings: tuple[Evening, ...]

    names: Mapping[str, str]
    """The names of the registered players, by id."""
    terms: SeriesTerms
    """The terms of the series, or other terms in a preview."""
    current: SeenSeries | None = None
    """The series as it is, in a preview."""

    @cached_property
    def rows(self) -> list[SeriesStanding]:
        """Return the standings."""
        return standings(self.terms, self.evenings, self.names)

    def name(self, row: SeriesStanding) -> str:
        """Return the name of a row: of the player, or of all players of the pair."""
        return self.called(row.ranked)

    def called(self, players: Iterable[str]) -> str:
        """Return the names of some players, by id or name, as one text."""
        return " – ".join(self.names.get(each, each) for each in players)

    def steps(self, row: SeriesStanding) -> str:
        """Return the sum that gives the total of a row."""
        values = " + ".join(map(format_number, sum_of(self.terms, row, self.evenings))) or "0"
        return f"{values} = {format_number(row.total)}"

    @cached_property
    def places_now(self) -> dict[Ranked, int]:
        """Return the present places by player or pair, in a preview; empty otherwise."""
        return {row.ranked: row.place for row in self.current.rows} if self.current else {}

    @property
    def gone(self) -> list[str]:
        """Return the names of those who are ranked now and would not be, in a preview."""
        kept = {row.ranked for row in self.rows}
        return [self.current.name(row) for row in self.current.rows if row.ranked not in kept] if self.current else []

    @property
    def places(self) -> list[dict[str, Any]]:
        """Return the announced result with the name of each row; empty if it was not announced."""
        rows = self.series.ended.places if self.series.ended else ()
        return [{**row, "name": self.called(row["players"])} for row in rows]

    @property
    def has_changed(self) -> bool:
        """Return whether a result was announced and the standings are now different."""
        return self.series.ended is not None and announced(self.rows) != self.series.ended.places


def see(series_id: UUID) -> SeenSeries:
    """Return a series as far as the caller may see it. Raises `NotFound`."""
    series = ledger().series.get(series_id, _version(series_id))
    evenings = tuple(evening for each in series.evenings if (evening := _evening(series, each)) is not None)
    players = [player for row in (series.ended.places if series.ended else ()) for player in row["players"]]
    return seen_series(series, evenings, names_of(catalogue(), evenings, players))


def seen_series(series: Series, evenings: Iterable[Evening], names: Mapping[str, str]) -> SeenSeries:
    """Return a series with these evenings. A match or a slate without a name is called after its players."""
    titled = tuple(each if each.name else replace(each, name=_title(each, names)) for each in evenings)
    return SeenSeries(series, titled, names, series.terms)


def preview(seen: SeenSeries, *, terms: SeriesTerms | None = None, without: UUID | None = None) -> SeenSeries:
    """Return a series as it would be with other terms, or without an evening. Nothing is recorded."""
    evenings = tuple(each for each in seen.evenings if each.id != str(without))
    return replace(seen, evenings=evenings, terms=terms or seen.terms, current=seen)


def log(seen: SeenSeries, language: Language = ENGLISH) -> list[dict[str, Any]]:
    """Return the log of a series in sentences, as far as the caller may see it."""
    events = ledger().repository.history(seen.series.id, to=seen.series.version)
    return log_of(events, catalogue(), seen.evenings, language)


def log_of(
    events: Sequence[Recorded], listed: Catalogue, present: Iterable[Evening], language: Language = ENGLISH
) -> list[dict[str, Any]]:
    """Return the events of a series in sentences. ``present``: its evenings; the names of others are looked up."""
    ended = (event.fact for event in events if isinstance(event.fact, SeriesEnded))
    players = names_of(listed, (), (player for fact in ended for row in fact.places for player in row["players"]))
    evenings = {str(row.id): row.data.get("event") or row.title for row in listed.find_all(evenings_of(events))}
    evenings |= {event.fact.evening: event.fact.name for event in events if isinstance(event.fact, SheetRecorded)}
    return rows(events, evenings | {each.id: each.name for each in present}, players, language)


def names_of(rows: Catalogue, evenings: Iterable[Evening], more: Iterable[str] = ()) -> dict[str, str]:
    """Return the names of the registered players of some evenings, by id. ``more``: more players, by id or name."""
    players = {player for evening in evenings for row in evening.rows for player in row.players} | set(more)
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
        "terms": plain(seen.terms),
        "evenings": [
            {
                "id": each.id,
                "kind": each.kind,
                "tournament": each.id if each.kind == TOURNAMENT else "",
                "name": each.name,
                "day": each.day,
                "is_over": bool(each.rows),
            }
            for each in seen.evenings
        ],
        "standings": [_row(seen, row) for row in seen.rows],
        "gone": seen.gone,
        "result": _result(seen) if series.ended else None,
    }


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
        "place_now": seen.places_now.get(row.ranked),
    }


def _title(match: Evening, names: Mapping[str, str]) -> str:
    sides = sorted(", ".join(names.get(each, each) for each in row.players) for row in match.rows)
    return " – ".join(sides) or match.id


def _result(seen: SeenSeries) -> dict[str, Any]:
    note = seen.series.ended.note if seen.series.ended else ""
    return {"at": seen.series.ended_at, "note": note, "places": seen.places, "has_changed": seen.has_changed}


def _version(series_id: UUID) -> int | None:
    """Return the version of a series that the caller may see; None for the newest. Raises `NotFound` if it is none."""
    series = ledger().series.get(series_id)
    played = [each for each in series.evenings if each not in series.sheets.keys() | series.slates]
    delays = [match_delay(each) if each in series.matches else tournament_access.delay(each) for each in played]
    seconds = max(delays, default=0.0)
    version = services().recorder.version_ago(series_id, seconds) if seconds else None
    if version == 0:
        raise NotFound("series", series_id)
    return version


def _evening(series: Series, evening: UUID) -> Evening | None:
    """Return an evening; None if the caller may not see it yet."""
    if sheet := series.sheets.get(evening):
        return sheet
    try:
        if evening in series.slates:
            return of_slate(ledger().slates.get(evening))
        if evening in series.matches:
            return of_match(deal_access.get_match(evening))
        return of_tournament(tournament_access.get(evening).tournament)
    except NotFound:
        return None
