"""The listeners of a process, and the thread that watches the store and wakes them.

A listener holds no thread and no database connection. Several times a second the thread asks the store which of the
deals, tables and classes with listeners have grown, reads their new events, and makes each message once. It runs only
while there are listeners, and reads nothing of clubs that nobody here follows.
"""

from __future__ import annotations

import logging
import time
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING, Final
from uuid import UUID

from api.live.channel import Channel
from api.live.class_source import ClassSource
from api.live.listener import Listener
from api.live.places import MOST_STREAMS, FullError, Holder, Places
from api.live.rights import RightsWatch
from domain.engine.facts import DealOpened
from domain.kernel.whole_record import reading_as, whole_record

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from api.classes.payloads import Audience
    from api.live.rights import Rights
    from domain.engine.hiding import Viewer
    from domain.kernel.events import Recorded
    from domain.ledger import Ledger
    from store.events.event_recorder import Touches
    from store.events.recorder import Recorder
    from store.events.texts import Sight
    from store.postgres.wal import Term
    from store.tables.catalogue import Catalogue, Delay
    from store.tables.classes import Classes

POLL_SECONDS: Final = 0.1
LINGER_SECONDS: Final = 60.0
"""The seconds for which a deal without listeners is kept, for those that reconnect."""
WITHHELD_SECONDS: Final = 1.0
"""The seconds for which what is withheld from a caller is not read again."""
LONGEST_PAUSE: Final = 5.0
"""Seconds between tries while the store cannot be read."""

_log = logging.getLogger(__name__)


class DealSource:
    """The events of a deal, the times at which they were stored (by this process's clock), and its channels.

    ``sight``: what its listeners see of the clubs; None for everything. ``hiding``: that of the deal's club.
    """

    def __init__(self, identity: UUID, hiding: object = None, sight: object = None) -> None:
        self.id = identity
        self.hiding = hiding
        self.sight = sight
        self.events: list[Recorded] = []
        self.stored: list[float] = []
        self.channels: dict[tuple[Viewer, float], tuple[Channel, set[Listener]]] = {}
        self.used_at = time.monotonic()

    @property
    def opened(self) -> DealOpened | None:
        """Return the opening of the deal; None if there are no events."""
        fact = self.events[0].fact if self.events else None
        return fact if isinstance(fact, DealOpened) else None

    def read(self, ledger: Ledger, recorder: Recorder) -> None:
        """Read the new events of the deal and the times at which they were stored."""
        known = len(self.events)
        with reading_as(self.sight):
            new = ledger.repository.history(self.id, after=known)
        ages = recorder.ages(self.id, known) if new else []
        now = time.monotonic()
        self.events += new
        self.stored += [now - age for age in ages[: len(new)]]

    def still_begins(self, ledger: Ledger) -> bool:
        """Return whether the stored events still begin with those that were read."""
        with reading_as(self.sight):
            return ledger.repository.history(self.id, to=len(self.events)) == tuple(self.events)

    def by(self, now: float, delay: float, begin: int = 0) -> int:
        """Return the number of events older than a delay in seconds; ``begin``: a lower bound of it."""
        if not delay:
            return len(self.events)
        count = begin
        while count < len(self.events) and self.stored[count] + delay <= now:
            count += 1
        return count

    def advance(self, now: float) -> None:
        """Add the events that may be known by now to the channels, and wake their listeners."""
        for (_, delay), (channel, listeners) in self.channels.items():
            news = False
            for event in self.events[channel.stored : self.by(now, delay, channel.stored)]:
                news |= channel.add(event)
            if news:
                for listener in listeners:
                    listener.wake()


