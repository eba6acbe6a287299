"""The catalogue: one row for each club, player, table, match, deal, tournament and so on, as it is now.

Rows are written in the transaction of their events, so a list is never behind the record. Only the newest row of an id
is kept; everything can be rebuilt from the events.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final, LiteralString, Protocol, TypeAlias
from uuid import UUID

from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composable, Composed
from psycopg.types.json import Jsonb

from store.events.texts import rename
from store.tables.attachments import attachment_statements
from store.tables.conditions import conditions_of, cursor, join
from store.tables.people.removals import removal_statements
from store.tables.queries import pages_of_streams
from store.tables.search import Hits, Query, is_search, search
from store.tables.standings import ranking_statements
from store.tables.unlisted import REMOVED_IN, REMOVES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from psycopg import Cursor

    from store.events.recorder import Recorder
    from store.events.texts import Sight
    from store.tables.attachments import Attachment
    from store.tables.people.removals import Removal
    from store.tables.standings import Ranking

MOST = 200
"""The most rows of a page."""
COUNTED: Final = 1000
"""The most rows of a list that are counted."""
COUNTED_BY_CARDS: Final = 200
"""The most rows of a search by cards that are counted: each takes longer to find."""
SEARCHES: Final = frozenset({"traits", "without", "bids"})
"""The conditions that depend on cards."""


class Listing(Protocol):
    """A row, as the ledger gives it."""

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
    @property
    def traits(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the catalogue."""

    id: UUID
    kind: str
    club: UUID | None
    parent: UUID | None
    created_at: datetime
    title: str
    data: dict[str, Any]
    sorted_at: datetime
    """The time by which lists are sorted: the row's beginning, or its first listing if that was earlier."""


@dataclass(frozen=True, slots=True)
class Late:
    """A reader with delays. ``seconds``: the delay with which it sees each table, by the table's id."""

    seconds: Mapping[str, float] = field(default_factory=dict)
    deal: UUID | None = None
    """A deal that the reader sees without delay."""
    club: UUID | None = None
    """A club that the reader sees without delay."""
    matches: Sequence[str] = ()
    """Matches that the reader does not see yet, with their deals and disputes."""
    moment: datetime | None = None
    """The moment of the request by the leader's clock, which a replica may not share; None: when it is read."""


AT_ONCE: Final = Late()
Delay: TypeAlias = "tuple[UUID, UUID | None, float]"
"""A table that is shown with a delay: its id, its club, the seconds."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of rows, newest first. ``next`` identifies the following page; None on the last page."""

    rows: tuple[Row, ...]
    next: str | None


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of rows of a search, and of those that each narrower search would leave."""

    total: int
    narrower: tuple[int, ...]
    is_cut: bool
    """Whether there may be more rows, which were not counted."""


_DELAYS: LiteralString = """
    SELECT id, club_id, (data->>'delay')::float8 FROM catalogue WHERE kind = 'table' AND data ? 'delay'
"""

_KINDS: LiteralString = """
    SELECT kind, count(*), count(DISTINCT data->>'match') FROM catalogue WHERE id = ANY(%s) GROUP BY kind
"""

_TABLES_OF: LiteralString = """
    SELECT DISTINCT data->>'table' FROM catalogue
    WHERE (id = %s OR parent_id = %s AND kind = 'deal') AND data->>'table' IS NOT NULL
"""

# Clocks of servers differ. So deals that were recorded as they were played come in the order of the database's clock;
# those imported later, in the order of their own times.
_AT_TABLE: LiteralString = """
    SELECT id, extract(epoch FROM clock_timestamp() - listed_at)::float8
    FROM (
        SELECT id, created_at, listed_at, sorted_at FROM catalogue
        WHERE kind = 'deal' AND data->>'table' = %s ORDER BY sorted_at DESC, id LIMIT %s
    ) AS newest
    ORDER BY CASE WHEN created_at > listed_at - interval '1 hour' THEN listed_at ELSE sorted_at END DESC, id
"""

_TABLES_OF_DEALS: LiteralString = """
    SELECT DISTINCT data->>'table' FROM catalogue
    WHERE id = ANY(%s::uuid[]) AND kind = 'deal' AND data->>'table' IS NOT NULL
"""

_MATCHES_OF: LiteralString = """
    SELECT id::text FROM catalogue WHERE kind = 'match' AND data ? 'encounter' AND data->>'encounter' = ANY(%s)
