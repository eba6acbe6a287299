"""A server as `nought serve` runs it, and a client with an administrator's token.

The client's modules that follow from the API are made before a test imports them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from scripts.client import bring_up_to_date
from store.postgres import embedded
from tests.serving.conftest import Running, serving
from tests.store.schemas import migrated

if TYPE_CHECKING:
    from nought_client import Client


bring_up_to_date()


@pytest.fixture(scope="session")
def running(server: embedded.Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all modules, which one worker has (`tests/conftest.py`): its start takes seconds."""
    with serving(migrated(server, keys=str(tmp_path_factory.mktemp("keys"))), workers=1) as running_server:
        yield running_server


@pytest.fixture(scope="module")
def client(running: Running) -> Iterator[Client]:
    from nought_client import Client

    with Client(f"http://127.0.0.1:{running.port}", running.secret) as new_client:
        yield new_client
