"""Work that a process does again and again, beside what it answers."""

from __future__ import annotations

import logging
from datetime import timedelta
from random import SystemRandom
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

STOPPING_SECONDS: Final = 10.0
"""The most seconds for which the end of a process waits for a piece of work; each is harmless when it is cut."""

LONGEST_PAUSE: Final = 3600.0

_random = SystemRandom()
_log = logging.getLogger(__name__)


def pause_after(failures: int, first: float) -> timedelta:
    """Return the pause after another failure: it doubles each time, with a random part, up to an hour.

    ``first``: the longest one after the first failure, in seconds.
    """
    longest = min(first * 2.0 ** min(failures, 20), LONGEST_PAUSE)
    return timedelta(seconds=_random.uniform(longest / 2, longest))


class Keeper:
    """A thread that does a piece of work after each pause until it is stopped.

    Each process of a server has its own, so the work is harmless when several do it. ``work`` gets the event that is
    set when it shall stop.
    """

    def __init__(self, name: str, pause: float, work: Callable[[Event], object]) -> None:
        """Make the thread. ``name``: what it keeps; ``pause``: in seconds."""
        self._name = name
        self._pause = pause
        self._work = work
        self._stop = Event()
        self._thread = Thread(target=self._keep, name=f"nought-{name}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current piece of work."""
        self._stop.set()
        self._thread.join(STOPPING_SECONDS)

    def _keep(self) -> None:
        while not self._stop.wait(self._pause):
            try:
                self._work(self._stop)
            except Exception as error:  # noqa: BLE001 - the thread continues after a restart of the database
                # Not the error's text, which may quote names or hidden cards.
                _log.error("keeping %s failed with %s", self._name, type(error).__name__)
