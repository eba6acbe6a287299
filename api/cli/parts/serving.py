"""Run the server until it is stopped: its port, its workers, and the processes that analyse deals."""

from __future__ import annotations

import os
import resource
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing import get_start_method
from threading import Thread

import psycopg
import psycopg_pool
from eventsourcing.persistence import PersistenceError
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from api.analyses.pool import AnalysisPool
from api.cli.parts.addresses import public_url
from api.cli.parts.books import announced
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import say
from api.cli.parts.workers import Workers
from api.live.places import FILES
from api.metrics.folder import require_not_imported, shared_folder
from api.people.accounts import first, link
from api.services import Services
from api.tracing.start import describe_fault
from store.migrations import MigrationError
from store.settings import Settings

APPLICATION = "web.asgi:worker"
GRACE = 8
"""Seconds a stopping worker has to finish its requests."""

HEADER_MILLISECONDS = 15_000
"""Limit for the head of a request, and for an idle connection."""
CONNECTIONS = 15_360
"""Connections of one worker. Each needs an open file, but no thread."""


def max_connections() -> int:
    """Raise the limit of open files for this process and its workers. Returns the connections a worker may have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = CONNECTIONS + FILES
    most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return max(soft - FILES, FILES) if soft < needed and soft != resource.RLIM_INFINITY else CONNECTIONS


def serve_until_stopped(
    settings: Settings,
    host: str,
    port: int,
    workers: int,
    analysis_workers: int,
    when_answering: Callable[[], object] = lambda: None,
) -> None:
    """Serve requests until a signal stops the server. The workers read the settings from the environment.

    ``analysis_workers``: the number of processes that analyse deals meanwhile. ``when_answering`` is called once the
    port takes connections.
    """
    os.environ["NOUGHT_DSN"] = settings.dsn
    os.environ["NOUGHT_READ_DSN"] = settings.read_dsn or ""
    os.environ["NOUGHT_SCHEMA"] = settings.schema
    os.environ["NOUGHT_KEYS"] = settings.keys
    os.environ["NOUGHT_DATA"] = settings.data
    os.environ["NOUGHT_SERVED_AT"] = public_url(host, port)
    require_not_imported()
    if fault := describe_fault():
        say(fault, err=True)
    with shared_folder(), announced(settings.data, public_url(host, port)):
        _run(host, port, workers, analysis_workers, when_answering)


def _run(host: str, port: int, workers: int, analysis_workers: int, when_answering: Callable[[], object]) -> None:
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

    def started() -> None:
        Thread(target=_call_when_answering, args=(host, port, when_answering), daemon=True).start()
        pool.start()

    server.when_started = started
    try:
        server.serve()
    finally:
        pool.stop()


def _call_when_answering(host: str, port: int, call: Callable[[], object]) -> None:
    """Call a function once the port takes connections, which is when a worker has started."""
    while True:
        with suppress(OSError), socket.create_connection((host, port), 1):
            call()
            return
        time.sleep(0.1)


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
