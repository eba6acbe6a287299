"""A follower of the positions misses nothing, sees nothing twice, and sees each stream in order."""

from __future__ import annotations

import os
import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from uuid import UUID

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from store.events.event_recorder import columns
from store.events.recorder import Recorder
from store.events.texts import text_columns
from store.postgres.embedded import Embedded

Connect = Callable[[str], psycopg.Connection]
Stream = Callable[..., list[StoredEvent]]

SECONDS = 6 if os.environ.get("NOUGHT_FULL") else 2
WRITERS = 8


def streams_after(recorder: Recorder, after: int | None) -> list[UUID | str]:
    notifications = recorder.select_notifications(after, 1000, inclusive_of_start=False)
    return [each.originator_id for each in notifications]


@contextmanager
def transaction(connection: psycopg.Connection) -> Iterator[psycopg.Connection]:
    """A transaction that has its id and has recorded nothing yet."""
    with connection.transaction():
        connection.execute("SELECT pg_current_xact_id()")
        yield connection


@pytest.mark.parametrize("ends", ["commits", "rolls back"])
def test_no_event_is_shown_while_an_earlier_transaction_may_still_record(
    recorder: Recorder, connect: Connect, server: Embedded, stream: Stream, ends: str
) -> None:
    """The case that a sequence gets wrong: the first transaction records second and ends last."""
    start = recorder.max_notification_id()
    first, second = stream(1), stream(1)
    with transaction(connect(server.dsn)) as early:
        recorder.insert_events(second)
        assert streams_after(recorder, start) == []
        assert recorder.max_notification_id() == start
        early.execute(recorder.sql.insert, [*text_columns([]), *columns(first, [None])])
        assert streams_after(recorder, start) == []
        if ends == "rolls back":
            raise psycopg.Rollback
    expected = [*first, *second] if ends == "commits" else second
    assert streams_after(recorder, start) == [each.originator_id for each in expected]


def test_a_transaction_that_only_reads_holds_nobody_back(
    recorder: Recorder, connect: Connect, server: Embedded, stream: Stream
) -> None:
    start = recorder.max_notification_id()
    reader, events = connect(server.dsn), stream(1)
    with reader.transaction():
        reader.execute("SELECT count(*) FROM events")
        recorder.insert_events(events)
        assert streams_after(recorder, start) == [events[0].originator_id]


@pytest.mark.full
def test_eight_writers_with_pauses_and_five_followers(
    recorder: Recorder, connect: Connect, server: Embedded, stream: Stream
) -> None:
    """Each pause that could open a gap is drawn at random: after the transaction's id, before the commit."""
    stop_writing, written_all = threading.Event(), threading.Event()
    contested = [stream(1)[0].originator_id for _ in range(3)]

    def pause(chance: random.Random) -> None:
        if chance.random() < 0.5:
            time.sleep(chance.expovariate(200))

    def write_slowly(connection: psycopg.Connection, number: int) -> int:
        chance, own, version, written = random.Random(number), stream(1)[0].originator_id, 1, 0
        while not stop_writing.is_set():
            events = stream(chance.randint(1, 4), of=own, start=version)
            with connection.transaction():
                connection.execute("SELECT pg_current_xact_id()")
                pause(chance)
                connection.execute(
                    recorder.sql.insert, [*text_columns([]), *columns(events, [None] * len(events))], prepare=True
                )
                pause(chance)
                if chance.random() < 0.1:
                    raise psycopg.Rollback
                version += len(events)
                written += len(events)
        return written

    def write_as_the_application_does(number: int) -> int:
        chance, written = random.Random(number), 0
        while not stop_writing.is_set():
            of = chance.choice(contested)
            events = stream(chance.randint(1, 3), of=of, start=(recorder.latest_version(of) or 0) + 1)
            try:
                recorder.insert_events(events)
                written += len(events)
            except IntegrityError:
                continue
        return written

    def follow(limit: int) -> list[tuple[int, UUID | str, int]]:
        read_events: list[tuple[int, UUID | str, int]] = []
        while True:
            done = written_all.is_set()
            batch = recorder.select_notifications(
                read_events[-1][0] if read_events else start, limit, inclusive_of_start=False
            )
            read_events += [(each.id, each.originator_id, each.originator_version) for each in batch]
            if done and not batch:
                return read_events

    start = recorder.max_notification_id() or 0
    with ThreadPoolExecutor(WRITERS + 5) as pool:
        slow = [pool.submit(write_slowly, connect(server.dsn), n) for n in range(WRITERS - 3)]
        quick = [pool.submit(write_as_the_application_does, n) for n in range(3)]
        followers = [pool.submit(follow, limit) for limit in (1, 7, 50, 500, 500)]
        time.sleep(SECONDS)
        stop_writing.set()
        written = sum(each.result() for each in (*slow, *quick))
        written_all.set()
        stories = [each.result() for each in followers]

    query = """
        SELECT notification_id, originator_id, originator_version FROM events
        WHERE notification_id > %s ORDER BY 1
    """
    recorded = connect(server.dsn).execute(query, [start]).fetchall()
    assert len(recorded) == written > 500
    for story in stories:
        assert story == recorded
    versions: dict[UUID | str, list[int]] = defaultdict(list)
    for _, of, version in recorded:
        versions[of].append(version)
    assert all(each == list(range(1, len(each) + 1)) for each in versions.values())
