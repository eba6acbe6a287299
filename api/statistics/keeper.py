"""Compute the numbers of clubs and players day by day, in the background."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, Final

from api.analyses.card_play_tables import EMPTY, CardPlayTable, of_everybody
from replay.tally import Line, Tally, tally_of_club, tally_of_player
from store.tables.queries import turn
from store.tables.statistics import CLUB

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date
    from threading import Event
    from uuid import UUID

    from store.tables.analyses import Analyses
    from store.tables.catalogue import Catalogue, Row
    from store.tables.statistics import StaleDay, Statistics

POLL_SECONDS: Final = 5.0
QUIET: Final = 20.0
"""The seconds without a change after which a day is computed: until then its deals are added up at each request."""
LONGEST: Final = 300.0
"""The seconds after a change in which a day is computed though deals of it go on being written."""
BATCH: Final = 20
"""The most days that are computed before other processes may have a turn."""
READ_TOGETHER: Final = 500
"""The stale days that are read at once by `stale_months`."""
AT_ONCE: Final = 1000
"""The most deals that are in memory."""


@dataclass(frozen=True, slots=True)
class StatisticsKeeper:
    """Computes stale days anew. ``catalogue`` and ``analyses``: those of the leader, without any delay."""

    statistics: Statistics
    catalogue: Catalogue
    analyses: Analyses

    def keep(self, stop: Event) -> None:
        """Compute stale days until there are none, or until ``stop`` is set."""
        while not stop.is_set() and self.compute(stop=stop):
            pass

    def compute(self, quiet: float = QUIET, stop: Event | None = None) -> int:
        """Compute some stale days anew, and return their number: 0 if none is left, or another process does it.

        ``quiet``: the seconds without a change after which a day is computed.
        """
        with turn(self.statistics.recorder, "statistics") as is_held:
            days = self.statistics.stale(BATCH, quiet, max(quiet, LONGEST)) if is_held else []
            for done, day in enumerate(days):
                if stop and stop.is_set():
                    return done
                self.statistics.write(day, self._numbers(day))
            for club, month in sorted({(each.club, each.day.replace(day=1)) for each in days}):
                self._sum_up(club, month)
            return len(days)

    def _sum_up(self, club: UUID, month: date) -> None:
        """Write the numbers of a month, once none of its days is stale. Until then readers add up the days."""
        months: dict[str, dict[str, Any]] = {}
        for name, days in self.statistics.days_of(club, month).items():
            tally, play = Tally(), EMPTY
            for each in days:
                tally.add(Tally.of_json(each["tally"]))
                play = CardPlayTable.of_json(each["play"]) + play
            months[name] = {"tally": tally.without_mates().as_json(), "play": play.by_month_and_game().as_json()}
        if months:
            self.statistics.write_month(club, month, months)

    def stale_months(self) -> Iterator[list[StaleDay]]:
        """Yield all stale days, those of a month of a club together. Processes may compute some months each."""
        days = self.statistics.stale_by_club(READ_TOGETHER)
        for _, month in groupby(days, key=lambda each: (each.club, each.day.year, each.day.month)):
            yield list(month)

    def compute_month(self, days: Sequence[StaleDay]) -> None:
        """Compute stale days of a month of a club anew. The caller holds the turn, or leaves no month to two."""
        for day in days:
            self.statistics.write(day, self._numbers(day))
        self._sum_up(days[0].club, days[0].day.replace(day=1))

    def _numbers(self, day: StaleDay) -> dict[str, dict[str, Any]]:
        """Return the numbers of a day by name, as JSON values."""
        tallies: defaultdict[str, Tally] = defaultdict(Tally, {CLUB: Tally()})
        tables: dict[str, CardPlayTable] = {}
        deals = self.catalogue.rows("deal", club=day.club, days=[day.day])
        while some := list(islice(deals, AT_ONCE)):
            for name, tally in _tallies(some).items():
                tallies[name].add(tally)
            for name, table in of_everybody(self.analyses, some).items():
                tables[name] = tables.get(name, EMPTY) + table
        return {
            name: {"tally": tally.as_json(), "play": tables.get(name, EMPTY).as_json()}
            for name, tally in tallies.items()
        }


def _tallies(deals: Sequence[Row]) -> dict[str, Tally]:
    """Return the tallies of deals by name."""
    lines: defaultdict[str, list[Line]] = defaultdict(list)
    every = [Line(row.created_at, row.data) for row in deals]
    for line in every:
        for name in set(line.data.get("players", {}).values()):
            lines[name].append(line)
    lines.pop("", None)
    return {CLUB: tally_of_club(every), **{name: tally_of_player(some, [name]) for name, some in lines.items()}}
