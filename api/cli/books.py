"""Opening the record book: the database that the environment names, or the embedded one in a folder.

What that takes is loaded when a book is opened, and not to look at a file.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from api.cli.errors import Trouble

if TYPE_CHECKING:
    from api.services import Services
    from store.embedded import Embedded
    from store.settings import Settings

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

data_option: Decorator = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, readable=False),
    envvar="NOUGHT_DATA",
    help="Folder of the embedded Postgres; without NOUGHT_DSN, the demo's own.",
)


def told(**overrides: Any) -> Settings:
    """The settings that the environment tells."""
    from store.settings import Settings

    try:
        return Settings.from_environment(**overrides)
    except ValueError as error:
        raise Trouble(str(error)) from None


def embedded_in(server: Embedded) -> Settings:
    """The settings for an embedded Postgres; its one record book has a name of its own."""
    keys = os.environ.get("NOUGHT_KEYS") or str(server.folder / "keys")
    return told(dsn=server.dsn, owner_dsn=server.owner_dsn, schema="nought", keys=keys)


@contextlib.contextmanager
def settings(data: Path | None, *, embed: bool = True, new: bool = True) -> Iterator[Settings]:
    """Where the record book is: NOUGHT_DSN, or else an embedded Postgres that runs meanwhile.

    Without ``new`` no record book is made where there is none.
    """
    from store import embedded
    from store.migrations import migrate

    if os.environ.get("NOUGHT_DSN") and data is None:
        yield told()
        return
    if not embed:
        raise Trouble("no database is named: set NOUGHT_DSN, or use --embedded")
    if not new and not embedded.holds_data(data):
        raise Trouble(
            f"there is no record book in {data or embedded.default_folder()}: name another folder with --data "
            "or a database with NOUGHT_DSN; `nought demo` makes a book to try"
        )
    with embedded.start(data) as server:
        found = embedded_in(server)
        migrate(found)
        yield found


@contextlib.contextmanager
def book(data: Path | None, *, new: bool = False) -> Iterator[Services]:
    """The record book, open."""
    from api.services import Services

    with settings(data, new=new) as found:
        services = Services.build(found.for_long_work())
        try:
            yield services
        finally:
            services.ledger.close()
