"""The log in Postgres: leaves in the order of the events' positions, nodes above them, keys and signed checkpoints.

`domain.proof` defines the hash of a leaf and the text of a checkpoint; this module stores them. No event is skipped:
events are read in order, from the last leaf's position up to the horizon (`store.events.position`). One process at a
time adds leaves; the others do nothing while it holds the lock.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC
from typing import TYPE_CHECKING, Any, LiteralString, NamedTuple

from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

from store.events.position import horizon
from store.events.texts import Row, digests_of
from store.tables.attachments import Attachments
from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime
    from uuid import UUID

    from psycopg import Cursor
    from psycopg.sql import Composed

    from store.events.recorder import Recorder

BATCH = 1000
"""The most events that become leaves in one transaction; readers of events wait for its end."""


class Event(NamedTuple):
    """A row of the events, with its position."""

    id: UUID
    version: int
    topic: str
    state: bytes
    stored_at: datetime
    position: int
    club: UUID | None = None

    @property
    def at(self) -> str:
        """Return the time at which the event was stored: UTC with microseconds, as in leaves."""
        return self.stored_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Leaf(NamedTuple):
    """A row of the log: the event at a place."""

    place: int
    position: int
    id: UUID
    version: int
    salt: bytes
    hash: bytes
    club: UUID | None = None
    """The club of the event; nothing is proved of it."""


class Key(NamedTuple):
    """A public key of the log; ``change`` is the note by which the previous key hands over."""

    number: int
    vkey: str
    change: str | None
    why: str
    since: datetime


class Signed(NamedTuple):
    """A signed checkpoint, with the number of its key. ``note``: signed by the log, and cosigned by witnesses."""

    size: int
    key: int
    note: str
    made_at: datetime


_EVENTS: LiteralString = "originator_id, originator_version, topic, state, stored_at, notification_id, club"
_LEAVES: LiteralString = "place, position, originator_id, originator_version, salt, hash, club"
_CHECKPOINTS: LiteralString = (
    "size, key, note || coalesce((SELECT string_agg(line, '' ORDER BY witness) FROM log_cosignatures"
    " WHERE log_cosignatures.size = log_checkpoints.size), ''), made_at"
)
"""A checkpoint with the cosignatures that came."""


class Growth:
    """A transaction that adds leaves to the log; no other one is open at the same time."""

    def __init__(self, cursor: Cursor[Any], next_events: Composed) -> None:
        self._cursor = cursor
        self._next = next_events

    def last(self) -> tuple[int, int]:
        """Return the place and the position of the last leaf; (-1, -1) if there is none."""
        last = "SELECT place, position FROM log_leaves ORDER BY place DESC LIMIT 1"
        return self._cursor.execute(last).fetchone() or (-1, -1)

    def next_events(self, position: int, limit: int) -> list[Event]:
        """Return the next events after a position, up to the horizon."""
        return [Event(*row) for row in self._cursor.execute(self._next, [position, limit], binary=True).fetchall()]

    def hashes(self, level: int, begin: int, end: int) -> list[bytes]:
        """Return stored hashes, as `Log.hashes` does."""
        return [hash_ for (hash_,) in self._cursor.execute(*_hashes(level, begin, end)).fetchall()]

    def add(self, leaves: Sequence[Leaf], nodes: Sequence[tuple[int, int, bytes]]) -> None:
        """Add leaves, and the nodes above them that they complete: level, place, hash."""
        columns = [list(column) for column in zip(*leaves, strict=True)]
        self._cursor.execute(
            f"INSERT INTO log_leaves ({_LEAVES}) SELECT * FROM unnest(%b::bigint[], %b::bigint[], %b::uuid[],"  # noqa: S608
            " %b::bigint[], %b::bytea[], %b::bytea[], %b::uuid[])",
            columns,
        )
        for node in nodes:
            self._cursor.execute("INSERT INTO log_nodes (level, place, hash) VALUES (%s, %s, %s)", node)


class Log:
    """The log of a record book."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.attachments = Attachments(recorder)
        names = {"horizon": horizon(Identifier("anchor"))}
        self._next = SQL(
            f"SELECT {_EVENTS} FROM events WHERE notification_id > %s AND notification_id < {{horizon}}"  # noqa: S608
            " ORDER BY notification_id LIMIT %s"
        ).format(**names)

    # --- growing ----------------------------------------------------------------------------------

    @contextmanager
    def growth(self) -> Iterator[Growth | None]:
        """Open a transaction in which leaves are added. Yields None if another process has one open."""
        with (
            self.recorder.datastore.get_connection() as connection,
            connection.transaction(),
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            yield Growth(cursor, self._next) if self._has_lock(cursor) else None

    def _has_lock(self, cursor: Cursor[Any]) -> bool:
        """Return whether this transaction got the lock for adding leaves."""
        schema = self.recorder.datastore.schema
        locked = "SELECT pg_try_advisory_xact_lock(hashtext('nought log'), hashtext(%s))"
        return cursor.execute(locked, [schema]).fetchone() == (True,)

    # --- the tree ---------------------------------------------------------------------------------

    def size(self) -> int:
        """Return the number of leaves."""
        size: int = rows(self.recorder, "SELECT coalesce(max(place), -1) + 1 FROM log_leaves")[0][0]
        return size

    def quorum_size(self) -> int:
        """Return the number of leaves, once as many replicas hold all of them as the database requires of a commit.

        A commit whose wait for replicas was broken off is visible, though a new leader may not have it. This reads the
        leaves and commits a record after them on the same connection; that commit waits for the replicas, which receive
        the write-ahead log in order. Raises the error of a lost connection, or of replicas that do not answer.
        """
        with (
            self.recorder.datastore.get_connection() as connection,
            connection.transaction(),
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            row = cursor.execute("SELECT coalesce(max(place), -1) + 1 FROM log_leaves").fetchone()
            cursor.execute("SELECT pg_logical_emit_message(true, 'nought', 'checkpoint')")
        return int(row[0]) if row else 0

    def hashes(self, level: int, begin: int, end: int) -> list[bytes]:
        """Return the stored hashes of a level, from place ``begin`` up to ``end``, which is excluded."""
        return [hash_ for (hash_,) in rows(self.recorder, *_hashes(level, begin, end))]

    def leaves(self, begin: int, end: int) -> list[Leaf]:
        """Return the leaves from place ``begin`` up to ``end``, which is excluded."""
        leaves = rows(
            self.recorder,
            f"SELECT {_LEAVES} FROM log_leaves WHERE place >= %s AND place < %s ORDER BY place",  # noqa: S608
            [begin, end],
        )
        return [Leaf(*row) for row in leaves]

    def leaves_of(self, stream: UUID) -> list[Leaf]:
        """Return the leaves of a stream's events, by version."""
        leaves = rows(
            self.recorder,
            f"SELECT {_LEAVES} FROM log_leaves WHERE originator_id = %s ORDER BY originator_version",  # noqa: S608
            [stream],
        )
        return [Leaf(*row) for row in leaves]

    def leaf_of(self, stream: UUID, version: int) -> Leaf | None:
        """Return the leaf of an event; None if it has none yet."""
        return next((each for each in self.leaves_of(stream) if each.version == version), None)

    # --- the events -------------------------------------------------------------------------------

    def events_of(self, stream: UUID) -> list[Event]:
        """Return the events of a stream, by version."""
        events = rows(
            self.recorder,
            f"SELECT {_EVENTS} FROM events WHERE originator_id = %s ORDER BY originator_version",  # noqa: S608
            [stream],
        )
        return [Event(*row) for row in events]

    def events(self, batch: int = BATCH) -> Iterator[Event]:
        """Yield all events by position, up to the horizon."""
        last = -1
        while True:
            events = [Event(*row) for row in self._read(self._next, [last, batch])]
            yield from events
            if len(events) < batch:
                return
            last = events[-1].position

    def events_count(self) -> int:
        """Return the number of events, for showing progress."""
        count: int = rows(self.recorder, "SELECT count(*) FROM events")[0][0]
        return count

    def _read(self, statement: Any, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        with (
            self.recorder.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row, binary=True) as cursor,
        ):
            return cursor.execute(statement, values).fetchall()

    # --- the texts that stand apart -----------------------------------------------------------------

    def texts(self, tokens: Iterable[str]) -> dict[str, Row]:
        """Return the rows of texts by token; a token without a row is left out."""
        rows = self.recorder.read(self.recorder.sql.find_texts, [digests_of(tokens)])
        return {row.token: row for row in map(Row._make, rows)}

    def every_text(self, batch: int = BATCH) -> Iterator[Row]:
        """Yield all texts, by digest."""
        last = b""
        while True:
            page = [Row(*row) for row in self.recorder.read(self.recorder.sql.texts_after, [last, batch])]
            yield from page
            if len(page) < batch:
                return
            last = page[-1].digest

    # --- keys and checkpoints -----------------------------------------------------------------------

    def keys(self) -> list[Key]:
        """Return the keys of the log, oldest first."""
        keys = rows(self.recorder, "SELECT number, vkey, change, why, since FROM log_keys ORDER BY number")
        return [Key(*row) for row in keys]

    def add_key(self, number: int, vkey: str, change: str | None = None, why: str = "") -> bool:
        """Add a key. Returns False if another has its number."""
        return bool(
            rows(
                self.recorder,
                "INSERT INTO log_keys (number, vkey, change, why) VALUES (%s, %s, %s, %s)"
                " ON CONFLICT DO NOTHING RETURNING 1",
                [number, vkey, change, why],
            )
        )

    def add_checkpoint(self, size: int, key: int, note: str) -> bool:
        """Add a checkpoint. Returns False if its key has signed this size."""
        return bool(
            rows(
                self.recorder,
                "INSERT INTO log_checkpoints (size, key, note) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING RETURNING 1",
                [size, key, note],
            )
        )

    def checkpoint(self, seconds: float = 0.0) -> Signed | None:
        """Return the newest checkpoint that is at least ``seconds`` old; None if there is none."""
        signed = self.checkpoints(seconds, limit=1)
        return signed[0] if signed else None

    def checkpoints(self, seconds: float = 0.0, *, before: int | None = None, limit: int = 50) -> list[Signed]:
        """Return checkpoints, largest first: at least ``seconds`` old, and of a size below ``before``."""
        signed = rows(
            self.recorder,
            f"SELECT {_CHECKPOINTS} FROM log_checkpoints WHERE size < coalesce(%s, size + 1)"  # noqa: S608
            " AND (%s = 0 OR made_at <= now() - make_interval(secs => %s)) ORDER BY size DESC, key DESC LIMIT %s",
            [before, float(seconds), float(seconds), limit],
        )
        return [Signed(*row) for row in signed]

    def checkpoint_of(self, size: int, seconds: float = 0.0) -> Signed | None:
        """Return the newest checkpoint of a size; None if there is none that is at least ``seconds`` old."""
        signed = self.checkpoints(seconds, before=size + 1, limit=1)
        return signed[0] if signed and signed[0].size == size else None

    def every_checkpoint(self) -> list[Signed]:
        """Return all checkpoints, smallest first."""
        signed = rows(
            self.recorder,
            f"SELECT {_CHECKPOINTS} FROM log_checkpoints ORDER BY size, key",  # noqa: S608
        )
        return [Signed(*row) for row in signed]


def _hashes(level: int, begin: int, end: int) -> tuple[LiteralString, list[int]]:
    if level == 0:
        return "SELECT hash FROM log_leaves WHERE place >= %s AND place < %s ORDER BY place", [begin, end]
    return (
        "SELECT hash FROM log_nodes WHERE level = %s AND place >= %s AND place < %s ORDER BY place",
        [level, begin, end],
    )
