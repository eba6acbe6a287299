"""The log in Postgres: leaves in the order of the events' positions, nodes above them, keys and signed checkpoints.

`domain.proof` defines the hash of a leaf and the text of a checkpoint; this module stores them. No event is skipped:
events are read in order, from the last leaf's position up to the horizon (`store.events.position`). One process at a
time adds leaves; the others do nothing while it holds the lock.

A complete tile of leaves is one row of `log_tiles`, the last leaves are rows of `log_leaves`; so are leaves of earlier
releases, until they are put into tiles (`Growth.pack`). Both tables are read in one statement, so that a reader sees
each leaf once while leaves move.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC
from itertools import groupby
from typing import TYPE_CHECKING, Any, LiteralString, NamedTuple

from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

from store.events.leaves import HASH_BYTES, TILE, Leaf, Tile, pack, split, unpack
from store.events.position import horizon
from store.events.texts import Row, digests_of
from store.tables.attachments import Attachments
from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
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
        return self.stored_at.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


class Last(NamedTuple):
    """The last leaf of the log."""

    place: int = -1
    position: int = -1
    seed: bytes | None = None
    """The seed of its tile, unless the tile is complete or has none."""


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
_LEAVES: LiteralString = "place, position, originator_id, originator_version, salt, hash"
_TILES: LiteralString = "tile, begins, positions, streams, versions, salts, hashes"
_SIZE: LiteralString = (
    "SELECT greatest((SELECT max(place) FROM log_leaves), (SELECT max(tile) FROM log_tiles) * 256 + 255, -1) + 1"
)
_LAST: LiteralString = """
    (SELECT place, position, seed FROM log_leaves ORDER BY place DESC LIMIT 1)
    UNION ALL
    (SELECT tile * 256 + 255, positions[cardinality(positions)] + 255 - begins[cardinality(begins)], NULL
        FROM log_tiles ORDER BY tile DESC LIMIT 1)
    ORDER BY place DESC LIMIT 1
"""
_BETWEEN: LiteralString = f"""
    SELECT tile * 256 AS place, {_TILES} FROM log_tiles
    WHERE tile >= %(begin)s / 256 AND tile < (%(end)s + 255) / 256
    UNION ALL
    SELECT place, NULL, NULL, ARRAY[position], ARRAY[originator_id], ARRAY[originator_version], salt, hash
    FROM log_leaves WHERE place >= %(begin)s AND place < %(end)s
    ORDER BY place
"""  # noqa: S608
"""The tiles that hold some places, and single leaves as tiles without a number."""
_HASHES: LiteralString = """
    SELECT tile * 256 AS place, hashes FROM log_tiles WHERE tile >= %(begin)s / 256 AND tile < (%(end)s + 255) / 256
    UNION ALL
    SELECT place, hash FROM log_leaves WHERE place >= %(begin)s AND place < %(end)s
    ORDER BY place
"""
_TILE: LiteralString = "SELECT hashes FROM log_tiles WHERE tile = %s"
_OF_STREAM: LiteralString = f"""
    SELECT {_LEAVES} FROM leaves_in_tiles
    WHERE tile = ANY (ARRAY(
        SELECT DISTINCT before.tile FROM events, LATERAL (
            SELECT tile FROM log_tiles WHERE positions[1] <= notification_id ORDER BY positions[1] DESC LIMIT 1
        ) AS before
        WHERE originator_id = %(stream)s AND originator_version BETWEEN %(first)s AND %(last)s
    )) AND originator_id = %(stream)s AND originator_version BETWEEN %(first)s AND %(last)s
    UNION ALL
    SELECT {_LEAVES} FROM log_leaves
    WHERE originator_id = %(stream)s AND originator_version BETWEEN %(first)s AND %(last)s
    ORDER BY originator_version, place
"""  # noqa: S608
"""The leaves of events, by the tiles that hold the positions of the events."""
_NAMING: LiteralString = f"""
    SELECT {_LEAVES} FROM leaves_in_tiles
    WHERE tile = ANY (ARRAY(SELECT tile FROM log_tiles WHERE %(stream)s = ANY (streams)))
        AND originator_id = %(stream)s
    UNION ALL
    SELECT {_LEAVES} FROM log_leaves WHERE originator_id = %(stream)s
    ORDER BY originator_version, place
