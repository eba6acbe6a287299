"""Columns of many rows as one parameter each, written in the form in which Postgres reads an array.

psycopg can write lists by itself; for the four columns of eighty events that costs as much time as the
server needs to store them, and here a sixth of it.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING

import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format

if TYPE_CHECKING:
    from collections.abc import Iterable

UUID, BIGINT, TEXT, BYTEA = 2950, 20, 25, 17
"""Postgres' numbers for the types of elements; they are the same in every database."""

_HEADER = Struct("!iiIii")
_LENGTH = Struct("!i").pack
_BIGINT = Struct("!q").pack


class Array(bytes):
    """An array in Postgres' binary form; its type is the one it is cast to in the statement."""

    __slots__ = ()


class _ArrayDumper(Dumper):
    format = Format.BINARY
    oid = 0

    def dump(self, obj: Array) -> bytes:
        return obj


psycopg.adapters.register_dumper(Array, _ArrayDumper)


def array(element: int, values: Iterable[bytes]) -> Array:
    """An array of values that are in binary form already, none of them null."""
    parts = [part for value in values for part in (_LENGTH(len(value)), value)]
    return Array(_HEADER.pack(1, 0, element, len(parts) // 2, 1) + b"".join(parts))


def bigints(values: Iterable[int]) -> Array:
    """An array of integers of up to 64 bits. Raises ``struct.error`` beyond."""
    return array(BIGINT, map(_BIGINT, values))
