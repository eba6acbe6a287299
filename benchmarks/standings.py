"""Standings after a result: row 9. Postgres counts the writes of a result, by its write-ahead log and statistics.

The same results are entered in a tournament of 8 pairs and in one of 256, in turn. The counts do not depend on the
machine: bytes of the server's log, flushes of it, rows, transactions. Then 200 tables report at once, and the stored
lines are compared with the events and with an independent sum.
"""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import psycopg

from benchmarks.harness import LEAST_ROUNDS, Finding, Row, Timing, at_most
from domain.ledger import Ledger
from domain.tournament.results.sheet import Count, Sheet
from domain.tournament.standings.ranked_aggregate import read
from domain.tournament.state import Draw, Pairing
from replay.tournaments.payloads import rank_entries
from store import migrations
from store.postgres import embedded
from store.settings import Settings
from store.tables.catalogue import Rows
from store.tables.standings import Lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from uuid import UUID

SMALL, LARGE = 8, 256
TABLES: Final = 200
"""The number of tables that report at once."""
WRITERS: Final = 16
SENT: Final[dict[str, Any]] = {"by": "bench", "at": "2026-02-14T20:15:09.318Z"}
TERMS: Final = {"format": "swiss", "rounds": 9, "encounter": {"race": 7}}
COUNTED: Final = """
    SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn, (SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal'),
        (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables),
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint
"""
"""The SQL of the counts so far: bytes of the server's log, flushes of it, rows, transactions that wrote."""
SAVES: Final = 3
"""The results in a round of each case."""
TURN: Final = 4
"""The rounds of a tournament; the results of the last one are measured."""


def sheet(lost: int) -> Sheet:
    """Return a score sheet in which North and South won a race to seven."""
    return Sheet((Count(tokens=7), Count(tokens=lost)))


def cup(ledger: Ledger, entries: int, rounds: int = 1) -> tuple[UUID, list[UUID]]:
    """Make a tournament in which all rounds but the last have results. Return its id and the last round's tables."""
    identity = ledger.tournaments.open(f"{entries} pairs", TERMS, "304", **SENT).id
    for n in range(1, entries + 1):
        ledger.entries.make_entry(identity, f"Pair {n}", **SENT)
    tables: list[UUID] = []
    for number in range(1, rounds + 1):
        order = [str(n) for n in range(1, entries + 1)]
        turned = order[:1] + order[number:] + order[1:number]
        pairs = zip(turned[::2], turned[1::2], strict=True)
        drawn = tuple(Pairing(table, ((one,), (other,))) for table, (one, other) in enumerate(pairs, 1))
        ledger.rounds.draw_round(identity, by_hand=Draw(number, drawn), **SENT)
        tables = ledger.tournaments.get(identity).encounters(number)
        if number < rounds:
            for table in tables:
                ledger.encounters.enter_result(table, sheet(table.int % 7), **SENT)
    return identity, tables


@dataclass(frozen=True, slots=True)
class Written:
    """The writes of the server for a save: bytes and flushes of its log, rows, transactions; and the seconds."""

    log: float
    flushes: float
    rows: float
    transactions: float
    seconds: float


class Bench:
    """A ledger with one connection to a server of its own, whose writes are counted."""

    def __init__(self, server: embedded.Embedded) -> None:
        self.settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, pool_size=1, pool_overflow=0)
        migrations.migrate(self.settings)
        self.ledger = Ledger(self.settings.environment(), Rows())
        self.owner = psycopg.connect(server.owner_dsn, autocommit=True)

    def close(self) -> None:
        self.owner.close()
        self.ledger.close()

    def measured(self, saves: Sequence[Callable[[], object]]) -> Written:
        """Return the mean writes of these saves."""
        before = self._so_far()
        began = time.perf_counter()
        for save in saves:
            save()
        seconds = time.perf_counter() - began
        means = [(after - then) / len(saves) for then, after in zip(before, self._so_far(), strict=True)]
        return Written(means[0], means[1], means[2], means[3], seconds / len(saves))

    def _so_far(self) -> list[int]:
        """Return the counts of the server's writes so far, after our connection has reported its own."""
        recorder = self.ledger.repository.recorder
        with recorder.datastore.get_connection() as connection:  # type: ignore[attr-defined]
            connection.execute("SELECT pg_stat_force_next_flush()")
        with recorder.datastore.get_connection() as connection:  # type: ignore[attr-defined]
            connection.execute("SELECT 1")
        row = self.owner.execute(COUNTED).fetchone()
        assert row is not None
        return [int(each) for each in row]


@contextmanager
def bench() -> Iterator[Bench]:
    """Yield a bench on a new server that writes no whole pages into its log, so that only the rows are counted."""
    with embedded.temporary(config={"full_page_writes": "off", "autovacuum": "off"}) as server:
        made = Bench(server)
        try:
            yield made
        finally:
            made.close()


