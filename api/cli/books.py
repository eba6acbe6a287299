"""Opening the record book: the database that the environment names, or the embedded one in a folder."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import click

from api.cli.errors import Trouble
from api.services import Services
from domain.ledger.deal_file import DealFile
from store import embedded
from store.migrations import migrate
from store.settings import Settings

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

data_option: Decorator = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="NOUGHT_DATA",
    help="Folder of the embedded Postgres; without NOUGHT_DSN, the demo's own.",
)


@contextlib.contextmanager
def settings(data: Path | None, *, embed: bool = True) -> Iterator[Settings]:
    """Where the record book is: NOUGHT_DSN, or else an embedded Postgres that runs meanwhile."""
    if "NOUGHT_DSN" in os.environ and data is None:
        yield Settings.from_environment()
        return
    if not embed:
        raise Trouble("no database is named: set NOUGHT_DSN, or use --embedded")
    with embedded.start(data) as server:
        found = Settings.from_environment(dsn=server.dsn, owner_dsn=server.owner_dsn)
        migrate(found)
        yield found


@contextlib.contextmanager
def book(data: Path | None) -> Iterator[Services]:
    """The record book, open."""
    with settings(data) as found:
        services = Services.build(found)
        try:
            yield services
        finally:
            services.ledger.close()


def deal_in(services: Services, name: str) -> DealFile:
    """The deal of that id."""
    try:
        return services.ledger.deal(UUID(name))
    except ValueError:
        raise Trouble(f"{name!r} is neither a file nor the id of a deal") from None
