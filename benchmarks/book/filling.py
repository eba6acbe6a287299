"""Fill an empty record book: clubs by the ledger's commands, deals in blocks on all cores, the log by its keeper."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import psycopg
from psycopg.sql import SQL, Identifier

from api.cli.parts.cores import map_on_all_cores
from api.cli.parts.progress import show_progress
from api.services import Services
from benchmarks.book.federation import homes, record_home
from benchmarks.book.writing import BEGAN, Writer, Written, blocks
from store.migrations import migrate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from store.settings import Settings

TABLES = ("events", "catalogue", "log_leaves", "log_tiles")
"""The tables whose statistics the planner needs."""


class Step(NamedTuple):
    """A step of the work that is done."""

    what: str
    seconds: float


@dataclass(frozen=True)
class Plan:
    """The content of a book to fill."""

    deals: int
    distinct: int
    """The number of deals that are played; the others are copies."""
    seed: str = "304"
    has_log: bool = True


def fill(settings: Settings, plan: Plan) -> Iterator[Step]:
    """Fill the empty book of the settings, as the plan says. Yield each step when it is done."""
    migrate(settings)
    settings = settings.for_long_work()
    with closing(Services.build(settings)) as services:
        clubs = homes(plan.deals, plan.seed, BEGAN)
        began = monotonic()
        with show_progress("clubs", len(clubs)) as work:
            for home in clubs:
                record_home(services.ledger, home, BEGAN)
                work.advance()
        yield Step(f"{len(clubs):,} clubs", monotonic() - began)

        began = monotonic()
        writer = Writer(settings.dsn, settings.schema, tuple(clubs))
        total = Written(0, 0, 0, 0)
        with show_progress("deals", plan.deals) as work:
            for part in map_on_all_cores(writer.write, blocks(plan.deals, plan.distinct, plan.seed)):
                work.advance(part.deals)
                total = Written(*map(sum, zip(total, part, strict=True)))
        deals = f"{total.deals:,} deals ({total.distinct:,} distinct) in {total.matches:,} matches"
        yield Step(f"{deals}, {total.events:,} events", monotonic() - began)

        if plan.has_log:
            began = monotonic()
            keeper = services.log_keeper("book.example")
            with show_progress("log", services.log.events_count()) as work:
                leaves, _ = keeper.grow(work.advance)
            keeper.checkpoint()
            yield Step(f"{leaves:,} leaves of the log", monotonic() - began)

    began = monotonic()
    with psycopg.connect(settings.owner_dsn or settings.dsn, autocommit=True) as connection:
        for table in TABLES:
            connection.execute(SQL("VACUUM (ANALYZE) {}").format(Identifier(settings.schema, table)))
    yield Step("vacuumed and analysed", monotonic() - began)
