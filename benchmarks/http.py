"""Row 8: a stored replay over HTTP, against a Flask hello-world answered by the same server.

granian with two workers on loopback; the same processes answer both routes. The hello-world is a Flask application of
its own, so that none of our code slows it down. The load is the same for both: a few connections in one process, kept
alive, each with one request at a time.
"""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import Flask

from benchmarks.deals import RULES, random_deal
from benchmarks.harness import LEAST_ROUNDS, Finding, Row, Timing, at_least
from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.games.catalogue import STANDARD
from domain.ledger import Ledger
from domain.record.imported_deal import Entered, ImportedDeal
from store import migrations
from store.postgres import embedded
from store.settings import Settings
from store.tables.catalogue import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

WORKERS = 2
CONNECTIONS = 8
REQUESTS = 1500
"""The requests in each round for each route."""
HELLO = b"/hello"
PATIENCE = 60.0


def create() -> Any:
    """Return an application of the API and a hello-world, which share only the server."""
    from web.wsgi import create as create_api

    ours = create_api()
    hello = Flask("hello")

    @hello.get("/hello")
    def greet() -> str:
        return "Hello, world!"

    def choose(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        return (hello if environ["PATH_INFO"] == "/hello" else ours)(environ, start_response)

    return choose


@contextmanager
def serving(settings: Settings) -> Iterator[int]:
    """Start granian on a free port of loopback; yield the port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [
        sys.executable, "-m", "granian", "--interface", "wsgi", "--factory", "--host", "127.0.0.1", "--port", str(port),
        "--workers", str(WORKERS), "--no-log", "benchmarks.http:create",
    ]  # fmt: skip
    named = {"NOUGHT_DSN": settings.dsn, "NOUGHT_SCHEMA": settings.schema, "NOUGHT_KEYS": settings.keys}
    if settings.read_dsn:
        named["NOUGHT_READ_DSN"] = settings.read_dsn
    environment = {**os.environ, **named}
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait(server, port)
        yield port
    finally:
        server.terminate()
        server.wait(PATIENCE)


def _wait(server: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        if server.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("granian did not start")
        try:
            if load(port, HELLO, 1, connections=1):
                return
        except OSError:
            time.sleep(0.1)


def recorded(settings: Settings) -> str:
    """Import a whole deal into the ledger. Return the path of its replay."""
    dealer, acts = random_deal(RULES, random.Random(8))
    identity, at, by = UUID(int=8), "2026-02-14T20:15:09.318Z", "bench"
    deal = ImportedDeal(
        identity, DealOpened(plain(STANDARD), dealer), at, by, tuple(Entered(act, at, by) for act in acts)
    )
    with Ledger(settings.environment(), Rows()) as ledger:
        ledger.imports.import_deal(deal)
    return f"/api/v1/deals/{identity}/replays/public"


def _ask(port: int, path: bytes, requests: int) -> int:
    """Send requests one after another over one connection. Return the length of the last body in bytes.

    Raises ``RuntimeError`` for any answer but 200.
    """
    request = b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n"
    length = 0
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(requests):
            connection.sendall(request)
            answer = connection.recv(65536)
            while b"\r\n\r\n" not in answer:
                answer += connection.recv(65536)
            head, _, body = answer.partition(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(head.decode("latin-1"))
            fields = head.lower().split(b"\r\n")
            length = int(next(line for line in fields if line.startswith(b"content-length:"))[15:])
            got = len(body)
            while got < length:
                got += len(connection.recv(65536))
    return length


def load(port: int, path: bytes, requests: int, connections: int = CONNECTIONS) -> int:
    """Send requests over some connections at once. Return the length of a body in bytes."""
    with ThreadPoolExecutor(connections) as pool:
        sizes = list(pool.map(lambda _: _ask(port, path, requests // connections), range(connections)))
    return sizes[0]


def run(rounds: int) -> Finding:
    """Measure the replay's requests a second in percent of hello-world's."""
    with embedded.temporary() as server:
        settings = Settings(dsn=server.dsn, owner_dsn=server.owner_dsn, keys=str(server.folder / "keys"))
        migrations.migrate(settings)
        path = recorded(settings).encode()
        with serving(settings) as port:
            taken: dict[bytes, list[float]] = {HELLO: [], path: []}
            size = 0
            for turn in range(max(rounds, LEAST_ROUNDS) + 1):
                for each, seconds in taken.items():
                    began = time.perf_counter()
                    size = load(port, each, REQUESTS)
                    if turn:  # the first round connects and warms up
                        seconds.append((time.perf_counter() - began) / REQUESTS)
    hello, ours = (Timing(name, "request", tuple(taken[each])) for name, each in (("hello", HELLO), ("replay", path)))
    shares = tuple(100 * theirs / mine for mine, theirs in zip(ours.rounds, hello.rounds, strict=True))
    return Finding(shares, (ours, hello), f"a replay of {size:,} bytes, {WORKERS} workers")


ROWS = [Row(8, "a stored replay over HTTP, requests/s", "Flask hello-world, same server", at_least(45, " %"), run)]
