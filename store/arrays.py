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
    import uuid
    from collections.abc import Sequence

# Postgres' own numbers for the types of elements, the same in every database.
_UUID, _BIGINT, _TEXT, _BYTEA = 2950, 20, 25, 17

_HEADER = Struct("!iiIii").pack
_LENGTH = Struct("!i").pack
_PACK_BIGINT = Struct("!q").pack


class Array(bytes):
    """An array in Postgres' binary form; its type is the one it is cast to in the statement."""

    __slots__ = ()


class _ArrayDumper(Dumper):
    format = Format.BINARY
    oid = 0

    def dump(self, obj: Array) -> bytes:
        return obj


psycopg.adapters.register_dumper(Array, _ArrayDumper)


def uuids(values: Sequence[uuid.UUID]) -> Array:
    """An array of UUIDs."""
    return _array(_UUID, len(values), _same_length(16, [value.bytes for value in values]))


def bigints(values: Sequence[int]) -> Array:
    """An array of integers. Raises ``struct.error`` for more than 64 bits."""
    return _array(_BIGINT, len(values), _same_length(8, [_PACK_BIGINT(value) for value in values]))


def texts(values: Sequence[str]) -> Array:
    """An array of strings; the database's encoding is UTF-8."""
    return _array(_TEXT, len(values), b"".join([_LENGTH(len(v)) + v for v in map(str.encode, values)]))


def byteas(values: Sequence[bytes]) -> Array:
    """An array of byte strings."""
    return _array(_BYTEA, len(values), b"".join([_LENGTH(len(v)) + v for v in values]))


def _array(element: int, count: int, elements: bytes) -> Array:
    """One dimension, no nulls, the type of an element, how many, counted from 1."""
    return Array(_HEADER(1, 0, element, count, 1) + elements)


def _same_length(length: int, values: list[bytes]) -> bytes:
    prefix = _LENGTH(length)
    return prefix + prefix.join(values) if values else b""
