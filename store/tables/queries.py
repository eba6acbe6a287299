"""Small statements outside the record, each in its own transaction."""

from __future__ import annotations

from hashlib import sha256
from secrets import choice, token_urlsafe
from typing import TYPE_CHECKING, Any, LiteralString

from psycopg.rows import tuple_row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from store.events.recorder import Recorder


def rows(
    recorder: Recorder, statement: LiteralString, values: Sequence[Any] | Mapping[str, Any] = ()
) -> list[tuple[Any, ...]]:
    """Run a statement and return its rows."""
    with (
        recorder.datastore.get_connection() as connection,
        connection.cursor(row_factory=tuple_row) as cursor,
    ):
        return cursor.execute(statement, values).fetchall()


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
