"""Request bodies, read before anything is done with them: bounded in size, in time and in number."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from api.front.readers import Reader

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Receive = Callable[[], Awaitable[dict[str, Any]]]

PAUSE_SECONDS: Final = 10.0
"""How long nothing may come."""
LEAST_SECONDS: Final = 15.0
SLOWEST: Final = 16 * 1024
"""Bytes a second that a large body must come with."""
SMALL: Final = 256 * 1024
"""Bytes of a small body. Only evidence and archives are larger."""
MOST: Final = 1000
"""Small bodies that one process reads at once. They wait without a thread and without a turn."""
MOST_EACH: Final = 100
"""Small bodies of one reader among them: a club may stand behind one address."""
MOST_LARGE: Final = 8
MOST_LARGE_EACH: Final = 2


class TooLarge(Exception):
    """The body is larger than it may be."""


class TooSlow(Exception):
    """The body did not come in time."""


class TooMany(Exception):
    """Too many bodies are being read."""


class Gone(Exception):
    """The client has gone away."""


class Bodies:
    """Reads the bodies of requests. Only used on the event loop."""

    def __init__(self, pause: float = PAUSE_SECONDS, least: float = LEAST_SECONDS) -> None:
        self.pause = pause
        self.least = least
        self._small: Counter[Reader] = Counter()
        """How many bodies of each reader are being read."""
        self._large: Counter[Reader] = Counter()

    async def read(self, receive: Receive, reader: Reader, most: int, length: int | None) -> bytes:
        """Return a whole body of at most ``most`` bytes; ``length``: how long it says it is.

        Raises `TooLarge`, `TooSlow`, `TooMany` or `Gone`.
        """
        expected = most if length is None else length
        if expected > most:
            raise TooLarge
        small = expected <= SMALL
        reading, in_all, of_one = (
            (self._small, MOST, MOST_EACH) if small else (self._large, MOST_LARGE, MOST_LARGE_EACH)
        )
        full = reading.total() >= in_all and not reader.signed_in
        if full or reading[reader] >= of_one:
            raise TooMany
        reading[reader] += 1
        try:
            async with asyncio.timeout(self.least + expected / SLOWEST):
                return await self._whole(receive, most)
        except TimeoutError:
            raise TooSlow from None
        finally:
            reading[reader] -= 1
            if not reading[reader]:
                del reading[reader]

    async def _whole(self, receive: Receive, most: int) -> bytes:
        parts, size = [], 0
        while True:
            async with asyncio.timeout(self.pause):
                message = await receive()
            if message["type"] == "http.disconnect":
                raise Gone
            part = message.get("body", b"")
            size += len(part)
            if size > most:
                raise TooLarge
            parts.append(part)
            if not message.get("more_body"):
                return b"".join(parts)
