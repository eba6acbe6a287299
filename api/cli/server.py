"""`serve` and `demo`: the server, and a club evening to try it with."""

from __future__ import annotations

import os
import resource
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
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

from api.analyses.pool import AnalysisPool
from api.cli.accounts import outside_settings
from api.cli.parts import books
from api.cli.parts.books import announced
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import say
from api.cli.parts.workers import Workers
from api.metrics.folder import require_not_imported, shared_folder
from api.people.accounts import first, link
from api.requests import logs
from api.services import Services
from store.migrations import MigrationError, migrate
from store.postgres import embedded
from store.settings import Settings

APPLICATION = "web.asgi:worker"
HOST, PORT = "127.0.0.1", 8304
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104, compared with, not listened on
GRACE = 8
"""Seconds a stopping worker has to finish its requests."""

HEADER_MILLISECONDS = 15_000
"""Limit for the head of a request, and for an idle connection."""
CONNECTIONS = 4096
"""Connections of one worker. Each needs an open file, but no thread."""
FILES = 256
"""Open files of a worker besides its connections."""


def max_connections() -> int:
    """Raise the limit of open files for this process and its workers. Returns the connections a worker may have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = CONNECTIONS + FILES
    most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return max(soft - FILES, FILES) if soft < needed and soft != resource.RLIM_INFINITY else CONNECTIONS


def serve_until_stopped(settings: Settings, host: str, port: int, workers: int, analysis_workers: int) -> None:
    """Serve requests until a signal stops the server. The workers read the settings from the environment.

    ``analysis_workers``: the number of processes that analyse deals meanwhile.
    """
    os.environ["NOUGHT_DSN"] = settings.dsn
    os.environ["NOUGHT_READ_DSN"] = settings.read_dsn or ""
    os.environ["NOUGHT_SCHEMA"] = settings.schema
    os.environ["NOUGHT_KEYS"] = settings.keys
    os.environ["NOUGHT_DATA"] = settings.data
    os.environ["NOUGHT_SERVED_AT"] = public_url(host, port)
    require_not_imported()
    with shared_folder(), announced(settings.data, public_url(host, port)):
        _run(host, port, workers, analysis_workers)


def _run(host: str, port: int, workers: int, analysis_workers: int) -> None:
    if get_start_method() == "fork":
        # Imported once for all workers: a restarted worker answers in a fraction of the time.
        import_module(APPLICATION.partition(":")[0])
    server = Workers(
        APPLICATION,
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        factory=True,
        workers=workers,
        backpressure=max_connections(),
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_MILLISECONDS),
        websockets=False,
        log_access=False,
        log_level=LogLevels.error,
        workers_kill_timeout=GRACE,
    )
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # A closed terminal stops the server; Granian's default is to reload.
        server.on_startup(lambda: signal.signal(signal.SIGHUP, server.signal_handler_interrupt))
    pool = AnalysisPool(analysis_workers)
    server.when_started = pool.start
    try:
        server.serve()
    finally:
        pool.stop()


@contextmanager
def held_port(host: str, port: int) -> Iterator[None]:
    """Keep the port for the servers of this process, also while none of them listens yet.

    Raises `Trouble` if this process cannot listen there. Granian shares its ports, so without this two programs that
    start at the same time would both listen, and each request would reach one of them by chance.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
        holder = socket.socket(family, socket.SOCK_STREAM)
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        holder.bind(address)
    except OSError as error:
        hint = "" if isinstance(error, socket.gaierror) else "; choose another --port"
        raise Trouble(f"cannot serve at {host}, port {port}: {error.strerror}{hint}") from None
    with holder:
        yield


def browser_host(host: str) -> str:
    """Return the host for a URL on this machine, also if the server listens everywhere."""
    return HOST if host in EVERYWHERE else f"[{host}]" if ":" in host else host


def public_url(host: str, port: int) -> str:
    """Return the URL at which other machines probably reach the server, for links and QR codes."""
    return f"http://{own_address() if host in EVERYWHERE else browser_host(host)}:{port}"


