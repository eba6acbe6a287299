"""Record and read events, and try again after a lost connection. A save whose answer was lost is recorded once.

The recorder keeps the library's contract (`eventsourcing.persistence.ApplicationRecorder`). `store.events.recorder`
sends the statements to Postgres.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from contextlib import nullcontext
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    InterfaceError,
    Notification,
    OperationalError,
    ProgrammingError,
    StoredEvent,
    Subscription,
)

from store.events.errors import CommandAlreadyRecorded, NoAnswer, OutcomeUnknown, is_connection_lost
from store.events.position import MOST_EVENTS
from store.events.subscription import PollingSubscription
from store.events.texts import Texts, renamed_everywhere

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from psycopg import Cursor
    from psycopg.abc import Params, QueryNoTemplate

    from store.events.statements import Statements
    from store.events.texts import Hiding, Renamed, Sight, Text
    from store.postgres.replicas import Reading
    from store.postgres.wal import WalPosition

    Also = Callable[[Cursor[Any]], object] | Sequence[tuple[QueryNoTemplate, Params | None]]

LAST_VERSION = 2**63 - 1


class Command(NamedTuple):
    """A recorded command, so that sending it again changes nothing."""

    scope: str
    """The scope within which the key is unique: a token, a table, a club."""
    key: str
    """The key, chosen by the client."""
    fingerprint: bytes
    """A hash of the command, to detect a key that is used for another command."""
    outcome: bytes
    """The answer that was given, as JSON."""
    salt: bytes | None = None
    """The salt of the fingerprint; None if it has none, or if the salt was removed."""


class Touched(NamedTuple):
    """A stream to which events were added."""

    id: UUID
    first: int
    """The lowest of their versions; 1 if the stream began."""
    position: int
    """The highest of their positions."""


class Touches(NamedTuple):
    """The streams to which events were added."""

    streams: list[Touched]
    upto: int
    """The position up to which all events were looked at."""


class Save(NamedTuple):
    """The content of one transaction: events, the club of each, the texts that stand apart, and a command."""

    events: Sequence[StoredEvent]
    clubs: Sequence[UUID | None]
    texts: Sequence[Text]
    command: Command | None


class EventRecorder(ApplicationRecorder):
    """A recorder of events above a database that answers one try of a statement or a save."""

    sql: Statements
    patience: float
    """The seconds for which a lost connection is tried again."""
    sight: Callable[[], Sight | None] = staticmethod(lambda: None)
    """Returns what the present reader sees of the clubs; None for everything."""
    renamed: Renamed = staticmethod(renamed_everywhere)
    """Puts other names in a row of the catalogue. The ledger knows which of its values are names."""

    # One try

    @cached_property
    def texts(self) -> Texts:
        """Return the texts that stand apart from the events."""
        return Texts(self.sql, self.read, self.leader.read)

    @abstractmethod
    def save_once(self, save: Save, also: Also | None) -> list[int]:
        """Try to record the events in one transaction, as `insert_events` describes it.

        Raises ``OperationalError`` or ``InterfaceError`` if the connection is lost.
        """

    @abstractmethod
    def read_once(self, statement: bytes, parameters: Sequence[Any]) -> list[Any]:
        """Try to read all rows of a statement that only reads."""

    @abstractmethod
    def track(self, name: str, start: int, end: int) -> AbstractContextManager[Cursor[Any] | None]:
        """Move a follower from a position to another one, in a transaction that ends with the context.

        Yields the transaction's cursor; None if the follower does not stand at ``start``, since another process has
        moved it.
        """

    # Replicas

    @property
    def leader(self) -> EventRecorder:
        """Return the recorder that reads at the leader alone; this one, unless there are replicas."""
        return self

    @property
    def has_replicas(self) -> bool:
        """Return whether replicas may answer some reads."""
        return self.leader is not self

    def reading(self, position: WalPosition | None = None) -> AbstractContextManager[Reading | None]:
        """Let replicas answer what this thread reads meanwhile, if there are any. ``position``: the leader's, if known.

        Returns a context with the state of this reading; None without replicas.
        """
        return nullcontext()

    # Writing

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        command: Command | None = None,
        also: Also | None = None,
        clubs: Mapping[UUID, UUID | None] | None = None,
        **_: Any,
    ) -> Sequence[int] | None:
        """Record the events in one transaction, all or none. Return their positions; None if there is nothing to do.

        ``command`` is recorded with them. ``also`` adds statements, or a callable that is given the cursor,
        for a read model that must never lag behind; they run last, and again if the connection is lost. ``clubs``: the
        club of each new stream. Marked texts are kept apart (`store.events.texts`).

        Raises ``CommandAlreadyRecorded`` if the command's key is taken, else ``IntegrityError`` if another writer
        recorded one of the versions first (`latest_version`), ``PermissionDenied`` if the login may not write, and
        ``OutcomeUnknown`` if the connection was lost and did not come back. A save whose connection was lost is tried
        again; if it had been committed, its positions are returned.
        """
        if not stored_events and command is None:
            if also:
                raise ProgrammingError("A read model is written with events or a command, not alone")
            return None
        if len(stored_events) > MOST_EVENTS:
            raise ProgrammingError(f"{len(stored_events)} events in one save; the most is {MOST_EVENTS}")
        save = Save(*self.texts.seal(stored_events, clubs or {}), command)
        lost = 0
        deadline = 0.0
        while True:
            try:
                if lost:
                    self._check_predecessors(stored_events)
                return self.save_once(save, also)
            except (IntegrityError, CommandAlreadyRecorded):
                if lost and (positions := self._find_saved(save)) is not None:
                    return positions
                raise
            except (OperationalError, InterfaceError) as error:
                if not is_connection_lost(error):
                    if lost or isinstance(error.__cause__, NoAnswer):
                        raise OutcomeUnknown(str(error)) from error
                    raise
                deadline = deadline or time.monotonic() + self.patience
                if time.monotonic() > deadline:
                    raise OutcomeUnknown(str(error)) from error
                time.sleep(_pause(lost))
                lost += 1

    def _check_predecessors(self, stored_events: Sequence[StoredEvent]) -> None:
        """Raise ``IntegrityError`` if an event before these is missing: a new leader may lack what they follow from."""
        firsts: dict[UUID | str, int] = {}
        for event in stored_events:
            version = event.originator_version
            firsts[event.originator_id] = min(version, firsts.get(event.originator_id, version))
        for stream, first in firsts.items():
            if first > 1 and (self.latest_version(stream) or 0) < first - 1:
                raise IntegrityError(f"the event before version {first} of {stream} is no longer there")

    def _find_saved(self, save: Save) -> list[int] | None:
        """Return the positions of these events if they are recorded with this command; else None."""
        if (command := save.command) is not None and self.find_command(command.scope, command.key) != command:
            return None
        # With a record of its own, so that replicas have these events before anybody is told of them.
        rows = self.read(self.sql.same_events, columns(save.events, save.clubs))
        return [position for position, _ in rows] if len(rows) == len(save.events) else None

    # Reading

    def find_command(self, scope: str, key: str) -> Command | None:
        """Return the record of a command; None if it was not carried out."""
        rows = self.read(self.sql.find_command, [scope, key])
        return Command(scope, key, *rows[0]) if rows else None

    def confirm_command(self, scope: str, key: str) -> bool:
        """Return whether a command is recorded and as many replicas have it as the database requires of a commit.

        A database that was restarted shows commits that no replica has yet, and a new leader may never have them. This
        commits a record after the command, which waits for the replicas.
        """
        return bool(self.read(self.sql.confirm_command, [scope, key]))

    def latest_version(self, originator_id: UUID | str) -> int | None:
        """Return the version of a stream's last event; None if there is no such stream."""
        version: int | None = self.read(self.sql.latest_version, [originator_id])[0][0]
        return version

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Return the events of a stream with a version above ``gt`` and up to ``lte``, by version."""
        statement = self.sql.select_latest_first if desc else self.sql.select
        after, last = 0 if gt is None else gt, LAST_VERSION if lte is None else lte
        rows = self.read(statement, [originator_id, after, last, limit])
        if hidings := hidings_of(self, [originator_id]):
            return self._seen([StoredEvent(originator_id, *row) for row in rows], hidings)
        states = self.texts.open([row[-1] for row in rows])
        return [
            StoredEvent(originator_id, version, topic, state)
            for (version, topic, _), state in zip(rows, states, strict=True)
        ]

    def select_streams(self, originator_ids: Sequence[UUID], topics: Sequence[str] = ()) -> Sequence[StoredEvent]:
        """Return all events of some streams by stream and version, in one read. With ``topics``, only those."""
        statement = self.sql.select_streams
        parameters: list[Any] = [list(originator_ids)]
        if topics:
            statement, parameters = self.sql.select_streams_of_topics, [*parameters, list(topics)]
        rows = self.read(statement, parameters)
        if hidings := hidings_of(self, originator_ids):
            return self._seen([StoredEvent(*row) for row in rows], hidings)
        states = self.texts.open([row[-1] for row in rows])
        return [
            StoredEvent(originator_id, version, topic, state)
            for (originator_id, version, topic, _), state in zip(rows, states, strict=True)
        ]

    def _seen(self, events: Sequence[StoredEvent], hidings: Mapping[UUID, Hiding]) -> list[StoredEvent]:
        """Return stored events with what a reader sees in the place of their texts, without those that it never sees.

        So nothing that is computed from them holds what is hidden from the reader.
        """
        seen = [(event, hiding) for event in events if not _is_hidden(event, hiding := hidings.get(_id(event)))]
        states = self.texts.open_for([hiding for _, hiding in seen], [event.state for event, _ in seen])
        return [
            StoredEvent(event.originator_id, event.originator_version, event.topic, state)
            for (event, _), state in zip(seen, states, strict=True)
        ]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Return the events of all streams by position, up to the horizon; later events have higher positions.

        Positions are not consecutive. With ``topics``, only events of these topics; the others are read past.
        """
        after = -1 if start is None else start - inclusive_of_start
        last = LAST_VERSION if stop is None else stop
        statement = self.sql.follow
        parameters: list[Any] = [after, last, limit]
        if topics:
            statement, parameters = self.sql.follow_topics, [after, last, list(topics), limit]
        rows = self.read(statement, parameters)
        if hidings := hidings_of(self, {row[0] for row in rows}):
            positions = {(row[0], row[1]): row[-1] for row in rows}
            seen = self._seen([StoredEvent(*row[:4]) for row in rows], hidings)
            return [
                Notification(
                    each.originator_id,
                    each.originator_version,
                    each.topic,
                    each.state,
                    positions[each.originator_id, each.originator_version],
                )
                for each in seen
            ]
        states = self.texts.open([row[-2] for row in rows])
        return [
            Notification(originator_id, version, topic, state, position)
            for (originator_id, version, topic, _, position), state in zip(rows, states, strict=True)
        ]

    def max_notification_id(self) -> int | None:
        """Return the highest position below the horizon; None if there are no events."""
        position: int | None = self.read(self.sql.latest_position, [])[0][0]
        return position

    def tracked(self, name: str) -> int:
        """Return the position of a follower; 0 before its first event."""
        rows = self.read(self.sql.tracked, [name])
        return int(rows[0][0]) if rows else 0

    def find_touched(self, after: int, streams: Sequence[UUID] = (), clubs: Sequence[UUID] | None = None) -> Touches:
        """Return those of some streams that have events at positions above ``after``, up to the horizon.

        Streams that began there are returned, too, if they belong to one of ``clubs`` or to no club; None for all.
        """
        rows = self.read(self.sql.touched, [after, list(streams), clubs is None, list(clubs or ())])
        upto = next(position for stream, _, position in rows if stream is None)
        return Touches([Touched(*row) for row in rows if row[0] is not None], upto or after)

    def version_ago(self, originator_id: UUID | str, seconds: float) -> int | None:
        """Return a stream's version ``seconds`` ago, by the time its events were stored; 0 before the first.

        Returns None if the stream has not changed since. The leader's clock decides, which has stamped the events.
        """
        first: int | None = self.leader.read(self.sql.first_younger, [originator_id, float(seconds)])[0][0]
        return None if first is None else first - 1

    def moment_ago(self, seconds: float) -> datetime:
        """Return the moment ``seconds`` ago, by the clock that stamps events."""
        moment: datetime = self.leader.read(self.sql.moment_ago, [float(seconds)])[0][0]
        return moment

    def version_at(self, originator_id: UUID | str, moment: datetime) -> int | None:
        """Return the version of a stream at a moment; None if it has not changed since, 0 before its first event."""
        first: int | None = self.read(self.sql.first_after, [originator_id, moment])[0][0]
        return None if first is None else first - 1

    def time_stored(self, originator_id: UUID | str, version: int) -> datetime:
        """Return the moment at which an event was stored, by the clock of `version_at`.

        Raises ``IndexError`` if there is no such event.
        """
        moment: datetime = self.read(self.sql.stored_at, [originator_id, version])[0][0]
        return moment

    def ages(self, originator_id: UUID | str, after: int = 0) -> list[float]:
        """Return the age in seconds of each event of a stream above a version, by version."""
        return [age for (age,) in self.leader.read(self.sql.ages, [originator_id, after])]

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Return a subscription that polls: a NOTIFY in a writer's transaction would serialise all commits."""
        return PollingSubscription(recorder=self, gt=gt, topics=topics)

    def read(self, statement: bytes, parameters: Sequence[Any]) -> list[Any]:
        """Return all rows of a statement that only reads. If the connection is lost, send it again on another."""
        lost = 0
        deadline = 0.0
        while True:
            try:
                return self.read_once(statement, parameters)
            except (OperationalError, InterfaceError) as error:
                deadline = deadline or time.monotonic() + self.patience
                if not is_connection_lost(error) or time.monotonic() > deadline:
                    raise
                time.sleep(_pause(lost))
                lost += 1


