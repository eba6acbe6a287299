"""Waiting for something to happen, and ports, for tests that run beside others on a busy machine."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count

import psutil

from store.postgres.embedded import Embedded

PATIENCE = 120.0
"""Seconds. Long, since it only matters when a test fails: a busy machine takes ten times as long as an idle one."""

_numbers = count()


def until(is_so: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until something is so; fail if it does not become so."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def end(server: Embedded) -> None:
    """End a Postgres at once, as a crash does, and wait until nothing of it lives."""
    postmaster = psutil.Process(int((server.data / "postmaster.pid").read_text().split()[0]))
    postmaster.send_signal(signal.SIGQUIT)
    until(lambda: not postmaster.is_running() or postmaster.status() == psutil.STATUS_ZOMBIE)


def free_port() -> int:
    """Return a port at which nobody listens.

    It lies below those that the system gives to outgoing connections, and each process tries other ones, so that
    nobody takes it before the test uses it.
    """
    while True:
        port = 10_000 + (os.getpid() * 61 + next(_numbers)) % 20_000
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
