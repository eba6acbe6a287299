"""Turns: limits of the requests of one kind that are worked on at once, and queues for the others."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from api.front.bodies import Gone
from api.front.readers import Reader
from api.tracing.interface import OFF, Tracing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

AT_ONCE: Final = 4
"""The requests that a process works on at once; more would only wait for each other and for the database."""


class NoTurn(Exception):
    """Raised when too many requests wait already, or this one waited too long."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most requests that are worked on at once and that may wait."""

    at_once: int
    each: int
    """The most of them that may belong to one reader."""
    waiting: int
    """The most requests that may wait before those of readers who have not signed in are refused."""
    waiting_each: int
    patience: float
    """The most seconds that a request waits."""
    reserved: int = 0
    """The number of turns that only readers who have signed in may take."""


ORDINARY: Final = Limits(at_once=AT_ONCE, each=AT_ONCE, waiting=800, waiting_each=200, patience=15.0, reserved=1)
LIGHT: Final = Limits(at_once=2, each=2, waiting=800, waiting_each=400, patience=5.0)
"""Requests that need no database and take no time."""
HEAVY: Final = Limits(at_once=3, each=1, waiting=80, waiting_each=30, patience=45.0)
"""Requests for the heavy process (`api.front.heavy`). They compute, one thread at a time: a second turn of the same
reader would only slow down the others."""
PRINTED: Final = Limits(at_once=4, each=2, waiting=80, waiting_each=30, patience=90.0, reserved=1)
"""Requests for the process of papers."""
LARGE: Final = Limits(at_once=4, each=1, waiting=80, waiting_each=30, patience=240.0, reserved=1)
"""Requests for a large PDF, which another process makes (`web.printing.pdf.lanes`). They hold no turn of the others: a
whole hall may be one reader, whose phones have one address."""


class Turns:
    """A queue in which the readers take turns, so that one with many requests does not delay the others.

    Only used on the event loop, so it needs no lock.
    """

    def __init__(self, limits: Limits, tracing: Tracing = OFF) -> None:
        self.limits = limits
        self.tracing = tracing
        self._busy: Counter[Reader] = Counter()
        """The number of requests of each reader that are worked on."""
        self._lines: OrderedDict[Reader, deque[asyncio.Future[None]]] = OrderedDict()
        """The waiting requests by reader; the reader who was served longest ago comes first."""
        self._waiting = 0

    @asynccontextmanager
    async def turn(self, reader: Reader, gone: Callable[[], asyncio.Future[None]] | None = None) -> AsyncIterator[None]:
        """Wait for a turn and hold it. ``gone`` returns a future that is done once the client has disconnected.

        Raises `NoTurn` if the queue is full or the wait too long, and `Gone` if the client disconnects meanwhile.
        """
        if not self.take_now(reader):
            with self.tracing.part("turn"):
                await (self.take(reader) if gone is None else self._take_unless(reader, gone()))
        try:
            yield
        finally:
            self.give_back(reader)

    async def _take_unless(self, reader: Reader, gone: asyncio.Future[None]) -> None:
        taking = asyncio.ensure_future(self.take(reader))
        await asyncio.wait({taking, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not taking.done():
            taking.cancel()
            await asyncio.wait({taking})
        if taking.cancelled():
            raise Gone
        taking.result()

    def take_now(self, reader: Reader) -> bool:
        """Take a free turn. Returns False if there is none."""
        if reader in self._lines or not self._has_room(reader):
            return False
        self._busy[reader] += 1
        return True

    async def take(self, reader: Reader) -> None:
        """Wait for a turn. Raises `NoTurn` if the queue is full or the wait too long."""
        limits = self.limits
        line = self._lines.get(reader, ())
        full = self._waiting >= limits.waiting and not reader.signed_in
        if full or len(line) >= limits.waiting_each:
            raise NoTurn
        loop = asyncio.get_running_loop()
        place = loop.create_future()
        self._lines.setdefault(reader, deque()).append(place)
        self._waiting += 1
        self._serve()
        end = loop.call_later(limits.patience, self._give_up, reader, place)
        try:
            await place
        except asyncio.CancelledError:
            if place.cancelled():
                self._leave(reader, place)
            elif place.done() and place.exception() is None:
                self.give_back(reader)
            raise
        finally:
            end.cancel()

    def _has_room(self, reader: Reader) -> bool:
        limits = self.limits
        turns = limits.at_once if reader.signed_in else limits.at_once - limits.reserved
        return self._busy.total() < turns and self._busy[reader] < limits.each

    def _give_up(self, reader: Reader, place: asyncio.Future[None]) -> None:
        if not place.done():
            self._leave(reader, place)
            place.set_exception(NoTurn())

    def _leave(self, reader: Reader, place: asyncio.Future[None]) -> None:
        line = self._lines.get(reader, deque())
        if place not in line:
            return  # it got its turn meanwhile
        line.remove(place)
        self._waiting -= 1
        if not line:
            del self._lines[reader]

    def give_back(self, reader: Reader) -> None:
        """Give a turn back."""
        self._busy[reader] -= 1
        if not self._busy[reader]:
            del self._busy[reader]
        self._serve()

    def _serve(self) -> None:
        """Give the free turns to waiting requests."""
        while (reader := next((each for each in self._lines if self._has_room(each)), None)) is not None:
            line = self._lines[reader]
            place = line.popleft()
            self._waiting -= 1
            if line:
                self._lines.move_to_end(reader)
            else:
                del self._lines[reader]
            if place.done():
                continue  # it has been cancelled
            self._busy[reader] += 1
            place.set_result(None)
