"""A cluster of three Postgres on this machine: row 21. Wall time, since commits wait for a replica.

Both cases of a row use the same cluster at the same time of day. Its processes share the processors of one machine, so
the figures say what the protocol costs; they do not say what three machines could do.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from psycopg.conninfo import make_conninfo

from benchmarks.appends import CROWD, TIMES, Writers
from benchmarks.harness import Case, Row, at_least, race, speed
from benchmarks.http import load, recorded, serving
from scripts.cluster import Cluster
from store import migrations
from store.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.harness import Finding

REQUESTS = 1500
"""The requests in each round for each server."""


@contextmanager
def cluster() -> Iterator[tuple[Cluster, Settings]]:
    """Start a new cluster with a migrated schema; end it afterwards."""
    with tempfile.TemporaryDirectory(prefix="nought-cluster-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        running = Cluster(folder)
        try:
            running.start()
            settings = Settings(
                dsn=running.dsn, owner_dsn=running.owner_dsn, schema=f"s{uuid4().hex[:10]}", pool_size=CROWD,
                keys=str(folder / "keys"),
            )  # fmt: skip
            migrations.migrate(settings)
            yield running, settings
        finally:
            with suppress(Exception):
                running.stop()


def commits(rounds: int) -> Finding:
    """Compare commits that wait for a replica with commits that wait for the leader's disk alone."""
    with ExitStack() as stack:
        _, settings = stack.enter_context(cluster())
        alone = replace(settings, dsn=make_conninfo(settings.dsn, options="-c synchronous_commit=local"))
        quorum, local = (stack.enter_context(Writers(each, TIMES * rounds)) for each in (settings, alone))
        ours, without = quorum.ours(CROWD), local.ours(CROWD)
        return race(
            Case("a replica has it too", ours.work, ours.unit),
            Case("the leader alone has it", without.work, without.unit),
            compare=speed,
            clock=time.perf_counter,
        )(TIMES * rounds)


def reads(rounds: int) -> Finding:
    """Compare replays read on replicas with replays read at the leader."""
    with ExitStack() as stack:
        running, settings = stack.enter_context(cluster())
        path = recorded(settings).encode()
        ports = [
            stack.enter_context(serving(each)) for each in (replace(settings, read_dsn=running.read_dsn), settings)
        ]
        replicas, leader = (
            Case(name, _requests(port, path), "request")
            for name, port in zip(("read on replicas", "read at the leader"), ports, strict=True)
        )
        return race(replicas, leader, compare=speed, clock=time.perf_counter)(rounds)


def _requests(port: int, path: bytes) -> Callable[[], int]:
    def ask() -> int:
        load(port, path, REQUESTS)
        return REQUESTS

    return ask


ROWS = [
    Row(21, f"append one event, {CROWD} writers, a quorum has it", "the leader alone has it", at_least(0.7), commits),
    Row(21, "a stored replay over HTTP, read on replicas", "read at the leader", at_least(0.7), reads),
]
