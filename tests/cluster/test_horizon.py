"""Readers of a standby miss no event either, although it may show commits in another order than the leader.

store/events/position.py, "Nothing is missed": the argument needs only that the snapshot's xmin is the lowest
transaction that may still commit. On a standby it comes from the transactions of which the write-ahead log has told so
far.
"""

from __future__ import annotations

import os
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent
from psycopg.conninfo import make_conninfo

from scripts.cluster import SIZE, Cluster
from store.events.event_recorder import columns
from store.events.factory import build
from store.events.recorder import Recorder
from store.events.texts import text_columns
from store.settings import Settings
from tests.waiting import until

pytestmark = pytest.mark.full

EVENTS = 1_000_000 if os.environ.get("NOUGHT_FULL") else 20_000
SLOW, QUICK = 4, 4
LIMIT = 2000
SUBTRANSACTIONS = 70
"""More than Postgres notes of one transaction: then a standby's snapshots are made in another way."""


def events_of(stream: UUID, first: int, count: int) -> list[StoredEvent]:
    return [StoredEvent(stream, first + place, "test.Happened", b"{}") for place in range(count)]


class Writers:
    """Writers until enough events are recorded."""

    def __init__(self, recorder: Recorder, dsn: str, schema: str) -> None:
        self.recorder, self.dsn, self.schema = recorder, dsn, schema
        self.contested = [uuid4() for _ in range(3)]
        self.count = 0
        self._lock = threading.Lock()

    def _add(self, count: int) -> None:
        with self._lock:
            self.count += count

    def write_slowly(self, number: int) -> None:
        """With pauses between the transaction's id, its events and its commit; some are rolled back."""
        chance, stream, version = random.Random(number), uuid4(), 1
        with psycopg.connect(self.dsn, autocommit=True, options=f"-c search_path={self.schema}") as connection:
            while self.count < EVENTS:
                events = events_of(stream, version, chance.randint(1, 12))
                with connection.transaction():
                    connection.execute("SELECT pg_current_xact_id()")
                    if chance.random() < 0.02:
                        self._write_subtransactions(connection)
                    _pause(chance)
                    connection.execute(
                        self.recorder.sql.insert,
                        [*text_columns([]), *columns(events, [None] * len(events))],
                        prepare=True,
                    )
                    _pause(chance)
                    if chance.random() < 0.1:
                        raise psycopg.Rollback
                    version += len(events)
                    self._add(len(events))

    def _write_subtransactions(self, connection: psycopg.Connection) -> None:
        for _ in range(SUBTRANSACTIONS):
            with connection.transaction():
                connection.execute("INSERT INTO commands VALUES ('test', %s, '', '')", [uuid4().hex])

    def write_quickly(self, number: int) -> None:
        """As the application does, to streams that others write to."""
        chance = random.Random(number)
        while self.count < EVENTS:
            stream = chance.choice(self.contested)
            events = events_of(stream, (self.recorder.latest_version(stream) or 0) + 1, chance.randint(1, 12))
            try:
                self.recorder.insert_events(events)
            except IntegrityError:
                continue
            self._add(len(events))


def _pause(chance: random.Random) -> None:
    if chance.random() < 0.5:
        time.sleep(chance.expovariate(300))


def follow(reader: Recorder, has_all: threading.Event, *, routed: bool = False) -> list[int]:
    """Return the positions of all events in the order in which a reader got them."""
    positions: list[int] = []
    after = 0
    while True:
        done = has_all.is_set()
        if routed:
            with reader.reading():
                batch = reader.select_notifications(after, LIMIT, inclusive_of_start=False)
        else:
            batch = reader.select_notifications(after, LIMIT, inclusive_of_start=False)
        positions += [each.id for each in batch]
        after = positions[-1] if positions else 0
        if done and not batch:
            return positions
        if not batch:
            time.sleep(0.002)


def test_readers_of_each_standby_and_of_all_together_miss_nothing(cluster: Cluster, settings: Settings) -> None:
    """One reader follows each standby; one goes to whichever is new enough, or to the leader."""
    recorder = build(settings)
    leader = cluster.leader()
    standbys = []
    for node in range(SIZE):
        if node != leader:
            dsn = make_conninfo(
                cluster.dsn, host="127.0.0.1", port=str(cluster.state.postgres[node]), target_session_attrs="standby"
            )
            until(lambda dsn=dsn: _has_schema(dsn, settings.schema))
            standbys.append(build(replace(settings, dsn=dsn)))
    routed = build(replace(settings, read_dsn=cluster.read_dsn))
    writers = Writers(recorder, settings.dsn, settings.schema)
    has_all = threading.Event()
    with ThreadPoolExecutor(SLOW + QUICK + 3) as pool:
        stories = [pool.submit(follow, each, has_all) for each in standbys]
        stories.append(pool.submit(follow, routed, has_all, routed=True))
        try:
            work = [pool.submit(writers.write_slowly, number) for number in range(SLOW)]
            work += [pool.submit(writers.write_quickly, number) for number in range(QUICK)]
            for each in work:
                each.result()
            recorded = [row[0] for row in recorder.read(b"SELECT notification_id FROM events ORDER BY 1", [])]
            for standby in standbys:
                until(lambda standby=standby: (standby.max_notification_id() or 0) >= recorded[-1])
        finally:
            has_all.set()
        followed = [each.result() for each in stories]
    assert len(recorded) == writers.count >= EVENTS
    for positions in followed:
        assert positions == recorded
    for each in (recorder, routed, *standbys):
        each.close()


def _has_schema(dsn: str, schema: str) -> bool:
    """Return whether a standby has the schema; it may be so far behind that it lacks the whole database."""
    try:
        with psycopg.connect(dsn) as connection:
            return connection.execute("SELECT to_regclass(%s)", [f"{schema}.terms"]).fetchone() != (None,)
    except psycopg.OperationalError:
        return False
