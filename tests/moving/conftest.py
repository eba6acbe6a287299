"""Two record books, each with its log and its keys: the old server of a club, and the new one."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from psycopg.conninfo import make_conninfo

from api.app import create_app
from api.cli.main import run
from api.proof.keeper import LogKeeper
from api.services import EXTENSION, Provider, Services
from domain.proof.club_moves import read_receipt
from store.postgres import embedded
from store.settings import Settings
from tests.cli.conftest import Answer
from tests.http.people import People
from tests.store.schemas import copied

NOW = "2026-03-01T10:00:00.000Z"


@dataclass
class House:
    """A server: its record book, its application, and its command line."""

    settings: Settings
    host: str
    app: Flask
    provider: Provider
    people: People

    def call(self, *arguments: object) -> Answer:
        """Run a command on the record book."""
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as environment, redirect_stdout(out), redirect_stderr(err):
            for name, value in self.environment.items():
                environment.setenv(name, value)
            code = run([str(argument) for argument in arguments])
        return Answer(code, out.getvalue(), err.getvalue())

    @contextmanager
    def tampering(self, *tables: str) -> Iterator[Callable[..., psycopg.Cursor]]:
        """A superuser with the triggers of some tables out of the way."""
        superuser = make_conninfo(self.settings.dsn, user=embedded.SUPERUSER)
        with psycopg.connect(superuser, options=f"-c search_path={self.settings.schema}") as connection:
            connection.execute("SET session_replication_role TO replica")
            for table in tables:
                connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            yield connection.execute

    @property
    def environment(self) -> dict[str, str]:
        """The variables that name its record book."""
        return {
            "NOUGHT_DSN": self.settings.dsn,
            "NOUGHT_OWNER_DSN": self.settings.owner_dsn or "",
            "NOUGHT_SCHEMA": self.settings.schema,
            "NOUGHT_KEYS": self.settings.keys,
            "NOUGHT_URL": f"https://{self.host}",
        }

    @property
    def services(self) -> Services:
        return self.provider.services

    @property
    def keeper(self) -> LogKeeper:
        return self.services.log_keeper(self.host)

    @property
    def key(self) -> str:
        """The public key of its log."""
        return self.keeper.public_keys()[-1].text

    def nought(self, *arguments: object) -> Answer:
        """Run a command that is carried out."""
        answer = self.call(*arguments)
        assert answer.code == 0, answer
        return answer


@contextmanager
def housed(server: embedded.Embedded, folder: Path, host: str) -> Iterator[House]:
    with copied(server, keys=str(folder / host)) as settings:
        provider = Provider(settings)
        app = create_app(settings)
        app.extensions[EXTENSION] = provider
        yield House(settings, host, app, provider, People(app, provider))
        provider.close()


@pytest.fixture
def old(server: embedded.Embedded, tmp_path: Path) -> Iterator[House]:
    with housed(server, tmp_path, "old.example") as house:
        yield house


@pytest.fixture
def new(server: embedded.Embedded, tmp_path: Path) -> Iterator[House]:
    with housed(server, tmp_path, "new.example") as house:
        yield house


@dataclass
class Move:
    """The steps of a move from one server to the other, with the files in a folder."""

    old: House
    new: House
    club: str
    folder: Path

    @property
    def file(self) -> Path:
        return self.folder / "club"

    @property
    def receipt(self) -> Path:
        return self.folder / "receipt"

    @property
    def closing(self) -> Path:
        return self.folder / "closing"

    def write(self, *options: str) -> Answer:
        self.file.unlink(missing_ok=True)
        return self.old.call("move", "write", self.club, self.file, *options)

    def receive(self, file: Path | None = None) -> Answer:
        return self.new.call("move", "receive", file or self.file, "-o", self.receipt, "--key", self.old.key)

    def close(self) -> Answer:
        return self.old.call("move", "close", self.receipt, "-o", self.closing, "--key", self.new.key)

    def open(self) -> Answer:
        return self.new.call("move", "open", self.closing)

    def whole(self) -> None:
        """Take all steps."""
        for step in (self.write, self.receive, self.close, self.open):
            answer = step()
            assert answer.code == 0, (step, answer)
        assert read_receipt(self.receipt.read_text()).url == "https://new.example"
