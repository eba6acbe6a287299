"""The receiver of a stream."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from store.events.texts import Sight


class Listener:
    """The receiver of a stream, in a thread of the server. The hub wakes it."""

    def __init__(self, sight: Sight | None = None) -> None:
        self.sight = sight
        """Its view of the clubs; None for everything."""
        self.closed = False
        self._news = Event()

    def wake(self) -> None:
        """Wake the listener, since there may be something to send."""
        self._news.set()

    def wait(self, seconds: float) -> None:
        """Wait until woken, at most for ``seconds``."""
        self._news.wait(max(0.0, seconds))
        self._news.clear()

    def close(self) -> None:
        """End the stream."""
        self.closed = True
        self._news.set()
