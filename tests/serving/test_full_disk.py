"""The disk of an embedded Postgres fills up: writes are refused, reads go on as long as Postgres runs, nothing is lost.

Nought is not restarted. A Postgres that has ended is started again once there is room.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from subprocess import Popen

import psutil
import psycopg
import pytest

from api.cli.parts.books import embedded_settings
from store import migrations
from store.events.factory import build
from store.postgres import embedded
from store.postgres.embedded import Embedded
from store.postgres.room import LEAST
from store.settings import Settings
from store.tables.people.tokens import Tokens
from tests.cli.conftest import process
from tests.kills import Client, Scribe, at_work, check_book, checkpoint_of, kill_tree, wait_for_writes
from tests.serving.conftest import Running, is_ready
from tests.waiting import free_port, until

pytestmark = pytest.mark.full

MEBIBYTE = 2**20
SIZE = 256 * MEBIBYTE
SCRIBES = 2


@dataclass
class Disk:
    """A small file system."""

    folder: Path

    @property
    def free(self) -> int:
        status = os.statvfs(self.folder)
        return status.f_bavail * status.f_frsize

    @contextmanager
    def filled(self, left: int) -> Iterator[None]:
        """Leave only about so many bytes meanwhile, whatever others write."""
        ballast = self.folder / "ballast"
        try:
            with ballast.open("wb") as file, suppress(OSError):
                size = 0
                while (step := min(self.free - left, MEBIBYTE)) > 0:
                    os.posix_fallocate(file.fileno(), size, step)
                    size += step
            yield
        finally:
            ballast.unlink()


@pytest.fixture
def disk() -> Iterator[Disk]:
    folder = Path(tempfile.mkdtemp(prefix="nought-disk-"))
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=711", "nought-disk", str(folder)]
    mounting = subprocess.run(command, capture_output=True, text=True, check=False)
    if mounting.returncode:
        folder.rmdir()
        assert not os.environ.get("NOUGHT_REQUIRE_ALL"), mounting.stderr
        pytest.skip(f"only an account that may mount a file system can fill one: {mounting.stderr.strip()}")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
        shutil.rmtree(folder, ignore_errors=True)


@dataclass
class Site:
    """A server with the embedded Postgres that it uses."""

    postgres: Embedded
    settings: Settings
    running: Running
    serving: Popen[str]


@pytest.fixture
def site(disk: Disk) -> Iterator[Site]:
    with embedded.start(disk.folder) as postgres:
        settings = embedded_settings(postgres)
        migrations.migrate(settings)
        recorder = build(settings)
        _, secret = Tokens(recorder).issue("admin", "Keeper", timedelta(days=1))
        recorder.close()
        port = free_port()
        with process(
            "serve", "--data", disk.folder, "--port", port, "--workers", 1, "--analysis-workers", 0,
            env={"NOUGHT_KEYS": settings.keys}, stdout=sys.stderr, stderr=sys.stderr,
        ) as serving:  # fmt: skip
            running = Running(port, secret, serving.pid)
            try:
                until(lambda: is_ready(running))
                yield Site(postgres, settings, running, serving)
            finally:
                kill_tree(psutil.Process(serving.pid))


def fill_the_log(postgres: Embedded) -> None:
    """Write, past Nought, until Postgres cannot extend its write-ahead log and ends."""
    with psycopg.connect(postgres.superuser_dsn, autocommit=True) as writer, suppress(psycopg.OperationalError):
        while True:
            writer.execute("SELECT pg_logical_emit_message(false, 'test', repeat('x', 1000000))")
    until(lambda: not (postgres.data / "postmaster.pid").exists())


def test_a_full_disk_refuses_writes_and_loses_nothing(disk: Disk, site: Site, tmp_path: Path) -> None:
    checkpoints = tmp_path / "checkpoints"
    checkpoints.mkdir()
    running = site.running
    scribes = [Scribe(Client([running.port], running.secret), number) for number in range(SCRIBES)]
    watcher = Client([running.port], running.secret)
    deal = running.opened("deals", {"ruleset": "304", "dealer": "S"})
    with at_work(scribes) as futures:
        wait_for_writes(scribes, futures, 10)
        checkpoint_of(watcher, checkpoints)
        with disk.filled(LEAST // 2):
            until(lambda: not is_ready(running))
            refused = running.ask("POST", f"/api/v1/deals/{deal}/actions", {"act": "S shuffle"})
            assert (refused.status, refused.json["code"]) == (503, "no-room")
            assert "retry-after" in refused.headers
            for path in (f"/api/v1/deals/{deal}", "/api/v1/deals", "/"):
                assert running.ask("GET", path).status == 200, path
        wait_for_writes(scribes, futures, 5)
        assert running.ask("POST", f"/api/v1/deals/{deal}/actions", {"act": "S shuffle"}).status == 200
        checkpoint_of(watcher, checkpoints)
        with disk.filled(0):
            fill_the_log(site.postgres)
            assert running.ask("GET", "/health").status == 200
            assert running.ask("GET", f"/api/v1/deals/{deal}").status == 503
            assert running.ask("POST", f"/api/v1/deals/{deal}/actions", {"act": "W no cut"}).status == 503
        wait_for_writes(scribes, futures, 5)
        checkpoint_of(watcher, checkpoints)
    assert site.serving.poll() is None
    assert check_book(site.settings, scribes, checkpoints) > 0
