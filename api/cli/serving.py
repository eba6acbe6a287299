"""`serve` and `demo`: the API server, and a club evening to try it with."""

from __future__ import annotations

import logging
import os
import signal
import socket
from datetime import timedelta
from pathlib import Path
from typing import Any

import click
import psycopg
import psycopg_pool
from eventsourcing.persistence import PersistenceError
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import MPServer

from api.accounts import first, link
from api.cli import books
from api.cli.accounts import around
from api.cli.errors import Trouble
from api.cli.words import say
from api.live.hub import MOST_STREAMS
from api.services import Services
from api.turns import AT_ONCE
from store import embedded
from store.migrations import MigrationError, migrate
from store.settings import Settings

HOST, PORT = "127.0.0.1", 8304
GRACE = 8
"""Seconds in which a worker may finish its requests."""


class Stoppable(MPServer):
    """A server that can be stopped at any moment, also while its workers start."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.main = os.getpid()

    def signal_handler_interrupt(self, number: int = signal.SIGTERM, *_: object) -> None:
        """A worker begins with this handler of the server's, and while it starts it serves nobody.

        Asked to stop by the server it goes at once; Ctrl-C is the server's.
        """
        if os.getpid() == self.main:
            super().signal_handler_interrupt()  # type: ignore[no-untyped-call]
        elif number == signal.SIGTERM:
            os._exit(0)


def serve_until_stopped(settings: Settings, host: str, port: int, workers: int) -> None:
    """Answer requests until a signal says to stop. The workers read where the book is from the environment."""
    os.environ["NOUGHT_DSN"] = settings.dsn
    os.environ["NOUGHT_SCHEMA"] = settings.schema
    os.environ["NOUGHT_KEYS"] = settings.keys
    logging.getLogger("nought.access").setLevel(logging.INFO)
    server = Stoppable(
        "web.wsgi:worker",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        factory=True,
        workers=workers,
        blocking_threads=MOST_STREAMS + 2 * AT_ONCE,
        backpressure=2 * MOST_STREAMS,
        websockets=False,
        log_access=False,
        log_level=LogLevels.error,
        workers_kill_timeout=GRACE,
    )
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # A closed terminal stops the server; by itself Granian would reload on this signal.
        server.on_startup(lambda: signal.signal(signal.SIGHUP, server.signal_handler_interrupt))
    server.serve()


def free(host: str, port: int) -> None:
    """Raise `Trouble` unless this process may listen there."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise Trouble(f"cannot serve at {host}, port {port}: {error.strerror}; choose another --port") from None


def reachable(host: str) -> str:
    """A host that a browser on this machine can open, for one that means everywhere."""
    return HOST if host in ("0.0.0.0", "::", "") else f"[{host}]" if ":" in host else host  # noqa: S104


def welcome(settings: Settings, address: str) -> None:
    """Until somebody has signed in to the book: an administrator's account, and a link for it.

    A book that cannot be reached yet is served all the same; its requests say so.
    """
    try:
        services = Services.build(settings)
        try:
            if (administrator := first(services)) is not None:
                there = link(services, administrator, address)
                say(
                    f"Nobody has signed in here yet. As an administrator, open this once, within 24 hours: {there}",
                    err=True,
                )
        finally:
            services.ledger.close()
    except (psycopg.Error, psycopg_pool.PoolTimeout, PersistenceError, MigrationError) as error:
        say(f"the record book cannot be used yet: {error}", err=True)


port_option = click.option(
    "--port", type=click.IntRange(1, 65535), default=PORT, show_default=True, help="The port to listen at."
)


@click.command()
@click.option("--host", default=HOST, show_default=True, help="Where to listen; 0.0.0.0 is everywhere.")
@port_option
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes that answer.")
@click.option("--embedded", "embed", is_flag=True, help="On an embedded Postgres instead of NOUGHT_DSN.")
@books.data_option
def serve(host: str, port: int, workers: int, embed: bool, data: Path | None) -> None:
    """Serve the pages, and the HTTP API with its /docs.

    \b
    NOUGHT_DSN=postgresql://nought@db/nought nought serve --host 0.0.0.0
    nought serve --embedded
    """
    free(host, port)
    address = around().url or f"http://{reachable(host)}:{port}"
    with books.settings(data, embed=embed or data is not None) as settings:
        welcome(settings, address)
        serve_until_stopped(settings, host, port, workers)


@click.command()
@port_option
@click.option("--deals", type=click.IntRange(1, 1000), default=None, help="How many deals the evening has.")
@click.option("--no-serve", is_flag=True, help="End when everything is recorded.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, readable=False),
    envvar="NOUGHT_DATA",
    help="Where the data lies; it survives restarts.",
)
def demo(port: int, deals: int | None, no_serve: bool, data: Path | None) -> None:
    """A club evening, recorded and served on this machine.

    Starts a Postgres of its own in a folder that survives restarts, records an evening of generated deals
    (304, and a match of Sidi Barrani) and worked hands of every game, and serves the API until Ctrl-C. A
    second start keeps what is there and adds nothing twice.

    \b
    nought demo
    nought demo --deals 12 --no-serve --data /tmp/evening
    """
    from api.cli import evening

    if not no_serve:
        free(HOST, port)
    with embedded.start(data) as server:
        settings = books.embedded_in(server)
        migrate(settings)
        services = Services.build(settings)
        try:
            evening.record(services, deals)
            if not no_serve:
                _, secret = services.tokens.issue("admin", "demo", timedelta(hours=12))
                accounts = services.accounts
                keeper = accounts.of_login("demo") or accounts.add("demo", "Demo", "admin", {}, "the demo")
                sign_in = link(services, keeper, f"http://{HOST}:{port}")
        finally:
            services.ledger.close()
        say(f"\nThe data lies in {server.folder} and survives restarts.")
        evening.say_what_to_try(server.folder)
        if no_serve:
            return
        click.echo(f"\nServing http://{HOST}:{port}  (documentation: /docs; Ctrl-C stops)")
        click.echo(f"An administrator's token for the next 12 hours: {secret}")
        click.echo(f"To sign in as an administrator, open this once: {sign_in}\n")
        serve_until_stopped(settings, HOST, port, 2)


COMMANDS = (demo, serve)
