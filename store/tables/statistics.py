"""The numbers of deals by day and by month, of a club and of each player as the deals have the name.

A transaction that changes a deal, or stores an analysis, notes the deal's day as stale (migration 043). A stale day is
not read from here: its deals are added up at the request. Whoever computes a day anew first reads the notes, then the
deals, and removes these notes alone: what was changed meanwhile has a note of its own. The numbers of a month are those
of its days, and go when one of them is written.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final, LiteralString, NamedTuple

import msgspec

from store.tables.queries import NO_STREAM, rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from uuid import UUID

    from psycopg import Cursor

    from store.events.recorder import Recorder

CLUB: Final = ""
"""The name in the rows of a club."""
NEWEST: Final = 12
"""The newest days of which a reader gets the numbers of each day, not of the month."""

# The days that the reader may not read from the table, then the rows of all others, newest first: of a month if none of
# its days is apart or among the newest. One statement: no day can be in both or in neither. A late reader does not read
# what was changed since the time that it sees.
_READ: LiteralString = """
    WITH apart AS (
        SELECT day FROM stale_days WHERE club_id = %(club)s
        UNION SELECT begins FROM statistics WHERE club_id = %(club)s AND name = '' AND span = 'day' AND %(late)s > 0
            AND changed_at > coalesce(%(moment)s::timestamptz, now()) - make_interval(secs => %(late)s)
        UNION SELECT begins FROM statistics WHERE club_id = %(club)s AND name = '' AND span = 'day'
            AND (kernel < %(kernel)s OR kernel > %(kernel)s)
        UNION SELECT (sorted_at AT TIME ZONE 'UTC')::date FROM catalogue
            WHERE parent_id = ANY(%(matches)s) AND kind = 'deal' AND club_id = %(club)s
    ), newest AS (
        SELECT begins FROM statistics WHERE club_id = %(club)s AND name = ANY(%(names)s) AND span = 'day'
        ORDER BY begins DESC LIMIT %(newest)s
    ), months AS (
        SELECT begins FROM statistics WHERE club_id = %(club)s AND name = '' AND span = 'month'
        EXCEPT SELECT date_trunc('month', day::timestamp)::date FROM apart
        EXCEPT SELECT date_trunc('month', begins::timestamp)::date FROM newest
    )
    SELECT day, NULL FROM apart
    UNION ALL (
        SELECT begins, numbers::text FROM statistics WHERE club_id = %(club)s AND name = ANY(%(names)s) AND CASE span
            WHEN 'month' THEN begins IN (SELECT begins FROM months)
            ELSE begins NOT IN (SELECT day FROM apart)
                AND date_trunc('month', begins::timestamp)::date NOT IN (SELECT begins FROM months) END
        ORDER BY begins DESC
    )
"""
# The days of which nothing was written for a while, or some for long.
_STALE: LiteralString = """
    SELECT club_id, day, array_agg(transaction::text), max(at) FROM stale_days GROUP BY club_id, day
    HAVING max(at) <= now() - make_interval(secs => %s) OR min(at) <= now() - make_interval(secs => %s)
    ORDER BY min(at), day DESC, club_id LIMIT %s
"""
# The same by club and day, however young the notes are.
_STALE_BY_CLUB: LiteralString = """
    SELECT club_id, day, array_agg(transaction::text), max(at) FROM stale_days WHERE (club_id, day) > (%s, %s)
    GROUP BY club_id, day ORDER BY club_id, day LIMIT %s
"""
_COUNTED: LiteralString = """
    DELETE FROM stale_days WHERE club_id = %s AND day = %s AND transaction = ANY(%s::text[]::xid8[])
"""
_BEFORE: LiteralString = "DELETE FROM statistics WHERE club_id = %s AND begins = %s AND span = %s RETURNING changed_at"
_WRITE: LiteralString = """
    INSERT INTO statistics (club_id, span, begins, kernel, changed_at, name, numbers)
    SELECT %s, %s, %s, %s, %s, name, numbers::json FROM unnest(%s::text[], %s::text[]) AS of (name, numbers)
"""
# The days of a month, if none of them is stale.
_DAYS: LiteralString = """
    SELECT name, numbers::text FROM statistics
    WHERE club_id = %(club)s AND span = 'day'
    AND begins >= %(month)s AND begins < %(month)s::timestamp + interval '1 month'
    AND NOT EXISTS (
        SELECT FROM stale_days
        WHERE club_id = %(club)s AND day >= %(month)s AND day < %(month)s::timestamp + interval '1 month'
    )
    ORDER BY name, begins
"""
_OF_OTHER_KERNELS: LiteralString = """
    INSERT INTO stale_days (club_id, day)
    SELECT club_id, begins FROM statistics
    WHERE name = '' AND span = 'day' AND (kernel < %s OR kernel > %s)
    ON CONFLICT DO NOTHING
