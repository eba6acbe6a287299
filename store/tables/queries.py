"""Small statements outside the record, each in its own transaction."""

from __future__ import annotations

from contextlib import contextmanager
from hashlib import sha256
from secrets import choice, token_urlsafe
from typing import TYPE_CHECKING, Any, LiteralString

from psycopg.rows import tuple_row

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from store.events.recorder import Recorder

_TAKE_TURN: LiteralString = (
    "SELECT pg_try_advisory_lock(hashtext('nought ' || %s::text || ' ' || current_schema())) AS is_held"
)
_END_TURN: LiteralString = "SELECT pg_advisory_unlock(hashtext('nought ' || %s::text || ' ' || current_schema()))"


def rows(
    recorder: Recorder, statement: LiteralString, values: Sequence[Any] | Mapping[str, Any] = ()
) -> list[tuple[Any, ...]]:
    """Run a statement and return its rows."""
    with (
        recorder.datastore.get_connection() as connection,
        connection.cursor(row_factory=tuple_row) as cursor,
    ):
        return cursor.execute(statement, values).fetchall()


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
