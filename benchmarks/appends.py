"""Rows 6 and 7: what a durable append costs, against raw psycopg on a table of the same shape.

    python -m benchmarks.appends [--rounds N] [--flush-ms MS]

An embedded Postgres with fsync on; the cases are interleaved in every round, and each figure is the median
of the rounds. ``--flush-ms`` adds a delay to every flush of the log (``commit_delay``), as a disk has that
really waits: on machines whose fsync returns at once only the work of the processors is compared.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import psycopg
from eventsourcing.persistence import StoredEvent

from store import embedded, migrations
from store.factory import build
from store.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from store.recorder import Recorder

    Save = Callable[[list[StoredEvent]], object]

TOPIC = "nought.Deal.CardPlayed"
STATE = b'{"at":"2026-02-14T20:15:09.318Z","by":"019b1d2c","card":"JH","face_down":false,"ply":37,"seat":"N"}'
DEAL = 80
"""Events of a whole deal."""

PLAIN_TABLE = """
    CREATE TABLE plain (
        originator_id uuid NOT NULL, originator_version bigint NOT NULL, topic text NOT NULL,
        state bytea NOT NULL, notification_id bigserial, PRIMARY KEY (originator_id, originator_version));
    CREATE UNIQUE INDEX ON plain (notification_id);
"""
PLAIN_INSERT = """
    INSERT INTO plain (originator_id, originator_version, topic, state)
    VALUES (%s, %s, %s, %b) RETURNING notification_id
"""


def measure(*, rounds: int = 7, saves: int = 200, flush_ms: float = 0.0) -> dict[str, float]:
    """Seconds for one save, by case: raw and ours with 1 and 8 writers, and a whole deal in one save.

    ``saves`` is how often each writer saves in a round.
    """
    config = {"commit_delay": str(round(flush_ms * 1000)), "commit_siblings": "0"} if flush_ms else {}
    with embedded.temporary(config=config) as server:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, pool_size=8)
        migrations.migrate(settings)
        with psycopg.connect(server.owner_dsn) as owner:
            owner.execute(PLAIN_TABLE)
        recorder = build(settings)
        try:
            return _measure(server.owner_dsn, recorder, rounds, saves)
        finally:
            recorder.close()


def _measure(raw_dsn: str, recorder: Recorder, rounds: int, saves: int) -> dict[str, float]:
    two_steps = [psycopg.connect(raw_dsn) for _ in range(8)]
    one_step = [psycopg.connect(raw_dsn, autocommit=True) for _ in range(8)]
    ours: list[Save] = [recorder.insert_events] * 8
    cases: dict[str, tuple[list[Save], int]] = {
        "raw, 1 writer": ([_raw(two_steps[0])], 1),
        "raw in autocommit, 1 writer": ([_raw(one_step[0])], 1),
        "ours, 1 writer": (ours[:1], 1),
        "ours, a whole deal": (ours[:1], DEAL),
        "raw, 8 writers": ([_raw(each) for each in two_steps], 1),
        "raw in autocommit, 8 writers": ([_raw(each) for each in one_step], 1),
        "ours, 8 writers": (ours, 1),
    }
    seconds: dict[str, list[float]] = {name: [] for name in cases}
    for turn in range(rounds + 1):
        for name, (writers, events) in cases.items():
            taken = _run(writers, saves, events)
            if turn:  # the first round warms caches and prepares statements
                seconds[name].append(taken)
    for connection in (*two_steps, *one_step):
        connection.close()
    return {name: median(taken) for name, taken in seconds.items()}


def _raw(connection: psycopg.Connection) -> Save:
    """A writer that inserts one row and commits; in autocommit the insert is the commit."""

    def save(events: list[StoredEvent]) -> None:
        (event,) = events
        row = (event.originator_id, event.originator_version, event.topic, event.state)
        connection.execute(PLAIN_INSERT, row, prepare=True).fetchone()
        if not connection.autocommit:
            connection.commit()

    return save


def _run(writers: list[Save], saves: int, events: int) -> float:
    """Seconds of wall time for one save, with all writers at work at once in threads."""
    work = [[_stream(events) for _ in range(saves)] for _ in writers]

    def write(save: Save, streams: list[list[StoredEvent]]) -> None:
        for stream in streams:
            save(stream)

    with ThreadPoolExecutor(len(writers)) as pool:
        started = time.perf_counter()
        for done in [pool.submit(write, save, streams) for save, streams in zip(writers, work, strict=True)]:
            done.result()
        return (time.perf_counter() - started) / (saves * len(writers))


def _stream(events: int) -> list[StoredEvent]:
    """The events of a new stream, whose id begins with the time, as deals' ids do."""
    stream = UUID(int=time.time_ns() // 1_000_000 << 80 | 7 << 76 | uuid4().int % 2**76)
    return [StoredEvent(stream, version, TOPIC, STATE) for version in range(1, events + 1)]


def ratios(seconds: dict[str, float]) -> dict[str, tuple[float, str]]:
    """Each row's ratio and its bar. For row 6 saves per second against raw's, for row 7 the cost."""
    return {
        "6: one event, 1 writer": (seconds["raw, 1 writer"] / seconds["ours, 1 writer"], "≥ 0.6"),
        "6: one event, 8 writers": (seconds["raw, 8 writers"] / seconds["ours, 8 writers"], "≥ 0.4"),
        "7: a whole deal / one event": (seconds["ours, a whole deal"] / seconds["ours, 1 writer"], "≤ 2"),
        "7: a whole deal / raw's one event": (
            seconds["ours, a whole deal"] / seconds["raw, 1 writer"],
            "",
        ),
        "stricter: 1 writer / raw in autocommit": (
            seconds["raw in autocommit, 1 writer"] / seconds["ours, 1 writer"],
            "",
        ),
        "stricter: 8 writers / raw in autocommit": (
            seconds["raw in autocommit, 8 writers"] / seconds["ours, 8 writers"],
            "",
        ),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.appends", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--flush-ms", type=float, default=0.0)
    arguments = parser.parse_args()
    seconds = measure(rounds=arguments.rounds, flush_ms=arguments.flush_ms)
    for case, taken in seconds.items():
        print(f"{case:<42} {taken * 1000:7.3f} ms a save {1 / taken:9,.0f} saves/s")
    print()
    for row, (ratio, bar) in ratios(seconds).items():
        print(f"{row:<42} {ratio:7.2f} {bar}")


if __name__ == "__main__":
    main()
