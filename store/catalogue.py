"""The catalogue: what there is and how it stands, one row for each club, player, table, match and deal.

Rows are written in the transaction of the events they tell of, so a list is never behind the record. Only
the newest of a thing's rows is kept; everything can be rebuilt from the events.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, LiteralString, Protocol
from uuid import UUID

from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composable
from psycopg.types.json import Jsonb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from store.recorder import Recorder

MOST = 200
"""Rows of one page."""


class Listing(Protocol):
    """What the ledger says of a thing."""

    @property
    def id(self) -> UUID: ...
    @property
    def kind(self) -> str: ...
    @property
    def club(self) -> UUID | None: ...
    @property
    def parent(self) -> UUID | None: ...
    @property
    def title(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def data(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the catalogue."""

    id: UUID
    kind: str
    club: UUID | None
    parent: UUID | None
    created_at: datetime
    title: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows, newest first. ``next`` leads to those after them; None at the end."""

    rows: tuple[Row, ...]
    next: str | None


_WRITE: LiteralString = """
    INSERT INTO catalogue (id, kind, club_id, parent_id, created_at, title, data)
    VALUES (%s, %s, %s, %s, %s::timestamptz, %s, %s)
    ON CONFLICT (id) DO UPDATE SET title = excluded.title, data = excluded.data
"""

_COLUMNS: LiteralString = "SELECT id, kind, club_id, parent_id, created_at, title, data FROM catalogue"


class Rows:
    """Turns listings into rows for the recorder's ``also``; the ledger is built with one of these."""

    def listed(self, listings: Sequence[Listing]) -> list[tuple[LiteralString, tuple[Any, ...]]]:
        """The statements that write these rows, always in the order of their ids: no two saves can wait for
        each other."""
        return [
            (
                _WRITE,
                (each.id, each.kind, each.club, each.parent, each.at, _text(each.title), Jsonb(_clean(each.data))),
            )
            for each in sorted(listings, key=lambda each: each.id)
        ]


class Catalogue:
    """Lists of what there is."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def find(self, identity: UUID) -> Row | None:
        """The row of one thing."""
        rows = self._select(SQL("WHERE id = %s"), [identity])
        return rows[0] if rows else None

    def page(
        self,
        kind: str,
        *,
        club: UUID | None = None,
        parent: UUID | None = None,
        where: Mapping[str, Any] | None = None,
        people: Sequence[str] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page:
        """The newest things of a kind, of a club or under a parent; ``where``: values that their data has.

        ``people``: any of these names took part. ``since`` and ``until`` bound when it began, the latter
        exclusively. ``after`` is a page's ``next``. Raises ``ValueError`` if it is none, or if the limit is
        not 1 to 200.
        """
        if not 1 <= limit <= MOST:
            raise ValueError(f"a page holds 1 to {MOST} rows, not {limit}")
        conditions: list[Composable] = [SQL("kind = %s")]
        values: list[Any] = [kind]
        if club is not None:
            conditions.append(SQL("club_id = %s"))
            values.append(club)
        if parent is not None:
            conditions.append(SQL("parent_id = %s"))
            values.append(parent)
        if where:
            conditions.append(SQL("data @> %s"))
            values.append(Jsonb(dict(where)))
        if people is not None:
            conditions.append(SQL("data -> 'people' ?| %s"))
            values.append(list(people))
        if since is not None:
            conditions.append(SQL("created_at >= %s"))
            values.append(since)
        if until is not None:
            conditions.append(SQL("created_at < %s"))
            values.append(until)
        if after is not None:
            time, identity = _place(after)
            conditions.append(SQL("(created_at < %s::timestamptz OR (created_at = %s::timestamptz AND id > %s))"))
            values += [time, time, identity]
        rows = self._select(
            SQL("WHERE {} ORDER BY created_at DESC, id LIMIT %s").format(SQL(" AND ").join(conditions)),
            [*values, limit + 1],
        )
        more = len(rows) > limit
        return Page(tuple(rows[:limit]), _cursor(rows[limit - 1]) if more else None)

    def rows(self, kind: str, **wanted: Any) -> Iterator[Row]:
        """All rows that `page` would give, page after page."""
        after: str | None = None
        while True:
            page = self.page(kind, after=after, limit=MOST, **wanted)
            yield from page.rows
            if page.next is None:
                return
            after = page.next

    def rebuild(self, listing_of: Callable[[UUID], Listing | None], *, batch: int = 200) -> Iterator[int]:
        """Write every row anew from the events, and say after each batch how many were done.

        Others may go on writing: a row is held while its events are read, so that nobody's newer one is lost.
        """
        done = 0
        last = UUID(int=0)
        while True:
            with self.recorder.datastore.transaction(commit=True) as cursor:
                found = cursor.execute(
                    "SELECT originator_id AS id FROM events WHERE originator_version = 1 AND originator_id > %s"
                    " ORDER BY originator_id LIMIT %s",
                    [last, batch],
                ).fetchall()
                if not found:
                    return
                ids = [row["id"] for row in found]
                cursor.execute("SELECT id FROM catalogue WHERE id = ANY(%s) ORDER BY id FOR UPDATE", [ids])
                listings = [each for each in map(listing_of, ids) if each is not None]
                for statement, values in Rows().listed(listings):
                    cursor.execute(statement, values)
            last = ids[-1]
            done += len(ids)
            yield done

    def _select(self, rest: Composable, values: Sequence[Any]) -> list[Row]:
        with (
            self.recorder.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            return [Row(*row) for row in cursor.execute(SQL(_COLUMNS) + SQL(" ") + rest, values).fetchall()]


def _cursor(row: Row) -> str:
    return urlsafe_b64encode(f"{row.created_at.isoformat()} {row.id}".encode()).decode().rstrip("=")


def _place(cursor: str) -> tuple[str, UUID]:
    """The time and id that a page ended with."""
    try:
        time, identity = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().split(" ")
        return datetime.fromisoformat(time).isoformat(), UUID(identity)
    except ValueError:
        raise ValueError(f"{cursor!r} is no place in a list") from None


def _text(text: str) -> str:
    """Postgres keeps every character in a text but U+0000."""
    return text.replace("\0", "")


def _clean(value: Any) -> Any:
    """JSON values without U+0000."""
    if isinstance(value, str):
        return _text(value)
    if hasattr(value, "items"):
        return {_text(key): _clean(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(each) for each in value]
    return value