"""

_ENCOUNTERS_OF: LiteralString = """
    SELECT id::text, data->>'encounter' FROM catalogue
    WHERE kind = 'match' AND data ? 'encounter' AND data->>'encounter' = ANY(%s)
"""

_WRITE: LiteralString = """
    INSERT INTO catalogue (id, kind, club_id, parent_id, created_at, title, data, traits)
    VALUES (%s, %s, %s, %s, %s::timestamptz, %s, %s, %s)
    ON CONFLICT (id) DO UPDATE
    SET kind = excluded.kind, title = excluded.title, data = excluded.data, traits = excluded.traits
"""

_TAKE_NAME: LiteralString = """
    INSERT INTO table_names (table_id, club_id, name) VALUES (%s, %s, %s)
    ON CONFLICT (table_id) DO UPDATE SET name = excluded.name
"""
_COLUMNS: LiteralString = "id, kind, club_id, parent_id, created_at, title, data, sorted_at, " + REMOVED_IN.replace(
    "{stream}", "id"
)
_NOW: LiteralString = "SELECT {columns} FROM catalogue AS c"

# Every row as it was so many seconds ago, if it is a deal or a dispute at one of these tables, a match that is or has
# a deal at one, or a tournament that names one, with its disputes; all other rows as they are.
_LATE: LiteralString = """
    WITH late (place, seconds) AS (SELECT * FROM unnest(%s::text[], %s::float8[]))
    SELECT {columns} FROM (
        SELECT c.id, c.kind, c.club_id, c.parent_id, c.created_at,
            coalesce(b.title, c.title) AS title, coalesce(b.data, c.data) AS data, c.sorted_at,
            coalesce(b.traits, c.traits) AS traits
        FROM catalogue AS c
        CROSS JOIN LATERAL (
            SELECT coalesce(%s::timestamptz, now()) - make_interval(secs => max(seconds)) AS time FROM late
            WHERE c.kind IN ('deal', 'match', 'tournament', 'dispute')
            AND (c.id = %s) IS NOT TRUE AND (c.club_id = %s) IS NOT TRUE AND (
                place = c.data->>'table' OR c.kind = 'match' AND place IN (
                    SELECT d.data->>'table' FROM catalogue AS d WHERE d.parent_id = c.id AND d.kind = 'deal')
                OR c.kind = 'tournament' AND c.data->'tables' ? place
                OR c.kind = 'dispute' AND EXISTS (
                    SELECT FROM catalogue AS t
                    WHERE t.kind = 'tournament' AND t.id::text = c.data->>'tournament' AND t.data->'tables' ? place)
            )
        ) AS seen
        LEFT JOIN LATERAL (
            SELECT title, data, traits FROM catalogue_before AS p WHERE p.id = c.id AND p.until > seen.time
            ORDER BY p.until, p.number LIMIT 1
        ) AS b ON true
        WHERE seen.time IS NULL OR c.listed_at <= seen.time
    ) AS c"""


# The catalogue without some matches, their deals, and the disputes about these.
_WITHOUT: LiteralString = """(
    SELECT * FROM catalogue AS o
    WHERE (o.id::text = ANY(%s) OR o.kind IN ('deal', 'dispute') AND o.data->>'match' = ANY(%s)) IS NOT TRUE
)"""
_NOW_WITHOUT: LiteralString = _NOW.replace("FROM catalogue AS c", "FROM " + _WITHOUT + " AS c")
_LATE_WITHOUT: LiteralString = _LATE.replace("FROM catalogue AS c", "FROM " + _WITHOUT + " AS c")


class TakenName(Protocol):
    """A name that only one table of a club may have, as the ledger describes it."""

    @property
    def table(self) -> UUID: ...
    @property
    def club(self) -> UUID: ...
    @property
    def name(self) -> str: ...


class Rows:
    """The writer of catalogue, standings, attachments and names for the ledger."""

    def statements(
        self,
        listings: Sequence[Listing],
        rankings: Sequence[Ranking] = (),
        attachments: Sequence[Attachment] = (),
        names: Sequence[TakenName] = (),
        removals: Sequence[Removal] = (),
    ) -> list[tuple[LiteralString, tuple[Any, ...]]]:
        """Return the statements that write these rows for the recorder's ``also``.

        Rows of the catalogue are written in the order of their ids, so that no two saves can wait for each other.
        """
        listed = [
            (
                _WRITE,
                (
                    each.id,
                    each.kind,
                    each.club,
                    each.parent,
                    each.at,
                    _text(each.title),
                    Jsonb(_clean(each.data)),
                    list(each.traits),
                ),
            )
            for each in sorted(listings, key=lambda each: each.id)
        ]
        taken = [(_TAKE_NAME, (each.table, each.club, _text(each.name))) for each in names]
        return [
            *taken,
            *listed,
            *ranking_statements(rankings),
            *attachment_statements(attachments),
            *removal_statements(removals),
        ]


class Catalogue:
    """The reader of the catalogue, in its current state or as a late viewer sees it."""

    def __init__(self, recorder: Recorder, late: Late = AT_ONCE) -> None:
        self.recorder = recorder
        self.late = late

    @property
    def _sight(self) -> Sight | None:
        """Return what the present reader sees of the clubs; None for everything."""
        return self.recorder.sight()

    def seen(self, late: Late) -> Catalogue:
        """Return the catalogue as a late viewer sees it."""
        return Catalogue(self.recorder, late)

    def find(self, identity: UUID) -> Row | None:
        """Return the row of an id; None if there is none, or if the viewer does not see it yet."""
        rows = self._select(SQL("WHERE c.id = %s"), [identity])
        return rows[0] if rows else None

    def find_all(self, identities: Iterable[UUID]) -> list[Row]:
        """Return the rows of some ids that the viewer sees by now."""
        return self._select(SQL("WHERE c.id = ANY(%s)"), [list(identities)])

    def count_kinds(self, identities: Iterable[UUID]) -> dict[str, tuple[int, int]]:
        """Return how many of some ids are rows of each kind, and in how many matches these are; without delay."""
        return {kind: (rows, matches) for kind, rows, matches in self._fetch(_KINDS, [list(identities)])}

    def count(self, kind: str) -> int:
        """Return the number of rows of a kind, whoever may see them; for showing progress."""
        return int(self._fetch("SELECT count(*) FROM catalogue WHERE kind = %s", [kind])[0][0])

    def delays(self) -> list[Delay]:
        """Return the tables that are shown with a delay: id, club, seconds."""
        return self._fetch(_DELAYS, prepare=True)

    def tables_of(self, match: UUID) -> list[str]:
        """Return the tables of a match and its deals."""
        return [table for (table,) in self._fetch(_TABLES_OF, [match, match])]

    def matches_of(self, encounters: Sequence[UUID]) -> list[str]:
        """Return the matches of some encounters."""
        return [match for (match,) in self._fetch(_MATCHES_OF, [list(map(str, encounters))])]

    def encounters_of_matches(self, encounters: Sequence[str]) -> dict[str, str]:
        """Return the matches of some encounters, each with its encounter."""
        return dict(self._fetch(_ENCOUNTERS_OF, [list(encounters)]))

    def at_table(self, table: UUID, limit: int = MOST) -> list[tuple[UUID, float]]:
        """Return the newest deals of a table, newest first: id, and the seconds since it was first listed.

        The leader answers, whose clock has stamped the rows.
        """
        with (
            self.recorder.leader.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            return cursor.execute(_AT_TABLE, [str(table), limit]).fetchall()

    def tables_of_deals(self, deals: Collection[UUID]) -> set[UUID]:
        """Return the tables at which some deals are played. Other ids are passed over. The leader answers."""
        with (
            self.recorder.leader.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            return {UUID(table) for (table,) in cursor.execute(_TABLES_OF_DEALS, [list(deals)]).fetchall()}

    def page(self, kind: str, *, after: str | None = None, limit: int = 50, **conditions: Any) -> Page:
        """Return the newest rows of a kind that meet the conditions of `store.tables.conditions.conditions_of`.

        ``after`` is a page's ``next``. Raises ``ValueError`` if it is not, or if the limit is not 1 to 200.
        """
        if not 1 <= limit <= MOST:
            raise ValueError(f"a page holds 1 to {MOST} rows, not {limit}")
        rows = self.newest(kind, limit + 1, after=after, **conditions)
        more = len(rows) > limit
        last = rows[limit - 1] if more else None
        return Page(tuple(rows[:limit]), cursor(last.sorted_at, last.id) if last else None)

    def newest(self, kind: str, limit: int, *, after: str | None = None, **conditions: Any) -> list[Row]:
        """Return at most ``limit`` rows as `page` does."""
        conditions["after"] = after
        rows: list[Row] = []
        hits = Hits(limit)
        for query, values in self._queries(_COLUMNS, kind, conditions, hits):
            # A plan for other cards, another bid or other days can be far slower.
            prepare = False if SEARCHES & conditions.keys() or is_search(kind, conditions) else None
            rows += [self._row(*row) for row in self._fetch(query, values, prepare=prepare)]
            hits.number = len(rows)
        return seen_rows(rows, self._sight)

    def counts(self, kind: str, narrower: Sequence[Mapping[str, Any]], **conditions: Any) -> Counts:
        """Count the rows that meet the conditions, and those of them that meet each narrower condition too.

        Only the newest are counted, so that the time has a limit.
        """
        among = COUNTED_BY_CARDS if SEARCHES & conditions.keys() else COUNTED
        parts: list[Composable] = [SQL("count(*)")]
        parameters: list[Any] = []
        for each in narrower:
            part, own = conditions_of(kind, hides=self._hides, **self._within_sight(kind, each))
            parts.append(SQL("count(*) FILTER (WHERE {})").format(join(part)))
            parameters += own
        counts = [0] * len(parts)
        hits = Hits(among)
        for query, values in self._queries("*", kind, conditions, hits):
            statement = SQL("SELECT {} FROM ({}) AS c").format(SQL(", ").join(parts), query)
            (row,) = self._fetch(statement, [*parameters, *values], prepare=False)
            counts = [before + here for before, here in zip(counts, row, strict=True)]
            hits.number = counts[0]
        return Counts(counts[0], tuple(counts[1:]), counts[0] == among)

    def _queries(self, columns: LiteralString, kind: str, conditions: Mapping[str, Any], hits: Hits) -> Iterator[Query]:
        """Yield the query of the newest rows that meet the conditions, or several for its parts, each with its values.

        The caller notes the ``hits`` of each before it takes the next one.
        """
        conditions = self._within_sight(kind, conditions)
        if is_search(kind, conditions) and not self._hides:
            yield from search(kind, columns, conditions, hits, self._fetch)
        else:
            source, before = self._source(columns)
            where, values = conditions_of(kind, hides=self._hides, **conditions)
            query = SQL("{} WHERE {} ORDER BY sorted_at DESC, id LIMIT %s").format(source, join(where))
            yield query, [*before, *values, hits.needed]

    def _within_sight(self, kind: str, conditions: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return conditions that also leave out what the reader may not see, or could find by a hidden name only."""
        sight = self._sight
        if sight is None:
            return conditions
        names = [*(conditions.get("people") or ()), *filter(None, (conditions.get("title"),))]
        club = conditions.get("club")
        without = [each for each in sight.without_kind(kind, names) if club is None or each == club]
        return {**conditions, "not_of": without} if without else conditions

    @property
    def _hides(self) -> bool:
        """Return whether there are rows that the reader does not see as they are now.

        A search by cards then uses no index that holds them, so that not even its time depends on hidden cards.
        """
        return bool(self.late.seconds or self.late.matches)

    def rows(self, kind: str, **conditions: Any) -> Iterator[Row]:
        """Yield the rows of all pages of `page`."""
        after: str | None = None
        while True:
            page = self.page(kind, after=after, limit=MOST, **conditions)
            yield from page.rows
            if page.next is None:
                return
            after = page.next

    def find_disputed(self, field: str, values: Sequence[str], status: Sequence[str]) -> set[str]:
        """Return those ids of a ``field`` (deal, encounter, tournament) that have a dispute of these statuses."""
        where = SQL("WHERE c.kind = 'dispute' AND c.data->>'status' = ANY(%s) AND c.data->>%s = ANY(%s)")
        return {row.data[field] for row in self._select(where, [list(status), field, list(values)])}

    def cases(
        self, where: Mapping[str, Any], clause: str = "", words: str = "", skip: int = 0, limit: int = 50
    ) -> list[dict[str, Any]]:
        """Return the cases of the casebook for deals that are over, newest first.

        ``where``: values that a case has; ``clause`` and ``words``: texts that its clause and its text contain.
        """
        rest = SQL(
            "WHERE c.kind = 'dispute' AND c.data ? 'case' AND c.data->'case' @> %s"
            " AND strpos(lower(c.data->'case'->>'clause'), lower(%s)) > 0"
            " AND strpos(lower(c.data->'case'->>'text'), lower(%s)) > 0"
            " ORDER BY c.data->'case'->>'month' DESC, c.sorted_at DESC, c.id"
        )
        cases = self._select(rest, [Jsonb(dict(where)), clause, words], whole_cases=True)
        deals = {row.id: row for row in self._select(SQL("WHERE c.id = ANY(%s)"), [[row.parent for row in cases]])}
        over = [row for row in cases if row.parent in deals and deals[row.parent].data["status"] != "open"]
        return [row.data["case"] for row in over[skip : skip + limit]]

    def rebuild(self, listing_of: Callable[[UUID], Listing | None], *, batch: int = 200) -> Iterator[int]:
        """Rebuild every row from the events. Yield the number of streams done after each batch."""
        done = 0
        for streams in pages_of_streams(self.recorder, size=batch):
            self.rebuild_rows(streams, listing_of)
            done += len(streams)
            yield done

    def rebuild_rows(self, streams: Sequence[UUID], listing_of: Callable[[UUID], Listing | None]) -> None:
        """Rebuild the rows of some streams from their events.

        Others may write meanwhile: a row is locked while its events are read, so no newer one is lost.
        """
        with self.recorder.datastore.transaction(commit=True) as cursor:
            self._write_anew(cursor, streams, listing_of)

    def list_again(self, streams: Sequence[UUID], listing_of: Callable[[UUID], Listing | None]) -> None:
        """Write the rows of some streams anew from their events, as `rebuild` does, since texts were removed.

        What they said before is not kept (migration 032).
        """
        with self.recorder.datastore.transaction(commit=True) as cursor:
            cursor.execute(REMOVES)
            self._write_anew(cursor, streams, listing_of)

    def _write_anew(
        self, cursor: Cursor[Any], streams: Sequence[UUID], listing_of: Callable[[UUID], Listing | None]
    ) -> None:
        cursor.execute("SELECT id FROM catalogue WHERE id = ANY(%s) ORDER BY id FOR UPDATE", [list(streams)])
        for stream in sorted(streams):
            # One by one: Postgres ends a transaction in which nothing happens for long.
            if (listing := listing_of(stream)) is not None:
                for statement, values in Rows().statements([listing]):
                    cursor.execute(statement, values)

    def _select(self, rest: Composable, values: Sequence[Any], *, whole_cases: bool = False) -> list[Row]:
        """Return rows. ``whole_cases``: without cases whose text the reader may not see, for a search by words."""
        source, before = self._source(_COLUMNS)
        rows = [self._row(*row) for row in self._fetch(source + SQL(" ") + rest, [*before, *values])]
        seen = seen_rows(rows, self._sight)
        if whole_cases and seen is not rows:
            written = {row.id: row.data["case"] for row in rows}
            seen = [row for row in seen if row.data["case"] == written[row.id]]
        return seen

    def _fetch(
        self, statement: LiteralString | Composed, values: Sequence[Any] = (), *, prepare: bool | None = None
    ) -> list[tuple[Any, ...]]:
        with (
            self.recorder.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            return cursor.execute(statement, values, prepare=prepare).fetchall()

    def _row(self, *columns: Any) -> Row:
        """Return a row as it was read, with what stands for persons who were forgotten a moment ago."""
        *written, removed = columns
        row = Row(*written)
        if not removed:
            return row
        title, data = self.recorder.renamed(row.kind, row.title, row.data, partial(rename, removed=removed))
        return replace(row, title=title, data=data)

    def _source(self, columns: LiteralString) -> tuple[Composed, list[Any]]:
        """Return the query of columns of the rows as the reader sees them, without a condition, and its values."""
        texts = (_LATE, _LATE_WITHOUT) if self.late.seconds else (_NOW, _NOW_WITHOUT)
        query = SQL(texts[bool(self.late.matches)]).format(columns=SQL(columns))
        without = [list(self.late.matches)] * 2 if self.late.matches else []
        if self.late.seconds:
            late = [list(self.late.seconds), list(self.late.seconds.values()), *without]
            return query, [*late, self.late.moment, self.late.deal, self.late.club]
        return query, without


def seen_rows(rows: list[Row], sight: Sight | None) -> list[Row]:
    """Return rows with what a reader sees in the place of names, without those that it never sees."""
    if sight is None:
        return rows
    seen = []
    for row in rows:
        if (line := sight.line(row.kind, row.club, row.title, row.data)) is not None:
            title, data = line
            seen.append(row if data is row.data else replace(row, title=title, data=data))
    return seen


def _text(text: str) -> str:
    """Return a text without U+0000, which Postgres cannot store."""
    return text.replace("\0", "")


def _clean(value: Any) -> Any:
    """Return JSON values without U+0000."""
    if isinstance(value, str):
        return _text(value)
    if hasattr(value, "items"):
        return {_text(key): _clean(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(each) for each in value]
    return value
