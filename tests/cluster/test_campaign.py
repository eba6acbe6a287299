"""A campaign: processes die or stand still and networks are cut, while scribes record through two servers.

The servers read on replicas. Nothing acknowledged is lost or doubled, nobody is shown less than was acknowledged to
him, every checkpoint that was handed out still holds, and writing resumes. `NOUGHT_KILLS` is the number of faults.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from subprocess import Popen

import psutil
import pytest

from scripts.cluster import SIZE, TTL, Cluster
from store.events.factory import build
from store.settings import Settings
from store.tables.people.tokens import Tokens
from tests.cli.conftest import process
from tests.cluster.cables import ADDRESSES, CLIENTS, Cables, laid
from tests.cluster.conftest import prepared
from tests.kills import (
    Client,
    Scribe,
    at_work,
    check_book,
    checkpoint_of,
    frozen,
    kill_tree,
    silence_after,
    wait_for_writes,
)
from tests.serving.conftest import Running, is_ready
from tests.waiting import free_port, until

pytestmark = pytest.mark.full

FULL = bool(os.environ.get("NOUGHT_FULL"))
FAULTS = int(os.environ.get("NOUGHT_KILLS") or (200 if FULL else 2))
SCRIBES, SERVERS = 4, 2
LASTING = TTL + 8
"""Seconds for which something stands still or is cut off. If it is the leader, another one leads meanwhile."""
RESTART_SECONDS = 3
"""Seconds after which a supervisor starts a server again."""
SLACK = 40.0
"""Seconds for a busy machine: whether writing resumes within `ttl` + 3 s, the campaign's report says."""


@dataclass
class Site:
    """Two servers on the cluster, whose reads go to the replicas."""

    settings: Settings
    secret: str
    ports: list[int] = field(default_factory=lambda: [free_port() for _ in range(SERVERS)])
    serving: list[Popen[str]] = field(default_factory=list)

    def start(self) -> None:
        self.serving = [self._serve(port) for port in self.ports]
        self.wait()

    def wait(self) -> None:
        """Wait until every server is ready, as the proxy before them asks."""
        for port in self.ports:
            self._wait_for(port)

    def _serve(self, port: int) -> Popen[str]:
        named = {
            "NOUGHT_DSN": self.settings.dsn, "NOUGHT_READ_DSN": self.settings.read_dsn or "",
            "NOUGHT_SCHEMA": self.settings.schema, "NOUGHT_KEYS": self.settings.keys, "NOUGHT_ANALYSIS_WORKERS": "0",
        }  # fmt: skip
        return process("serve", "--port", port, "--workers", 1, env=named, stdout=sys.stderr, stderr=sys.stderr)

    def _wait_for(self, port: int) -> None:
        until(lambda: is_ready(Running(port, self.secret, 0)))

    def restart(self, number: int) -> None:
        """Kill a server with all its processes. Start it again, as a supervisor does."""
        self._kill(self.serving[number])
        time.sleep(RESTART_SECONDS)
        self.serving[number] = self._serve(self.ports[number])
        self._wait_for(self.ports[number])

    def _kill(self, server: Popen[str]) -> None:
        kill_tree(psutil.Process(server.pid))
        server.wait()

    def stop(self) -> None:
        for each in self.serving:
            self._kill(each)


@pytest.fixture(scope="module")
def cables() -> Iterator[Cables]:
    """A running cluster, whose network can be cut."""
    with prepared(ADDRESSES) as made, laid(made) as cables:
        made.start()
        yield cables


@pytest.fixture(scope="module")
def cluster(cables: Cables) -> Cluster:
    return cables.cluster


@pytest.fixture
def site(cluster: Cluster, settings: Settings) -> Iterator[Site]:
    recorder = build(settings)
    _, secret = Tokens(recorder).issue("admin", "Keeper", timedelta(days=1))
    recorder.close()
    running = Site(replace(settings, read_dsn=cluster.read_dsn), secret)
    try:
        running.start()
        yield running
    finally:
        running.stop()


@dataclass
class Target:
    """The target of faults. A fault mends what it stopped or cut; the campaign starts again what was killed."""

    cables: Cables
    site: Site
    chance: random.Random = field(default_factory=lambda: random.Random(304))

    @property
    def cluster(self) -> Cluster:
        return self.cables.cluster

    @property
    def leader(self) -> int:
        leader = self.cluster.leader()
        assert leader is not None
        return leader

    def draw_replica(self) -> int:
        leader = self.leader
        return self.chance.choice([node for node in range(SIZE) if node != leader])

    def draw_number(self, count: int) -> int:
        return self.chance.randrange(count)


def patroni(cluster: Cluster, node: int) -> list[psutil.Process]:
    process = cluster.process(f"patroni{node}")
    assert process is not None
    return [process]


# --- faults: each returns the moment at which it began --------------------------------------------------------------


def kill_the_leader(target: Target) -> float:
    """As if its machine had died."""
    leader, began = target.leader, time.monotonic()
    target.cluster.kill(leader)
    return began


