"""A server as `nought serve` runs it, and a client with an administrator's token."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from nought_client import Client

from tests.serving.conftest import Running, running, server, settings

__all__ = ["running", "server", "settings"]


@pytest.fixture(scope="module")
def client(running: Running) -> Iterator[Client]:
    with Client(f"http://127.0.0.1:{running.port}", running.secret) as new_client:
        yield new_client
