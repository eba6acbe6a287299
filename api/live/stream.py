"""Streams: what is sent until the deal is over, the caller may no longer see it, or the server stops.

A stream has no thread and no connection to the database. The hub asks every `HEARTBEAT_SECONDS` at the latest whether
the callers' tokens are still valid, for many at once (`api.live.rights`).
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from threading import Event
from typing import TYPE_CHECKING, Final

from api.callers import Place
from api.deals.broadcast import delay_of
from api.live.channel import lateness, message
from api.permissions import may_look, own_viewer
from domain.engine.hiding import viewers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    from api.callers import Caller
    from api.classes.payloads import Audience
    from api.live.channel import Channel
    from api.live.class_source import ClassSource
    from api.live.hub import Hub, TableSource
    from api.live.listener import Listener
    from domain.engine.hiding import Viewer
    from store.tables.catalogue import Late

HEARTBEAT_SECONDS: Final = 15.0
"""The interval of checks of the caller's token, and of comments when nothing else is sent."""
LONGEST_SECONDS: Final = 3600.0
"""The longest duration of a stream. Then the client reconnects, perhaps to another process."""
RETRY_MILLISECONDS: Final = 2000
"""The least time after which a client connects again."""
SPREAD_MILLISECONDS: Final = 4
"""The time for each open stream over which clients are spread that connect again together: it takes a process some
milliseconds to open one."""
TOGETHER: Final = 100
"""The number of streams up to which clients are not spread."""
UNREADABLE_DEAL_SECONDS: Final = 0.1
"""The interval of attempts to read a deal that is listed but not yet readable: a list and a stream are read, and their
ages taken, a moment apart."""
OPEN: Final = "open"


class Feed(ABC):
    """The source of a stream's text."""

    ended = False
    """True if the last text was the end of the stream."""

    @abstractmethod
    def take(self, now: float) -> bytes:
        """Return the text since the last call, as UTF-8. ``now``: the monotonic time in seconds."""

    def due(self, now: float) -> float:
        """Return the seconds after which to call `take` again at the latest."""
        return HEARTBEAT_SECONDS


class DealFeed(Feed):
    """The feed of one deal to its end. Ids of events are the viewer's versions."""

    def __init__(self, channel: Channel, sender: Caller, place: Place, seen: int | None) -> None:
        self.channel = channel
        self.sender = sender
        self.place = place
        self.seen = seen

    def take(self, now: float) -> bytes:
        messages, status = self.channel.since(self.seen)
        if not may_look(self.sender, self.place, self.channel.viewer, self.channel.deal.record):
            self.ended = True  # a correction reopened the deal, so its hands are hidden again
            return b""
        text = b"".join(b"id: %d\n%s" % each for each in messages)
        if messages:
            self.seen = messages[-1].version
        if status != OPEN:
            self.ended = True
            text += message("end", {"status": status})
        return text


class TableFeed(Feed):
    """The feed of a table from deal to deal. Ids of events are a deal and the viewer's version of it."""

    def __init__(self, hub: Hub, listener: Listener, table: TableSource, sender: Caller, late: Late) -> None:
        self.hub = hub
        self.listener = listener
        self.table = table
        self.withheld: Callable[[], frozenset[str]] = frozenset
        """Returns the matches that the caller may not see yet."""
        self._passed_over: set[UUID] = set()
        self.sender = sender
        self.late = late
        self.viewer: Viewer | None = None
        """The chosen viewer; None: the caller's own, which may differ from deal to deal."""
        self.seen: tuple[UUID, int] | None = None
        self._channel: Channel | None = None
        self._deal: UUID | None = None
        self._place = Place()
        self._delay = late.seconds.get(str(table.id), 0.0)
        self._sent_empty = False
        self._is_behind = False
        """True if the current deal is listed, but could not be read yet."""

    def take(self, now: float) -> bytes:
        text = b""
        deal = self._current_deal(now)
        if deal is not None and deal != self._deal:
            text = self._switch_to(deal)
        self._is_behind = deal is not None and deal != self._deal
        if self._channel is None or self._deal is None:
            if not self._sent_empty and not self.ended:
                self._sent_empty = True
                text += message("deal", {"deal": None} | lateness(self._delay))
            return text
        messages, _ = self._channel.since(self.seen[1] if self.seen else None)
        if not may_look(self.sender, self._place, self._channel.viewer, self._channel.deal.record):
            self.ended = True
            return b""
        if messages:
            self.seen = self._deal, messages[-1].version
        return text + b"".join(b"id: %s:%d\n%s" % (str(self._deal).encode(), *each) for each in messages)

    def _current_deal(self, now: float) -> UUID | None:
        """Return the newest deal that may be known by now, without deals of withheld matches; None if there is none."""
        while (deal := self.table.current_deal(now, self._delay, self.late.deal, self._passed_over)) is not None:
            opened = self.hub.find_opening(self.listener, deal) if deal != self._deal else None
            if opened is None or opened.match is None:
                return deal
            if opened.match not in self.table.withheld_from(self.sender.token, deal, now, self.withheld):
                return deal
            self._passed_over.add(deal)
        return None

    def _switch_to(self, deal: UUID) -> bytes:
        opened = self.hub.find_opening(self.listener, deal)
        if opened is None:
            return b""
        place = Place(opened.club, opened.table, str(deal))
        viewer = self.viewer or own_viewer(self.sender, place)
        channel = self.hub.channel(self.listener, deal, viewer, delay_of(self.sender, self.late, place))
        if channel is None:
            return b""
        record = channel.deal.record
        if viewer not in viewers(record.rules.seats) or not may_look(self.sender, place, viewer, record):
            self.ended = True
            return b""
        self._deal, self._place, self._channel, self._sent_empty = deal, place, channel, True
        if self.seen is not None and self.seen[0] == deal:
            return b""
        version, text = channel.current_message()
        self.seen = deal, version
        return b"id: %s:%d\n%s" % (str(deal).encode(), version, text)

    def due(self, now: float) -> float:
        if self._is_behind:
            return UNREADABLE_DEAL_SECONDS
        return self.table.due(now, self._delay) if self._delay else HEARTBEAT_SECONDS


