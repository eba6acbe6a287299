"""A real Postgres for tests: one server a worker, and for a module a fresh schema of its own.

These are fixtures of `tests/conftest.py` alone: each further conftest that imported them would start a server more.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from store.postgres import embedded
from store.settings import Settings
from tests.store.schemas import copied

LayOut = Callable[[Path], None]

ROOM = 4 << 30
"""Bytes that are free before servers lie in memory: each worker needs some 0.2 GB."""


def _above() -> Path:
    """Return where servers lie: in memory where there is room, since each file that Postgres makes costs less there."""
    memory = Path("/dev/shm")  # noqa: S108, a folder of its own is made there
    return memory if memory.is_dir() and shutil.disk_usage(memory).free > ROOM else Path(tempfile.gettempdir())


ABOVE = _above()
THROWN_AWAY = {"shared_buffers": "16MB", "fsync": "off", "full_page_writes": "off", "autovacuum": "off"}
"""A server that nobody needs after the tests: nothing of it has to outlast a power cut."""


@pytest.fixture(scope="session")
def server() -> Iterator[embedded.Embedded]:
    with embedded.temporary(config=THROWN_AWAY, above=ABOVE) as running:
        yield running


@pytest.fixture(scope="session")
def lay_out() -> Iterator[LayOut]:
    """Puts into a folder what a first start leaves there, in a fraction of the time; to be thrown away."""
    above = Path(tempfile.mkdtemp(prefix="nought-", dir=ABOVE))
    above.chmod(0o711)
    with embedded.start(above / "data") as database, (database.data / "postgresql.conf").open("a") as written:
        written.writelines(f"{name} = {value}\n" for name, value in THROWN_AWAY.items())

    def put(folder: Path) -> None:
        folder.mkdir(mode=0o711, exist_ok=True)
        subprocess.run(["cp", "-a", f"{above}/data/.", folder], check=True)

    yield put
    shutil.rmtree(above, ignore_errors=True)


@pytest.fixture(scope="module")
def settings(server: embedded.Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """A fresh, migrated schema in a database of its own."""
    with copied(server, patience=5.0, keys=str(tmp_path_factory.mktemp("keys"))) as settings:
        yield settings
