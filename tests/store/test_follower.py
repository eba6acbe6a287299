from __future__ import annotations

import logging
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import Notification, StoredEvent

from store.events import follower
from store.events.recorder import Recorder
from store.postgres.embedded import Embedded
from store.settings import Settings
from tests.waiting import until

Connect = Callable[[str], psycopg.Connection]
Stream = Callable[..., list[StoredEvent]]
Handle = Callable[[psycopg.Cursor, Sequence[Notification]], None]

HANDLED = "INSERT INTO handled (name, originator_id, originator_version) VALUES (%s, %s, %s)"


@pytest.fixture(scope="module", autouse=True)
def _handled(settings: Settings, server: Embedded) -> None:
    """A read model that shows an event handled twice."""
    with psycopg.connect(server.owner_dsn, options=f"-c search_path={settings.schema}") as owner:
        owner.execute("CREATE TABLE handled (name text, originator_id uuid, originator_version bigint)")
        owner.execute("GRANT SELECT, INSERT, DELETE ON handled TO nought_app")


@pytest.fixture
def name() -> str:
    return uuid4().hex


@pytest.fixture
def note(name: str) -> Handle:
    def handle(cursor: psycopg.Cursor, notifications: Sequence[Notification]) -> None:
        cursor.executemany(HANDLED, [(name, each.originator_id, each.originator_version) for each in notifications])

    return handle


@pytest.fixture
def handled(connect: Connect, server: Embedded, name: str) -> Callable[[], list[tuple[UUID, int]]]:
    query = "SELECT originator_id, originator_version FROM handled WHERE name = %s"
    connection = connect(server.dsn)
    return lambda: sorted(connection.execute(query, [name]).fetchall())


@pytest.fixture
def recorded(connect: Connect, server: Embedded) -> Callable[[], list[tuple[UUID, int]]]:
    connection = connect(server.dsn)
    return lambda: sorted(connection.execute("SELECT originator_id, originator_version FROM events").fetchall())


def test_a_follower_handles_all_in_batches_and_remembers_where_it_is(
    recorder: Recorder, stream: Stream, name: str, note: Handle, handled: Callable, recorded: Callable
) -> None:
    recorder.insert_events(stream(10))
    while follower.advance(recorder, name, note, batch=3):
        pass
    assert handled() == recorded()
    assert follower.position(recorder, name) == recorder.max_notification_id()
    assert follower.advance(recorder, name, note) == 0


def test_a_failing_batch_is_undone_and_handled_again(
    recorder: Recorder, stream: Stream, name: str, note: Handle, handled: Callable, recorded: Callable
) -> None:
    recorder.insert_events(stream(3))

    def fail(cursor: psycopg.Cursor, notifications: Sequence[Notification]) -> None:
        note(cursor, notifications)
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        follower.advance(recorder, name, fail)
    assert (handled(), follower.position(recorder, name)) == ([], 0)
    follower.advance(recorder, name, note)
    assert handled() == recorded()


def test_two_following_under_one_name_share_the_work(
    recorder: Recorder, stream: Stream, name: str, note: Handle, handled: Callable, recorded: Callable
) -> None:
    for _ in range(30):
        recorder.insert_events(stream(5))
    stop = threading.Event()
    with ThreadPoolExecutor(4) as pool:
        running = [pool.submit(follower.follow, recorder, name, note, stop=stop, batch=4, poll=0.01) for _ in range(4)]
        until(lambda: handled() == recorded())
        stop.set()
        for each in running:
            each.result()
    assert handled() == recorded()


def test_a_follower_can_begin_again(
    recorder: Recorder, stream: Stream, name: str, note: Handle, handled: Callable, recorded: Callable
) -> None:
    recorder.insert_events(stream(3))
    follower.advance(recorder, name, note)
    follower.rewind(recorder, name, lambda cursor: cursor.execute("DELETE FROM handled WHERE name = %s", [name]))
    assert (handled(), follower.position(recorder, name)) == ([], 0)
    follower.advance(recorder, name, note)
    assert handled() == recorded()


def test_a_supervised_follower_goes_on_and_its_log_quotes_no_event(
    recorder: Recorder,
    stream: Stream,
    name: str,
    note: Handle,
    handled: Callable,
    recorded: Callable,
    caplog: pytest.LogCaptureFixture,
) -> None:
    recorder.insert_events(stream(1, text="the jack of hearts"))
    failures = iter(range(3))

    def fail_at_first(cursor: psycopg.Cursor, notifications: Sequence[Notification]) -> None:
        if next(failures, None) is not None:
            raise ValueError(f"cannot read {notifications[-1].state!r}")
        note(cursor, notifications)

    stop = threading.Event()
    with caplog.at_level(logging.DEBUG), ThreadPoolExecutor(1) as pool:
        running = pool.submit(follower.supervise, recorder, name, fail_at_first, stop=stop, poll=0.01)
        until(lambda: handled() == recorded())
        stop.set()
        running.result()
    messages = [each.getMessage() for each in caplog.records if each.name == "store.events.follower"]
    assert len(messages) == 3
    assert "failed with ValueError at fail_at_first" in messages[0]
    assert "jack of hearts" not in caplog.text


@pytest.mark.full
def test_killing_a_follower_again_and_again_neither_loses_nor_doubles(
    settings: Settings,
    recorder: Recorder,
    stream: Stream,
    name: str,
    handled: Callable,
    recorded: Callable,
) -> None:
    program = textwrap.dedent(f"""
        import threading
        from store.events import follower
        from store.events.factory import build
        from store.settings import Settings

        def handle(cursor, notifications):
            for each in notifications:
                cursor.execute({HANDLED!r}, [{name!r}, each.originator_id, each.originator_version])

        recorder = build(Settings(dsn={settings.dsn!r}, schema={settings.schema!r}))
        follower.follow(recorder, {name!r}, handle, stop=threading.Event(), batch=20, poll=0.01)
    """)
    root = Path(follower.__file__).parents[2]
    stop = threading.Event()

    def write() -> None:
        """No faster than a follower can come after, whatever the disk."""
        while not stop.wait(0.005):
            recorder.insert_events(stream(3))

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        try:
            for life in range(4):
                before = len(handled())
                process = subprocess.Popen([sys.executable, "-c", program], cwd=root)
                try:
                    until(lambda before=before: len(handled()) > before)
                    time.sleep(0.1 + 0.13 * life)
                finally:
                    process.send_signal(signal.SIGKILL)
                    process.wait()
        finally:
            stop.set()
        writing.result()
    process = subprocess.Popen([sys.executable, "-c", program], cwd=root)
    until(lambda: len(handled()) >= len(recorded()), seconds=60)
    process.kill()
    process.wait()
    assert handled() == recorded()
