"""Connections with bounded waits, and a pool that refuses at once while Postgres does not answer.

Every wait has two bounds. The server ends a statement or a transaction that takes too long (`Bounds`). In case the
server itself is stopped or cut off, the client gives up a little later and closes the connection. Transactions are
bounded too, since readers of the record wait for every open one that has written (`store.events.position`).
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, cast

import psycopg
from eventsourcing.postgres import ConnectionPool
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import Conninfo
from psycopg.rows import Row, tuple_row
from psycopg_pool import PoolTimeout

from store.events.errors import DatabaseAway, FormerLeader, NoAnswer
from store.postgres.hosts import separate_hosts
from store.postgres.wal import TERM, NewestTerm, Term, WalPosition

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

_LIBPQ: Final = frozenset(option.keyword.decode() for option in Conninfo.get_defaults())
"""The parameters of a connection that libpq knows."""


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
    term: Term | None = None
    """The term of the leader; None for a replica, or if it was not read."""
    shown: WalPosition | None = None
    """A position that the replica has shown (`store.postgres.replicas`)."""
    traced: ClassVar[type[BoundedConnection[Any]] | None] = None
    """The class of new connections that trace their statements (`api.tracing`); None while tracing is off."""

    @classmethod
    def connect(  # type: ignore[override]
        cls, conninfo: str = "", *, bounds: Bounds, newest: NewestTerm | None = None, **parameters: Any
    ) -> Self:
        """Connect, and set the bounds on the server. Raises ``psycopg.OperationalError`` if it does not answer.

        With ``newest``, the hosts are tried one by one, the known leader first, and a leader of an earlier term is
        passed over. Raises `FormerLeader` if no other host takes writes.
        """
        kind = cast("type[Self]", cls.traced or cls)
        if newest is None:
            return kind._connect_bounded(conninfo, bounds, parameters)
        hosts, others = _split(conninfo, parameters)
        failure: psycopg.OperationalError | None = None  # of the first host
        for host in newest.first(hosts):
            try:
                connection = kind._connect_bounded("", bounds, {**host, **others})
            except psycopg.OperationalError as error:
                failure = failure or error
                continue
            connection.read_term()
            if not newest.is_over(connection.term):
                newest.learn(connection.term, host)
                return connection
            connection.close()
            failure = FormerLeader("the only host that takes writes is a former leader")
        raise failure or FormerLeader("no host takes writes")

    @classmethod
    def _connect_bounded(cls, conninfo: str, bounds: Bounds, parameters: Mapping[str, Any]) -> Self:
        connection = super().connect(conninfo, **{**LOST_WIRE, **parameters, "autocommit": True})
        connection.answer_timeout = bounds.answer
        settings = {"statement_timeout": bounds.statement}
        if connection.info.server_version >= TRANSACTION_TIMEOUT_SINCE:
            settings["transaction_timeout"] = bounds.transaction
        for name, seconds in settings.items():
            connection.execute("SELECT set_config(%s, %s, false)", [name, f"{round(seconds * 1000)}ms"])
        return connection

    def read_term(self) -> None:
        """Read the term of the host; it is the same as long as the connection lasts."""
        with self.cursor(row_factory=tuple_row) as cursor:
            row = cursor.execute(TERM).fetchone()
        self.term = Term(*row) if row and row[1] is not None else None

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
        self.newest: NewestTerm | None = kwargs.get("newest")
        self.outage = Outage(conninfo, kwargs)
        self._parameters = dict(kwargs)
        super().__init__(conninfo, connection_class=BoundedConnection, kwargs=self._wait_for_parameters, **options)

    def _wait_for_parameters(self) -> dict[str, Any]:
        """Return the parameters of a new connection, once there is no outage: the probes find the leader sooner.

        An attempt of its own would wait for a host that is cut off, and the pool then doubles its pause.
        """
        self.outage.wait()
        return self._parameters

    def getconn(self, timeout: float | None = None) -> BoundedConnection[Any]:
        """Take a connection. Raises `DatabaseAway` during an outage, ``PoolTimeout`` if none becomes free.

        Connections to a former leader are closed.
        """
        self.outage.check()
        try:
            while True:
                connection = super().getconn(timeout)
                if self.newest is None or not self.newest.is_over(connection.term):
                    return connection
                connection.close()
                super().putconn(connection)
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

    During an outage requests are refused at once, and a thread for each host probes it: one that is cut off holds up
    no other. Not a library of circuit breakers, since those lock around each call or use a request as the probe.

    A former leader that has lost its replicas accepts connections, and answers no write. So a leader of the term that
    was known ends the outage only when every other host was asked for its term; a leader of another term, at once.
    """

    def __init__(self, conninfo: str, parameters: Mapping[str, Any]) -> None:
        self._hosts, self._others = _split(conninfo, parameters)
        self._newest: NewestTerm | None = self._others.pop("newest", None)
        self._others |= {"bounds": Bounds(PROBE_SECONDS, PROBE_SECONDS), "connect_timeout": PROBE_SECONDS}
        self._lock = Lock()
        self._over = Event()
        self._over.set()
        self._stop = Event()
        self._unasked: set[int] = set()
        """The indexes of the hosts that were not asked yet in this outage."""

    def check(self) -> None:
        """Raise `DatabaseAway` during an outage."""
        if not self._over.is_set():
            raise DatabaseAway("Postgres does not answer; it is tried again in the background")

    def wait(self) -> None:
        """Wait for the end of an outage, or of the probing."""
        while not (self._over.wait(PROBE_PAUSE) or self._stop.is_set()):
            pass

    def begin(self) -> None:
        """Refuse callers until a probe is answered."""
        with self._lock:
            if self._over.is_set() and not self._stop.is_set():
                self._over = Event()
                self._unasked = set(range(len(self._hosts)))
                _log.error("Postgres does not answer: requests that need it are refused until it does")
                for index in self._unasked:
                    Thread(target=self._probe, args=(index, self._over), name="nought-probe", daemon=True).start()

    def stop(self) -> None:
        """End the probing."""
        self._stop.set()

    def _probe(self, index: int, over: Event) -> None:
        while not (self._stop.is_set() or over.is_set()):
            is_leader, is_another = self._ask(self._hosts[index])
            with self._lock:
                if over.is_set():
                    return
                self._unasked.discard(index)
                if is_leader and (is_another or not self._unasked):
                    _log.error("Postgres answers again")
                    over.set()
                    return
            self._stop.wait(PROBE_PAUSE)

    def _ask(self, host: Mapping[str, Any]) -> tuple[bool, bool]:
        """Return whether a host takes writes in a term that is not over, and whether the term was not known before."""
        try:
            with BoundedConnection.connect(**{**host, **self._others}) as connection:
                if self._newest is None:
                    return True, False
                connection.read_term()
                is_another = self._newest.learn(connection.term, host)
                return not self._newest.is_over(connection.term), is_another
        except psycopg.Error:
            return False, False


def _split(conninfo: str, parameters: Mapping[str, Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the parameters of a connection for each host, and those that libpq does not know."""
    given = {name: value for name, value in parameters.items() if name in _LIBPQ}
    others = {name: value for name, value in parameters.items() if name not in _LIBPQ}
    return separate_hosts(conninfo_to_dict(conninfo, **given)), others
