"""Counts of wrong attempts in the database, shared by all processes.

An attempt is counted as wrong before it is checked, so that concurrent attempts are all counted; if it was right, the
count is reduced again. After the free attempts, each wrong one doubles the pause before the next, up to a bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from secrets import randbelow
from typing import TYPE_CHECKING, Any, Final, LiteralString

from psycopg.rows import tuple_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from psycopg import Cursor

    from store.events.recorder import Recorder

FORGOTTEN: Final = timedelta(days=1)
"""The time without a wrong attempt after which a count starts again, unless its limit gives another."""
FIRST_PAUSE: Final = timedelta(seconds=10)
LONGEST_PAUSE: Final = timedelta(hours=1)
MOST_SPARE: Final = 10_000
"""The most rows of spare counts."""
TIDIED: Final = 50
"""The number of new rows after which, on average, old and excess rows are deleted."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The attempts that are counted together, and how many wrong ones are free."""

    key: str
    free: int = 5
    longest: timedelta = LONGEST_PAUSE
    """The longest pause."""
    forgotten: timedelta = FORGOTTEN
    spare: bool = False
    """True if the count may be deleted early, since it is of an unknown name or of an address."""


class Closed(Exception):
    """Raised when no attempt is accepted now; ``seconds``: until the next is."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"no attempt is accepted for {seconds} seconds")
        self.seconds = seconds


# Of attempts at the same time, one that began earlier may come later: `now()` would take it for one within a pause.
_COUNT: LiteralString = """
    INSERT INTO attempts AS a (key, wrong, closed_until, spare) VALUES (%(key)s, 1, now(), %(spare)s)
    ON CONFLICT (key) DO UPDATE SET
        wrong = CASE WHEN a.last_at < now() - %(forgotten)s THEN 1 ELSE a.wrong + 1 END,
        last_at = now(),
        closed_until = CASE
            WHEN a.last_at < now() - %(forgotten)s OR a.wrong < %(free)s THEN now()
            ELSE now() + least(%(longest)s, %(first)s * power(2, least(a.wrong - %(free)s, 30)))
        END
    WHERE a.closed_until <= clock_timestamp()
    RETURNING a.wrong = 1
"""
_TIDY: LiteralString = """
    DELETE FROM attempts WHERE last_at < now() - %s
    OR spare AND last_at < (SELECT last_at FROM attempts WHERE spare ORDER BY last_at DESC OFFSET %s LIMIT 1)
"""
_WAIT: LiteralString = "SELECT extract(epoch FROM closed_until - now())::float8 FROM attempts WHERE key = %s"


class Attempts:
    """The table of counts of wrong attempts."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def count(self, limits: Sequence[Limit]) -> None:
        """Count an attempt as wrong until `reset` takes it back.

        Raises `Closed` if no attempt is accepted now; then none is counted.
        """
        with self.recorder.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row)
            with connection.transaction():
                began = False
                for limit in sorted(limits, key=lambda limit: limit.key):
                    values = {
                        "key": limit.key,
                        "free": limit.free,
                        "forgotten": limit.forgotten,
                        "first": FIRST_PAUSE,
                        "longest": limit.longest,
                        "spare": limit.spare,
                    }
                    counted = cursor.execute(_COUNT, values).fetchone()
                    if counted is None:
                        wait = cursor.execute(_WAIT, [limit.key]).fetchone()
                        raise Closed(max(1, ceil(wait[0]) if wait else 1))
                    began = began or counted[0]
            if began and randbelow(TIDIED) == 0:
                self.tidy(cursor)

    def tidy(self, cursor: Cursor[Any] | None = None) -> None:
        """Delete counts older than twice `FORGOTTEN`, and all spare counts but the `MOST_SPARE` newest."""
        if cursor is not None:
            cursor.execute(_TIDY, [2 * FORGOTTEN, MOST_SPARE])
            return
        with self.recorder.datastore.get_connection() as connection:
            connection.execute(_TIDY, [2 * FORGOTTEN, MOST_SPARE])

    def reset(self, limits: Sequence[Limit]) -> None:
        """Record that the last attempt was right: delete the first limit's count, reduce the others by one."""
        with self.recorder.datastore.get_connection() as connection:
            connection.execute("DELETE FROM attempts WHERE key = %s", [limits[0].key])
        self.take_back(limits[1:])

    def take_back(self, limits: Sequence[Limit]) -> None:
        """Record that the last attempt was right where many people are counted together: reduce each count by one."""
        with self.recorder.datastore.get_connection() as connection:
            connection.execute(
                "UPDATE attempts SET wrong = greatest(wrong - 1, 0), closed_until = now() WHERE key = ANY(%s)",
                [sorted(limit.key for limit in limits)],
            )