class TableSource:
    """The newest deals at a table, and the times at which they were listed (by this process's clock)."""

    def __init__(self, identity: UUID, club: UUID | None) -> None:
        self.id = identity
        self.club = club
        """The table's club, to which its deals belong if they belong to any; None if deals of any club are played."""
        self.deals: list[tuple[UUID, float]] = []
        self.delays: list[Delay] = []
        """The delay with which outsiders see the table; empty without one."""
        self.listeners: set[Listener] = set()
        self.version: int | None = None
        """The version of the table itself; its delay may change with it."""
        self._withheld: dict[tuple[UUID, str], tuple[float, frozenset[str]]] = {}

    def has_changed(self, recorder: Recorder) -> bool:
        """Return whether the table itself has changed since the last call. A replica may lag behind that."""
        before, version = self.version or 0, recorder.latest_version(self.id) or 0
        self.version = max(before, version)
        return version > before

    def read(self, catalogue: Catalogue) -> None:
        """Read the list of deals again."""
        rows = catalogue.at_table(self.id)
        now = time.monotonic()
        self.deals = [(deal, now - age) for deal, age in rows]

    def current_deal(
        self, now: float, delay: float, own: UUID | None = None, without: Collection[UUID] = ()
    ) -> UUID | None:
        """Return the current deal for a listener with this delay in seconds; None if there is none.

        ``own``: the listener's deal, which has no delay; ``without``: deals to skip.
        """
        known = (deal for deal, listed in self.deals if deal == own or listed + delay <= now)
        return next((deal for deal in known if deal not in without), None)

    def withheld_from(
        self, token: str, deal: UUID, now: float, compute: Callable[[], frozenset[str]]
    ) -> frozenset[str]:
        """Return the matches that the holder of a token may not see yet, for a deal that was read before.

        ``compute`` reads them. All who come to a deal in the same second with the same token, or without one, share it.
        """
        recent = {each: known for each, known in self._withheld.items() if now - known[0] < WITHHELD_SECONDS}
        if (deal, token) not in recent:
            recent[deal, token] = now, compute()
        self._withheld = recent
        return recent[deal, token][1]

    def due(self, now: float, delay: float) -> float:
        """Return the seconds until another deal may be known."""
        return min((listed + delay - now for _, listed in self.deals if listed + delay > now), default=LINGER_SECONDS)