def hidings_of(recorder: EventRecorder, streams: Iterable[UUID | str]) -> dict[UUID, Hiding]:
    """Return what is hidden from the present reader, by stream; without the streams that are not hidden from it."""
    sight = recorder.sight()
    if sight is None:
        return {}
    clubs = recorder.texts.clubs_of(UUID(each) if isinstance(each, str) else each for each in streams)
    return {stream: hiding for stream, club in clubs.items() if (hiding := sight.of(club)) is not None}


def columns(events: Sequence[StoredEvent], clubs: Sequence[UUID | None]) -> list[list[Any]]:
    """Return the columns of some events: ids, versions, topics, states, clubs."""
    rows = [
        (event.originator_id, event.originator_version, event.topic, event.state, club)
        for event, club in zip(events, clubs, strict=True)
    ]
    return [list(column) for column in zip(*rows, strict=True)] or [[], [], [], [], []]


def _id(event: StoredEvent) -> UUID:
    assert isinstance(event.originator_id, UUID)  # noqa: S101
    return event.originator_id


def _is_hidden(event: StoredEvent, hiding: Hiding | None) -> bool:
    return hiding is not None and hiding.hides(event.topic)


def _pause(lost: int) -> float:
    """Return the seconds until the next try: at first 0, since a restart leaves dead connections in a pool."""
    return 0.0 if lost < 4 else min(0.02 * 2.0 ** (lost - 4), 0.5)
