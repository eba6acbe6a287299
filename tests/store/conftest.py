"""The store on a real Postgres (`tests/databases.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from store.events.factory import build
from store.events.recorder import Recorder
from store.postgres import embedded
from store.settings import Settings
from tests.store.schemas import migrated

Connect = Callable[[str], psycopg.Connection]
Stream = Callable[..., list[StoredEvent]]


@pytest.fixture(scope="module")
def settings(server: embedded.Embedded, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A fresh, migrated schema in the database of the server, which tests here reach by its own names."""
    return migrated(server, patience=5.0, keys=str(tmp_path_factory.mktemp("keys")))


@pytest.fixture
def recorder(settings: Settings) -> Iterator[Recorder]:
    recorder = build(settings)
    yield recorder
    recorder.close()


@pytest.fixture
def connect(settings: Settings) -> Iterator[Connect]:
    """A plain connection in autocommit with the schema's search path."""
    opened: list[psycopg.Connection] = []

    def open_one(dsn: str) -> psycopg.Connection:
        connection = psycopg.connect(dsn, autocommit=True, options=f"-c search_path={settings.schema}")
        opened.append(connection)
        return connection

    yield open_one
    for connection in opened:
        connection.close()


@pytest.fixture(scope="session")
def stream() -> Stream:
    """Events of one stream: ``stream(3)``, or of a given one from a version on."""

    def events(count: int, *, of: UUID | None = None, start: int = 1, text: str = "{}") -> list[StoredEvent]:
        of = of or uuid4()
        return [StoredEvent(of, version, "test.Happened", text.encode()) for version in range(start, start + count)]

    return events
