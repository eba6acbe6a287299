"""Small statements outside the record, each in its own transaction."""

from __future__ import annotations

from contextlib import contextmanager
from hashlib import sha256
from secrets import choice, token_urlsafe
from typing import TYPE_CHECKING, Any, Final, LiteralString
from uuid import UUID

from psycopg.rows import tuple_row

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from store.events.recorder import Recorder

_TAKE_TURN: LiteralString = (
    "SELECT pg_try_advisory_lock(hashtext('nought ' || %s::text || ' ' || current_schema())) AS is_held"
)
_END_TURN: LiteralString = "SELECT pg_advisory_unlock(hashtext('nought ' || %s::text || ' ' || current_schema()))"
_STREAMS: LiteralString = (
    "SELECT originator_id FROM events WHERE originator_version = 1 AND originator_id > %(after)s"
    " ORDER BY originator_id LIMIT %(limit)s"
)
_STREAMS_OF_TOPICS: LiteralString = _STREAMS.replace(" ORDER", " AND topic = ANY(%(topics)s) ORDER")
NO_STREAM: Final = UUID(int=0)
"""The id before that of every stream."""


def rows(
    recorder: Recorder, statement: LiteralString, values: Sequence[Any] | Mapping[str, Any] = ()
) -> list[tuple[Any, ...]]:
    """Run a statement and return its rows."""
    with (
        recorder.datastore.get_connection() as connection,
        connection.cursor(row_factory=tuple_row) as cursor,
    ):
        return cursor.execute(statement, values).fetchall()


def next_streams(recorder: Recorder, after: UUID, limit: int, topics: Sequence[str] = ()) -> list[UUID]:
    """Return the next streams after an id, by id. With ``topics``, only those that begin with one of these."""
    values = {"after": after, "limit": limit, "topics": list(topics)}
    return [stream for (stream,) in rows(recorder, _STREAMS_OF_TOPICS if topics else _STREAMS, values)]


def pages_of_streams(
    recorder: Recorder, after: UUID = NO_STREAM, size: int = 200, topics: Sequence[str] = ()
) -> Iterator[list[UUID]]:
    """Yield the streams after an id, by id, in lists of up to ``size``."""
    while streams := next_streams(recorder, after, size, topics):
        yield streams
        after = streams[-1]


@contextmanager
def turn(recorder: Recorder, name: str) -> Iterator[bool]:
    """Hold the lock that lets one process at a time do what the name says. Yields False if another process holds it."""
    with recorder.datastore.get_connection() as connection:
        row = connection.execute(_TAKE_TURN, [name]).fetchone()
        is_held = bool(row and row["is_held"])
        try:
            yield is_held
        finally:
            if is_held:
                connection.execute(_END_TURN, [name])


def new_secret(prefix: str = "") -> str:
    """Return 256 random bits as text."""
    return prefix + token_urlsafe(32)


def new_code() -> str:
    """Return a code that can be typed: 10 of 32 characters that are easy to tell apart.

    Signing in takes a PIN as well.
    """
    return "".join(choice("23456789ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(10))


def hash_secret(secret: str) -> bytes:
    """Return the stored hash of a secret. Secrets are long and random, so a plain hash cannot be reversed."""
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()
