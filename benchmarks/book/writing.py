"""Write blocks of a book: each plays its own templates and writes copies of them in a few transactions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

import psycopg
from eventsourcing.persistence import StoredEvent
from psycopg.sql import SQL, Identifier
from psycopg.types.json import Jsonb

from benchmarks.book.copies import DAY, EventRow, LineRow, copy_match
from benchmarks.book.templates import play_match
from store.events.position import FIRST, MOST_EVENTS
from store.events.statements import Statements
from store.events.texts import Texts, text_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from psycopg import Connection

    from benchmarks.book.federation import Home
    from benchmarks.book.templates import Template

BEGAN: Final = datetime(2016, 1, 1, tzinfo=UTC)
LASTS: Final = timedelta(days=3650)
"""The years of the book."""
EVENING: Final = (17 * 3_600_000, 21 * 3_600_000)
"""When matches begin, in milliseconds of the day."""
MOST_DEALS: Final = 10_000
"""The most deals of a block."""
MOST_DISTINCT: Final = 500
"""The most different deals of a block, which its process holds in memory."""
EVENTS_TOGETHER: Final = MOST_EVENTS - 10_000
"""A transaction ends when it has more events. The last match has fewer than 10,000."""

_EVENTS: Final = (
    "COPY events (originator_id, originator_version, topic, state, notification_id, club) FROM STDIN (FORMAT binary)"
)
_TEXTS: Final = (
    "INSERT INTO texts (digest, salt, owner, letter, text)"
    " SELECT * FROM unnest(%b::bytea[], %b::bytea[], %b::uuid[], %b::text[], %b::text[]) ON CONFLICT DO NOTHING"
)
_CLUB: Final = re.compile(rb'"club":"([0-9a-f-]{36})"')
_LINES: Final = "COPY catalogue (id, kind, club_id, parent_id, created_at, title, data, traits) FROM STDIN"


class Block(NamedTuple):
    """A part of the book: ``deals`` deals, of which ``distinct`` are played, in a share of the book's years."""

    name: str
    """The seed."""
    first: int
    """The number of deals in the blocks before it."""
    deals: int
    distinct: int
    all_deals: int
    """The number of deals of the book."""


class Written(NamedTuple):
    """Counts of what was written."""

    deals: int
    distinct: int
    matches: int
    events: int


@dataclass(frozen=True)
class Writer:
    """Writes blocks into a database. It can be sent to another process."""

    dsn: str
    schema: str
    homes: tuple[Home, ...]

    def write(self, block: Block) -> Written:
        """Write a block."""
        templates = list(_play(block))
        rng = Random(f"{block.name} copies")
        matches = events = 0
        with psycopg.connect(self.dsn, autocommit=True) as connection:
            connection.execute(SQL("SET search_path TO {}").format(Identifier(self.schema)))
            texts = _texts(connection, self.schema)
            event_rows: list[EventRow] = []
            line_rows: list[LineRow] = []
            for rows, lines in self._copies(block, templates, rng):
                event_rows += rows
                line_rows += lines
                matches += 1
                if len(event_rows) > EVENTS_TOGETHER:
                    events += _save(connection, texts, event_rows, line_rows)
                    event_rows, line_rows = [], []
            events += _save(connection, texts, event_rows, line_rows)
        return Written(block.deals, min(block.deals, sum(len(each.began) for each in templates)), matches, events)

    def _copies(
        self, block: Block, templates: Sequence[Template], rng: Random
    ) -> Iterator[tuple[list[EventRow], list[LineRow]]]:
        """Yield the rows of matches, in the order of their days, until the block has all its deals."""
        written = matches = 0
        while written < block.deals:
            template = templates[matches % len(templates)]
            deals = min(len(template.began), block.deals - written)
            share = (block.first + written) / block.all_deals
            day = int((BEGAN + share * LASTS).timestamp() * 1000) // DAY * DAY
            yield copy_match(template, deals, day + rng.randrange(*EVENING), rng.choice(self.homes), rng)
            written += deals
            matches += 1


def blocks(deals: int, distinct: int, seed: str) -> list[Block]:
    """Divide a book into blocks."""
    count = max(-(-deals // MOST_DEALS), -(-distinct // MOST_DISTINCT))
    parts = [(deals * n // count, deals * (n + 1) // count) for n in range(count)]
    return [
        Block(f"{seed} {n}", first, end - first, max(1, round(distinct / count)), deals)
        for n, (first, end) in enumerate(parts)
    ]


def _play(block: Block) -> Iterator[Template]:
    """Yield matches until the block has enough different deals."""
    played = number = 0
    while played < block.distinct:
        template = play_match(f"{block.name} {number}")
        yield template
        played += len(template.began)
        number += 1


def _texts(connection: Connection[tuple[object, ...]], schema: str) -> Texts:
    """Return what puts digests in the place of names, as `store.events.recorder` does."""

    def read(statement: bytes, parameters: Sequence[object]) -> list[tuple[object, ...]]:
        with connection.cursor(binary=True) as cursor:
            return cursor.execute(statement, parameters).fetchall()

    return Texts(Statements(schema), read, read)


def _save(
    connection: Connection[tuple[object, ...]], texts: Texts, events: Sequence[EventRow], lines: Sequence[LineRow]
) -> int:
    """Write rows in one transaction, with positions as `store.events.recorder` gives them. Return how many events."""
    stored = [StoredEvent(*event) for event in events]
    begun = [event for event in stored if event.originator_version == 1]
    clubs = {UUID(str(event.originator_id)): _club_of(event) for event in begun}
    sealed, of, apart = texts.seal(stored, clubs)
    with connection.transaction(), connection.cursor() as cursor:
        cursor.execute(_TEXTS, text_columns(apart))
        row = cursor.execute(SQL("SELECT {} FROM anchor").format(FIRST)).fetchone()
        assert row is not None
        first = int(str(row[0]))
        with cursor.copy(_EVENTS) as copy:
            copy.set_types(["uuid", "int8", "text", "bytea", "int8", "uuid"])
            for position, (event, club) in enumerate(zip(sealed, of, strict=True), first):
                copy.write_row(
                    (event.originator_id, event.originator_version, event.topic, event.state, position, club)
                )
        with cursor.copy(_LINES) as copy:
            copy.set_types(["uuid", "text", "uuid", "uuid", "timestamptz", "text", "jsonb", "text[]"])
            for line in sorted(lines):
                copy.write_row((*line[:-2], Jsonb(line.data, dumps=str), list(line.traits)))
    return len(events)


def _club_of(first: StoredEvent) -> UUID | None:
    """Return the club that the first event of a stream names."""
    club = _CLUB.search(first.state)
    return UUID(club[1].decode()) if club else None