"""
_ALL: LiteralString = """
    INSERT INTO stale_days (club_id, day)
    SELECT club_id, (sorted_at AT TIME ZONE 'UTC')::date FROM catalogue WHERE kind = 'deal' AND club_id IS NOT NULL
    UNION SELECT club_id, begins FROM statistics WHERE span = 'day'
    ON CONFLICT DO NOTHING
"""
_COUNT: LiteralString = "SELECT count(*) FROM (SELECT DISTINCT club_id, day FROM stale_days) AS days"


class _AlreadyWritten(Exception):
    """Raised to undo a transaction when another process has written the day meanwhile."""


class StaleDay(NamedTuple):
    """A day of a club that is to be computed anew."""

    club: UUID
    day: date
    notes: list[str]
    """The transactions that noted it."""
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class Stored:
    """The numbers that a reader may take from the table, and the days without them."""

    apart: list[date]
    """The days whose deals the reader has to add up."""
    numbers: list[Any]
    """The numbers of all other days or months, newest first."""


class Statistics:
    """The table of numbers, with the analyses of one kernel."""

    def __init__(self, recorder: Recorder, kernel: str) -> None:
        self.recorder = recorder
        self.kernel = kernel

    def read(
        self, club: UUID, names: Sequence[str], late: float, moment: datetime | None, matches: Sequence[UUID]
    ) -> Stored:
        """Return the numbers of some names in a club, or of the club for `CLUB`.

        ``late``: the seconds by which the reader sees anything late, counted from ``moment`` (None: now); ``matches``:
        those of whose deals the reader does not see everything.
        """
        values = {
            "club": club, "names": list(names), "late": late, "moment": moment, "matches": list(matches),
            "kernel": self.kernel, "newest": NEWEST * len(names),
        }  # fmt: skip
        read = rows(self.recorder, _READ, values)
        apart = [day for day, text in read if text is None]
        return Stored(apart, [msgspec.json.decode(text) for _, text in read if text is not None])

    def stale(self, most: int, quiet: float, longest: float) -> list[StaleDay]:
        """Return some stale days, the oldest first: of which nothing was written for some seconds, or some for longer.

        Days with numbers of another kernel are noted as stale when there are no others.
        """
        if not (days := rows(self.recorder, _STALE, [quiet, longest, most])):
            with self.recorder.datastore.get_connection() as connection:
                connection.execute(_OF_OTHER_KERNELS, [self.kernel, self.kernel])
        return [StaleDay(*day) for day in days]

    def stale_by_club(self, most: int) -> Iterator[StaleDay]:
        """Yield all stale days by club and day. ``most``: the days that are read at once."""
        club, day = NO_STREAM, date.min
        while days := [StaleDay(*row) for row in rows(self.recorder, _STALE_BY_CLUB, [club, day, most])]:
            yield from days
            club, day = days[-1].club, days[-1].day

    def write(self, stale: StaleDay, numbers: Mapping[str, Any]) -> None:
        """Write the numbers of a day, by name, unless another process did so since the notes were read."""
        with suppress(_AlreadyWritten), self.recorder.datastore.transaction(commit=True) as cursor:
            if cursor.execute(_COUNTED, [stale.club, stale.day, stale.notes]).rowcount < len(stale.notes):
                raise _AlreadyWritten
            before = cursor.execute(_BEFORE, [stale.club, stale.day, "day"]).fetchall()
            cursor.execute(_BEFORE, [stale.club, stale.day.replace(day=1), "month"])
            changed_at = max([stale.changed_at, *(row["changed_at"] for row in before)])
            self._write(cursor, stale.club, "day", stale.day, changed_at, numbers)

    def days_of(self, club: UUID, month: date) -> dict[str, list[Any]]:
        """Return the numbers of the days of a month by name, in order; none if one of the days is stale."""
        days: dict[str, list[Any]] = {}
        for name, text in rows(self.recorder, _DAYS, {"club": club, "month": month}):
            days.setdefault(name, []).append(msgspec.json.decode(text))
        return days

    def write_month(self, club: UUID, month: date, numbers: Mapping[str, Any]) -> None:
        """Write the numbers of a month by name. Only the process that has its turn may do so."""
        with self.recorder.datastore.transaction(commit=True) as cursor:
            cursor.execute(_BEFORE, [club, month, "month"])
            self._write(cursor, club, "month", month, datetime.now(UTC), numbers)

    def _write(
        self, cursor: Cursor[Any], club: UUID, span: str, begins: date, at: datetime, numbers: Mapping[str, Any]
    ) -> None:
        texts = [msgspec.json.encode(each).decode() for each in numbers.values()]
        cursor.execute(_WRITE, [club, span, begins, self.kernel, at, list(numbers), texts])

    def note_all(self) -> int:
        """Note all days as stale. Return the number of stale days."""
        with self.recorder.datastore.get_connection() as connection:
            connection.execute(_ALL)
        return self.count()

    def count(self) -> int:
        """Return the number of stale days."""
        return int(rows(self.recorder, _COUNT)[0][0])
