"""Trace the statements and transactions of a request or a job: their kind and their table, never a value."""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Self

from opentelemetry.trace import SpanKind, get_current_span
from psycopg import Cursor
from psycopg.rows import Row
from psycopg.sql import SQL, Composed, Identifier

from store.postgres.connections import BoundedConnection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

    from psycopg import Transaction
    from psycopg.abc import Params, Query

    MakeSpan = Callable[[str, SpanKind, dict[str, str]], AbstractContextManager[object]]

SYSTEM: Final = {"db.system.name": "postgresql"}
OTHER: Final = "OTHER"
READS: Final = "SELECT"
OTHERS: Final = frozenset({"SET", "SHOW", "LOCK", "COPY", "NOTIFY", "LISTEN", "UNLISTEN", "CREATE"})

_LITERAL: Final = re.compile(r"'[^']*'|--[^\n]*")
_WORD: Final = re.compile(r"[A-Z]+")
_NAME: Final = r'\s+(?:"?\w+"?\.)?"?([a-z_]+)"?(?![\w(.])'
_WRITTEN: Final = re.compile(r"\b(?:(INSERT) INTO|(?<!FOR )(?<!DO )(UPDATE)|(DELETE) FROM)" + _NAME)
_READ: Final = re.compile(r"\bFROM" + _NAME)


def trace_statements(make_span: MakeSpan) -> None:
    """Let the connections that are opened from now on trace their statements. ``make_span``: name, kind, attributes."""

    class TracedCursor(Cursor[Row]):
        """A cursor that traces its statements."""

        def execute(self, query: Any, params: Params | None = None, **how: Any) -> Self:
            """Run a statement."""
            if not get_current_span().is_recording():
                return super().execute(query, params, **how)
            with make_span(*describe(query)):
                return super().execute(query, params, **how)

        def executemany(self, query: Any, params_seq: Iterable[Params], **how: Any) -> None:
            """Run a statement with many values."""
            if not get_current_span().is_recording():
                return super().executemany(query, params_seq, **how)
            with make_span(*describe(query)):
                return super().executemany(query, params_seq, **how)

    class TracedConnection(BoundedConnection[Row]):
        """A connection that traces its statements, and its transactions with their commits."""

        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self.cursor_factory = TracedCursor

        @contextmanager
        def transaction(self, savepoint_name: str | None = None, force_rollback: bool = False) -> Iterator[Transaction]:
            """Hold a transaction."""
            if not get_current_span().is_recording():
                with super().transaction(savepoint_name, force_rollback) as transaction:
                    yield transaction
                return
            with (
                make_span("transaction", SpanKind.CLIENT, SYSTEM),
                super().transaction(savepoint_name, force_rollback) as transaction,
            ):
                yield transaction

    BoundedConnection.traced = TracedConnection


def describe(query: Query) -> tuple[str, SpanKind, dict[str, str]]:
    """Return the name, the kind and the attributes of the span of a statement."""
    kind, tables = kind_of(text_of(query))
    name = " ".join((kind, *tables))
    return name, SpanKind.CLIENT, {**SYSTEM, "db.operation.name": kind, "db.query.summary": name}


def text_of(query: Query) -> str:
    """Return the text of a statement as the code has it, without the values that were put into it."""
    match query:
        case str():
            return query
        case bytes():
            return query.decode()
        case SQL():
            return query.as_string()
        case Composed():
            parts = (part for part in query if isinstance(part, SQL | Identifier | Composed))
            return "".join(part.as_string() if isinstance(part, Identifier) else text_of(part) for part in parts)
    return ""


@lru_cache(1024)
def kind_of(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the kind of a statement, and the tables that it writes, or the first one that it reads."""
    text = _LITERAL.sub("", text)
    if written := list(_WRITTEN.finditer(text)):
        kind = next(filter(None, written[-1].groups()))
        return kind, tuple(dict.fromkeys(each[each.lastindex or 0] for each in written))
    word = _WORD.search(text)
    kind = READS if word and word[0] in (READS, "WITH") else word[0] if word else OTHER
    table = _READ.search(text) if kind == READS else None
    return (kind if kind in {READS, *OTHERS} else OTHER), ((table[1],) if table else ())