"""  # noqa: S608
_MOST_VERSION = 2**63 - 1
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

    def last(self) -> Last:
        """Return the last leaf; a place and a position of -1 if there is none."""
        row = self._cursor.execute(_LAST).fetchone()
        return Last(*row) if row else Last()

    def next_events(self, position: int, limit: int) -> list[Event]:
        """Return the next events after a position, up to the horizon."""
        return [Event(*row) for row in self._cursor.execute(self._next, [position, limit], binary=True).fetchall()]

    def hashes(self, level: int, begin: int, end: int) -> list[bytes]:
        """Return stored hashes, as `Log.hashes` does."""
        return _hashes(level, begin, end, self._cursor.execute(*_select_hashes(level, begin, end)).fetchall())

    def add(self, leaves: Sequence[Leaf], nodes: Sequence[tuple[int, int, bytes]]) -> None:
        """Add leaves, and the nodes above them that they complete: level, place, hash."""
        first = leaves[0].place
        is_completed = first % TILE + len(leaves) >= TILE
        before = self._rows(first - first % TILE, first % TILE) if is_completed and first % TILE else []
        single: list[Leaf] = []
        for _, part in groupby([*before, *leaves], key=_tile_of):
            tile = list(part)
            if len(tile) == TILE:
                self._add_tile(pack(tile))
            else:
                single += [leaf for leaf in tile if leaf.place >= first]
        if single:
            columns = [list(column) for column in zip(*single, strict=True)]
            self._cursor.execute(
                f"INSERT INTO log_leaves ({_LEAVES}, seed) SELECT * FROM unnest(%b::bigint[], %b::bigint[],"  # noqa: S608
                " %b::uuid[], %b::bigint[], %b::bytea[], %b::bytea[], %b::bytea[])",
                columns,
            )
        for node in nodes:
            self._cursor.execute("INSERT INTO log_nodes (level, place, hash) VALUES (%s, %s, %s)", node)

    def pack(self, tiles: int) -> int:
        """Move the first leaves that are single rows into tiles, at most ``tiles``. Return how many tiles were made.

        Leaves of earlier releases are single rows. Stops at a tile of which a leaf is missing: the log was changed.
        """
        first, last = self._cursor.execute("SELECT min(place), max(place) FROM log_leaves").fetchone() or (None, None)
        if first is None or last is None or first // TILE == last // TILE:
            return 0
        made = 0
        for _, part in groupby(self._rows(first, tiles * TILE), key=_tile_of):
            tile = list(part)
            if len(tile) < TILE:
                break
            self._add_tile(pack(tile))
            made += 1
        return made

    def _rows(self, begin: int, limit: int) -> list[Leaf]:
        """Return single rows from a place on."""
        rows = self._cursor.execute(
            f"SELECT {_LEAVES}, seed FROM log_leaves WHERE place >= %s ORDER BY place LIMIT %s",  # noqa: S608
            [begin, limit],
            binary=True,
        )
        return [Leaf(*row) for row in rows.fetchall()]

    def _add_tile(self, tile: Tile) -> None:
        self._cursor.execute(
            "SELECT add_tile(%b, %b::smallint[], %b::bigint[], %b::uuid[], %b::bigint[], %b, %b)", tile, binary=True
        )


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
        size: int = rows(self.recorder, _SIZE)[0][0]
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
            row = cursor.execute(_SIZE).fetchone()
            cursor.execute("SELECT pg_logical_emit_message(true, 'nought', 'checkpoint')")
        return int(row[0]) if row else 0

    def hashes(self, level: int, begin: int, end: int) -> list[bytes]:
        """Return the stored hashes of a level, from place ``begin`` up to ``end``, which is excluded."""
        return _hashes(level, begin, end, rows(self.recorder, *_select_hashes(level, begin, end)))

    def tile(self, level: int, number: int, width: int = TILE) -> bytes:
        """Return the first hashes of a tile side by side: all of them, or as many as ``width`` says.

        A complete tile of leaves is a stored value, which is sent as it is. Raises ``LookupError`` if hashes are
        missing.
        """
        whole = self._read(_TILE, [number]) if level == 0 else []
        begin = number * TILE
        hashes: bytes = whole[0][0] if whole else b"".join(self.hashes(level, begin, begin + width))
        if len(hashes) < width * HASH_BYTES:
            raise LookupError(f"the log lacks hashes of level {level} from {begin + len(hashes) // HASH_BYTES} on")
        return hashes if width == TILE else hashes[: width * HASH_BYTES]

    def leaves(self, begin: int, end: int) -> list[Leaf]:
        """Return the leaves from place ``begin`` up to ``end``, which is excluded."""
        leaves: list[Leaf] = []
        for place, number, *row in self._read(_BETWEEN, {"begin": begin, "end": end}):
            if number is None:
                _, (position,), (stream,), (version,), salt, hash_ = row
                leaves.append(Leaf(place, position, stream, version, salt, hash_))
            else:
                leaves += [leaf for leaf in unpack(Tile(number, *row)) if begin <= leaf.place < end]
        return leaves

    def leaves_of(self, stream: UUID, first: int = 1, last: int = _MOST_VERSION) -> list[Leaf]:
        """Return the leaves of a stream's events, by version: of all versions, or from ``first`` to ``last``.

        They are looked for in the tiles that hold the positions of the events, so those of a log that was changed may
        be missing: see `search_leaves`.
        """
        leaves = self._read(_OF_STREAM, {"stream": stream, "first": first, "last": last})
        return [Leaf(*row) for row in leaves]

    def leaf_of(self, stream: UUID, version: int) -> Leaf | None:
        """Return the leaf of an event; None if it has none yet."""
        return next(iter(self.leaves_of(stream, version, version)), None)

    def search_leaves(self, stream: UUID) -> list[Leaf]:
        """Return all leaves that name a stream, by version. This reads the whole log."""
        return [Leaf(*row) for row in self._read(_NAMING, {"stream": stream})]

    # --- the events -------------------------------------------------------------------------------

    def events_of(self, stream: UUID) -> list[Event]:
        """Return the events of a stream, by version."""
        events = rows(
            self.recorder,
            f"SELECT {_EVENTS} FROM events WHERE originator_id = %s ORDER BY originator_version",  # noqa: S608
            [stream],
        )
        return [Event(*row) for row in events]

    def next_events(self, position: int, limit: int) -> list[Event]:
        """Return the next events after a position, up to the horizon."""
        return [Event(*row) for row in self._read(self._next, [position, limit])]

    def events(self, batch: int = BATCH, last: int = -1) -> Iterator[Event]:
        """Yield all events after the position ``last``, by position, up to the horizon."""
        while True:
            events = self.next_events(last, batch)
            yield from events
            if len(events) < batch:
                return
            last = events[-1].position

    def events_count(self) -> int:
        """Return the number of events, for showing progress."""
        count: int = rows(self.recorder, "SELECT count(*) FROM events")[0][0]
        return count

    def _read(self, statement: Any, values: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
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


def _tile_of(leaf: Leaf) -> int:
    return leaf.place // TILE


def _select_hashes(level: int, begin: int, end: int) -> tuple[LiteralString, dict[str, int]]:
    """Return the statement that reads stored hashes, for `_hashes`, and its values."""
    values = {"level": level, "begin": begin, "end": end}
    if level == 0:
        return _HASHES, values
    return (
        "SELECT place, hash FROM log_nodes WHERE level = %(level)s AND place >= %(begin)s AND place < %(end)s"
        " ORDER BY place",
        values,
    )


def _hashes(level: int, begin: int, end: int, rows: Iterable[tuple[int, bytes]]) -> list[bytes]:
    """Return the hashes from ``begin`` up to ``end`` in rows, which hold one hash or those of a tile."""
    return [
        hash_
        for first, hashes in rows
        for place, hash_ in enumerate(split(hashes), first)
        if level or begin <= place < end
    ]
