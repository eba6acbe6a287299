"""The leader dies under writes: nothing acknowledged is lost or doubled, and everything goes on without a restart."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from http.client import HTTPConnection
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import Notification, OperationalError, StoredEvent
from psycopg.sql import SQL, Identifier

from api.proof.keeper import LogKeeper
from api.services import Services
from scripts.cluster import SIZE, Cluster
from store.events import follower
from store.events.errors import CommandAlreadyRecorded
from store.events.event_recorder import Command
from store.events.factory import build
from store.events.log import Log
from store.events.recorder import Recorder
from store.postgres.cluster import read_state
from store.settings import Settings
from store.tables.people.tokens import Tokens
from tests.cli.conftest import process
from tests.kills import frozen
from tests.serving.conftest import Running, is_ready
from tests.waiting import PATIENCE, free_port, until

pytestmark = pytest.mark.full

KILLS = 5 if os.environ.get("NOUGHT_FULL") else 1
WRITERS = 4


class Writer:
    """A writer of one stream. It sends each event under the same key until it is acknowledged, as scribes do."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.stream = uuid4()
        self.acknowledged: list[StoredEvent] = []

    def run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            version = len(self.acknowledged) + 1
            event = StoredEvent(self.stream, version, "test.Happened", uuid4().hex.encode())
            self.save(event, Command("test", f"{self.stream}/{version}", b"", b""))
            self.acknowledged.append(event)

    def save(self, event: StoredEvent, command: Command) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                self.recorder.insert_events([event], command=command)
            except CommandAlreadyRecorded:
                return
            except OperationalError:
                time.sleep(0.2)
            else:
                return
        raise AssertionError("writing did not resume")


def test_nothing_acknowledged_is_lost_or_doubled_when_the_leader_dies(cluster: Cluster, settings: Settings) -> None:
    """Writers and a follower go on with the pool that they have."""
    with psycopg.connect(cluster.owner_dsn, options=f"-c search_path={settings.schema}") as owner:
        owner.execute("CREATE TABLE followed (position bigint PRIMARY KEY)")
        owner.execute("GRANT SELECT, INSERT ON followed TO nought_app")
    recorder = build(settings)
    stop = threading.Event()
    writers = [Writer(recorder) for _ in range(WRITERS)]

    def handle(cursor: psycopg.Cursor[Any], notifications: list[Notification]) -> None:
        for each in notifications:
            cursor.execute("INSERT INTO followed VALUES (%s)", [each.id])

    def all_have_written() -> bool:
        return all(len(each.acknowledged) > count + 20 for each, count in zip(writers, counts, strict=True))

    with ThreadPoolExecutor(WRITERS + 1) as pool:
        running = [pool.submit(each.run, stop) for each in writers]
        following = pool.submit(follower.supervise, recorder, "test", handle, stop=stop)
        try:
            for _ in range(KILLS):
                counts = [len(each.acknowledged) for each in writers]
                until(all_have_written)
                before = cluster.kill_leader()
                counts = [len(each.acknowledged) for each in writers]
                until(all_have_written)
                assert cluster.leader() not in (None, before)
                cluster.start()
        finally:
            stop.set()
        for each in running:
            each.result(PATIENCE)
        following.result(PATIENCE)
    for writer in writers:
        assert recorder.select_events(writer.stream) == writer.acknowledged
    while follower.advance(recorder, "test", handle):
        pass
    rows = recorder.read(b"SELECT (SELECT count(*) FROM followed), (SELECT count(*) FROM events)", [])
    total = sum(len(writer.acknowledged) for writer in writers)
    assert rows == [(total, total)]
    recorder.close()


