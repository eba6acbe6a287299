"""Large values are stored, and nobody waits for ever for a statement, a transaction or a server that is stopped."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import psutil
import pytest
from eventsourcing.persistence import OperationalError, PersistenceError, StoredEvent
from psycopg.conninfo import make_conninfo

from store import migrations
from store.events.errors import DatabaseAway, NoAnswer, OutcomeUnknown
from store.events.event_recorder import Command
from store.events.factory import build
from store.events.recorder import Recorder
from store.postgres import embedded
from store.postgres.connections import BoundedConnection
from store.settings import Settings
from tests.store.test_lost_connections import Wire
from tests.waiting import end, until

Stream = Callable[..., list[StoredEvent]]

FILE = "INSERT INTO attachments (dispute_id, sha256, media_type, body) VALUES (%s, %s, 'image/jpeg', %s)"
MIB = 2**20


@pytest.fixture
def hasty(settings: Settings) -> Iterator[Recorder]:
    """A recorder with a short patience."""
    recorder = build(replace(settings, statement_timeout=0.5, transaction_timeout=1.0, pool_size=1, pool_overflow=0))
    yield recorder
    recorder.close()


def is_there(recorder: Recorder, events: list[StoredEvent]) -> bool:
    with contextlib.suppress(OperationalError):
        return recorder.select_events(events[0].originator_id) == events
    return False


def in_time(work: Callable[[], object], seconds: float) -> None:
    """Do the work, and fail where it hangs."""
    done = threading.Event()

    def run() -> None:
        work()
        done.set()

    threading.Thread(target=run, daemon=True).start()
    assert done.wait(seconds), f"not done within {seconds} s"


@pytest.mark.parametrize("size", [300 * 1024, 900 * 1024, 2 * MIB, 8 * MIB])
def test_a_large_value_is_stored_with_its_event(recorder: Recorder, stream: Stream, size: int) -> None:
    """2 MiB are what a file of evidence may have. On a Unix socket 0.9 MiB hung for good, with its transaction open."""
    body, dispute, digest = os.urandom(size), uuid4(), os.urandom(32)
    in_time(lambda: recorder.insert_events(stream(1), also=[(FILE, (dispute, digest, body))]), 20)
    with recorder.datastore.get_connection() as connection:
        row = connection.execute("SELECT body FROM attachments WHERE dispute_id = %s", [dispute]).fetchone()
    assert row is not None
    assert row["body"] == body


def test_large_events_with_a_large_command_and_many_statements_are_stored(recorder: Recorder, stream: Stream) -> None:
    events = stream(50, text="x" * 60_000)
    command = Command("import", uuid4().hex, b"f", b'"' + b"y" * MIB + b'"')
    also = [(FILE, (uuid4(), os.urandom(32), os.urandom(MIB))) for _ in range(5)]
    in_time(lambda: recorder.insert_events(events, command=command, also=also), 20)
    assert recorder.select_events(events[0].originator_id) == events
    assert recorder.find_command(command.scope, command.key) == command


def test_a_statement_that_takes_too_long_is_ended_and_undoes_its_save(hasty: Recorder, stream: Stream) -> None:
    events, started = stream(1), time.monotonic()
    with pytest.raises(OperationalError, match="statement timeout"):
        hasty.insert_events(events, also=[("SELECT pg_sleep(20)", None)])
    assert time.monotonic() - started < 5
    assert hasty.select_events(events[0].originator_id) == []


@pytest.mark.full
def test_a_transaction_that_takes_too_long_is_ended_and_undone(hasty: Recorder, stream: Stream) -> None:
    """Each of its statements is short enough."""
    events, started = stream(1), time.monotonic()
    with pytest.raises(PersistenceError, match="transaction timeout"):
        hasty.insert_events(events, also=[("SELECT pg_sleep(0.3)", None)] * 20)
    assert time.monotonic() - started < 5
    assert hasty.select_events(events[0].originator_id) == []


def test_commands_that_go_through_a_whole_book_have_longer_bounds(settings: Settings) -> None:
    recorder = build(replace(settings.for_long_work(), pool_size=1))
    with recorder.datastore.get_connection() as connection:
        bounds = connection.execute(
            "SELECT current_setting('statement_timeout') AS s, current_setting('transaction_timeout') AS t,"
            " current_setting('idle_in_transaction_session_timeout') AS i"
        ).fetchone()
    recorder.close()
    assert bounds == {"s": "5min", "t": "10min", "i": "10s"}


@pytest.mark.full
def test_a_client_that_hangs_in_the_middle_of_a_value_silences_nobody(
    settings: Settings, server: embedded.Embedded, recorder: Recorder, stream: Stream
) -> None:
    """Its transaction has recorded an event, so all readers of the record wait for its end."""
    wire = Wire(server)
    dsn = make_conninfo(settings.dsn, host=str(wire.folder))
    remote = build(replace(settings, dsn=dsn, statement_timeout=30, transaction_timeout=1.0, pool_size=1))
    remote.insert_events(stream(1))
    start, events, begun = recorder.max_notification_id(), stream(1), threading.Event()

    def hang(cursor: object) -> None:
        wire.bytes_to_pass = 100_000
        begun.set()
        cursor.execute(FILE, (uuid4(), b"", bytes(4 * MIB)))  # type: ignore[attr-defined]

    def save() -> None:
        with contextlib.suppress(PersistenceError):
            remote.insert_events(stream(1), also=hang)

    threading.Thread(target=save, daemon=True).start()
    assert begun.wait(10)
    recorder.insert_events(events)
    assert recorder.max_notification_id() == start
    until(lambda: recorder.max_notification_id() != start, 10)
    notifications = recorder.select_notifications(start, 10, inclusive_of_start=False)
    assert [each.originator_id for each in notifications] == [events[0].originator_id]
    wire.close()
    remote.close()


@contextlib.contextmanager
def stopped(server: embedded.Embedded) -> Iterator[None]:
    """A Postgres that lives and does nothing."""
    postmaster = psutil.Process(int((server.data / "postmaster.pid").read_text().split()[0]))
    processes = [postmaster, *postmaster.children()]
    for process in processes:
        process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGCONT)


@pytest.mark.full
def test_while_postgres_is_stopped_only_the_first_callers_wait_and_all_goes_on_afterwards(stream: Stream) -> None:
    with embedded.temporary(config={"shared_buffers": "16MB", "fsync": "off"}) as server:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, statement_timeout=0.5, connect_timeout=2)
        migrations.migrate(settings)
        recorder = build(settings)
        events = stream(1)
        recorder.insert_events(events)
        with stopped(server):
            started = time.monotonic()
            with pytest.raises(OutcomeUnknown) as caught:
                recorder.insert_events(stream(1))
            assert isinstance(caught.value.__cause__, OperationalError)
            assert isinstance(caught.value.__cause__.__cause__, NoAnswer)
            assert time.monotonic() - started < 6
            for _ in range(20):
                started = time.monotonic()
                with pytest.raises(OperationalError) as refused:
                    recorder.select_events(events[0].originator_id)
                assert isinstance(refused.value.__cause__, DatabaseAway)
                assert time.monotonic() - started < 0.5
        until(lambda: is_there(recorder, events), 15)
        recorder.close()


@pytest.mark.full
def test_a_server_that_is_gone_is_refused_at_once_after_the_first_wait_and_found_again_soon(stream: Stream) -> None:
    with embedded.temporary(config={"shared_buffers": "16MB", "fsync": "off"}) as server:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, patience=1, connect_timeout=1, pool_size=1)
        migrations.migrate(settings)
        recorder = build(settings)
        events = stream(1)
        recorder.insert_events(events)
        end(server)
        with pytest.raises(OperationalError):
            recorder.select_events(events[0].originator_id)
        started = time.monotonic()
        for _ in range(20):
            with pytest.raises(OperationalError):
                recorder.select_events(events[0].originator_id)
        assert time.monotonic() - started < 2
        time.sleep(8)  # by then a pool that waits twice as long after each attempt looks away for 8 s
        again = embedded.start(server.folder)
        until(lambda: is_there(recorder, events), 4)
        recorder.close()
        again.stop()


@pytest.mark.full
def test_a_pool_connects_at_once_when_the_probes_have_ended_an_outage(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own attempts would wait for a host that is cut off, and each failure doubles its pause."""
    recorder = build(replace(settings, pool_size=1, pool_overflow=0))
    recorder.max_notification_id()
    pool = recorder.datastore.pool
    is_back = threading.Event()
    attempts: list[float] = []
    connect = BoundedConnection.connect

    def count_and_connect(*arguments: Any, **named: Any) -> BoundedConnection[Any]:
        attempts.append(time.monotonic())
        return connect(*arguments, **named)

    monkeypatch.setattr(pool.outage, "_ask", lambda host: (is_back.is_set(), False))
    monkeypatch.setattr(BoundedConnection, "connect", count_and_connect)
    connection = pool.getconn()
    pool.outage.begin()
    connection.close()
    pool.putconn(connection)
    with pytest.raises(DatabaseAway):
        pool.getconn()
    time.sleep(1)
    assert attempts == []
    is_back.set()
    until(lambda: attempts)
    pool.putconn(pool.getconn())
    recorder.close()
