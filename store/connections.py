"""Connections with bounded waits, and a pool that refuses at once while Postgres does not answer.

Every wait has two bounds. The server ends a statement or a transaction that takes too long (`Bounds`). In case the
server itself is stopped or cut off, the client gives up a little later and closes the connection. Transactions are
bounded too, since readers of the record wait for every open one that has written (`store.position`).
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Final, Self

import psycopg
from eventsourcing.postgres import ConnectionPool
from psycopg import Connection
from psycopg.rows import Row
from psycopg_pool import PoolTimeout

from store.errors import DatabaseAway, NoAnswer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from psycopg.abc import PQGen
    from typing_extensions import TypeVar

    RV = TypeVar("RV")

_log = logging.getLogger(__name__)

GRACE: Final = 2.0
"""Seconds that a statement may take beyond the server's own bound before the client gives up."""
CONNECT_SECONDS: Final = 5
"""The most seconds of an attempt to connect to one host, unless the DSN sets ``connect_timeout``: a host that is cut
off must not hold up the next one of several."""
PROBE_SECONDS: Final = 2
PROBE_PAUSE: Final = 0.5
TRANSACTION_TIMEOUT_SINCE: Final = 170000
"""The first server version that can bound a whole transaction: Postgres 17."""

LOST_WIRE: Final = {
    "tcp_user_timeout": 15_000, "keepalives_idle": 30, "keepalives_interval": 5, "keepalives_count": 3,
}  # fmt: skip
"""libpq's settings to notice that the network to a remote server is cut; a Unix socket ignores them."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most seconds that a statement and a transaction may take."""

    statement: float
    transaction: float

    @property
    def answer(self) -> float:
        """Return the seconds that the client waits for an answer."""
        return self.statement + GRACE


class BoundedConnection(Connection[Row]):
    """A connection in autocommit whose statements, transactions and waits are bounded."""

    answer_timeout: float | None = None
    is_unanswered: bool = False
    """True if the connection was closed because no answer came."""

    @classmethod
    def connect(cls, conninfo: str = "", *, bounds: Bounds, **parameters: Any) -> Self:  # type: ignore[override]
        """Connect, and set the bounds on the server. Raises ``psycopg.OperationalError`` if it does not answer."""
        connection = super().connect(conninfo, **{**LOST_WIRE, **parameters, "autocommit": True})
        connection.answer_timeout = bounds.answer
        settings = {"statement_timeout": bounds.statement}
        if connection.info.server_version >= TRANSACTION_TIMEOUT_SINCE:
            settings["transaction_timeout"] = bounds.transaction
        for name, seconds in settings.items():
            connection.execute("SELECT set_config(%s, %s, false)", [name, f"{round(seconds * 1000)}ms"])
        return connection

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Wait for the server. Closes the connection and raises `NoAnswer` after `answer_timeout` seconds."""
        limit = self.answer_timeout if timeout is None else timeout
        try:
            return super().wait(gen, interval, limit)
        except psycopg.errors._WaitTimeout:
            self.is_unanswered = True
            self.pgconn.finish()
            raise NoAnswer(f"Postgres gave no answer within {limit:g} s; the connection was closed") from None


class Pool(ConnectionPool[BoundedConnection[Any]]):
    """The library's pool of bounded connections. While Postgres does not answer, it refuses at once."""

    def __init__(self, conninfo: str = "", *, kwargs: Mapping[str, Any], **options: Any) -> None:
        super().__init__(conninfo, connection_class=BoundedConnection, kwargs=dict(kwargs), **options)
        self.outage = Outage(conninfo, kwargs)

    def getconn(self, timeout: float | None = None) -> BoundedConnection[Any]:
        """Take a connection. Raises `DatabaseAway` during an outage, ``PoolTimeout`` if none becomes free."""
        self.outage.check()
        try:
            return super().getconn(timeout)
        except PoolTimeout:
            self.outage.begin()
            raise

    def putconn(self, conn: BoundedConnection[Any]) -> None:
        """Give a connection back. One that got no answer begins an outage."""
        if conn.is_unanswered:
            self.outage.begin()
        super().putconn(conn)

    def close(self, timeout: float = 5.0) -> None:
        """Close all connections and stop probing."""
        self.outage.stop()
        super().close(timeout)


class Outage:
    """An outage: it begins when a wait ends without an answer, and ends when a probe is answered.

    During an outage requests are refused at once, and a thread probes the server. Not a library of circuit breakers,
    since those lock around each call or use a request as the probe.
    """

    def __init__(self, conninfo: str, parameters: Mapping[str, Any]) -> None:
        self._conninfo = conninfo
        self._parameters = {
            **parameters, "bounds": Bounds(PROBE_SECONDS, PROBE_SECONDS), "connect_timeout": PROBE_SECONDS,
        }  # fmt: skip
        self._lock = Lock()
        self._over = Event()
        self._over.set()
        self._stop = Event()

    def check(self) -> None:
        """Raise `DatabaseAway` during an outage."""
        if not self._over.is_set():
            raise DatabaseAway("Postgres does not answer; it is tried again in the background")

    def begin(self) -> None:
        """Refuse callers until a probe is answered."""
        with self._lock:
            if self._over.is_set() and not self._stop.is_set():
                self._over.clear()
                _log.error("Postgres does not answer: requests that need it are refused until it does")
                Thread(target=self._probe, name="nought-probe", daemon=True).start()

    def stop(self) -> None:
        """End the probing."""
        self._stop.set()

    def _probe(self) -> None:
        while not self._stop.is_set():
            try:
                BoundedConnection.connect(self._conninfo, **self._parameters).close()
            except psycopg.Error:
                self._stop.wait(PROBE_PAUSE)
            else:
                _log.error("Postgres answers again")
                self._over.set()
                return
