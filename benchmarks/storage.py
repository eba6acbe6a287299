"""Row 19: the bytes of a deal in Postgres, everything counted, against its line in an archive, gzip off.

A generated book (`benchmarks.book`) is filled: events, lists, log, all indexes, and the free space in them. The archive
has the times and the names of a deal, as `nought export` writes them.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Final

import psycopg
from psycopg.sql import SQL, Identifier

from api.services import Services
from benchmarks.book.filling import Plan, fill
from benchmarks.harness import Finding, Row, at_most
from replay.notation import document_of, write_archived
from store.postgres import embedded
from store.settings import Settings

if TYPE_CHECKING:
    from uuid import UUID

PLAN: Final = Plan(deals=5000, distinct=500)
LARGEST: Final = 6
"""The tables and indexes that the note names."""


def table_sizes(settings: Settings) -> dict[str, int]:
    """Return the bytes of each table and index of a book, with what Postgres keeps beside it."""
    sizes = SQL(
        "SELECT relname, pg_relation_size(c.oid) + coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0)"
        " FROM pg_class AS c WHERE relnamespace = %s::regnamespace AND relkind IN ('r', 'i')"
    )
    with psycopg.connect(settings.dsn) as connection:
        schema = Identifier(settings.schema).as_string(connection)
        return dict(connection.execute(sizes, [schema]).fetchall())


def archive_size(services: Services, deals: list[UUID]) -> int:
    """Return the bytes of the archive of some deals."""
    history = services.ledger.repository.history
    return sum(len(write_archived(document_of(history(deal), str(deal)))) + 1 for deal in deals)


def measure(_: int) -> Finding:
    """Fill a book, and compare its size with that of its archive. The figure is the same each time."""
    with embedded.temporary() as server:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn)
        for _step in fill(settings, PLAN):
            pass
        sizes = table_sizes(settings)
        with closing(Services.build(settings)) as services:
            archive = archive_size(services, [row.id for row in services.catalogue.rows("deal")])
    largest = sorted(sizes.items(), key=lambda each: -each[1])[:LARGEST]
    parts = ", ".join(f"{name} {size / PLAN.deals:,.0f}" for name, size in largest)
    note = f"bytes a deal: archive {archive / PLAN.deals:,.0f}, book {sum(sizes.values()) / PLAN.deals:,.0f} ({parts})"
    return Finding((sum(sizes.values()) / archive,), (), note)


ROWS = [Row(19, "bytes in Postgres a deal, everything counted", "its archive line, gzip off", at_most(8), measure)]
