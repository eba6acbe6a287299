"""A record book on a real Postgres, with its log, its keys in a folder, and a superuser who tampers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from flask import Flask
from psycopg.conninfo import make_conninfo

from api.app import create_app
from api.proof.keeper import LogKeeper
from api.proof.walk import KnownCheckpoint, Plan, WalkReport, walk
from api.services import EXTENSION, Provider, Services
from domain.proof.notes import PublicKey
from store.postgres import embedded
from store.settings import Settings
from tests.http.people import People, play, whole_deal
from tests.store.schemas import copied

TABLES = ("events", "log_leaves", "log_tiles", "log_nodes", "log_keys", "log_checkpoints", "attachments", "texts")


@dataclass
class Book:
    """A record book, and everybody who has to do with it."""

    settings: Settings
    superuser: str
    app: Flask
    house: Provider
    people: People

    @property
    def services(self) -> Services:
        return self.house.services

    @property
    def keeper(self) -> LogKeeper:
        return self.services.log_keeper("cards.example")

    def deal(self, seed: int = 7, plies: int | None = None, **more: str) -> str:
        """A deal that was played, or some of it."""
        dealer, acts = whole_deal(seed)
        deal = self.people.deal(dealer=dealer, **more)
        play(self.people.admin, deal, acts[:plies])
        return deal

    def sign(self) -> str:
        """A checkpoint over all that is recorded by now: the note."""
        self.keeper.grow()
        head = self.keeper.checkpoint()
        assert head is not None
        return head.note

    def walk(self, *held: str, keys: tuple[PublicKey, ...] = ()) -> WalkReport:
        """Check the log as a whole, and in small ranges, which must report the same."""
        known = [KnownCheckpoint(f"file {n}", note) for n, note in enumerate(held, 1)]
        report = walk(self.services.log, known, keys)
        for size in (8, 256):
            assert walk(self.services.log, known, keys, Plan(size=size)) == report, f"in ranges of {size}"
        return report

    @contextmanager
    def tampering(self) -> Iterator[Callable[..., psycopg.Cursor]]:
        """A superuser with the triggers out of the way."""
        with psycopg.connect(self.superuser, options=f"-c search_path={self.settings.schema}") as connection:
            for table in TABLES:
                connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            yield connection.execute
            for table in TABLES:
                connection.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER rows_are_immutable")
            for trigger in ("removed_rows_are_in_tiles", "rows_are_in_no_tile"):
                connection.execute(f"ALTER TABLE log_leaves ENABLE ALWAYS TRIGGER {trigger}")

    def untile(self) -> None:
        """Make single rows of all tiles, with salts that follow from no seed: as earlier releases stored leaves."""
        with self.tampering() as execute:
            execute("UPDATE log_leaves SET seed = NULL")
            execute(
                "INSERT INTO log_leaves (place, position, originator_id, originator_version, salt, hash)"
                " SELECT place, position, originator_id, originator_version, salt, hash FROM leaves_in_tiles"
            )
            execute("DELETE FROM log_tiles")

    def position(self, deal: str, version: int) -> int:
        events = self.services.log.events_of(UUID(deal))
        return next(each.position for each in events if each.version == version)


@pytest.fixture(scope="session")
def app() -> Flask:
    """One application for all books, each with services of its own: its routes take longer to make than a schema."""
    return create_app(Settings(dsn="host=/nowhere"))


@pytest.fixture
def book(server: embedded.Embedded, app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Book]:
    """A new one for each test."""
    with copied(server, keys=str(tmp_path / "keys")) as settings:
        house = Provider(settings)
        monkeypatch.setattr(app, "extensions", {**app.extensions, EXTENSION: house})
        superuser = make_conninfo(settings.dsn, user=embedded.SUPERUSER)
        yield Book(settings, superuser, app, house, People(app, house))
        house.close()


@pytest.fixture
def elsewhere(book: Book, tmp_path: Path) -> Callable[[], Services]:
    """The same book from a machine that does not have the key."""
    opened_services: list[Services] = []

    def connect() -> Services:
        opened_services.append(Services.build(replace(book.settings, keys=str(tmp_path / "other keys"))))
        return opened_services[-1]

    yield connect  # type: ignore[misc]
    for each in opened_services:
        each.close()
