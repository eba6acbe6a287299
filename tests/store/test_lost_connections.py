"""A lost connection costs time, never an event, and never a false answer."""

from __future__ import annotations

import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent
from psycopg.conninfo import make_conninfo

from store import migrations
from store.events import follower
from store.events.errors import OutcomeUnknown
from store.events.event_recorder import Command
from store.events.factory import build
from store.events.recorder import Recorder
from store.postgres import embedded
from store.settings import Settings

Stream = Callable[..., list[StoredEvent]]
SOCKET = ".s.PGSQL.5432"


class Wire:
    """Between the application and the server: it can be cut after the server did what it was asked."""

    def __init__(self, server: embedded.Embedded) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="wire-"))
        self.answers = self.answers_to_pass = self.answers_to_swallow = 0
        self.bytes_to_pass: int | None = None
        self._target = str(server.socket_dir / SOCKET)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.folder / SOCKET))
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(self._target)
            threading.Thread(target=self._connect, args=(client, server), daemon=True).start()

    def _connect(self, client: socket.socket, server: socket.socket) -> None:
        with client, server:
            asking = threading.Thread(target=self._carry, args=(client, server, False), daemon=True)
            asking.start()
            self._carry(server, client, True)
            asking.join()

    def _carry(self, source: socket.socket, sink: socket.socket, answers: bool) -> None:
        try:
            while data := source.recv(65536):
                self.answers += answers
                if not answers and self.bytes_to_pass is not None:
                    sink.sendall(data[: self.bytes_to_pass])
                    self.bytes_to_pass -= min(len(data), self.bytes_to_pass)
                    continue
                if answers and self.answers_to_pass:
                    self.answers_to_pass -= 1
                elif answers and self.answers_to_swallow:
                    self.answers_to_swallow -= 1
                    break
                sink.sendall(data)
        except OSError:
            pass
        for each in (source, sink):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        (self.folder / SOCKET).unlink()
        self.folder.rmdir()


@pytest.fixture
def wire(server: embedded.Embedded) -> Iterator[Wire]:
    wire = Wire(server)
    yield wire
    wire.close()


@pytest.fixture
def remote(settings: Settings, wire: Wire, stream: Stream) -> Iterator[Recorder]:
    """A recorder at the other end of the wire, with one connection on which all is prepared."""
    dsn = make_conninfo(settings.dsn, host=str(wire.folder))
    recorder = build(replace(settings, dsn=dsn, pool_size=1, pool_overflow=0, connect_timeout=2))
    for command in (None, Command("warm", uuid4().hex, b"", b"")):
        recorder.insert_events(stream(1), command=command)
    recorder.select_events(uuid4())
    yield recorder
    wire.answers_to_swallow = 0
    recorder.close()


@pytest.mark.parametrize("with_command", [False, True], ids=["no command", "a command"])
@pytest.mark.parametrize("also", [None, [("SELECT 1", None)]], ids=["alone", "with a read model"])
def test_a_save_whose_answer_was_lost_is_the_success_it_was(
    wire: Wire,
    remote: Recorder,
    recorder: Recorder,
    stream: Stream,
    monkeypatch: pytest.MonkeyPatch,
    with_command: bool,
    also: Sequence[tuple[str, None]] | None,
) -> None:
    found_again = []
    look = remote._find_saved
    monkeypatch.setattr(
        remote, "_find_saved", lambda *arguments: found_again.append(look(*arguments)) or found_again[-1]
    )
    events = stream(3)
    before = Command("table", uuid4().hex, b"f", b"{}") if with_command else None
    command = before and before._replace(key=uuid4().hex)
    already = wire.answers
    remote.insert_events(stream(3), command=before, also=also)
    wire.answers_to_pass = wire.answers - already - 1
    wire.answers_to_swallow = 1
    positions = remote.insert_events(events, command=command, also=also)
    assert found_again == [positions]
    recorded = recorder.select_notifications((positions or [0])[0], 3)
    assert [each.id for each in recorded] == positions
    assert [each.originator_version for each in recorded] == [1, 2, 3]


