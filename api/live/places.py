"""How many streams may be open in one process, and how many of them for one reader."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from typing import Final, NamedTuple

MOST_STREAMS: Final = 300
"""Streams of one process. Each takes a thread of its own."""


class Kind(IntEnum):
    """The kinds of holders of a stream. Each kind may take some places that those before it may not."""

    ANYBODY = 0
    GUEST = 1
    OFFICIAL = 2


SHARE: Final = {Kind.ANYBODY: 0.7, Kind.GUEST: 0.85, Kind.OFFICIAL: 1.0}
"""Up to which share of all places a kind may take one."""
MOST_EACH: Final = {Kind.ANYBODY: 120, Kind.GUEST: 12, Kind.OFFICIAL: 60}
"""Streams of one address, of one guest's session, of one official's session or token.

A whole club may stand behind one address: 60 phones with two pages each. An official's token may serve a hall.
"""


class Holder(NamedTuple):
    """The holder of a stream: an address, or the id of a session or a token."""

    kind: Kind
    name: str


class FullError(Exception):
    """There is no place for another stream of anybody of this kind."""


class TooManyError(Exception):
    """This reader has as many streams as one may have."""


class Places:
    """Counts the streams that are open. Its owner holds a lock around it."""

    def __init__(self, most: int = MOST_STREAMS) -> None:
        self.most = most
        self._held: Counter[Holder] = Counter()

    def take(self, holder: Holder) -> None:
        """Count one more stream. Raises `FullError` or `TooManyError`."""
        if self._held[holder] >= MOST_EACH[holder.kind]:
            raise TooManyError
        if self._held.total() >= round(self.most * SHARE[holder.kind]):
            raise FullError
        self._held[holder] += 1

    def give_back(self, holder: Holder) -> None:
        """Count one stream less."""
        self._held[holder] -= 1
        if not self._held[holder]:
            del self._held[holder]
