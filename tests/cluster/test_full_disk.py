"""A node of the cluster whose disk is full: nothing acknowledged is lost, and writing resumes.

Each node has a file system of its own, in memory, which a file then fills.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from scripts.cluster import SIZE, Cluster
from tests.cluster.conftest import prepared
from tests.cluster.test_campaign import Site, site
from tests.kills import Client, Scribe, at_work, check_book, checkpoint_of, silence_after, wait_for_writes

__all__ = ["site"]

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts file systems"),
]

ROOM = "1g"
FULL_SECONDS = 30
SCRIBES = 4
BLOCK = bytes(1 << 20)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with prepared() as made, ExitStack() as mounts:
        for node in range(SIZE):
            place = folder(made, node)
            place.mkdir()
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM},mode=700", "tmpfs", place], check=True)
            mounts.callback(subprocess.run, ["umount", "--lazy", place], check=True)
        made.start()
        yield made


def folder(cluster: Cluster, node: int) -> Path:
    """The folder of a node, with the data of its Postgres and of its etcd."""
    return cluster.data(node).parent


@contextmanager
def full(place: Path) -> Iterator[None]:
    """Fill the disk of a folder meanwhile."""
    ballast = place / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(BLOCK)
    try:
        yield
    finally:
        ballast.unlink()


def leader_of(cluster: Cluster) -> int:
    leader = cluster.leader()
    assert leader is not None
    return leader


@pytest.mark.parametrize("is_leader", [True, False], ids=["the leader", "a replica"])
def test_a_full_disk_loses_nothing_and_writing_resumes(
    cluster: Cluster, site: Site, tmp_path: Path, is_leader: bool
) -> None:
    checkpoints = tmp_path / "checkpoints"
    checkpoints.mkdir()
    scribes = [Scribe(Client(site.ports, site.secret, patience=300.0), number) for number in range(SCRIBES)]
    watcher = Client(site.ports, site.secret, patience=300.0)
    with at_work(scribes) as futures:
        wait_for_writes(scribes, futures, 10)
        checkpoint_of(watcher, checkpoints)
        leader = leader_of(cluster)
        node, began = leader if is_leader else (leader + 1) % SIZE, time.monotonic()
        with full(folder(cluster, node)):
            time.sleep(FULL_SECONDS)
        freed = time.monotonic()
        cluster.start()
        wait_for_writes(scribes, futures, 10)
        checkpoint_of(watcher, checkpoints)
    assert check_book(site.settings, scribes, checkpoints) > SCRIBES
    pause = silence_after(scribes, began, until=time.monotonic())
    sys.stderr.write(
        f"\nnode {node} had no room for {freed - began:.0f} s; writing paused {pause:.1f} s;"
        f" node {leader} led before, node {leader_of(cluster)} leads now\n"
    )
    if not is_leader:
        assert pause < FULL_SECONDS, "the other replica is enough for a quorum"