class ClassFeed(Feed):
    """The feed of a class for one audience: the class as it stands, again whenever that changes, until its end.

    ``pupil``: the number of the pupil who follows; 0 for others. When the teacher removes it, its feed ends.
    """

    def __init__(self, source: ClassSource, audience: Audience, pupil: int = 0) -> None:
        self.source = source
        self.audience = audience
        self.pupil = pupil
        self._sent = b""

    def take(self, now: float) -> bytes:
        if self.pupil in self.source.removed:
            self.ended = True
            return message("removed", {"status": "removed"})
        is_over = self.source.is_over  # before the message, which is then at least as new
        text = self.source.messages[self.audience]
        news = text if text != self._sent else b""
        self._sent = text
        if is_over:
            self.ended = True
            return news + message("end", {"status": "ended"})
        return news


class Stream:
    """The steps of an open stream. Whoever sends it calls `take` when the listener is woken, and when it is due.

    Only one thread may call `take` at a time. The hub ends the listener when the caller's token ends.
    """

    __slots__ = ("_began", "_beginning", "_feed", "_heartbeat", "_listener", "_longest", "_quiet", "due", "ended")

    def __init__(
        self,
        listener: Listener,
        feed: Feed,
        heartbeat: float = HEARTBEAT_SECONDS,
        longest: float = LONGEST_SECONDS,
        part: float = 0.0,
        streams: int = 0,
    ) -> None:
        """``part``: the part of a heartbeat by which the first one is early, so that those of many are spread.

        ``streams``: the number of open streams of this process.
        """
        now = time.monotonic()
        self._listener = listener
        self._feed = feed
        self._heartbeat = heartbeat
        self._longest = longest
        self._began = now
        self._quiet = now - part * heartbeat
        """The time at which something was sent last."""
        later = part * max(0, streams - TOGETHER) * SPREAD_MILLISECONDS
        self._beginning = b"retry: %d\n\n" % (RETRY_MILLISECONDS + later)
        self.due = now
        """The monotonic time at which to call `take` again at the latest."""
        self.ended = False
        """True if the last text was the end of the stream."""

    def when_woken(self, call: Callable[[], object]) -> None:
        """Have a function called whenever there may be something to send. It must not wait."""
        self._listener.on_wake = call

    def begin(self) -> bytes:
        """Return the beginning of the stream, which is then not part of what `take` returns."""
        text, self._beginning = self._beginning, b""
        return text

    def take(self, now: float) -> bytes:
        """Return what is to be sent now, as UTF-8. ``now``: the monotonic time."""
        text = self.begin()
        ending = self._listener.ending  # before the feed, which is then at least as new
        if self._listener.closed:
            self.ended = True
            return text
        text += self._feed.take(now)
        if text:
            self._quiet = now
        elif now - self._quiet >= self._heartbeat:
            self._quiet, text = now, b":\n\n"
        self.ended = ending or self._feed.ended or now - self._began >= self._longest
        self.due = min(self._quiet + self._heartbeat, self._began + self._longest, now + self._feed.due(now))
        return text


def send(stream: Stream) -> Iterator[bytes]:
    """Yield the texts of a stream to its end, and wait between them in this thread.

    For servers that know no event loop; `api.front.streams` sends many in one thread.
    """
    news = Event()
    stream.when_woken(news.set)
    yield stream.begin()
    while not stream.ended:
        news.clear()
        if text := stream.take(time.monotonic()):
            yield text
        if not stream.ended:
            news.wait(max(0.0, stream.due - time.monotonic()))
