"""`serve` and `demo`: the API server, and a club evening to try it with."""

from __future__ import annotations

import logging
import os
import signal
import sys
from datetime import timedelta
from pathlib import Path
from typing import NoReturn

import click
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from api.cli import books, evening
from api.services import Services
from store import embedded
from store.migrations import migrate
from store.settings import Settings

PORT = 8304
GRACE = 8
"""Seconds in which a worker may finish its requests; one that is still starting misses the signal to stop."""


def serve_until_stopped(settings: Settings, host: str, port: int, workers: int) -> None:
    """Answer requests until a signal says to stop. The workers read where the book is from the environment."""
    os.environ["NOUGHT_DSN"] = settings.dsn
    os.environ["NOUGHT_SCHEMA"] = settings.schema
    logging.getLogger("nought.access").setLevel(logging.INFO)
    server = Server(
        "api.wsgi:create",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        factory=True,
        workers=workers,
        blocking_threads=2,
        websockets=False,
        log_access=False,
        log_level=LogLevels.warning,
        workers_kill_timeout=GRACE,
    )
    server.serve()


def _leave(*_: object) -> NoReturn:
    """A signal to stop is a normal exit, so that the embedded Postgres is stopped too."""
    sys.exit(0)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True)
@click.option("--embedded", "embed", is_flag=True, help="On an embedded Postgres instead of NOUGHT_DSN.")
@books.data_option
def serve(host: str, port: int, workers: int, embed: bool, data: Path | None) -> None:
    """Serve the HTTP API; its documentation is at /docs.

    \b
    NOUGHT_DSN=postgresql://nought@db/nought nought serve --host 0.0.0.0
    nought serve --embedded
    """
    signal.signal(signal.SIGTERM, _leave)
    with books.settings(data, embed=embed or data is not None) as settings:
        serve_until_stopped(settings, host, port, workers)


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option("--deals", type=click.IntRange(1, 1000), default=None, help="How many deals the evening has.")
@click.option("--no-serve", is_flag=True, help="End when everything is recorded.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="NOUGHT_DATA",
    help="Where the data lies; it survives restarts.",
)
def demo(port: int, deals: int | None, no_serve: bool, data: Path | None) -> None:
    """A club evening of 304, recorded, replayed and served on this machine.

    Starts a Postgres of its own in a folder that survives restarts, records an evening of generated deals
    and the worked hands of the rule documents, and serves the API until Ctrl-C. A second start keeps what
    is there and adds nothing twice.
    """
    signal.signal(signal.SIGTERM, _leave)
    with embedded.start(data) as server:
        settings = Settings.from_environment(dsn=server.dsn, owner_dsn=server.owner_dsn)
        migrate(settings)
        services = Services.build(settings)
        try:
            evening.record(services, deals)
            _, secret = services.tokens.issue("admin", "demo", timedelta(hours=12))
        finally:
            services.ledger.close()
        click.echo(f"\nThe data lies in {server.folder} and survives restarts.")
        evening.say_what_to_try(server.folder)
        if no_serve:
            return
        click.echo(f"\nServing http://127.0.0.1:{port}  (documentation: /docs; Ctrl-C stops)")
        click.echo(f"An administrator's token for the next 12 hours: {secret}\n")
        serve_until_stopped(settings, "127.0.0.1", port, 2)


COMMANDS = (demo, serve)
