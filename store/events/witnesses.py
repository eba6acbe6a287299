"""Witnesses in Postgres: cosignatures of this log, and what was witnessed of the logs of others."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from psycopg.rows import tuple_row

from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from psycopg import Cursor

    from store.events.recorder import Recorder

MOST_CONFLICTS: Final = 20
"""The most conflicts that are kept of a log: one proves that it forked."""


class Cosigned(NamedTuple):
    """The largest checkpoint that a witness cosigned. ``signed_at`` is by its clock, ``received_at`` by ours."""

    witness: str
    size: int
    signed_at: datetime
    received_at: datetime


class Witnessed(NamedTuple):
    """The last checkpoint of another log that this server cosigned, and when."""

    origin: str
    size: int
    note: str
    signed_at: datetime


class Conflict(NamedTuple):
    """A checkpoint of another log that was not shown to continue the one that was witnessed.

    ``is_proof``: both are of one size, so the log forked.
    """

    origin: str
    size: int
    witnessed: str
    sent: str
    is_proof: bool
    seen_at: datetime


class Turn:
    """A transaction in which a checkpoint of one log is witnessed; no other one of this log is open."""

    def __init__(self, cursor: Cursor[Any], origin: str) -> None:
        self._cursor = cursor
        self._origin = origin

    def last(self) -> Witnessed | None:
        """Return the last checkpoint that was witnessed; None if there is none."""
        last = "SELECT origin, size, note, signed_at FROM witnessed_logs WHERE origin = %s"
        row = self._cursor.execute(last, [self._origin]).fetchone()
        return Witnessed(*row) if row else None

    def keep(self, size: int, note: str, signed_at: datetime) -> None:
        """Store a checkpoint as the last one."""
        self._cursor.execute(
            "INSERT INTO witnessed_logs (origin, size, note, signed_at) VALUES (%s, %s, %s, %s) ON CONFLICT (origin)"
            " DO UPDATE SET size = excluded.size, note = excluded.note, signed_at = excluded.signed_at",
            [self._origin, size, note, signed_at],
        )

    def add_conflict(self, size: int, witnessed: str, sent: str, *, is_proof: bool) -> bool:
        """Store a checkpoint that was not shown to continue the last one. Returns False if it is there already.

        Of a log at most `MOST_CONFLICTS` are kept of each kind.
        """
        added = self._cursor.execute(
            "INSERT INTO witness_conflicts (origin, size, witnessed, sent, is_proof) SELECT %s, %s, %s, %s, %s WHERE"
            " (SELECT count(*) FROM witness_conflicts WHERE origin = %s AND is_proof = %s) < %s"
            " ON CONFLICT DO NOTHING RETURNING 1",
            [self._origin, size, witnessed, sent, is_proof, self._origin, is_proof, MOST_CONFLICTS],
        )
        return added.fetchone() is not None


class Witnesses:
    """The tables of witnesses."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    @contextmanager
    def turn(self, origin: str) -> Iterator[Turn]:
        """Open the transaction in which a checkpoint of a log is witnessed; the next one waits for its end."""
        with (
            self.recorder.datastore.get_connection() as connection,
            connection.transaction(),
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"nought witness {origin}"])
            yield Turn(cursor, origin)

    def witnessed(self) -> list[Witnessed]:
        """Return the last checkpoint of each log that was witnessed, by origin."""
        logs = rows(self.recorder, "SELECT origin, size, note, signed_at FROM witnessed_logs ORDER BY origin")
        return [Witnessed(*row) for row in logs]

    def conflicts(self) -> list[Conflict]:
        """Return the conflicts of all logs, proofs and the newest first."""
        conflicts = (
            "SELECT origin, size, witnessed, sent, is_proof, seen_at FROM witness_conflicts"
            " ORDER BY is_proof DESC, seen_at DESC, size"
        )
        return [Conflict(*row) for row in rows(self.recorder, conflicts)]

    def dismiss(self, conflict: Conflict) -> None:
        """Delete a conflict that is no proof, once the log has shown that one checkpoint continues the other."""
        rows(
            self.recorder,
            "DELETE FROM witness_conflicts WHERE origin = %s AND size = %s AND sent = %s AND NOT is_proof RETURNING 1",
            [conflict.origin, conflict.size, conflict.sent],
        )

    # --- this log -----------------------------------------------------------------------------------

    def add(self, size: int, witness: str, line: str, signed_at: datetime) -> None:
        """Add the cosignature of a witness. One that is there stays."""
        rows(
            self.recorder,
            "INSERT INTO log_cosignatures (size, witness, line, signed_at) VALUES (%s, %s, %s, %s)"
            " ON CONFLICT DO NOTHING RETURNING 1",
            [size, witness, line, signed_at],
        )

    def largest(self, witnesses: list[str], at_most: int | None = None) -> dict[str, Cosigned]:
        """Return the largest checkpoint that each of some witnesses cosigned. ``at_most``: a limit of sizes."""
        cosigned = rows(
            self.recorder,
            "SELECT w.key, c.size, c.signed_at, c.received_at FROM unnest(%s::text[]) AS w (key), LATERAL"
            " (SELECT * FROM log_cosignatures WHERE witness = w.key AND size <= coalesce(%s, size)"
            " ORDER BY size DESC LIMIT 1) AS c",
            [witnesses, at_most],
        )
        return {row[0]: Cosigned(*row) for row in cosigned}

    def cosigners(self, at_most: int, limit: int) -> list[tuple[int, list[str]]]:
        """Return the largest sizes up to ``at_most`` that were cosigned, largest first, each with its witnesses."""
        sizes = (
            "SELECT size, array_agg(witness) FROM log_cosignatures WHERE size <= %s"
            " GROUP BY size ORDER BY size DESC LIMIT %s"
        )
        return [(size, witnesses) for size, witnesses in rows(self.recorder, sizes, [at_most, limit])]