def own_address() -> str:
    """Return this machine's address in its network; the loopback address if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only chooses its own address. 192.0.2.1 is reserved for documentation.
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return HOST
    return address


def print_first_link(settings: Settings, address: str) -> None:
    """Print a link that signs in an administrator, until somebody has signed in.

    A database that cannot be reached yet does not stop the server; its requests report the error.
    """
    try:
        services = Services.build(settings)
        try:
            if (administrator := first(services)) is not None:
                url = link(services, administrator, address)
                say(
                    f"Nobody has signed in yet. Open this link within 24 hours to sign in as administrator: {url}",
                    err=True,
                )
        finally:
            services.ledger.close()
    except (psycopg.Error, psycopg_pool.PoolTimeout, PersistenceError, MigrationError) as error:
        say(f"the record book cannot be used yet: {error}", err=True)


port_option = click.option(
    "--port", type=click.IntRange(1, 65535), default=PORT, show_default=True, help="The port to listen on."
)


analysis_workers_option = click.option(
    "--analysis-workers",
    type=click.IntRange(0, 64),
    default=1,
    show_default=True,
    envvar="NOUGHT_ANALYSIS_WORKERS",
    show_envvar=True,
    help="Processes that analyse deals once they are settled, at a low priority; 0 for none.",
)


@click.command()
@click.option("--host", default=HOST, show_default=True, help="The address to listen on; 0.0.0.0 is all addresses.")
@port_option
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Worker processes.")
@analysis_workers_option
@click.option("--embedded", "embed", is_flag=True, help="Use an embedded Postgres instead of NOUGHT_DSN.")
@books.data_option
def serve(host: str, port: int, workers: int, analysis_workers: int, embed: bool, data: Path | None) -> None:
    """Serve the pages, and the HTTP API with its /docs.

    Prints one line of JSON for each request on standard error. An empty NOUGHT_LOG in the environment turns this off.

    \b
    NOUGHT_DSN=postgresql://nought@db/nought nought serve --host 0.0.0.0
    nought serve --embedded
    """
    address = outside_settings().url or f"http://{browser_host(host)}:{port}"
    os.environ.setdefault(logs.VARIABLE, "requests")
    with held_port(host, port), books.settings(data, embed=embed or data is not None, keep=True) as settings:
        print_first_link(settings, address)
        serve_until_stopped(settings, host, port, workers, analysis_workers)


@click.command()
@port_option
@click.option("--deals", type=click.IntRange(1, 1000), default=None, help="Number of deals of the evening.")
@click.option("--no-serve", is_flag=True, help="Stop after recording.")
@analysis_workers_option
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False, readable=False),
    envvar="NOUGHT_DATA",
    help="The folder of the data; it survives restarts.",
)
def demo(port: int, deals: int | None, no_serve: bool, analysis_workers: int, data: Path | None) -> None:
    """Record and serve a club evening on this machine.

    Starts a Postgres of its own in a folder that survives restarts. Records an evening of generated deals (304, and a
    match of Sidi Barrani), a lesson on one of them and a class, then serves the pages until Ctrl-C. A second start
    adds nothing twice.

    \b
    nought demo
    nought demo --deals 12 --no-serve --data /tmp/evening
    """
    from api.cli import evening

    if not no_serve:
        outside_settings()  # wrong ones would end every worker at its start
    with nullcontext() if no_serve else held_port(HOST, port), embedded.start(data) as server:
        settings = books.embedded_settings(server)
        migrate(settings)
        services = Services.build(settings)
        try:
            evening.record(services, deals)
            if not no_serve:
                _, secret = services.tokens.issue("admin", "demo", timedelta(hours=12))
                accounts = services.accounts
                official = accounts.of_login("demo") or accounts.add("demo", "Demo", "admin", {}, "the demo")
                sign_in = link(services, official, f"http://{HOST}:{port}")
                teaching = evening.open_class(services, str(official.id))
        finally:
            services.ledger.close()
        say(f"\nThe data is in {server.folder} and survives restarts.")
        evening.suggest_commands(server.folder)
        if no_serve:
            return
        click.echo(f"\nServing http://{HOST}:{port}  (documentation: /docs; Ctrl-C stops)")
        click.echo(f"Administrator's token for the next 12 hours: {secret}")
        click.echo(f"Open this link to sign in as administrator; it works once: {sign_in}\n")
        evening.show_club(f"http://{HOST}:{port}")
        evening.show_teaching(f"http://{HOST}:{port}", teaching)
        with server.kept_running():
            serve_until_stopped(settings, HOST, port, 2, analysis_workers)


COMMANDS = (demo, serve)
