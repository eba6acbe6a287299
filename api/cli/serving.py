"""`serve` and `demo`: the API server, and a club evening to try it with."""

from __future__ import annotations

import os
import resource
import signal
import socket
from datetime import timedelta
from importlib import import_module
from multiprocessing import get_start_method
from pathlib import Path

import click
import psycopg
import psycopg_pool
from eventsourcing.persistence import PersistenceError
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from api import logs
from api.accounts import first, link
from api.cli import books
from api.cli.accounts import around
from api.cli.errors import Trouble
from api.cli.words import say
from api.cli.workers import Workers
from api.services import Services
from store import embedded
from store.migrations import MigrationError, migrate
from store.settings import Settings

APPLICATION = "web.asgi:worker"
HOST, PORT = "127.0.0.1", 8304
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104
GRACE = 8
"""Seconds in which a worker may finish its requests."""

HEADER_MILLISECONDS = 15_000
"""How long the head of a request may take, and how long a connection may lie idle."""
CONNECTIONS = 4096
"""Connections of one worker. Each takes a file, but no thread."""
FILES = 256
"""Files that a worker needs beside its connections."""


def connections() -> int:
    """Return how many connections a worker may have, and let this process and its workers open as many files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return max(soft - FILES, FILES) if soft < wanted and soft != resource.RLIM_INFINITY else CONNECTIONS


def serve_until_stopped(settings: Settings, host: str, port: int, workers: int) -> None:
    """Answer requests until a signal says to stop. The workers read where the book is from the environment."""
    os.environ["NOUGHT_DSN"] = settings.dsn
    os.environ["NOUGHT_SCHEMA"] = settings.schema
    os.environ["NOUGHT_KEYS"] = settings.keys
    os.environ["NOUGHT_SERVED_AT"] = served_at(host, port)
    if get_start_method() == "fork":
        # Loaded once for all workers: one that is started again answers in a fraction of the time.
        import_module(APPLICATION.partition(":")[0])
    server = Workers(
        APPLICATION,
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        factory=True,
        workers=workers,
        backpressure=connections(),
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_MILLISECONDS),
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
    return HOST if host in EVERYWHERE else f"[{host}]" if ":" in host else host


def served_at(host: str, port: int) -> str:
    """Return the address by which other machines reach the server, as far as this one knows: for links and QR codes."""
    return f"http://{own_address() if host in EVERYWHERE else reachable(host)}:{port}"


def own_address() -> str:
    """Return this machine's address in its network; that of the machine to itself if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only chooses by which of its addresses it would. The other one is nobody's.
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return HOST
    return found


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

    Prints one line of JSON for each request on standard error; nothing
    with NOUGHT_LOG= in the environment.

    \b
    NOUGHT_DSN=postgresql://nought@db/nought nought serve --host 0.0.0.0
    nought serve --embedded
    """
    free(host, port)
    address = around().url or f"http://{reachable(host)}:{port}"
    os.environ.setdefault(logs.VARIABLE, "requests")
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