def test_a_save_cut_off_before_its_commit_is_made_again(
    wire: Wire, remote: Recorder, recorder: Recorder, stream: Stream
) -> None:
    events = stream(3)
    wire.answers_to_swallow = 1
    remote.insert_events(events, also=[("SELECT 1", None)])
    assert recorder.select_events(events[0].originator_id) == events


def test_a_save_is_not_made_again_if_the_event_before_it_is_gone(
    wire: Wire, remote: Recorder, recorder: Recorder, stream: Stream
) -> None:
    """As after a failover to a replica that lacks what the save follows from: the stream would have a gap."""
    first = stream(1)
    recorder.insert_events(first)
    identity = first[0].originator_id
    remote.texts.seal(stream(1, of=identity, start=3), {})  # reads the club of the stream
    wire.answers_to_swallow = 1
    with pytest.raises(IntegrityError, match="no longer there"):
        remote.insert_events(stream(2, of=identity, start=3), also=[("SELECT 1", None)])
    assert recorder.select_events(identity) == first


def test_a_race_lost_to_somebody_else_stays_a_lost_race(
    wire: Wire, remote: Recorder, recorder: Recorder, stream: Stream
) -> None:
    theirs = stream(1, text='{"by":"them"}')
    recorder.insert_events(theirs)
    wire.answers_to_swallow = 1
    with pytest.raises(IntegrityError):
        remote.insert_events(stream(1, of=theirs[0].originator_id, text='{"by":"us"}'))


def test_reading_goes_on_after_a_lost_connection(wire: Wire, remote: Recorder, stream: Stream) -> None:
    events = stream(2)
    remote.insert_events(events)
    wire.answers_to_swallow = 1
    assert remote.select_events(events[0].originator_id) == events


@pytest.mark.full
def test_when_the_server_stays_away_the_outcome_is_said_to_be_unknown(
    wire: Wire, remote: Recorder, recorder: Recorder, stream: Stream
) -> None:
    remote.patience, events = 0.3, stream(1)
    wire.answers_to_swallow = 10**6
    started = time.monotonic()
    with pytest.raises(OutcomeUnknown):
        remote.insert_events(events)
    assert time.monotonic() - started < 20
    wire.answers_to_swallow = 0
    assert recorder.select_events(events[0].originator_id) == events


def test_a_wrong_address_is_reported_at_once_in_the_servers_words(settings: Settings) -> None:
    started = time.monotonic()
    with pytest.raises(psycopg.OperationalError, match='role "nobody_known" does not exist'):
        build(replace(settings, dsn=make_conninfo(settings.dsn, user="nobody_known")))
    assert time.monotonic() - started < 5


@pytest.mark.full
def test_after_kill_9_of_the_server_everything_acknowledged_is_there(stream: Stream) -> None:
    """Writers and a follower at work; the server dies twice; they go on by themselves."""
    with embedded.temporary(config={"shared_buffers": "16MB"}) as server:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, patience=30, connect_timeout=30)
        migrations.migrate(settings)
        recorder = build(settings)
        stop, followed = threading.Event(), []

        def write() -> list[StoredEvent]:
            of, acknowledged = uuid4(), []
            while not stop.is_set():
                events = stream(2, of=of, start=len(acknowledged) + 1, text=uuid4().hex)
                recorder.insert_events(events)
                acknowledged += events
            return acknowledged

        def handle(_: psycopg.Cursor, notifications: list[StoredEvent]) -> None:
            followed.extend(notifications)

        with ThreadPoolExecutor(5) as pool:
            writers = [pool.submit(write) for _ in range(4)]
            following = pool.submit(follower.supervise, recorder, "test", handle, stop=stop, poll=0.02)
            for _ in range(2):
                time.sleep(0.7)
                os.kill(int((server.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
                again = embedded.start(server.folder)
            time.sleep(0.7)
            stop.set()
            streams = [each.result() for each in writers]
            following.result()
        for acknowledged in streams:
            assert len(acknowledged) > 20
            assert recorder.select_events(acknowledged[0].originator_id) == acknowledged
        while follower.advance(recorder, "test", handle):
            pass
        last_seen = {each.id: (each.originator_id, each.originator_version) for each in followed}
        assert len(last_seen) == sum(map(len, streams))
        recorder.close()
        again.stop()