class Hub:
    """All listeners of this process and their sources."""

    def __init__(
        self,
        ledger: Ledger,
        recorder: Recorder,
        catalogue: Catalogue,
        classes: Classes,
        most: int = MOST_STREAMS,
        *,
        choices: Callable[[], object] = lambda: None,
        holds: Callable[[Collection[Rights]], list[bool]] = lambda rights: [True] * len(rights),
    ) -> None:
        """``choices``: returns another object whenever what is hidden from outsiders has changed.

        ``holds``: returns for each of some rights of callers whether it still holds.
        """
        self.ledger = ledger
        self.recorder = recorder
        self.catalogue = catalogue
        self.classes = classes
        self.places = Places(most)
        self._rights = RightsWatch(holds)
        self._choices = choices
        self._chosen: object = None
        self._lock = RLock()
        self._listeners: dict[Listener, Holder] = {}
        self._deals: dict[tuple[UUID, object], DealSource] = {}
        """The sources by deal, and by what is hidden from their listeners: None for nothing."""
        self._tables: dict[UUID, TableSource] = {}
        self._classes: dict[UUID, ClassSource] = {}
        self._class_changes = "0"
        """The transaction from which on rows of classes are read next."""
        self._position = 0
        self._term: Term | None = None
        """The term of the leader at the last poll; None without replicas."""
        self._thread: Thread | None = None
        self._stop = Event()

    # --- listening --------------------------------------------------------------------------------

    def listener(self, holder: Holder) -> Listener:
        """Return a new listener, which takes a place until `leave`. Raises `FullError` or `TooManyError`."""
        with self._lock:
            if self._stop.is_set():
                raise FullError
            self.places.take(holder)
            self._watch()
            listener = Listener(self.recorder.sight())
            self._listeners[listener] = holder
            return listener

    def watch_rights(self, listener: Listener, rights: Rights, seconds: float) -> None:
        """End a listener at most so many seconds after the rights of its caller end."""
        with self._lock:
            if listener in self._listeners:
                self._rights.add(listener, rights, time.monotonic(), seconds)

    def leave(self, listener: Listener) -> None:
        """Remove a listener. Harmless when repeated."""
        listener.close()
        with self._lock:
            if (holder := self._listeners.pop(listener, None)) is not None:
                self.places.give_back(holder)
            self._rights.discard(listener)
            listener.leave()

    def find_opening(self, listener: Listener, deal: UUID) -> DealOpened | None:
        """Return the opening of a deal as a listener sees it; None if there is no such deal."""
        with self._lock:
            return self._source(deal, listener.sight).opened

    def channel(self, listener: Listener, deal: UUID, viewer: Viewer, delay: float) -> Channel | None:
        """Move a listener to the channel of a deal for a viewer with a delay in seconds, away from any other deal.

        Returns None if there is no such deal yet.
        """
        with self._lock:
            source = self._source(deal, listener.sight)
            count = source.by(time.monotonic(), delay)
            if not count or source.opened is None:
                return None
            listener.leave_channel()
            if (viewer, delay) not in source.channels:
                channel = Channel(viewer, delay)
                channel.begin(source.events[:count])
                source.channels[viewer, delay] = channel, set()
            channel, listener.channel = source.channels[viewer, delay]
            listener.channel.add(listener)
            return channel

    def shows(self, listener: Listener, table: UUID) -> bool:
        """Return whether a table has listeners, and so exists, and nothing of its club is hidden from this one."""
        source = self._tables.get(table)
        return source is not None and (listener.sight is None or listener.sight.of(source.club) is None)

    def table(self, listener: Listener, table: UUID) -> TableSource:
        """Add a listener to a table. The hub wakes it when another deal is opened there.

        The listener is closed, to connect again, when the table changes, as its delay may.
        """
        with self._lock:
            source = self._tables.get(table)
            if source is not None and source.has_changed(self.recorder):
                self._close_table(source)
                source = None
            if source is None:
                source = TableSource(table, self.recorder.texts.clubs_of([table]).get(table))
                source.has_changed(self.recorder)
                source.delays = [each for each in self.catalogue.delays() if each[0] == table]
                source.read(self.catalogue)
                self._tables[table] = source
            source.listeners.add(listener)
            listener.groups.append(source.listeners)
            return source

    def classroom(self, listener: Listener, class_id: UUID, audience: Audience) -> ClassSource:
        """Add a listener to a class. The hub wakes it when the message of its audience changes.

        Raises `NotFound` if there is no such class.
        """
        with self._lock:
            if class_id not in self._classes:
                if not self._classes:
                    self._class_changes = self.classes.changes(()).upto
                with whole_record():
                    self._classes[class_id] = ClassSource(class_id, self.ledger, self.classes)
            source = self._classes[class_id]
            source.listeners[audience].add(listener)
            listener.groups.append(source.listeners[audience])
            return source

    def _source(self, deal: UUID, sight: Sight | None) -> DealSource:
        hiding = None if sight is None else sight.of(self.recorder.texts.clubs_of([deal]).get(deal))
        source = self._deals.get((deal, hiding))
        if source is None:
            source = DealSource(deal, hiding, sight if hiding else None)
            source.read(self.ledger, self.recorder)
            if source.opened is not None:
                self._deals[deal, hiding] = source
        source.used_at = time.monotonic()
        return source

    # --- watching ---------------------------------------------------------------------------------

    def _watch(self) -> None:
        """Start the thread if it does not run. The first listener of a source reads the earlier events."""
        if self._thread is None:
            self._position = self.recorder.max_notification_id() or 0
            self._chosen = self._choices()
            self._thread = Thread(target=self._run, name="nought-live", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        pause = POLL_SECONDS
        while not self._stop.wait(pause):
            try:
                with self._lock:
                    self._poll()
                    if not (self._listeners or self._deals):
                        self._thread = None
                        return
                    due = self._rights.take_due(time.monotonic())
                self._end_without_rights(due)
                pause = POLL_SECONDS
            except Exception as error:  # noqa: BLE001 - a stream continues after a restart of the database
                # Not the error's text, which may quote an event with hidden cards.
                pause = min(2 * pause, LONGEST_PAUSE)
                _log.error("following the store failed with %s; again in %.1f s", type(error).__name__, pause)

    def _end_without_rights(self, due: Mapping[Listener, Rights]) -> None:
        """End the listeners whose callers' rights have ended; all of them if the store does not say.

        They are sent what was stored before their rights ended, such as the end of a class.
        """
        ended: Collection[Listener] = due
        try:
            if due and (ended := self._rights.find_ended(due)):
                with self._lock:
                    self._poll()
        finally:
            for listener in ended:
                listener.end()

    def _poll(self) -> None:
        """Read new events, on a replica if there is one, and wake the listeners."""
        if (chosen := self._choices()) is not self._chosen:
            self._chosen = chosen
            self._close_all()
        with self.recorder.reading() as reading:
            touched = self.recorder.find_touched(self._position, *self._watched())
            term = reading.position.term if reading is not None and reading.position is not None else None
            if None not in (term, self._term) and term != self._term:
                self._check_sources()
            self._term = term or self._term
            self._read(touched)

    def _watched(self) -> tuple[list[UUID], list[UUID] | None]:
        """Return the streams that are watched, and the clubs whose new deals are; None for those of all clubs."""
        streams = [identity for identity, _ in self._deals] + [*self._tables, *self._classes]
        clubs = {table.club for table in self._tables.values()}
        return streams, None if None in clubs else [club for club in clubs if club]

    def _close_table(self, table: TableSource) -> None:
        """Close the listeners of a table, to connect again."""
        del self._tables[table.id]
        for listener in table.listeners:
            listener.close()

    def _close_all(self) -> None:
        """Close all listeners, to connect again: what some of them may see has changed."""
        for listener in self._listeners:
            listener.close()
        self._deals, self._tables = {}, {}

    def _check_sources(self) -> None:
        """Drop what a new leader does not have, and read everything else anew, since there was a failover.

        A replica shows an event before a quorum holds it. If such an event is lost with the leader, the new one may
        give its version, and its position, to another event.
        """
        latest = self.recorder.max_notification_id() or 0
        for source in list(self._deals.values()):
            if source.still_begins(self.ledger):
                source.read(self.ledger, self.recorder)
            else:
                del self._deals[source.id, source.hiding]
                for _, listeners in source.channels.values():
                    for listener in listeners:
                        listener.close()
        for table in self._tables.values():
            for listener in table.listeners:
                listener.close()
        self._tables = {}
        for each in self._classes.values():
            each.read_events(self.ledger)
        self._position = latest

    def _read(self, touches: Touches) -> None:
        """Read what is new in these streams, and wake the listeners."""
        touched = touches.streams
        grown = {touch.id for touch in touched}
        for source in self._deals.values():
            if source.id in grown:
                source.read(self.ledger, self.recorder)
        for identity in grown & self._tables.keys():
            if (table := self._tables[identity]).has_changed(self.recorder):
                self._close_table(table)
        self._tables = {identity: table for identity, table in self._tables.items() if table.listeners}
        if self._tables and (begun := [touch.id for touch in touched if touch.first == 1]):
            for identity in self.catalogue.tables_of_deals(begun) & self._tables.keys():
                table = self._tables[identity]
                table.read(self.catalogue)
                for listener in table.listeners:
                    listener.wake()
        self._poll_classes(grown)
        self._position = max(self._position, touches.upto)
        now = time.monotonic()
        for source in list(self._deals.values()):
            source.advance(now)
            if any(listeners for _, listeners in source.channels.values()):
                source.used_at = now
            elif now - source.used_at > LINGER_SECONDS:
                del self._deals[source.id, source.hiding]

    def _poll_classes(self, touched: Collection[UUID]) -> None:
        """Read what is new in classes with listeners, for all of them at once."""
        self._classes = {identity: source for identity, source in self._classes.items() if source.has_listeners}
        if not self._classes:
            return
        changes = self.classes.changes(list(self._classes), self._class_changes)
        for source in self._classes.values():
            source.add(changes)
            if source.id in touched:
                source.read_events(self.ledger)
        # Only now: after an error the same rows are read again.
        self._class_changes = changes.upto

    def stop(self) -> None:
        """End all streams and accept no more."""
        self._stop.set()
        with self._lock:
            for listener in self._listeners:
                listener.close()
            thread = self._thread
        if thread is not None:
            thread.join(LONGEST_PAUSE)
