"""Limits for the open streams of a process, in all and for each holder."""

from __future__ import annotations

import resource
from collections import Counter
from enum import IntEnum
from typing import Final, NamedTuple

MOST_STREAMS: Final = 12_000
"""The most streams of one process, if it may open so many files (`most_streams`)."""
FILES: Final = 256
"""The open files of a process besides its connections."""
STREAMS_OF_CONNECTIONS: Final = 0.8
"""The share of the connections of a process that may be streams."""


class Kind(IntEnum):
    """The kinds of holders. Each kind has some places that the kinds before it may not take."""

    ANYBODY = 0
    PUPIL = 1
    GUEST = 2
    OFFICIAL = 3


SHARE: Final = {Kind.ANYBODY: 0.7, Kind.PUPIL: 0.85, Kind.GUEST: 0.85, Kind.OFFICIAL: 1.0}
"""The share of all places up to which a kind may take one."""
MOST_EACH: Final = {Kind.ANYBODY: 120, Kind.PUPIL: 4, Kind.GUEST: 12, Kind.OFFICIAL: 60}
"""The most streams of one address, of one pupil of a class, of one guest's session, and of one official's session or
token. A class is counted by its pupils, since a whole school may share an address.

A whole club may share an address: 60 phones with two pages each. An official's token may serve a whole hall.
"""


class Holder(NamedTuple):
    """The holder of a stream: an address, a pupil, or the id of a session or a token."""

    kind: Kind
    name: str


class FullError(Exception):
    """Raised when there is no place for another stream of this kind of holder."""


class TooManyError(Exception):
    """Raised when this holder has the most streams that one may have."""


def most_streams() -> int:
    """Return the most streams that this process may have."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST_STREAMS
    return min(MOST_STREAMS, int(STREAMS_OF_CONNECTIONS * max(files - FILES, FILES)))


class Places:
    """The counts of open streams. Callers must hold a lock."""

    def __init__(self, most: int = MOST_STREAMS) -> None:
        self.most = most
        self._held: Counter[Holder] = Counter()

    @property
    def taken(self) -> int:
        """Return the number of open streams."""
        return self._held.total()

    def take(self, holder: Holder) -> None:
        """Count another stream. Raises `FullError` or `TooManyError`."""
        if self._held[holder] >= MOST_EACH[holder.kind]:
            raise TooManyError
        if self.taken >= round(self.most * SHARE[holder.kind]):
            raise FullError
        self._held[holder] += 1

    def give_back(self, holder: Holder) -> None:
        """Count a stream of the holder as closed."""
        self._held[holder] -= 1
        if not self._held[holder]:
            del self._held[holder]
