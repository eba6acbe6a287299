"""Replicas answer what only reads, and never show less than the leader had acknowledged when the request began."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from flask import Flask
from psycopg.conninfo import make_conninfo

from api.app import create_app
from api.requests.position_codes import LIFETIME, PositionCodes
from api.requests.positions import COOKIE, HEADER
from api.services import Provider, Services
from scripts.cluster import SIZE, Cluster
from store.events.factory import build
from store.postgres.wal import Term, WalPosition
from store.settings import Settings
from tests.http.applications import closing_app
from tests.http.people import People, Person
from tests.store.schemas import migrated
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.full

PAIRS = 20_000 if os.environ.get("NOUGHT_FULL") else 300
"""Writes that are each followed by a read."""
WRITERS = 3
READS = 1_000_000 if os.environ.get("NOUGHT_FULL") else 2_000
"""Reads below HTTP, each right after a write."""


@pytest.fixture(scope="module")
def settings(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A migrated schema, whose reads go to the replicas."""
    return migrated(cluster, read_dsn=cluster.read_dsn, keys=str(tmp_path_factory.mktemp("keys")))


@pytest.fixture(scope="module")
def app(settings: Settings, quick_hashes: None) -> Iterator[Flask]:
    with closing_app(create_app(settings, {"STREAM_SECONDS": PATIENCE})) as app:
        yield app


@pytest.fixture(autouse=True)
def replicas_answer(house: Provider, people: People) -> None:
    """The first read after a failover writes the leader's term; replicas answer once they have it."""

    def is_answered() -> bool:
        before = house.served.by_replica
        assert people.anybody.get("/deals").status_code == 200
        return house.served.by_replica > before

    until(is_answered)


def replica_connections(cluster: Cluster, stack: ExitStack) -> list[psycopg.Connection]:
    """A superuser's connection to each replica."""
    dsn = make_conninfo(cluster.superuser_dsn, target_session_attrs="standby")
    ports = [port for node, port in enumerate(cluster.state.postgres) if node != cluster.leader()]
    assert len(ports) == SIZE - 1
    return [
        stack.enter_context(psycopg.connect(make_conninfo(dsn, host="127.0.0.1", port=str(port)), autocommit=True))
        for port in ports
    ]


@contextmanager
def paused(cluster: Cluster) -> Iterator[None]:
    """Replicas that receive everything and show nothing new."""
    with ExitStack() as stack:
        replicas = replica_connections(cluster, stack)
        try:
            for replica in replicas:
                replica.execute("SELECT pg_wal_replay_pause()")
            until(lambda: all(_is_paused(replica) for replica in replicas))
            yield
        finally:
            for replica in replicas:
                replica.execute("SELECT pg_wal_replay_resume()")


def _is_paused(replica: psycopg.Connection) -> bool:
    row = replica.execute("SELECT pg_get_wal_replay_pause_state()").fetchone()
    return row == ("paused",)


