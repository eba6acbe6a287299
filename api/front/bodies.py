"""Request bodies, read before Flask gets the request: bounded in size, in time and in number."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from api.front.readers import Reader

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Receive = Callable[[], Awaitable[dict[str, Any]]]

PAUSE_SECONDS: Final = 10.0
"""The most seconds without data."""
LEAST_SECONDS: Final = 15.0
SLOWEST: Final = 16 * 1024
"""The lowest speed of a large body, in bytes per second."""
SMALL: Final = 256 * 1024
"""The most bytes of a small body. Only evidence and archives are larger."""
MOST: Final = 1000
"""The most small bodies that one process reads at once, without a thread or a turn."""
MOST_EACH: Final = 100
"""The most of them from one reader; many, since a whole club may share an address."""
MOST_LARGE: Final = 8
MOST_LARGE_EACH: Final = 2


class TooLarge(Exception):
    """Raised when a body is too large."""


class TooSlow(Exception):
    """Raised when a body did not arrive in time."""


class TooMany(Exception):
    """Raised when too many bodies are being read."""


class Gone(Exception):
    """Raised when the client has disconnected."""


class Bodies:
    """The reader of request bodies. Only used on the event loop."""

    def __init__(self, pause: float = PAUSE_SECONDS, least: float = LEAST_SECONDS) -> None:
        self.pause = pause
        self.least = least
        self._small: Counter[Reader] = Counter()
        """The number of small bodies of each reader that are being read."""
        self._large: Counter[Reader] = Counter()

    async def read(self, receive: Receive, reader: Reader, most: int, length: int | None) -> bytes:
        """Return a whole body of at most ``most`` bytes; ``length``: its stated length, None if not stated.

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
