"""Kill the server, one of its processes, or its Postgres during writes: nothing acknowledged is lost or doubled.

The read models are those that the events give, and the log holds against every checkpoint that was handed out.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from subprocess import Popen

import psutil
import pytest

from store import migrations
from store.events.factory import build
from store.postgres import embedded
from store.settings import Settings
from store.tables.people.tokens import Tokens
from tests.cli.conftest import process
from tests.kills import Client, Scribe, at_work, check_book, checkpoint_of, kill_tree, wait_for_writes
from tests.serving.conftest import Running, is_ready
from tests.waiting import PATIENCE, free_port, until

pytestmark = pytest.mark.full

KILLS = int(os.environ.get("NOUGHT_KILLS") or (300 if os.environ.get("NOUGHT_FULL") else 5))
SCRIBES = 3
VICTIMS = ("the server", "a worker", "Postgres")


@dataclass
class Site:
    """A server on a Postgres of its own, which keeps what it acknowledges."""

    settings: Settings
    folder: Path
    secret: str
    port: int = field(default_factory=free_port)
    serving: Popen[str] | None = None

    def start(self) -> None:
        """Start the server, and wait until it is ready."""
        named = {
            "NOUGHT_DSN": self.settings.dsn, "NOUGHT_KEYS": self.settings.keys, "NOUGHT_ANALYSIS_WORKERS": "0",
        }  # fmt: skip
        self.serving = process(
            "serve", "--port", self.port, "--workers", 1, env=named, stdout=sys.stderr, stderr=sys.stderr
        )
        until(lambda: is_ready(Running(self.port, self.secret, 0)))

    @property
    def server(self) -> psutil.Process:
        assert self.serving is not None
        return psutil.Process(self.serving.pid)

    def kill(self, victim: str) -> None:
        """Kill something; start again what nothing else starts."""
        match victim:
            case "the server":
                # Not its workers, which end by themselves.
                left = self.server.children(recursive=True)
                self.server.kill()
                psutil.wait_procs(left, PATIENCE)
                assert self.serving is not None
                self.serving.wait()
                self.start()
            case "a worker":
                for each in self.server.children():
                    with suppress(psutil.Error):
                        each.kill()
            case _:
                postmaster = int((self.folder / "postgres" / "postmaster.pid").read_text().split()[0])
                os.kill(postmaster, signal.SIGKILL)
                embedded.start(self.folder)

    def stop(self) -> None:
        if self.serving is not None:
            kill_tree(self.server)
            self.serving.wait()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with embedded.temporary(config={"shared_buffers": "16MB"}) as server:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, keys=str(tmp_path / "keys"))
        migrations.migrate(settings)
        recorder = build(settings)
        _, secret = Tokens(recorder).issue("admin", "Keeper", timedelta(days=1))
        recorder.close()
        running = Site(settings, server.folder, secret)
        try:
            running.start()
            yield running
        finally:
            running.stop()


def test_kills_during_writes_lose_and_double_nothing(site: Site, tmp_path: Path) -> None:
    checkpoints = tmp_path / "checkpoints"
    checkpoints.mkdir()
    chance = random.Random(304)
    scribes = [Scribe(Client([site.port], site.secret), number) for number in range(SCRIBES)]
    watcher = Client([site.port], site.secret)
    with at_work(scribes) as futures:
        wait_for_writes(scribes, futures, 10)
        for number in range(KILLS):
            if number % 10 == 0:
                checkpoint_of(watcher, checkpoints)
            site.kill(VICTIMS[number] if number < len(VICTIMS) else chance.choice(VICTIMS))
            wait_for_writes(scribes, futures, chance.randrange(2, 12))
        checkpoint_of(watcher, checkpoints)
    assert check_book(site.settings, scribes, checkpoints) > KILLS
    assert sum(scribe.reads for scribe in scribes) > KILLS
