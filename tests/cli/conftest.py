"""The command line as people use it: in this process where that is enough, else as a process of its own."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

from api.app import create_app
from api.cli.main import run
from api.cli.parts.books import embedded_settings
from api.services import EXTENSION, Provider
from domain.ledger import Ledger
from replay import hands
from store.migrations import migrate
from store.postgres import embedded
from store.settings import Settings
from store.tables.catalogue import Rows
from tests.databases import ABOVE, LayOut
from tests.http.people import People
from tests.store.schemas import copied
from tests.waiting import PATIENCE, until

ROOT = Path(hands.__path__[0]).parents[1]
HANDS = sorted(Path(hands.__path__[0]).glob("*.nought.toml"))
PROGRAM = (sys.executable, "-c", "from api.cli import main; main()")
TABLES = ("events", "commands", "catalogue", "tokens")


@dataclass(frozen=True)
class Answer:
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


Nought = Callable[..., Answer]


def hand(number: int) -> Path:
    """A worked hand file by its number."""
    return HANDS[number - 1]


def complaint(answer: Answer, code: int = 2) -> str:
    """The one line that says what was wrong; nothing else was said."""
    assert (answer.code, answer.out) == (code, "")
    assert answer.err.startswith("nought: ")
    assert answer.err.count("\n") == 1
    assert answer.err.endswith("\n")
    assert answer.err[:-1].isprintable()
    return answer.err


@pytest.fixture
def new_book(server: embedded.Embedded, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """An empty record book that NOUGHT_DSN names."""
    with copied(server) as settings:
        monkeypatch.setenv("NOUGHT_DSN", settings.dsn)
        monkeypatch.setenv("NOUGHT_SCHEMA", settings.schema)
        yield settings


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No database unless a test names one, and a terminal of no width."""
    for name in [name for name in os.environ if name.startswith("NOUGHT_") or name in ("COLUMNS", "FORCE_COLOR")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr("store.postgres.embedded.default_folder", lambda: tmp_path / "nothing-here")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "configuration"))


@pytest.fixture
def nought(capsys: pytest.CaptureFixture[str]) -> Nought:
    """A command, run in this process."""

    def call(*arguments: object) -> Answer:
        code = run([str(argument) for argument in arguments])
        return Answer(code, *capsys.readouterr())

    return call


def process(*arguments: object, **how: Any) -> subprocess.Popen[str]:
    """A command as a process of its own, its output read by the test."""
    # Without the log of requests, which would fill a pipe that nobody reads.
    path = os.pathsep.join([str(ROOT), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path, "NOUGHT_LOG": "", **how.pop("env", {})}
    how = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    how.setdefault("preexec_fn", _listening)
    return subprocess.Popen([*PROGRAM, *map(str, arguments)], text=True, env=environment, cwd=ROOT, **how)


def _listening() -> None:
    """Signals as a terminal's shell leaves them; a shell in the background has a child ignore Ctrl-C."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def spoken(*arguments: object, stdin_text: str | None = None, seconds: float = PATIENCE, **how: Any) -> Answer:
    """A command as a process of its own, waited for; ``stdin_text`` is its standard input."""
    if stdin_text is not None:
        how["stdin"] = subprocess.PIPE
    running = process(*arguments, **how)
    out, err = running.communicate(stdin_text, timeout=seconds)
    return Answer(running.returncode, out, err)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that Postgres can use also when root starts it; pytest's own lie in a private one."""
    above = Path(tempfile.mkdtemp(prefix="nought-", dir=ABOVE))
    above.chmod(0o711)
    yield above / "data"
    shutil.rmtree(above, ignore_errors=True)


@pytest.fixture
def begun(folder: Path, lay_out: LayOut) -> Path:
    """The same, and a Postgres was started there before."""
    lay_out(folder)
    return folder


@pytest.fixture
def book(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A record book that NOUGHT_DSN names."""
    monkeypatch.setenv("NOUGHT_DSN", settings.dsn)
    monkeypatch.setenv("NOUGHT_SCHEMA", settings.schema)
    return settings


@pytest.fixture
def ledger(book: Settings) -> Iterator[Ledger]:
    """The ledger of the record book."""
    with Ledger(book.environment(), Rows()) as ledger:
        yield ledger


@contextlib.contextmanager
def served(folder: Path) -> Iterator[tuple[People, Provider]]:
    """The API over the record book in a folder, without a network."""
    with embedded.start(folder) as server:
        settings = embedded_settings(server)
        migrate(settings)
        app = create_app(settings)
        house: Provider = app.extensions[EXTENSION]
        yield People(app, house), house
        house.close()


def rows(book: Settings) -> dict[str, int]:
    """The number of rows of each table."""
    assert book.owner_dsn is not None
    with psycopg.connect(book.owner_dsn, options=f"-c search_path={book.schema}") as connection:
        counted = " UNION ALL ".join(f"SELECT '{table}', count(*) FROM {table}" for table in TABLES)  # noqa: S608
        return dict(connection.execute(counted).fetchall())


def postgres(data: Path) -> list[psutil.Process]:
    """Every process of the embedded Postgres in a folder."""
    processes = []
    for each in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if each.status() != psutil.STATUS_ZOMBIE and Path(each.cwd()) == data.resolve() / "postgres":
                processes.append(each)
    return processes


def gone(data: Path) -> None:
    """Wait until the embedded Postgres in a folder has ended: its last process goes a moment after its pid file."""
    until(lambda: not postgres(data))
