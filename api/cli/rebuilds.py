"""Rebuild the tables derived from the events: on all cores, row by row as one process would."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar
from uuid import UUID

import msgspec

from api.cli.parts.ranges import naming
from domain.tournament.commands import RANKED_TOPICS
from store.tables.queries import NO_STREAM, pages_of_streams, turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from api.cli.parts.ranges import BookWorkers
    from api.cli.parts.unfinished import Unfinished
    from api.services import Services
    from store.tables.statistics import StaleDay

T = TypeVar("T")

TOGETHER: Final = 100
"""The streams that a process rebuilds at once, in one transaction, whose end writers of these rows wait for."""
PAUSE: Final = 0.1
"""Seconds until the next try to get the turn of the statistics."""


class Rebuilt(msgspec.Struct):
    """The part of a book that is rebuilt so far. ``after``: the last stream of the part that is being done."""

    part: str = "lists"
    after: UUID = NO_STREAM
    lists: int = 0
    ranked: int = 0
    days: int = 0


@dataclass(frozen=True, slots=True)
class Rebuild:
    """A rebuild of a record book: lists, then standings, then the numbers of clubs and players by day.

    ``advance`` is called with the number of streams or days of each range that is done.
    """

    crew: BookWorkers
    done: Unfinished
    rebuilt: Rebuilt
    advance: Callable[[int], object]

    def run(self) -> Rebuilt:
        """Rebuild what is not rebuilt yet."""
        rebuilt, recorder = self.rebuilt, self.crew.services.recorder
        self.advance(rebuilt.lists + rebuilt.ranked + rebuilt.days)
        if rebuilt.part == "lists":
            for page, _ in self.crew.map(rebuild_lists, pages_of_streams(recorder, rebuilt.after, TOGETHER)):
                rebuilt.lists += len(page)
                self._note(page[-1], len(page))
            self._begin("standings")
        if rebuilt.part == "standings":
            pages = pages_of_streams(recorder, rebuilt.after, TOGETHER, RANKED_TOPICS)
            for page, _ in self.crew.map(rebuild_standings, pages):
                rebuilt.ranked += len(page)
                self._note(page[-1], len(page))
            self.crew.services.lines.remove_strays()
            # A call that goes on after this has all days noted, and those that are done no longer.
            self.crew.services.statistics.note_all()
            self._begin("numbers")
        self._rebuild_numbers()
        return rebuilt

    def _rebuild_numbers(self) -> None:
        keeper = self.crew.services.statistics_keeper()
        with self._turn() as has_turn:
            if has_turn:
                for days, _ in self.crew.map(rebuild_days, keeper.stale_months()):
                    self._count_days(len(days))
        while count := keeper.compute(quiet=0.0):  # Something was written of them meanwhile.
            self._count_days(count)

    @contextmanager
    def _turn(self) -> Iterator[bool]:
        """Wait for the turn, which a server has for a moment. Yields False if no day is left when it comes."""
        services = self.crew.services
        while True:
            with turn(services.statistics.recorder, "statistics") as is_held:
                if is_held or not services.statistics.count():
                    yield is_held
                    return
            time.sleep(PAUSE)

    def _count_days(self, days: int) -> None:
        self.rebuilt.days += days
        self._note(NO_STREAM, days)

    def _begin(self, part: str) -> None:
        self.rebuilt.part, self.rebuilt.after = part, NO_STREAM
        self.done.note(lambda: msgspec.to_builtins(self.rebuilt), at_once=True)

    def _note(self, after: UUID, count: int) -> None:
        self.rebuilt.after = after
        self.done.note(lambda: msgspec.to_builtins(self.rebuilt))
        self.advance(count)


def _named(read: Callable[[UUID], T]) -> Callable[[UUID], T]:
    """Return a function that names the stream which it cannot read."""

    def read_named(stream: UUID) -> T:
        with naming(f"the stream {stream}"):
            return read(stream)

    return read_named


def rebuild_lists(services: Services, streams: list[UUID]) -> None:
    """Rebuild the rows of some streams in the catalogue."""
    services.catalogue.rebuild_rows(streams, _named(services.ledger.listing))


def rebuild_standings(services: Services, streams: list[UUID]) -> None:
    """Rebuild the lines of some streams in standings."""
    services.lines.rebuild_lines(streams, _named(services.ledger.ranking))


def rebuild_days(services: Services, days: list[StaleDay]) -> None:
    """Compute the numbers of some days of a month of a club."""
    with naming(f"the numbers of the club {days[0].club} in {days[0].day:%Y-%m}"):
        services.statistics_keeper().compute_month(days)
