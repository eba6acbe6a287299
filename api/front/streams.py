"""Open streams: one thread makes what is to be sent to whom, and the event loop only sends it.

So a stream needs no thread, and the event loop waits for no lock: it is given the texts of many streams at once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from heapq import heappop, heappush
from itertools import count
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

STALLED_SECONDS: Final = 30.0
"""The seconds that a stream waits for a client that does not read."""
LOOK_SECONDS: Final = 1.0
"""The seconds between two looks for such clients."""
AT_ONCE: Final = 100
"""The most texts that the event loop is given at once, so that it does other things between them."""

_log = logging.getLogger(__name__)


class Stream(Protocol):
    """The steps of a stream (`api.live.stream.Stream`)."""

    due: float
    ended: bool

    def when_woken(self, call: Callable[[], object]) -> None:
        """Have a function called whenever there may be something to send."""

    def take(self, now: float) -> bytes:
        """Return what is to be sent now."""


class Outlet:
    """The way of one stream from the thread that makes its texts to the event loop that sends them.

    It holds at most one text. The next one is made when that is sent.
    """

    __slots__ = (
        "_is_over", "_task", "_text", "_waiter", "again", "close", "full_since", "gone", "loop", "queued", "scheduled",
        "stalled", "stream", "streams",
    )  # fmt: skip

    def __init__(self, streams: Streams, stream: Stream, close: Callable[[], object]) -> None:
        self.streams = streams
        self.stream = stream
        self.close = close
        self.loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        self._text = b""
        self._is_over = False
        self._waiter: asyncio.Future[None] | None = None
        self.full_since: float | None = None
        """The monotonic time since when a text waits to be sent; None if there is none."""
        self.queued = False
        """True if it waits for the thread."""
        self.again = False
        """True if the thread came while a text waited to be sent."""
        self.scheduled = 0.0
        """The time for which the thread has noted it; 0 if it has not."""
        self.gone = False
        """True if nothing more is sent."""
        self.stalled = False
        """True if the client does not read."""

    # --- on the event loop ------------------------------------------------------------------------

    async def next(self) -> bytes | None:
        """Return the next text; None at the end."""
        while not self._text and not self._is_over and not self.gone:
            self._waiter = self.loop.create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        text, self._text = self._text, b""
        return None if self.gone else text or None

    def sent(self) -> None:
        """Note that the text has been sent."""
        self.full_since = None
        if self.again:
            self.wake()

    def put(self, text: bytes, is_over: bool) -> None:
        """Give a text to be sent. ``is_over``: whether it is the last one."""
        self._text, self._is_over = text, is_over
        self._go_on()

    def end(self, *_: object) -> None:
        """Send nothing more. Harmless when repeated."""
        if not self.gone:
            self.gone = True
            self.wake()
        self._go_on()

    def give_up(self) -> None:
        """End the stream of a client that does not read."""
        self.stalled = True
        if self._task is not None:
            self._task.cancel()

    def _go_on(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    # --- on any thread ----------------------------------------------------------------------------

    def wake(self) -> None:
        """Have the thread look whether there is something to send."""
        self.streams.wake(self)


class Streams:
    """The open streams of a process, and the thread that makes their texts. It runs only while there are some."""

    def __init__(self, stalled: float = STALLED_SECONDS) -> None:
        self.stalled = stalled
        self._open: set[Outlet] = set()
        self._woken: deque[Outlet] = deque()
        self._news = Event()
        self._due: list[tuple[float, int, Outlet]] = []
        """The outlets by the time at which they are due; each once, or again if it is due sooner."""
        self._numbers = count()
        self._lock = Lock()
        self._thread: Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self, stream: Stream, close: Callable[[], object]) -> Outlet:
        """Return a new outlet for the running task. ``close`` is called by the thread at its end."""
        outlet = Outlet(self, stream, close)
        self._loop = outlet.loop
        with self._lock:
            self._open.add(outlet)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="nought-streams", daemon=True)
                self._thread.start()
        stream.when_woken(outlet.wake)
        outlet.wake()
        return outlet

    def wake(self, outlet: Outlet) -> None:
        """Have the thread look at an outlet."""
        if not outlet.queued:
            outlet.queued = True
            self._woken.append(outlet)
            if not self._news.is_set():
                self._news.set()

    def _run(self) -> None:
        looked = time.monotonic()
        while True:
            now = time.monotonic()
            self._news.wait(max(0.0, min(looked + LOOK_SECONDS, self._next_due()) - now))
            self._news.clear()
            now = time.monotonic()
            try:
                self._step(now)
                if now - looked >= LOOK_SECONDS:
                    looked = now
                    self._give_up(now)
            except Exception as error:  # noqa: BLE001 - the other streams go on
                if self._loop is None or self._loop.is_closed():
                    return
                _log.error("sending streams failed with %s", type(error).__name__)
            with self._lock:
                if not self._open:
                    self._thread = None
                    return

    def _next_due(self) -> float:
        return self._due[0][0] if self._due else float("inf")

    def _step(self, now: float) -> None:
        """Take the texts of all outlets that were woken or are due, and give them to the event loop."""
        while self._due and self._due[0][0] <= now:
            _, _, outlet = heappop(self._due)
            outlet.scheduled = 0.0
            if outlet in self._open:
                self.wake(outlet)
        texts: list[tuple[Outlet, bytes, bool]] = []
        for _ in range(len(self._woken)):
            outlet = self._woken.popleft()
            outlet.queued = False
            if outlet.gone:
                self._close(outlet)
                continue
            outlet.again = True  # before the look, so that `Outlet.sent` cannot miss it
            if outlet.full_since is not None:
                continue
            outlet.again = False
            text, is_over = self._take(outlet, now)
            if text or is_over:
                outlet.full_since = now
                texts.append((outlet, text, is_over))
                if len(texts) >= AT_ONCE:
                    _give(texts)
                    texts = []
        if texts:
            _give(texts)

    def _take(self, outlet: Outlet, now: float) -> tuple[bytes, bool]:
        """Return the text of a stream, and whether it is over; note when it is due next."""
        stream = outlet.stream
        try:
            text = stream.take(now)
        except Exception as error:  # noqa: BLE001 - the client connects again, and others go on
            # Not the error's text, which may quote an event with hidden cards.
            _log.error("a stream ended with %s", type(error).__name__)
            return b"", True
        if not stream.ended and (not outlet.scheduled or stream.due < outlet.scheduled):
            outlet.scheduled = stream.due
            heappush(self._due, (stream.due, next(self._numbers), outlet))
        return text, stream.ended

    def _close(self, outlet: Outlet) -> None:
        with self._lock:
            if outlet not in self._open:
                return
            self._open.discard(outlet)
        outlet.stream.when_woken(_nothing)
        outlet.close()

    def _give_up(self, now: float) -> None:
        """End the streams of clients that do not read."""
        with self._lock:
            stalled = [
                each
                for each in self._open
                if (since := each.full_since) is not None and now - since > self.stalled and not each.stalled
            ]
        for outlet in stalled:
            outlet.loop.call_soon_threadsafe(outlet.give_up)


def _give(texts: list[tuple[Outlet, bytes, bool]]) -> None:
    """Give some outlets their texts, on their event loop."""
    texts[0][0].loop.call_soon_threadsafe(_put, texts)


def _put(texts: list[tuple[Outlet, bytes, bool]]) -> None:
    for outlet, text, is_over in texts:
        outlet.put(text, is_over)


def _nothing() -> None:
    pass
