"""Many deals in a file: row 17 against the engine's own R (see `benchmarks.engine`), row 18 against a bare COPY.

Both read an archive on disk and measure wall time per deal, including the start of other processes. Row 17 is divided
by the number of cores that `check` uses. Row 18 imports into an embedded Postgres; the deals have no ids, so each round
imports new ones. Beside it the rows that the first import wrote are copied into tables with the same indexes.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self
from uuid import uuid4

import psycopg
from psycopg.sql import SQL, Identifier

from api.cli.imports import import_files
from api.cli.parts.checks import judge_files
from api.cli.parts.cores import count_cores
from api.clock import latest_time, now
from api.deals.import_document import ImportOptions
from api.services import Services
from benchmarks.deals import RULES, Dealt, random_deal
from benchmarks.engine import replay
from benchmarks.harness import Case, Finding, Row, Timing, at_least, race
from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.engine.rules import settle
from domain.kernel.commands import Saved
from domain.record.import_commands import NewImport
from replay.notation import DealDocument, Item, write_archived
from store import migrations
from store.postgres import embedded
from store.settings import Settings

CHECKED = 10_000
EMPTY = 21
"""Bytes of a binary COPY without a row."""
IMPORTED = 1_000


def line(dealt: Dealt) -> bytes:
    """Return the line of a deal: the acts and the settlement, without id, times and names."""
    dealer, acts = dealt
    s = RULES.start(dealer)
    for act in acts:
        RULES.apply(s, act)
    settled = settle(s)
    assert settled is not None
    items = tuple(Item(fact) for fact in (*acts, settled))
    return write_archived(DealDocument(DealOpened(plain(RULES.ruleset), dealer), items)) + b"\n"


@contextmanager
def archive(count: int) -> Iterator[tuple[str, list[Dealt]]]:
    """Write random legal deals into an archive; yield its path and the deals."""
    rng = random.Random(304)
    dealt = [random_deal(RULES, rng) for _ in range(count)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "deals.ndjson"
        path.write_bytes(b"".join(map(line, dealt)))
        yield str(path), dealt


def replay_case(dealt: list[Dealt]) -> Case:
    """Return the case of R on these deals."""

    def work() -> int:
        replay(RULES, dealt)
        return len(dealt)

    return Case("Nought R, one core", work, "deal")


def speed_per_core(ours: Timing, peer: Timing) -> tuple[float, ...]:
    """Return the peer's time divided by ours and by the number of cores, for each round."""
    return tuple(theirs / mine / count_cores() for mine, theirs in zip(ours.rounds, peer.rounds, strict=True))


def check_archive(rounds: int) -> Finding:
    """Measure `check`, without printing."""
    with archive(CHECKED) as (path, dealt):

        def work() -> int:
            judged = [deal.status for batch in judge_files([path]) for deal in batch]
            assert judged == ["good"] * CHECKED
            return CHECKED

        ours = Case("nought check, all cores", work, "deal")
        return race(ours, replay_case(dealt), compare=speed_per_core, clock=time.perf_counter)(rounds)


def tables_of(owner: psycopg.Connection[Any]) -> list[str]:
    """Return the tables of the schema."""
    named = "SELECT relname FROM pg_class WHERE relnamespace = current_schema::regnamespace AND relkind = 'r'"
    return [name for (name,) in owner.execute(named).fetchall()]


@dataclass(frozen=True, slots=True)
class TableCopy:
    """The rows of a table, as COPY writes them, and a table of the same form for them."""

    name: Identifier
    rows: bytes

    @classmethod
    def of(cls, owner: psycopg.Connection[Any], table: str) -> Self | None:
        """Read a table, and make the other; None if it is empty."""
        name = Identifier(f"copied_{table}")
        with owner.cursor().copy(SQL("COPY {} TO STDOUT (FORMAT binary)").format(Identifier(table))) as reading:
            rows = b"".join(map(bytes, reading))
        if len(rows) <= EMPTY:
            return None
        owner.execute(SQL("CREATE TABLE {} (LIKE {} INCLUDING ALL)").format(name, Identifier(table)))
        owner.commit()
        return cls(name, rows)

    def write(self, owner: psycopg.Connection[Any]) -> None:
        """Write the rows into the other table, in place of those of the round before."""
        owner.execute(SQL("TRUNCATE {}").format(self.name))
        with owner.cursor().copy(SQL("COPY {} FROM STDIN (FORMAT binary)").format(self.name)) as writing:
            writing.write(self.rows)


def import_archive(rounds: int) -> Finding:
    """Measure `import`, without printing."""
    with archive(IMPORTED) as (path, _), embedded.temporary() as server:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn)
        migrations.migrate(settings)
        with closing(Services.build(settings)) as services:

            def work() -> int:
                options = ImportOptions("benchmark", now(), latest_time())
                batch = NewImport(uuid4(), options.by, options.at)
                outcomes = [outcome for _, outcome in import_files(services, [path], options, batch)]
                assert all(isinstance(outcome, Saved) for outcome in outcomes)
                return len(outcomes)

            work()
            with psycopg.connect(settings.owner_dsn or "", options=f"-c search_path={settings.schema}") as owner:
                copies = [copy for table in tables_of(owner) if (copy := TableCopy.of(owner, table))]

                def copied() -> int:
                    for copy in copies:
                        copy.write(owner)
                    owner.commit()
                    return IMPORTED

                ours, copying = Case("nought import", work, "deal"), Case("COPY of the same rows", copied, "deal")
                return race(ours, copying, clock=time.perf_counter)(rounds)


ROWS = [
    Row(17, "check of an archive, for each core", "R on one core", at_least(0.25), check_archive),
    Row(18, "import of an archive into Postgres", "COPY of the same rows", at_least(0.4), import_archive),
]
