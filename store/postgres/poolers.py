"""Poolers between the program and Postgres, which are refused.

The pool of the program keeps sessions: with their bounds of time, their search path, the waits for new events and the
locks of workers. A pooler such as PgBouncer gives the sessions of Postgres to one client after the other, and all of
that would be lost now and then, without an error.
"""

from __future__ import annotations

from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import tuple_row

CONNECT_SECONDS: Final = 5


class PoolerBetween(Exception):
    """Raised when a pooler answers in place of Postgres."""


def refuse_pooler(dsn: str, variable: str) -> None:
    """Raise `PoolerBetween` if a pooler answers at an address. Does nothing if nobody answers, which others report.

    Postgres tells each client the process that serves it. A pooler tells another number, by which it knows the client.
    ``variable``: the variable of the environment that holds the address.
    """
    parameters: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS, **conninfo_to_dict(dsn)}
    parameters.pop("options", None)  # some poolers refuse them
    try:
        with psycopg.connect(**parameters, autocommit=True, row_factory=tuple_row) as connection:
            row = connection.execute("SELECT pg_backend_pid()").fetchone()
            served_by = connection.info.backend_pid
    except psycopg.Error:
        return
    if row and row[0] != served_by:
        raise PoolerBetween(
            f"a pooler answers at the address in {variable}; name Postgres itself there, "
            "since Nought has a pool of its own"
        )
