"""`backup` and `restore`: the record book of an embedded Postgres in one file."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import click

from api.cli.parts.books import data_option, embedded_settings
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import say

OWN_POSTGRES = "this is for the embedded Postgres; NOUGHT_DSN names one of your own: use {program} (docs/backups.md)"


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@data_option
def backup(file: Path, data: Path | None) -> None:
    """Write the whole record book into one file.

    The server may run meanwhile: the file holds the book at one moment. It contains hidden cards: keep it as safe as
    the book. It does not contain the keys of the log: copy the folder `keys` beside the database too. For a Postgres
    of your own use pg_dump; docs/backups.md has the steps.

    \b
    nought backup nought.dump
    """
    from store.postgres import backups, embedded

    _check_embedded(data, "pg_dump")
    if not embedded.holds_data(data):
        raise Trouble(
            f"there is no record book in {data or embedded.default_folder()}: name another folder with --data"
        )
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        with embedded.start(data) as server:
            backups.dump(server, part)
        part.replace(file)
    except OSError as error:
        raise Trouble(f"{file} cannot be written: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)
    say(f"{file} holds the record book; its keys are in {server.folder / 'keys'}", err=True)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@data_option
def restore(file: Path, data: Path | None) -> None:
    """Create a new record book from a backup.

    --data names a folder without a record book. Afterwards copy the old book's folder `keys` there: without it the
    log cannot be signed.

    \b
    nought restore nought.dump --data restored
    """
    from store.migrations import migrate
    from store.postgres import backups, embedded

    _check_embedded(data, "pg_restore")
    if not file.is_file():
        raise Trouble(f"there is no file {file}: name one that nought backup wrote")
    if embedded.holds_data(data):
        raise Trouble(f"there is a record book in {data or embedded.default_folder()}: name a new folder with --data")
    backups.check_file(file)
    is_new = not (data or embedded.default_folder()).expanduser().exists()
    with embedded.start(data) as server:
        done = False
        try:
            backups.restore(server, file)
            migrate(embedded_settings(server))
            done = True
        finally:
            server.stop()
            if not done:
                shutil.rmtree(server.folder if is_new else server.data, ignore_errors=True)
    say(f"the record book is restored in {server.folder}; copy its keys to {server.folder / 'keys'}", err=True)


def _check_embedded(data: Path | None, program: str) -> None:
    """Raise `Trouble` if the record book is in a Postgres that the user runs."""
    if os.environ.get("NOUGHT_DSN") and data is None:
        raise Trouble(OWN_POSTGRES.format(program=program))


COMMANDS = (backup, restore)
