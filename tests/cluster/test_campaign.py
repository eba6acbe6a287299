"""A campaign: the leader dies or stands still, while scribes record through real servers that read on replicas.

Nothing acknowledged is lost or doubled, nobody is shown less than was acknowledged to him, every checkpoint that was
handed out still holds, and writing resumes. `NOUGHT_KILLS` is the number of faults.
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

from scripts.cluster import TTL, Cluster
from store.factory import build
from store.settings import Settings
from store.tokens import Tokens
from tests.cli.conftest import process
from tests.kills import Client, Scribe, at_work, check_book, checkpoint_of, kill_tree, silence_after, wait_for_writes
from tests.serving.conftest import Running, is_ready
from tests.waiting import free_port, until

FULL = bool(os.environ.get("NOUGHT_FULL"))
FAULTS = int(os.environ.get("NOUGHT_KILLS") or (200 if FULL else 2))
SCRIBES, SERVERS = 4, 2
STOPPED_SECONDS = TTL + 8
"""Seconds for which a stopped leader is stopped: another one leads meanwhile."""
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
        named = {
            "NOUGHT_DSN": self.settings.dsn, "NOUGHT_READ_DSN": self.settings.read_dsn or "",
            "NOUGHT_SCHEMA": self.settings.schema, "NOUGHT_KEYS": self.settings.keys, "NOUGHT_ANALYSIS_WORKERS": "0",
        }  # fmt: skip
        for port in self.ports:
            self.serving.append(
                process("serve", "--port", port, "--workers", 1, env=named, stdout=sys.stderr, stderr=sys.stderr)
            )
        for port in self.ports:
            until(lambda port=port: is_ready(Running(port, self.secret, 0)))

    def stop(self) -> None:
        for each in self.serving:
            kill_tree(psutil.Process(each.pid))
            each.wait()


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


# --- faults: each returns the moment at which it began --------------------------------------------------------------


def kill_the_leader(cluster: Cluster) -> float:
    """As if its machine had died."""
    began = time.monotonic()
    cluster.kill_leader()
    return began


def stop_the_leader(cluster: Cluster) -> float:
    """Postgres and Patroni stand still for longer than the lock lasts, and go on as if nothing had happened."""
    leader = cluster.leader()
    assert leader is not None
    patroni = cluster.process(f"patroni{leader}")
    frozen = [*([patroni] if patroni else []), *cluster.processes(leader)]
    began = time.monotonic()
    for each in frozen:
        each.suspend()
    try:
        time.sleep(STOPPED_SECONDS)
    finally:
        for each in frozen:
            each.resume()
    return began


def draw_fault(chance: random.Random, number: int) -> Callable[[Cluster], float]:
    """Return the fault of this number: the leader dies first, and in two of three cases."""
    if number < 2:
        return (kill_the_leader, stop_the_leader)[number]
    return chance.choice((kill_the_leader, kill_the_leader, stop_the_leader))


def test_faults_under_load_lose_double_and_hide_nothing(cluster: Cluster, site: Site, tmp_path: Path) -> None:
    checkpoints = tmp_path / "checkpoints"
    checkpoints.mkdir()
    chance = random.Random(304)
    scribes = [Scribe(Client(site.ports, site.secret, patience=300.0), number) for number in range(SCRIBES)]
    watcher = Client(site.ports, site.secret, patience=300.0)
    moments: list[tuple[str, float]] = []
    with at_work(scribes) as futures:
        wait_for_writes(scribes, futures, 10)
        for number in range(FAULTS):
            checkpoint_of(watcher, checkpoints)
            fault = draw_fault(chance, number)
            moments.append((fault.__name__, fault(cluster)))
            wait_for_writes(scribes, futures, 5)
            cluster.start()
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