def test_a_checkpoint_names_only_events_that_a_quorum_holds(cluster: Cluster, settings: Settings) -> None:
    """Leaves whose wait for replicas was broken off are visible at the leader alone; they are not signed."""
    # Waits are short, and bounded at the client, since a waiting commit is not a statement that the server ends.
    services = Services.build(replace(settings, statement_timeout=1))
    keeper: LogKeeper = services.log_keeper()
    services.recorder.insert_events([StoredEvent(uuid4(), 1, "test.Happened", b"{}")])
    keeper.grow()
    first = keeper.checkpoint()
    assert first is not None
    assert first.checkpoint.size == 1
    services.recorder.insert_events([StoredEvent(uuid4(), 1, "test.Happened", b"{}")])
    leader = cluster.leader()
    replicas = [process for node in range(SIZE) if node != leader for process in cluster.processes(node)]
    cancel = (
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = 'nought_app'"
    )
    sizes = SQL("SELECT size FROM {}.log_checkpoints").format(Identifier(settings.schema))
    # Connected before, since each frozen host holds up a new connection.
    with psycopg.connect(cluster.superuser_dsn, dbname="nought", autocommit=True) as superuser, frozen(replicas):
        with ThreadPoolExecutor(1) as pool:
            growing = pool.submit(keeper.grow)
            until(lambda: superuser.execute(cancel).fetchall())
            assert growing.result(PATIENCE) == (1, False)
        assert services.log.size() == 2
        with pytest.raises(OperationalError):
            keeper.checkpoint()
        assert superuser.execute(sizes).fetchall() == [(1,)]
        assert keeper.keys.last_checkpoint(first.checkpoint.origin) == first.note
    second: list[int] = []

    def is_signed() -> bool:
        try:
            head = keeper.checkpoint()
        except OperationalError:
            return False
        second.append(head.checkpoint.size if head else 0)
        return True

    until(is_signed)
    assert second == [2]
    services.close()


def test_the_state_names_the_leader_the_lag_and_the_quorum(cluster: Cluster, settings: Settings) -> None:
    state = read_state(settings.dsn)
    assert state.leader is not None
    assert state.leader.name == f"127.0.0.1:{cluster.state.postgres[cluster.leader() or 0]}"
    assert (len(state.replicas), state.silent, state.quorum, state.takes_writes) == (SIZE - 1, [], 1, True)
    assert state.at_risk == 0
    until(lambda: all(read_state(settings.dsn).behind(each) == 0 for each in read_state(settings.dsn).replicas))


def test_a_server_its_streams_and_its_log_go_on_by_themselves(cluster: Cluster, settings: Settings) -> None:
    recorder = build(settings)
    _, secret = Tokens(recorder).issue("admin", "Keeper", timedelta(hours=1))
    port = free_port()
    named = {"NOUGHT_DSN": settings.dsn, "NOUGHT_SCHEMA": settings.schema, "NOUGHT_KEYS": settings.keys}
    with process("serve", "--port", port, "--workers", 1, env=named, stdout=sys.stderr, stderr=sys.stderr) as serving:
        site = Running(port, secret, serving.pid)
        until(lambda: is_ready(site))
        deal = site.opened("deals", {"ruleset": "304", "dealer": "S"})
        request = f"GET /api/v1/deals/{deal}/stream/public HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        with site.connection(request) as stream:
            stream.settimeout(PATIENCE)
            messages = Messages(stream)
            messages.wait(1)
            act(site, deal, "S shuffle")
            before = messages.wait(2)
            cluster.kill_leader()
            act(site, deal, "W no cut")
            messages.wait(before + 1)
        assert serving.poll() is None
        events = recorder.read(b"SELECT count(*) FROM events", [])[0][0]
        log = Log(recorder)
        until(lambda: log.size() == events)
        serving.terminate()
        assert serving.wait(PATIENCE) == 0
    recorder.close()
    cluster.start()


class Messages:
    """The messages of a stream, counted as they come."""

    def __init__(self, stream: socket.socket) -> None:
        self.stream = stream
        self.received = b""

    def wait(self, count: int) -> int:
        """Wait for so many messages; return how many have come."""
        while self.received.count(b"\ndata:") < count:
            part = self.stream.recv(65536)
            assert part, "the server ended the stream"
            self.received += part
        return self.received.count(b"\ndata:")


def act(site: Running, deal: str, sentence: str) -> None:
    """Send an act under one key until it is recorded; meanwhile the server may only answer 503."""
    headers = {
        "Authorization": f"Bearer {site.secret}", "Content-Type": "application/json", "Idempotency-Key": sentence,
    }  # fmt: skip
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        connection = HTTPConnection("127.0.0.1", site.port, timeout=60)
        connection.request("POST", f"/api/v1/deals/{deal}/actions", json.dumps({"act": sentence}), headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        if answer.status == 200:
            return
        assert answer.status == 503, body
        time.sleep(0.5)
    raise AssertionError("recording did not resume")
