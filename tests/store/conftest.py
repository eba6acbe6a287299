"""A real Postgres for the store's tests: one server a worker, one schema a module."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
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
LayOut = Callable[[Path], None]

THROWN_AWAY = {"shared_buffers": "16MB", "fsync": "off", "full_page_writes": "off", "autovacuum": "off"}
"""A server that nobody needs after the tests: nothing of it has to outlast a power cut."""


@pytest.fixture(scope="session")
def server() -> Iterator[embedded.Embedded]:
    with embedded.temporary(config=THROWN_AWAY) as running:
        yield running


@pytest.fixture(scope="session")
def lay_out() -> Iterator[LayOut]:
    """Puts into a folder what a first start leaves there, in a fraction of the time; to be thrown away."""
    above = Path(tempfile.mkdtemp(prefix="nought-"))
    above.chmod(0o711)
    with embedded.start(above / "data") as database, (database.data / "postgresql.conf").open("a") as written:
        written.writelines(f"{name} = {value}\n" for name, value in THROWN_AWAY.items())

    def put(folder: Path) -> None:
        folder.mkdir(mode=0o711, exist_ok=True)
        subprocess.run(["cp", "-a", f"{above}/data/.", folder], check=True)

    yield put
    shutil.rmtree(above, ignore_errors=True)


@pytest.fixture(scope="module")
def settings(server: embedded.Embedded, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A fresh, migrated schema."""
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
