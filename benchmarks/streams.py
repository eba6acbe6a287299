"""Row 13: an ordinary request while 200 streams of a table are open, against the same request without them.

`nought serve` with its two workers on loopback. The request is the public view of a deal in progress, which is read
from the database and folded. Rounds with and without followers take turns. In a second run an act is recorded a few
times a second meanwhile, which every follower gets at once; the time until the last one has it is shown too.
"""

from __future__ import annotations

import json
import os
import random
import selectors
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from datetime import timedelta
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen
from uuid import uuid4

from api.clock import now
from benchmarks.deals import RULES, random_deal
from benchmarks.harness import LEAST_ROUNDS, Finding, Row, Timing, at_most
from benchmarks.http import PATIENCE, load
from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.games.catalogue import STANDARD
from domain.ledger import Ledger
from domain.record.imported_deal import Entered, ImportedDeal
from replay.notation.actions import write_action
from store import migrations
from store.events.factory import build
from store.postgres import embedded
from store.settings import Settings
from store.tables.catalogue import Rows
from store.tables.people.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

LISTENERS = 200
REQUESTS = 600
"""The requests in each round, with and without followers."""
CONNECTIONS = 4
PAUSE = 0.25
"""The seconds between two acts."""


class Site:
    """A running server and an administrator who records at its one table."""

    def __init__(self, port: int, secret: str, settings: Settings, pid: int) -> None:
        self.port = port
        self.pid = pid
        self.secret = secret
        self.settings = settings
        self.table = self.ask("POST", "/tables", {"name": "Table 1"})["id"]
        self.deal = ""
        self.acts: list[str] = []

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the answer of the API to the administrator."""
        request = Request(
            f"http://127.0.0.1:{self.port}/api/v1{path}",
            None if body is None else json.dumps(body).encode(),
            {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"},
            method=method,
        )
        with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return json.load(answer)

    def begin(self) -> None:
        """Open another deal at the table, with its first half recorded."""
        dealer, acts = random_deal(RULES, random.Random(13))
        opened, at = DealOpened(plain(STANDARD), dealer, table=self.table), now()
        self.acts = [write_action(act) for act in acts[len(acts) // 2 : -1]]
        entries = tuple(Entered(act, at, "bench") for act in acts[: len(acts) // 2])
        with Ledger(self.settings.environment(), Rows()) as ledger:
            self.deal = str(ledger.imports.import_deal(ImportedDeal(uuid4(), opened, at, "bench", entries)).id)

    def act(self) -> None:
        """Record the next act; after the last one, take an act back."""
        if self.acts:
            self.ask("POST", f"/deals/{self.deal}/actions", {"act": self.acts.pop(0), "as_it_happened": True})
        else:
            self.ask("POST", f"/deals/{self.deal}/undo", {})


@contextmanager
def serving(*options: str) -> Iterator[Site]:
    """Run `nought serve` with these options on a new database; yield the site."""
    with embedded.temporary() as server:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, keys=str(server.folder / "keys"))
        migrations.migrate(settings)
        recorder = build(settings)
        _, secret = Tokens(recorder).issue("admin", "bench", timedelta(hours=1))
        recorder.close()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = int(free.getsockname()[1])
        named = {"NOUGHT_DSN": settings.dsn, "NOUGHT_SCHEMA": settings.schema, "NOUGHT_KEYS": settings.keys}
        environment = {**os.environ, **named}
        command = [sys.executable, "-c", "from api.cli import main; main()", "serve", "--port", str(port), *options]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + PATIENCE
            while True:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError("nought serve did not start")
                with suppress(OSError):
                    load(port, b"/ready", 1, connections=1)
                    break
                time.sleep(0.1)
            yield Site(port, secret, settings, process.pid)
        finally:
            process.terminate()
            process.wait(PATIENCE)


class Followers:
    """The connections of the followers of a table; one thread reads them."""

    def __init__(self, site: Site, count: int) -> None:
        request = f"GET /api/v1/tables/{site.table}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        self.sockets = [socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) for _ in range(count)]
        self._lock = Lock()
        self._sent = 0
        self._stop = Event()
        for each in self.sockets:
            each.sendall(request)
        self._thread = Thread(target=self._read)
        self._thread.start()
        self.wait_for(count)

    def _read(self) -> None:
        with selectors.DefaultSelector() as ready:
            for each in self.sockets:
                ready.register(each, selectors.EVENT_READ)
            while not self._stop.is_set():
                for key, _ in ready.select(0.1):
                    text = key.fileobj.recv(1 << 20)  # type: ignore[union-attr]
                    with self._lock:
                        self._sent += text.count(b"event: ")

    @property
    def sent(self) -> int:
        """Return the number of events that all followers have received."""
        with self._lock:
            return self._sent

    def wait_for(self, events: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while self.sent < events:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{self.sent} events of {events} came")
            time.sleep(0.001)

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        for each in self.sockets:
            each.close()


def _requests(site: Site, busy: bool, delivered: list[float] | None, followers: Followers | None) -> float:
    """Return the mean seconds of a request. ``busy``: acts are recorded meanwhile; ``delivered``: gets their delays."""
    stop = Event()

    def record() -> None:
        while not stop.wait(PAUSE):
            before = followers.sent if followers else 0
            site.act()
            if followers and delivered is not None:
                began = time.perf_counter()
                followers.wait_for(before + LISTENERS)
                delivered.append(time.perf_counter() - began)

    recorder = Thread(target=record)
    if busy:
        recorder.start()
    began = time.perf_counter()
    load(site.port, f"/api/v1/deals/{site.deal}/views/public".encode(), REQUESTS, CONNECTIONS)
    taken = (time.perf_counter() - began) / REQUESTS
    stop.set()
    if busy:
        recorder.join()
    return taken


def beside(busy: bool) -> Any:
    """Return a ``run`` that compares the time of a request with followers to that without."""

    def run(rounds: int) -> Finding:
        alone: list[float] = []
        followed: list[float] = []
        delivered: list[float] = []
        with serving() as site:
            for turn in range(max(rounds, LEAST_ROUNDS) + 1):
                site.begin()
                nobody = _requests(site, busy, None, None)
                followers = Followers(site, LISTENERS)
                crowd = _requests(site, busy, delivered, followers)
                followers.close()
                if turn:  # the first round warms up
                    alone.append(nobody)
                    followed.append(crowd)
        ours, peer = (
            Timing(f"{LISTENERS} followers", "request", tuple(followed)),
            Timing("none", "request", tuple(alone)),
        )
        timings = [ours, peer]
        if delivered:
            timings.append(Timing(f"until {LISTENERS} followers have an act", "act", tuple(delivered)))
        return Finding(tuple(a / b for a, b in zip(followed, alone, strict=True)), tuple(timings))

    return run


WHAT = f"a request beside {LISTENERS} open streams"
ROWS = [
    Row(13, WHAT, "without them", at_most(1.25), beside(busy=False)),
    Row(13, f"{WHAT}, four acts a second", "without them", at_most(1.5), beside(busy=True)),
]
