"""The figures of a record book and its hosts for monitoring, read within a bounded time."""

from __future__ import annotations

import logging
import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotInTime
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, LiteralString

import psycopg
from psycopg.conninfo import conninfo_to_dict

from store.postgres.cluster import ClusterState, read_state
from store.postgres.connections import BoundedConnection, Bounds

if TYPE_CHECKING:
    from store.settings import Settings

_log = logging.getLogger(__name__)

FRESH_SECONDS: Final = 5.0
"""Seconds for which a reading is used again."""
PATIENCE: Final = 3.0
"""The most seconds that a caller waits for a reading; it is finished for the next caller."""
CONNECT_SECONDS: Final = 2
BOUNDS: Final = Bounds(statement=2.0, transaction=3.0)

_BOOK: LiteralString = """
    WITH last AS (
        (SELECT place, position FROM log_leaves ORDER BY place DESC LIMIT 1)
        UNION ALL
        (SELECT tile * 256 + 255, positions[cardinality(positions)] + 255 - begins[cardinality(begins)]
            FROM log_tiles ORDER BY tile DESC LIMIT 1)
        ORDER BY place DESC LIMIT 1
    ),
    signed AS (SELECT size, made_at FROM log_checkpoints ORDER BY size DESC, key DESC LIMIT 1),
    covered AS (
        SELECT position FROM log_leaves WHERE place = (SELECT size FROM signed) - 1
        UNION ALL
        SELECT position FROM leaves_in_tiles
            WHERE tile = ((SELECT size FROM signed) - 1) / 256 AND place = (SELECT size FROM signed) - 1
    )
    SELECT coalesce((SELECT place + 1 FROM last), 0),
        (SELECT count(*) FROM events WHERE notification_id > coalesce((SELECT position FROM last), -1)),
        coalesce((SELECT size FROM signed), 0),
        (SELECT extract(epoch FROM now() - made_at)::float8 FROM signed),
        coalesce((SELECT greatest(extract(epoch FROM now() - stored_at), 0)::float8 FROM events
            WHERE notification_id > coalesce((SELECT position FROM covered), -1) ORDER BY notification_id LIMIT 1), 0),
        (SELECT count(*) FROM analyses WHERE kernel = %(kernel)s AND state = 'waiting' AND worker IS NULL),
        (SELECT count(*) FROM analyses WHERE kernel = %(kernel)s AND state = 'waiting' AND worker IS NOT NULL),
        (SELECT count(*) FROM analyses WHERE kernel = %(kernel)s AND state = 'done' AND NOT judged),
        (SELECT count(*) FROM webhooks WHERE ended_at IS NULL AND failures = 0),
        (SELECT count(*) FROM webhooks WHERE ended_at IS NULL AND failures > 0),
        (SELECT count(*) FROM webhooks WHERE ended_at IS NOT NULL AND reason <> 'ended by hand'),
        (SELECT count(*) FROM deliveries WHERE failures = 0),
        (SELECT count(*) FROM deliveries WHERE failures > 0),
        coalesce((SELECT greatest(extract(epoch FROM now() - min(made_at)), 0)::float8
            FROM deliveries JOIN messages ON messages.id = message_id WHERE next_at <= now() OR failures > 0), 0)
"""


@dataclass(frozen=True, slots=True)
class BookFigures:
    """The figures of a book at a moment. Ages are in seconds."""

    events: int
    leaves: int
    checkpoint_size: int
    checkpoint_age: float | None
    """None if there is no checkpoint."""
    unsigned_age: float
    """The age of the oldest event that no checkpoint covers; 0 if there is none."""
    analyses: dict[str, int]
    """The deals that wait for the analysis: ``waiting``, ``running`` or ``unjudged``."""
    webhooks: dict[str, int]
    """The webhooks that are ``working``, ``retrying`` or ``given up``."""
    messages: dict[str, int]
    """The deliveries of messages to players that are ``waiting`` or ``retrying``."""
    message_age: float
    """The age of the oldest message that is due or retried; 0 if there is none."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading of the database: of the book, None if it gave no answer, and of the hosts."""

    book: BookFigures | None
    cluster: ClusterState


class Monitor:
    """The reader of the figures. One thread reads, however many ask; it has connections of its own."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = Lock()
        self._thread = ThreadPoolExecutor(1, "nought-monitor")
        self._reading: Future[Reading] | None = None
        self._read_at = 0.0

    def read(self, kernel: str) -> Reading | None:
        """Return the figures, not older than a few seconds; None if they were not read in time.

        ``kernel``: the key of the analyses that are counted.
        """
        with self._lock:
            is_fresh = time.monotonic() - self._read_at < FRESH_SECONDS
            if self._reading is None or (self._reading.done() and not is_fresh):
                self._read_at = time.monotonic()
                self._reading = self._thread.submit(self._read, kernel)
            reading = self._reading
        try:
            return reading.result(PATIENCE)
        except NotInTime:
            return None

    def _read(self, kernel: str) -> Reading:
        try:
            book = self._read_book(kernel)
        except psycopg.Error as error:
            _log.warning("the figures of the book could not be read: %s", type(error).__name__)
            book = None
        return Reading(book, read_state(self._settings.dsn))

    def _read_book(self, kernel: str) -> BookFigures:
        parameters: dict[str, Any] = conninfo_to_dict(self._settings.dsn)
        options = f"{parameters.get('options') or ''} -c search_path={self._settings.schema}".strip()
        parameters |= {"connect_timeout": CONNECT_SECONDS, "application_name": "nought metrics", "options": options}
        with BoundedConnection.connect(bounds=BOUNDS, **parameters) as connection:
            row = connection.execute(_BOOK, {"kernel": kernel}).fetchone()
        leaves, unlogged, size, age, unsigned, waiting, running, unjudged, *rest = row or [0] * 14
        working, retrying, given_up, queued, failing, message_age = rest
        return BookFigures(
            leaves + unlogged, leaves, size, age, unsigned,
            {"waiting": waiting, "running": running, "unjudged": unjudged},
            {"working": working, "retrying": retrying, "given up": given_up},
            {"waiting": queued, "retrying": failing}, message_age,
        )  # fmt: skip

    def close(self) -> None:
        """Wait for no further reading."""
        self._thread.shutdown(wait=False, cancel_futures=True)
