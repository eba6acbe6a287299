"""Open the record book: the database that the environment names, or an embedded Postgres in a folder.

The database modules are imported when a book is opened, so that commands about files start fast.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import click

from api.cli.parts.errors import Trouble

if TYPE_CHECKING:
    from api.services import Services
    from store.postgres.embedded import Embedded
    from store.settings import Settings

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

data_option: Decorator = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, readable=False),
    envvar="NOUGHT_DATA",
    help="Folder of the embedded Postgres. Default without NOUGHT_DSN: the folder of the demo.",
)
by_option: Decorator = click.option(
    "--by", default="nought", show_default=True, help="The name of the person who records it."
)


ADDRESS: Final = "served-at"
"""The file in the folder of an embedded record book that holds the address of its server while it runs."""


@contextlib.contextmanager
def announced(folder: str, url: str) -> Iterator[None]:
    """Note in the folder of an embedded record book at which address its server answers meanwhile."""
    if not folder:
        yield
        return
    note = Path(folder) / ADDRESS
    note.write_text(f"{os.getpid()} {url}\n", encoding="utf-8")
    try:
        yield
    finally:
        note.unlink(missing_ok=True)


def served_at(data: Path | None) -> str:
    """Return the address of the running server of an embedded record book; empty if none is known."""
    import psutil  # type: ignore[import-untyped]

    from store.postgres import embedded

    if os.environ.get("NOUGHT_DSN") and data is None:
        return ""
    try:
        text = ((data or embedded.default_folder()).expanduser() / ADDRESS).read_text(encoding="utf-8")
    except OSError:
        return ""
    pid, _, url = text.strip().partition(" ")
    return url if pid.isdecimal() and psutil.pid_exists(int(pid)) else ""


def environment_settings(**overrides: Any) -> Settings:
    """Return the settings of the environment, with overrides. Raises `Trouble` if a variable has a wrong value."""
    from store.settings import Settings

    try:
        return Settings.from_environment(**overrides)
    except ValueError as error:
        raise Trouble(str(error)) from None


def settings_of_dsn(**overrides: Any) -> Settings:
    """Return the settings of the database that the environment names.

    Raises `Trouble` if a variable has a wrong value, or if a pooler answers there in place of Postgres.
    """
    from store.postgres.poolers import PoolerBetween, refuse_pooler

    named = environment_settings(**overrides)
    addresses = {"NOUGHT_DSN": named.dsn, "NOUGHT_OWNER_DSN": named.owner_dsn, "NOUGHT_READ_DSN": named.read_dsn}
    for variable, dsn in addresses.items():
        try:
            if dsn:
                refuse_pooler(dsn, variable)
        except PoolerBetween as error:
            raise Trouble(str(error)) from None
    return named


def embedded_settings(server: Embedded) -> Settings:
    """Return the settings of the one record book in an embedded Postgres."""
    keys = os.environ.get("NOUGHT_KEYS") or str(server.folder / "keys")
    return environment_settings(
        dsn=server.dsn, owner_dsn=server.owner_dsn, read_dsn="", schema="nought", keys=keys, data=str(server.folder)
    )


@contextlib.contextmanager
def settings(data: Path | None, *, embed: bool = True, new: bool = True, keep: bool = False) -> Iterator[Settings]:
    """Yield the settings of the record book: of NOUGHT_DSN, or of an embedded Postgres that runs meanwhile.

    With ``new`` a missing embedded record book is created. With ``keep`` the embedded Postgres is started again if it
    ends. Raises `Trouble` if there is no record book to open.
    """
    from store.migrations import migrate
    from store.postgres import embedded

    if os.environ.get("NOUGHT_DSN") and data is None:
        yield settings_of_dsn(data="")
        return
    if not embed:
        raise Trouble("no database is named: set NOUGHT_DSN, or use --embedded")
    if not new and not embedded.holds_data(data):
        raise Trouble(
            f"there is no record book in {data or embedded.default_folder()}: name another folder with --data "
            "or a database with NOUGHT_DSN; `nought demo` creates a book to try"
        )
    with embedded.start(data) as server:
        of_server = embedded_settings(server)
        migrate(of_server)
        with server.kept_running() if keep else contextlib.nullcontext():
            yield of_server


@contextlib.contextmanager
def book(data: Path | None, *, new: bool = False) -> Iterator[Services]:
    """Open the record book. Raises `Trouble` if there is none."""
    from api.services import Services

    with settings(data, new=new) as record_book:
        services = Services.build(record_book.for_long_work())
        try:
            yield services
        finally:
            services.ledger.close()


def find_id(services: Services, kind: str, name: str) -> UUID:
    """Return the id of a club or tournament, from its id or its name. Raises `Trouble` if none or several fit."""
    try:
        return UUID(name)
    except ValueError:
        pass
    ids = [row.id for row in services.catalogue.rows(kind) if row.title == name]
    if len(ids) == 1:
        return ids[0]
    if ids:
        many = {"series": "series", "match": "matches"}.get(kind, f"{kind}s")
        raise Trouble(f"{len(ids)} {many} are called {name!r}; give the id of one: {', '.join(map(str, ids))}")
    raise Trouble(f"there is no {kind} called {name!r}")
