"""Writing events to Postgres: rows 6 and 7. Wall time, since the writers wait for a disk.

An embedded Postgres with fsync on; our recorder, as the ledger uses it, is compared with raw psycopg on a table of the
same shape. On some machines fsync returns at once, so that only the processors' work is compared. So each row is
measured a second time with flushes of the log that take 1 ms longer (``commit_delay``), as on a slow disk.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Self
from uuid import UUID, uuid4

import psycopg
from eventsourcing.persistence import StoredEvent

from benchmarks.harness import Case, Row, at_least, at_most, cost, race, speed
from store import migrations
from store.events.factory import build
from store.postgres import embedded
from store.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.harness import Finding, Timing

    Stream = list[StoredEvent]
    Save = Callable[[Stream], object]

TOPIC: Final = "nought.Deal.CardPlayed"
STATE: Final = b'{"at":"2026-02-14T20:15:09.318Z","by":"019b1d2c","card":"JH","face_down":false,"ply":37,"seat":"N"}'
DEAL: Final = 80
"""The events of a whole deal."""
SAVES: Final = 25
"""The saves of each writer in a round."""
TIMES: Final = 4
"""The rounds made for each requested one, since a disk and a server are noisier than a processor."""
CROWD: Final = 8
"""The number of writers at once."""

PLAIN_TABLE: Final = """
    CREATE TABLE plain (
        originator_id uuid NOT NULL, originator_version bigint NOT NULL, topic text NOT NULL,
        state bytea NOT NULL, notification_id bigserial, PRIMARY KEY (originator_id, originator_version));
    CREATE UNIQUE INDEX ON plain (notification_id);
"""
PLAIN_INSERT: Final = """
    INSERT INTO plain (originator_id, originator_version, topic, state)
    VALUES (%s, %s, %s, %b) RETURNING notification_id
"""


class Writers:
    """Writers that save to the record book for some rounds."""

    def __init__(self, settings: Settings, rounds: int) -> None:
        self.rounds = rounds
        self.recorder = build(settings)
        self.pool = ThreadPoolExecutor(CROWD)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        self.pool.shutdown()
        self.recorder.close()

    def ours(self, writers: int = 1, events: int = 1) -> Case:
        """Return the case of our recorder: streams of ``events`` events, each stream in one save."""
        what = f"{events} events" if events > 1 else "one event"
        return self._case(f"ours, {what}", [self.recorder.insert_events] * writers, events)

    def _case(self, name: str, writers: Sequence[Save], events: int) -> Case:
        """Return a case in which all writers save at once, in threads; the events are made before the clock runs."""
        work = iter(
            [[[_stream(events) for _ in range(SAVES)] for _ in writers] for _ in range(self.rounds + 1)],
        )

        def save_all() -> int:
            at_work = [self.pool.submit(_write, save, mine) for save, mine in zip(writers, next(work), strict=True)]
            for each in at_work:
                each.result()
            return SAVES * len(writers)

        return Case(f"{name}, {len(writers)} writers" if len(writers) > 1 else name, save_all, "save")


class Bench(Writers):
    """Writers of a database that also has a plain table, and raw psycopg to fill it."""

    def __init__(self, server: embedded.Embedded, rounds: int) -> None:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, pool_size=CROWD)
        migrations.migrate(settings)
        with psycopg.connect(server.owner_dsn) as owner:
            owner.execute(PLAIN_TABLE)
        super().__init__(settings, rounds)
        self.plain = [psycopg.connect(server.owner_dsn) for _ in range(CROWD)]
        self.plain_in_one_step = [psycopg.connect(server.owner_dsn, autocommit=True) for _ in range(CROWD)]

    def close(self) -> None:
        for connection in (*self.plain, *self.plain_in_one_step):
            connection.close()
        super().close()

    def raw(self, writers: int = 1) -> Case:
        """Return the case of a one-row INSERT, then COMMIT."""
        return self._case("psycopg, INSERT + COMMIT", [_raw(each) for each in self.plain[:writers]], 1)

    def raw_in_one_step(self, writers: int = 1) -> Case:
        """Return the case of a one-row INSERT in autocommit: one round trip, as ours."""
        connections = self.plain_in_one_step[:writers]
        return self._case("psycopg, INSERT in autocommit", [_raw(each) for each in connections], 1)


@contextmanager
def bench(rounds: int, flush_ms: float) -> Iterator[Bench]:
    """Yield a bench on a new server whose flushes take ``flush_ms`` milliseconds longer than the disk needs."""
    config = {"commit_delay": str(round(flush_ms * 1000)), "commit_siblings": "0"} if flush_ms else {}
    with embedded.temporary(config=config) as server, Bench(server, rounds) as made:
        yield made


def _raw(connection: psycopg.Connection) -> Save:
    """Return a function that inserts one row and commits; in autocommit the insert commits itself."""

    def save(events: Stream) -> None:
        (event,) = events
        row = (event.originator_id, event.originator_version, event.topic, event.state)
        connection.execute(PLAIN_INSERT, row, prepare=True).fetchone()
        if not connection.autocommit:
            connection.commit()

    return save


def _write(save: Save, streams: list[Stream]) -> None:
    for stream in streams:
        save(stream)


def _stream(events: int) -> Stream:
    """Return the events of a new stream, whose id begins with the time, as the ids of deals do."""
    stream = UUID(int=time.time_ns() // 1_000_000 << 80 | 7 << 76 | uuid4().int % 2**76)
    return [StoredEvent(stream, version, TOPIC, STATE) for version in range(1, events + 1)]


def appends(writers: int, flush_ms: float = 0.0) -> Callable[[int], Finding]:
    """Return the ``run`` of row 6: our saves a second against psycopg's. Autocommit is timed only."""

    def run(rounds: int) -> Finding:
        with bench(TIMES * rounds, flush_ms) as on:
            return _race(on, speed, on.ours(writers), on.raw(writers), on.raw_in_one_step(writers))

    return run


def whole_deals(flush_ms: float = 0.0) -> Callable[[int], Finding]:
    """Return the ``run`` of row 7: the time of a save of a whole deal, in saves of one event."""

    def run(rounds: int) -> Finding:
        with bench(TIMES * rounds, flush_ms) as on:
            return _race(on, cost, on.ours(events=DEAL), on.ours())

    return run


def _race(on: Bench, compare: Callable[[Timing, Timing], tuple[float, ...]], *cases: Case) -> Finding:
    return race(*cases, compare=compare, clock=time.perf_counter)(on.rounds)


ONE, MANY, SLOW = "append one event durably", f"the same, {CROWD} writers", "; a flush takes 1 ms"
WHOLE = f"a whole deal ({DEAL} events) in one save"
RAW = "psycopg, INSERT + COMMIT"

ROWS = [
    Row(6, ONE, RAW, at_least(0.6), appends(1)),
    Row(6, ONE + SLOW, RAW, at_least(0.6), appends(1, flush_ms=1)),
    Row(6, MANY, RAW, at_least(0.4), appends(CROWD)),
    Row(6, MANY + SLOW, RAW, at_least(0.4), appends(CROWD, flush_ms=1)),
    Row(7, WHOLE, "a save of one event", at_most(2), whole_deals()),
    Row(7, WHOLE + SLOW, "a save of one event", at_most(2), whole_deals(flush_ms=1)),
]