def test_everybody_sees_own_writes_at_once_while_replicas_fall_behind_and_catch_up(
    cluster: Cluster, house: Provider, people: People
) -> None:
    """Each write is followed by reads of the same client: with the position, and without, as from another program."""
    before = house.served.by_replica, house.served.by_leader
    stop = threading.Event()
    tables = [people.table() for _ in range(WRITERS)]

    def fall_behind() -> int:
        pauses = 0
        while not stop.wait(0.3):
            with paused(cluster):
                stop.wait(0.4)
            pauses += 1
        return pauses

    def write(table: str) -> list[str]:
        stale = []
        for number in range(PAIRS // WRITERS):
            name = f"{table} {number}"
            answer = people.admin.post("/deals", {"ruleset": "304", "dealer": "S", "table": table, "note": name})
            deal, position = answer.json["id"], {HEADER: answer.headers[HEADER]}
            sent = people.admin.post(f"/deals/{deal}/actions", {"act": "S shuffle"})
            assert sent.status_code == 200
            reads = {
                "the deal": people.admin.get(f"/deals/{deal}", headers=position).json.get("plies") == 1,
                "its view": people.anybody.get(f"/deals/{deal}/views/public").json.get("ply") == 0,
                "the list": people.anybody.get(f"/deals?table={table}&limit=1").json["items"][0]["id"] == deal,
            }
            stale += [f"{name}: {what}" for what, is_fresh in reads.items() if not is_fresh]
        return stale

    with ThreadPoolExecutor(WRITERS + 1) as pool:
        behind = pool.submit(fall_behind)
        try:
            stale = [each for writer in [pool.submit(write, table) for table in tables] for each in writer.result()]
        finally:
            stop.set()
        assert behind.result() > 0
    assert stale == []
    by_replica, by_leader = house.served.by_replica - before[0], house.served.by_leader - before[1]
    assert by_replica > PAIRS // 10
    assert by_leader > 0


def test_no_read_of_an_own_write_is_stale(settings: Settings) -> None:
    """Below HTTP, so that as little time as possible passes between the write and the read."""
    writers = 8
    recorder = build(replace(settings, pool_size=writers))

    def is_answered() -> bool:
        with recorder.reading() as reading:
            recorder.latest_version(uuid4())
        return not reading.is_at_leader

    def write_and_read(count: int) -> tuple[int, int]:
        """Return how many reads were stale, and how many a replica answered."""
        stream, stale, by_replica = uuid4(), 0, 0
        for version in range(1, count + 1):
            recorder.insert_events([StoredEvent(stream, version, "test.Happened", b"{}")])
            with recorder.reading() as reading:
                stale += recorder.latest_version(stream) != version
            by_replica += not reading.is_at_leader
        return stale, by_replica

    try:
        until(is_answered)
        with ThreadPoolExecutor(writers) as pool:
            results = list(pool.map(write_and_read, [READS // writers] * writers))
    finally:
        recorder.close()
    assert sum(stale for stale, _ in results) == 0
    assert sum(by_replica for _, by_replica in results) > READS // 10


def test_a_revoked_token_is_refused_and_a_delay_holds_at_once_while_replicas_show_neither(
    cluster: Cluster, people: People
) -> None:
    club = people.club()
    table = people.table(club)
    scribe = people.issue("recorder", table=table)
    deal = people.deal(scribe, table=table)
    assert scribe.get(f"/deals/{deal}/views/scribe").status_code == 200
    assert people.anybody.get(f"/deals/{deal}").status_code == 200
    with paused(cluster):
        assert people.admin.call("DELETE", f"/tokens/{scribe.id}").status_code in (200, 204)
        assert scribe.get(f"/deals/{deal}/views/scribe").status_code == 401
        assert people.admin.post(f"/tables/{table}/delay", {"seconds": 600}).status_code == 200
        assert people.anybody.get(f"/deals/{deal}").status_code == 404
        listed = people.anybody.get(f"/deals?table={table}").json["items"]
        assert listed == []
    assert scribe.get(f"/deals/{deal}/views/scribe").status_code == 401
    assert people.anybody.get(f"/deals/{deal}").status_code == 404
    assert people.anybody.get(f"/deals?table={table}").json["items"] == []


def test_delays_are_measured_by_the_leaders_clock(people: People, house: Provider) -> None:
    """A replica's own clock may be ahead of the one that stamped the events."""
    services = house.services
    deal = people.deal()
    taken = []
    datastore = services.recorder.datastore
    take = datastore.replicas.take
    datastore.replicas.take = lambda position: taken.append(take(position)) or taken[-1]
    try:
        with services.recorder.reading():
            services.recorder.ages(deal)
            services.recorder.version_ago(deal, 60.0)
            services.recorder.moment_ago(60.0)
            services.catalogue.at_table(uuid4())
            assert taken == []
            services.recorder.select_events(deal)
            assert [connection is not None for connection in taken] == [True]
    finally:
        datastore.replicas.take = take


def test_replicas_that_do_not_follow_cost_one_wait_and_then_nothing(
    cluster: Cluster, house: Provider, people: People
) -> None:
    with paused(cluster):
        deal = people.deal()
        assert people.admin.get(f"/deals/{deal}").status_code == 200
        by_replica = house.served.by_replica
        began = time.monotonic()
        for _ in range(50):
            assert people.admin.get(f"/deals/{deal}").status_code == 200
        assert time.monotonic() - began < 50 * 0.1, "every read has waited"
        assert house.served.by_replica == by_replica


def test_reads_go_on_when_replicas_die_and_when_they_are_stopped(
    cluster: Cluster, house: Provider, people: People
) -> None:
    deal = people.deal()
    leader = cluster.leader()
    one, other = [node for node in range(SIZE) if node != leader]
    frozen = cluster.processes(one)
    try:
        for process in frozen:
            process.suspend()
        for _ in range(20):
            assert people.admin.get(f"/deals/{deal}").status_code == 200
    finally:
        for process in frozen:
            process.resume()
    cluster.kill(other)
    for _ in range(20):
        assert people.admin.get(f"/deals/{deal}").status_code == 200
    cluster.start()


def test_a_read_that_fails_on_a_replica_is_answered_by_the_leader(
    cluster: Cluster, house: Provider, people: People
) -> None:
    """The connection is lost between the check of the replica and the read."""
    deal = people.deal()
    replicas = house.services.recorder.datastore.replicas
    take = replicas.take
    lost = []

    def take_and_lose(position: WalPosition) -> object:
        connection = take(position)
        if connection is not None:
            lost.append(connection)
            connection.pgconn.finish()
        return connection

    replicas.take = take_and_lose
    try:
        by_leader = house.served.by_leader
        assert people.admin.get(f"/deals/{deal}").json["id"] == deal
        assert people.admin.get("/deals").json["items"]
    finally:
        replicas.take = take
    assert lost
    assert house.served.by_leader == by_leader + 2


def test_a_position_tells_a_client_nothing(people: People) -> None:
    """Two positions of one seat would otherwise tell it that something was recorded in between."""
    first, second = (people.admin.post("/clubs", {"name": "A club"}).headers[HEADER] for _ in range(2))
    assert len(first) == len(second)
    assert first[:20] != second[:20]


def test_only_commands_give_positions(people: People) -> None:
    assert HEADER not in people.admin.get("/deals").headers
    refused = people.admin.post("/deals", {"ruleset": "unknown", "dealer": "S"})
    assert refused.status_code >= 400
    assert HEADER not in refused.headers


def test_a_browser_gets_its_position_as_a_cookie_that_scripts_cannot_read(app: Flask, people: People) -> None:
    answer = app.test_client().post("/api/v1/practices", json={"ruleset": "304", "seat": "S"})
    assert answer.status_code == 201, answer.json
    (cookie,) = [each for each in answer.headers.getlist("Set-Cookie") if each.startswith(COOKIE)]
    attributes = {part.strip().partition("=")[0] for part in cookie.split(";")[1:]}
    assert {"HttpOnly", "SameSite", "Max-Age", "Path"} <= attributes
    assert f"Max-Age={LIFETIME}" in cookie
    token = people.admin.post("/clubs", {"name": "A club"})
    assert not [each for each in token.headers.getlist("Set-Cookie") if each.startswith(COOKIE)]


def test_invented_and_old_positions_are_ignored(
    people: People, house: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = people.deal()
    codes = house.services.position_codes
    assert codes is not None
    leader = house.services.recorder.leader_position()
    assert leader is not None
    far = WalPosition(leader.term, 2**62)
    other_book = WalPosition(Term(leader.term.system + 1, 99), 2**62)
    with monkeypatch.context() as patched:
        patched.setattr("api.requests.position_codes.time.time", lambda: time.monotonic() - LIFETIME - 5 + _start)
        old = codes.write(far)
    invented = ["", "x", "A" * 75, "A" * 100_000, "9" * 30, "ä", PositionCodes(os.urandom(32)).write(far), old]
    for text in [*invented, codes.write(other_book)]:
        began = time.monotonic()
        answer = people.admin.get(f"/deals/{deal}", headers={HEADER: text.encode("utf-8").decode("latin-1")})
        assert answer.status_code == 200, text[:50]
        assert time.monotonic() - began < 5


_start = time.time() - time.monotonic()


def test_a_leader_that_is_behind_a_client_is_refused_soon(people: People, house: Provider) -> None:
    """As after a write at another leader, of which this server does not know."""
    codes, leader = house.services.position_codes, house.services.recorder.leader_position()
    assert codes is not None
    assert leader is not None
    ahead = codes.write(WalPosition(leader.term, leader.lsn + 2**40))
    began = time.monotonic()
    answer = people.admin.get("/deals", headers={HEADER: ahead})
    assert (answer.status_code, answer.json["code"]) == (503, "unavailable")
    assert "Retry-After" in answer.headers
    assert time.monotonic() - began < 5
    assert people.admin.get("/deals").status_code == 200


def test_a_process_that_knows_of_a_newer_leader_uses_no_connection_to_a_former_one(settings: Settings) -> None:
    """Here the only leader there is counts as a former one, so nothing is left."""
    services = Services.build(replace(settings, connect_timeout=1))
    leader = services.recorder.leader_position()
    assert leader is not None
    newest = services.recorder.leader.datastore.pool.newest
    assert newest is not None
    newest.learn(leader.term._replace(timeline=leader.term.timeline + 1))
    with pytest.raises(Exception, match=r"couldn't get a connection|does not answer") as raised:
        services.recorder.leader.max_notification_id()
    assert isinstance(raised.value.__cause__, psycopg.OperationalError)
    services.close()


def test_a_stream_reads_on_replicas_and_goes_on_at_the_leader(
    cluster: Cluster, app: Flask, house: Provider, people: People
) -> None:
    deal = people.deal()
    taken = []
    replicas = house.services.recorder.datastore.replicas
    take = replicas.take
    replicas.take = lambda position: taken.append(take(position)) or taken[-1]
    messages: list[bytes] = []

    def follow(person: Person) -> None:
        answer = app.test_client().get(f"/api/v1/deals/{deal}/stream/public", buffered=False)
        messages.extend(answer.response)

    try:
        with ThreadPoolExecutor(1) as pool:
            following = pool.submit(follow, people.anybody)
            until(lambda: b"event: view" in b"".join(messages))
            assert people.admin.post(f"/deals/{deal}/actions", {"act": "S shuffle"}).status_code == 200
            until(lambda: b"".join(messages).count(b"event: frame") == 1)
            assert any(taken)
            with paused(cluster):
                assert people.admin.post(f"/deals/{deal}/actions", {"act": "W no cut"}).status_code == 200
                until(lambda: b"".join(messages).count(b"event: frame") >= 2)
            people.admin.post(f"/deals/{deal}/abandon", {"why": "The test is over."})
            following.result(PATIENCE)
    finally:
        replicas.take = take
