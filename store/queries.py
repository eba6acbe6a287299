"""Small statements outside the record itself: each in a transaction of its own."""

from __future__ import annotations

from hashlib import sha256
from secrets import choice, token_urlsafe
from typing import TYPE_CHECKING, Any, LiteralString

from psycopg.rows import tuple_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.recorder import Recorder


def rows(recorder: Recorder, statement: LiteralString, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """What a statement returns."""
    with (
        recorder.datastore.get_connection() as connection,
        connection.cursor(row_factory=tuple_row) as cursor,
    ):
        return cursor.execute(statement, values).fetchall()


def new_secret(prefix: str = "") -> str:
    """256 random bits as text."""
    return prefix + token_urlsafe(32)


def new_code() -> str:
    """A code that can be typed where it cannot be scanned: 10 of 32 signs that look unlike each other.

    It is half of what lets somebody in; the other half is a PIN.
    """
    return "".join(choice("23456789ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(10))


def hashed(secret: str) -> bytes:
    """What is kept of a secret: it is long and random, so a plain hash cannot be turned back."""
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()
