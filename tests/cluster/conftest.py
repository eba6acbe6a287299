"""A cluster of three Postgres on the loopback, each test module with its own."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from scripts.cluster import HOST, SIZE, Cluster
from store.settings import Settings
from tests.http.applications import house, people
from tests.store.schemas import migrated
from tests.waiting import PATIENCE

__all__ = ["house", "people"]


@contextmanager
def prepared(addresses: Sequence[str] = (HOST,) * SIZE) -> Iterator[Cluster]:
    """A cluster in a new folder, which is not started; it is killed afterwards."""
    if shutil.which("etcd", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin") is None:
        assert not os.environ.get("NOUGHT_REQUIRE_ALL"), "etcd is not installed"
        pytest.skip("etcd is not installed (Debian's package etcd-server)")
    folder = Path(tempfile.mkdtemp(prefix="nought-cluster-"))
    folder.chmod(0o711)
    made = Cluster(folder, addresses)
    try:
        yield made
    finally:
        _kill(made)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with prepared() as made:
        made.start()
        yield made


def _kill(cluster: Cluster) -> None:
    """End everything at once: nobody needs the data."""
    for node in range(SIZE):
        cluster.kill(node)
    for node in range(SIZE):
        cluster.kill_etcd(node)
    for child in cluster._children:
        child.wait(PATIENCE)


@pytest.fixture
def settings(cluster: Cluster, tmp_path: Path) -> Settings:
    """A new, migrated schema in the cluster."""
    return migrated(cluster, keys=str(tmp_path / "keys"))