def against(pick: Callable[[Written], float], other: str) -> Callable[[int], Finding]:
    """Return a ``run`` that compares a result among 256 pairs with one among 8, or with a save without lines."""

    def run(rounds: int) -> Finding:
        with bench() as on:
            ledger = on.ledger
            _, few = cup(ledger, SMALL, TURN)
            large, many = cup(ledger, LARGE, TURN)
            cases: dict[str, Callable[[UUID, int], object]] = {
                "256 pairs": lambda table, n: ledger.encounters.correct_result(
                    table, sheet(n % 7), f"turn {n:04}", **SENT
                ),
                "8 pairs": lambda table, n: ledger.encounters.correct_result(
                    table, sheet(n % 7), f"turn {n:04}", **SENT
                ),
                "one event": lambda table, n: ledger.encounters.change_seats(table, {"S": f"player {n:04}"}, **SENT),
            }
            tables = {"256 pairs": many[:SAVES], "8 pairs": few[:SAVES], "one event": many[-SAVES:]}
            for table in {*tables["256 pairs"], *tables["8 pairs"]}:
                ledger.encounters.enter_result(table, sheet(0), **SENT)
            taken: dict[str, list[Written]] = {name: [] for name in cases}
            for turn in range(1, rounds + 2):
                for name, save in cases.items():
                    saves = [partial(save, table, turn) for table in tables[name]]
                    written = on.measured(saves)
                    if turn > 1:
                        taken[name].append(written)
            assert ledger.tournaments.get(large).rounds
        figures = tuple(
            pick(mine) / pick(theirs) for mine, theirs in zip(taken["256 pairs"], taken[other], strict=True)
        )
        timings = tuple(
            Timing(name, "save", tuple(each.seconds for each in written)) for name, written in taken.items()
        )
        last = taken["256 pairs"][-1]
        note = f"{last.log:,.0f} B, {last.rows:g} rows, {last.transactions:g} transaction, {last.flushes:g} flush"
        return Finding(figures, timings, note)

    return run


def at_once(rounds: int) -> Finding:
    """Measure the number of wrong lines after 200 tables of 400 pairs report at once, from 16 writers."""
    with bench() as on:
        identity, tables = cup(on.ledger, 2 * TABLES)
        settings = Settings(dsn=on.settings.dsn, owner_dsn=on.settings.owner_dsn, pool_size=WRITERS)
        wrong, seconds = [], []
        with Ledger(settings.environment(), Rows()) as one, Ledger(settings.environment(), Rows()) as two:
            for turn in range(max(rounds, LEAST_ROUNDS)):
                lost = {table: (n + turn) % 7 for n, table in enumerate(tables)}
                began = time.perf_counter()
                with ThreadPoolExecutor(WRITERS) as pool:
                    done = [pool.submit(_report, (one, two)[n % 2], table, lost[table], turn) for n, table in
                            enumerate(tables)]  # fmt: skip
                    for each in done:
                        each.result()
                seconds.append((time.perf_counter() - began) / len(tables))
                wrong.append(float(_wrong(on.ledger, identity, tables, lost)))
    return Finding(tuple(wrong), (Timing("a result, 16 writers", "result", tuple(seconds)),), f"{TABLES} tables")


def _report(ledger: Ledger, table: UUID, lost: int, turn: int) -> None:
    """Enter the result of a table, or correct it in later turns, and confirm it for one side."""
    if turn:
        ledger.encounters.correct_result(table, sheet(lost), f"turn {turn}", key=f"{turn}", **SENT)
    else:
        ledger.encounters.enter_result(table, sheet(lost), key=f"{turn}", **SENT)
    ledger.encounters.confirm_result(table, turn % 2, key=f"{turn} confirmed", **SENT)


def _wrong(ledger: Ledger, identity: UUID, tables: Sequence[UUID], lost: dict[UUID, int]) -> int:
    """Return the number of lines that differ from the events, results that differ from those sent, and wrong scores."""
    tournament = ledger.tournaments.get(identity)
    stored = Counter(map(read, Lines(ledger.repository.recorder).of(identity)))  # type: ignore[arg-type]
    expected = Counter(ledger.tournaments.lines(tournament))
    wrong = sum(((stored - expected) + (expected - stored)).values())
    for table in tables:
        encounter = ledger.encounters.get(table)
        wrong += encounter.results[0].score.won != (7, lost[table])
    scores = {each.entry: each.score for each in rank_entries(tournament, stored.elements())}
    return wrong + sum(scores[str(n)] != n % 2 for n in range(1, 2 * TABLES + 1))


WHAT = "standings after a result"
ROWS = [
    Row(9, f"{WHAT}: bytes written, 256 pairs", "8 pairs", at_most(1.1), against(lambda each: each.log, "8 pairs")),
    Row(9, f"{WHAT}: rows written, 256 pairs", "8 pairs", at_most(1), against(lambda each: each.rows, "8 pairs")),
    Row(9, f"{WHAT}: flushes", "a save of one event", at_most(1.05), against(lambda each: each.flushes, "one event")),
    Row(
        9, f"{WHAT}: transactions", "a save of one event", at_most(1),
        against(lambda each: each.transactions, "one event"),
    ),
    Row(9, f"{WHAT}: time, 256 pairs", "8 pairs", at_most(1.25), against(lambda each: each.seconds, "8 pairs")),
    Row(9, f"{TABLES} tables report at once: lines lost or wrong", "", at_most(0, ""), at_once),
]  # fmt: skip
