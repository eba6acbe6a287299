"""A stream as it is sent: until the deal is over, the caller may not look any more, or the server stops.

Nothing here asks the database for anything but, now and then, whether the caller's token is still good.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

from api.broadcast import delay_of
from api.callers import Place
from api.live.channel import lateness, message
from api.permissions import may_look, own_viewer
from domain.engine.hiding import viewers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    from api.callers import Caller
    from api.live.channel import Channel
    from api.live.hub import Hub, Listener, TableSource
    from domain.engine.hiding import Viewer
    from store.catalogue import Late

HEARTBEAT_SECONDS: Final = 15.0
"""A comment is sent when nothing was for so long; and so often it is asked whether the caller may still listen."""
LONGEST_SECONDS: Final = 3600.0
"""After so long a stream ends and the caller comes back, perhaps to another process."""
RETRY_MILLISECONDS: Final = 2000
OPEN: Final = "open"


class Following(ABC):
    """Somebody follows something: what there is to send now."""

    ended = False
    """After what was taken last nothing comes any more."""

    @abstractmethod
    def take(self, now: float) -> bytes:
        """All that is to be sent since it was taken last."""

    def due(self, now: float) -> float:
        """In how many seconds to look again at the latest."""
        return HEARTBEAT_SECONDS


class FollowingDeal(Following):
    """Follows one deal to its end. Ids of events are the viewer's versions."""

    def __init__(self, channel: Channel, who: Caller, place: Place, seen: int | None) -> None:
        self.channel = channel
        self.who = who
        self.place = place
        self.seen = seen

    def take(self, now: float) -> bytes:
        found, status = self.channel.since(self.seen)
        if not may_look(self.who, self.place, self.channel.viewer, self.channel.deal.record):
            self.ended = True  # hands that were shown are hidden again: a correction reopened the deal
            return b""
        text = b"".join(b"id: %d\n%s" % each for each in found)
        if found:
            self.seen = found[-1].version
        if status != OPEN:
            self.ended = True
            text += message("end", {"status": status})
        return text


class FollowingTable(Following):
    """Follows a table from deal to deal. Ids of events are a deal and the viewer's version of it."""

    def __init__(self, hub: Hub, listener: Listener, table: TableSource, who: Caller, late: Late) -> None:
        self.hub = hub
        self.listener = listener
        self.table = table
        self.withheld: Callable[[], frozenset[str]] = frozenset
        """The matches of which whoever follows may know nothing yet."""
        self._passed_over: set[UUID] = set()
        self.who = who
        self.late = late
        self.viewer: Viewer | None = None
        """Through whose eyes; None: the caller's own, which may be others in another deal."""
        self.seen: tuple[UUID, int] | None = None
        self._channel: Channel | None = None
        self._deal: UUID | None = None
        self._place = Place()
        self._delay = late.seconds.get(str(table.id), 0.0)
        self._told = False

    def take(self, now: float) -> bytes:
        text = b""
        deal = self._current(now)
        if deal is not None and deal != self._deal:
            text = self._turn_to(deal)
        if self._channel is None or self._deal is None:
            if not self._told and not self.ended:
                self._told = True
                text += message("deal", {"deal": None} | lateness(self._delay))
            return text
        found, _ = self._channel.since(self.seen[1] if self.seen else None)
        if not may_look(self.who, self._place, self._channel.viewer, self._channel.deal.record):
            self.ended = True
            return b""
        if found:
            self.seen = self._deal, found[-1].version
        return text + b"".join(b"id: %s:%d\n%s" % (str(self._deal).encode(), *each) for each in found)

    def _current(self, now: float) -> UUID | None:
        """Return the newest deal that may be known by now; one of a match that is withheld is passed over."""
        while (deal := self.table.current(now, self._delay, self.late.deal, self._passed_over)) is not None:
            opened = self.hub.opened(deal) if deal != self._deal else None
            if opened is None or opened.match is None or opened.match not in self.withheld():
                return deal
            self._passed_over.add(deal)
        return None

    def _turn_to(self, deal: UUID) -> bytes:
        opened = self.hub.opened(deal)
        if opened is None:
            return b""
        place = Place(opened.club, opened.table, str(deal))
        viewer = self.viewer or own_viewer(self.who, place)
        channel = self.hub.channel(self.listener, deal, viewer, delay_of(self.who, self.late, place))
        if channel is None:
            return b""
        record = channel.deal.record
        if viewer not in viewers(record.rules.seats) or not may_look(self.who, place, viewer, record):
            self.ended = True
            return b""
        self._deal, self._place, self._channel, self._told = deal, place, channel, True
        if self.seen is not None and self.seen[0] == deal:
            return b""
        version, text = channel.standing()
        self.seen = deal, version
        return b"id: %s:%d\n%s" % (str(deal).encode(), version, text)

    def due(self, now: float) -> float:
        return self.table.due(now, self._delay) if self._delay else HEARTBEAT_SECONDS


def sent(
    listener: Listener,
    following: Following,
    may_still: Callable[[], bool],
    heartbeat: float = HEARTBEAT_SECONDS,
    longest: float = LONGEST_SECONDS,
) -> Iterator[bytes]:
    """The bytes of a stream. ``may_still`` says whether the caller may go on listening."""
    began = asked = quiet = time.monotonic()
    yield b"retry: %d\n\n" % RETRY_MILLISECONDS
    while not listener.closed:
        now = time.monotonic()
        if text := following.take(now):
            yield text
            quiet = now
        elif now - quiet >= heartbeat:
            yield b":\n\n"
            quiet = now
        if following.ended or now - began >= longest:
            return
        if now - asked >= heartbeat:
            if not may_still():
                return
            asked = now
        listener.wait(min(quiet + heartbeat - now, began + longest - now, following.due(now)))
