"""A search for deals by cards, players and other filters in a long list: part by part, from the newest on.

The indexes ``catalogue_search`` and ``catalogue_by_filters`` give the hits of a search in no order, and far more of
them than a page shows: reading their rows takes much longer than finding them. So a search looks at the newest rows of
a list one by one, and then, with the indexes, at earlier ones, until it has enough hits. The indexes have the day of
each row, and read only what belongs to the days of a window.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, LiteralString

from psycopg.sql import SQL, Composed

from store.tables.conditions import conditions_of, join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

NEWEST: Final = 500
"""The rows that are looked at one by one. A hit in ten of them makes a page."""
GROWTH: Final = 16
"""The most times that a window may be longer than all that is newer."""
MOST_DAYS: Final = 100
"""The most days of a window. Finding all hits takes no longer than finding those of more days."""

FILTERS: Final = frozenset({"status", "result", "ruleset", "has_caps", "has_irregularities", "bid", "suit"})
"""The values of deals in the index ``catalogue_by_filters``."""

_AMONG_NEWEST: LiteralString = """
    SELECT {columns} FROM (SELECT * FROM catalogue WHERE {list} ORDER BY sorted_at DESC, id LIMIT %s) AS c
    WHERE {where} ORDER BY sorted_at DESC, id LIMIT %s
"""
# The last of the newest rows, and the times of the newest and the oldest row of all.
_ENDS: LiteralString = """
    SELECT sorted_at, id,
        (SELECT max(sorted_at) FROM catalogue WHERE {list}), (SELECT min(sorted_at) FROM catalogue WHERE {list})
    FROM catalogue WHERE {list} ORDER BY sorted_at DESC, id OFFSET %s LIMIT 1
"""
# The hits of each hand by the index, then the newest of them all. OFFSET 0 keeps the planner from reading row by row
# from the newest on instead: it would expect hits soon, and there may be none in the whole list.
_IN_WINDOW: LiteralString = """
    SELECT {distinct} c.* FROM unnest(%s::text[]) AS hand
    CROSS JOIN LATERAL (SELECT {columns} FROM catalogue WHERE {where} OFFSET 0) AS c
    WHERE sorted_at > coalesce(%s, timestamptz '-infinity') AND sorted_at <= %s AND (sorted_at < %s OR id > %s)
    ORDER BY sorted_at DESC, id LIMIT %s
"""

Query = tuple[Composed, list[Any]]
"""SQL with its values."""


@dataclass(slots=True)
class Hits:
    """The number of hits that a search needs, and the number that it has so far."""

    needed: int
    number: int = 0

    @property
    def missing(self) -> int:
        """Return how many more are needed."""
        return self.needed - self.number


@dataclass(frozen=True, slots=True)
class Window:
    """The rows after ``begin`` (None: since ever) and up to ``end``."""

    begin: datetime | None
    end: datetime

    def days(self) -> list[date] | None:
        """Return the days of its rows in UTC; None for all days."""
        if self.begin is None:
            return None
        first, last = self.begin.astimezone(UTC).date(), self.end.astimezone(UTC).date()
        return [first + timedelta(days=n) for n in range((last - first).days + 1)]


def is_search(kind: str, conditions: Mapping[str, Any]) -> bool:
    """Return whether these indexes have some of the conditions, and no other index has better ones."""
    where = conditions.get("where") or {}
    has = {name for name, value in conditions.items() if value is not None}
    if kind != "deal" or {"parent", "parents", "days"} & has or "table" in where:
        return False
    return bool({"traits", "people"} & has or filters_of(where))


def filters_of(where: Mapping[str, Any]) -> list[str]:
    """Return values in the data of deals as ``catalogue_by_filters`` has them; those that it lacks are left out."""
    return [
        f"{name} {str(value).lower() if isinstance(value, bool) else value}"
        for name, value in {**where, **where.get("contract", {})}.items()
        if name in FILTERS
    ]


def search(
    kind: str,
    columns: LiteralString,
    conditions: Mapping[str, Any],
    hits: Hits,
    fetch: Callable[[Composed, list[Any]], Sequence[tuple[Any, ...]]],
) -> Iterator[Query]:
    """Yield queries of the newest rows that meet the conditions, part by part, until there are enough hits.

    The caller notes the ``hits`` of each part before it takes the next one. ``fetch`` returns the rows of a query.
    """
    rows, values = conditions_of(
        kind,
        club=conditions.get("club"),
        not_of=conditions.get("not_of", ()),
        since=conditions.get("since"),
        until=conditions.get("until"),
        after=conditions.get("after"),
    )
    where, own = conditions_of(kind, **conditions)
    query = SQL(_AMONG_NEWEST).format(columns=SQL(columns), list=join(rows), where=join(where))
    yield query, [*values, NEWEST, *own, hits.missing]
    if not hits.missing or not (ends := fetch(SQL(_ENDS).format(list=join(rows)), [*values * 3, NEWEST - 1])):
        return
    last, identity, newest, oldest = ends[0]
    end: datetime | None = last
    while hits.missing and end is not None:
        window = window_before(end, newest, oldest, hits)
        query, own = _in_window(kind, columns, conditions, window.days())
        yield query, [*own, window.begin, window.end, last, identity, hits.missing]
        end = window.begin


def window_before(end: datetime, newest: datetime, oldest: datetime, hits: Hits) -> Window:
    """Return the window up to ``end`` of a list with its newest and its oldest row.

    It is half as long again as the missing hits need if they are as frequent as those after ``end``.
    """
    newer = max(newest - end, timedelta(days=1))
    length = newer * min(GROWTH, max(1, 1.5 * hits.missing / max(hits.number, 1)))
    is_last = length >= min(end - oldest, timedelta(days=MOST_DAYS))
    return Window(None if is_last else end - length, end)


def _in_window(kind: str, columns: LiteralString, conditions: Mapping[str, Any], days: list[date] | None) -> Query:
    """Return the query of the hits by the index, with its values but those of the times and of the limit."""
    traits = conditions.get("traits")
    hands = [""] if traits is None else [" ".join(each) for each in traits]  # Without traits, any deal fits.
    where, values = conditions_of(kind, **{**conditions, "traits": None, "after": None})
    if traits is not None:
        where.append(SQL("traits @> string_to_array(hand, ' ')"))
    filters = filters_of(conditions.get("where") or {})
    if filters and traits is None and conditions.get("people") is None:
        # As the index has them. Beside cards and players, which few deals have, it would be read for nothing.
        where.append(SQL("deal_filters(data) @> %s"))
        values.append(filters)
    if conditions.get("club") is not None:
        where.append(SQL("ARRAY[club_id] @> ARRAY[%s::uuid]"))  # As the index has it.
        values.append(conditions["club"])
    if days is not None:
        where.append(SQL("ARRAY[(sorted_at AT TIME ZONE 'UTC')::date] && %s::date[]"))
        values.append(days)
    distinct = SQL("DISTINCT ON (sorted_at, id)" if len(hands) > 1 else "")  # A deal can be a hit of several hands.
    return SQL(_IN_WINDOW).format(distinct=distinct, columns=SQL(columns), where=join(where)), [hands, *values]