def cut_off_the_leader(target: Target) -> float:
    """Postgres and Patroni go on without etcd, the other nodes and the clients."""
    leader, began = target.leader, time.monotonic()
    with target.cables.cut(leader):
        time.sleep(LASTING)
    return began


def cut_the_leader_from_its_cluster(target: Target) -> float:
    """Only clients still reach it."""
    leader, began = target.leader, time.monotonic()
    with target.cables.cut(leader, but=CLIENTS):
        time.sleep(LASTING)
    return began


def stop_the_leader(target: Target) -> float:
    """Postgres and Patroni stand still for longer than the lock lasts."""
    leader, began = target.leader, time.monotonic()
    with frozen([*patroni(target.cluster, leader), *target.cluster.processes(leader)]):
        time.sleep(LASTING)
    return began


def stop_the_leaders_patroni(target: Target) -> float:
    """Postgres goes on as leader, while another one gets the lock."""
    leader, began = target.leader, time.monotonic()
    with frozen(patroni(target.cluster, leader)):
        time.sleep(LASTING)
    return began


def kill_a_replica(target: Target) -> float:
    replica, began = target.draw_replica(), time.monotonic()
    target.cluster.kill(replica)
    return began


def cut_off_a_replica(target: Target) -> float:
    replica, began = target.draw_replica(), time.monotonic()
    with target.cables.cut(replica):
        time.sleep(LASTING)
    return began


def kill_the_etcd_leader(target: Target) -> float:
    """The others agree on a new one. The death of another member of etcd changes less."""
    member, began = target.cluster.etcd_leader(), time.monotonic()
    target.cluster.kill_etcd(member)
    return began


def stop_the_etcd_leader(target: Target) -> float:
    """It stands still for a while, with the connections to it."""
    member, began = target.cluster.process(f"etcd{target.cluster.etcd_leader()}"), time.monotonic()
    assert member is not None
    with frozen([member]):
        time.sleep(LASTING)
    return began


def kill_a_server(target: Target) -> float:
    """With all its processes. A supervisor starts it again."""
    began = time.monotonic()
    target.site.restart(target.draw_number(SERVERS))
    return began


KINDS = (
    kill_the_leader, cut_off_the_leader, kill_a_replica, cut_off_a_replica, kill_the_etcd_leader, kill_a_server,
    stop_the_leader, cut_the_leader_from_its_cluster, stop_the_leaders_patroni, stop_the_etcd_leader,
)  # fmt: skip


def draw_fault(chance: random.Random, number: int) -> Callable[[Target], float]:
    """Return the fault of this number: each kind once, then a drawn one."""
    return KINDS[number] if number < len(KINDS) else chance.choice(KINDS)


def test_faults_under_load_lose_double_and_hide_nothing(cables: Cables, site: Site, tmp_path: Path) -> None:
    checkpoints = tmp_path / "checkpoints"
    checkpoints.mkdir()
    target = Target(cables, site)
    scribes = [Scribe(Client(site.ports, site.secret, patience=300.0), number) for number in range(SCRIBES)]
    watcher = Client(site.ports, site.secret, patience=300.0)
    moments: list[tuple[str, float]] = []
    with at_work(scribes) as futures:
        wait_for_writes(scribes, futures, 10)
        for number in range(FAULTS):
            checkpoint_of(watcher, checkpoints)
            site.wait()
            fault = draw_fault(target.chance, number)
            sys.stderr.write(f"fault {number}: {fault.__name__}\n")
            moments.append((fault.__name__, fault(target)))
            wait_for_writes(scribes, futures, 5)
            cables.cluster.start()
            wait_for_writes(scribes, futures, 3)
        checkpoint_of(watcher, checkpoints)
    events = check_book(site.settings, scribes, checkpoints)
    assert events > FAULTS
    ends = [*(moment for _, moment in moments[1:]), time.monotonic()]
    pauses = [
        (name, silence_after(scribes, moment, until=end)) for (name, moment), end in zip(moments, ends, strict=True)
    ]
    acknowledged = sum(len(scribe.client.acknowledged) for scribe in scribes)
    reads = sum(scribe.reads for scribe in scribes)
    report(acknowledged, events, reads, len(list(checkpoints.iterdir())), pauses)
    for name, seconds in pauses:
        assert seconds < TTL + SLACK, (name, pauses)


def report(acknowledged: int, events: int, reads: int, checkpoints: int, pauses: list[tuple[str, float]]) -> None:
    """Print what the campaign saw, for `pytest -s`."""
    lines = [
        f"{len(pauses)} faults; {acknowledged} commands acknowledged, {events} events of deals; none lost or doubled",
        f"{reads} reads after own writes, none stale; {checkpoints} checkpoints kept, all hold",
    ]
    for name in sorted({name for name, _ in pauses}):
        seconds = sorted(pause for each, pause in pauses if each == name)
        lines.append(
            f"{name}: {len(seconds)} times, writing paused {seconds[0]:.1f} to {seconds[-1]:.1f} s,"
            f" median {seconds[len(seconds) // 2]:.1f} s"
        )
    sys.stderr.write("\n" + "\n".join(lines) + "\n")
