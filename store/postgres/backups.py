"""Back up an embedded database into one file, and restore it into a new database.

Both use `pg_dump` and `pg_restore` of the embedded server, so that the versions always fit. The file holds all data of
the database, with hidden cards and hashes of secrets: only its owner may read it.
"""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Final

from store.postgres.programs import EmbeddedError, Programs

if TYPE_CHECKING:
    from pathlib import Path

    from store.postgres.embedded import Embedded

BEGINS: Final = b"PGDMP"
"""The first bytes of a file of `pg_dump --format=custom`."""


def dump(server: Embedded, target: Path) -> None:
    """Write the whole database into a file. Raises ``EmbeddedError`` if `pg_dump` fails."""
    made = os.open(target, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    os.close(made)
    _run(server, "pg_dump", "--format=custom", f"--file={target}", f"--dbname={server.superuser_dsn}")


def check_file(source: Path) -> None:
    """Raise ``EmbeddedError`` if a file is no dump."""
    with source.open("rb") as opened:
        if opened.read(len(BEGINS)) != BEGINS:
            raise EmbeddedError(f"{source} is no backup: it was not written by `nought backup` or `pg_dump -Fc`")


def restore(server: Embedded, source: Path) -> None:
    """Fill an empty database from a file of `dump`: all of it, or nothing.

    Raises ``EmbeddedError`` if `pg_restore` fails. Afterwards the schema has to be migrated: the new server counts
    transactions from the beginning (`store.events.position`).
    """
    options = ("--exit-on-error", "--single-transaction", f"--dbname={server.superuser_dsn}")
    _run(server, "pg_restore", *options, str(source))


def _run(server: Embedded, program: str, *arguments: str) -> None:
    """Run a program of the server's own version, as the caller's account. Raises ``EmbeddedError`` if it fails."""
    command = [str(Programs(server.folder).bin / program), *arguments]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        env={"PATH": os.defpath, "LC_ALL": "C"},
    )  # fmt: skip
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise EmbeddedError(f"{program} failed: {lines[-1]}")
