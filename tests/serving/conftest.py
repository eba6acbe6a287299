"""The site as `nought serve` runs it."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from http.client import HTTPConnection

import msgspec
import psutil
import pytest

from store.events.factory import build
from store.settings import Settings
from store.tables.people.tokens import Tokens
from tests.cli.conftest import process
from tests.waiting import PATIENCE, free_port, until


@dataclass(frozen=True)
class Reply:
    """An answer of the server."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, object]:
        payload: dict[str, object] = msgspec.json.decode(self.body)
        return payload


@dataclass(frozen=True)
class Running:
    """A server, and an administrator's token."""

    port: int
    secret: str
    pid: int

    def ask(
        self, method: str, path: str, json: object = None, *, signed_in: bool = True, seconds: float = PATIENCE
    ) -> Reply:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        headers = {"Authorization": f"Bearer {self.secret}"} if signed_in else {}
        body = None
        if json is not None:
            body, headers["Content-Type"] = msgspec.json.encode(json), "application/json"
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return Reply(answer.status, dict(answer.headers), answer.read())
        finally:
            connection.close()

    def opened(self, path: str, json: object) -> str:
        answer = self.ask("POST", f"/api/v1/{path}", json)
        assert answer.status == 201, answer.body
        return str(answer.json["id"])

    def connection(self, text: str) -> socket.socket:
        """A connection on which this was sent."""
        opened_socket = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        opened_socket.sendall(text.encode())
        return opened_socket

    def heavy(self, what: str = "main()") -> list[psutil.Process]:
        """The processes that make what costs much; papers: ``main_of_papers()``."""
        processes = []
        for each in psutil.Process(self.pid).children(recursive=True):
            with suppress(psutil.Error):
                if any("web.heavy import" in part and part.endswith(what) for part in each.cmdline()):
                    processes.append(each)
        return processes


def is_ready(running: Running) -> bool:
    """Whether the server answers that it is ready."""
    try:
        return running.ask("GET", "/ready", signed_in=False).status == 200
    except OSError:
        return False


@contextmanager
def serving(settings: Settings, workers: int, **more: str) -> Iterator[Running]:
    """Run ``nought serve`` with some workers. ``more``: more of its environment."""
    recorder = build(settings)
    _, secret = Tokens(recorder).issue("admin", "Keeper", timedelta(hours=1))
    recorder.close()
    port = free_port()
    named = {"NOUGHT_DSN": settings.dsn, "NOUGHT_SCHEMA": settings.schema, "NOUGHT_KEYS": settings.keys, **more}
    streams = {"stdout": sys.stderr, "stderr": sys.stderr}
    with process("serve", "--port", port, "--workers", workers, env={**os.environ, **named}, **streams) as server:
        running = Running(port, secret, server.pid)
        try:
            until(lambda: is_ready(running))
            yield running
        finally:
            server.terminate()
            status = server.wait(PATIENCE)
        assert status == 0


@pytest.fixture(scope="module")
def running(settings: Settings) -> Iterator[Running]:
    with serving(settings, workers=1) as server:
        yield server
