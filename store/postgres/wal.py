"""Positions in the write-ahead log of a cluster, by which a reader knows whether a database is new enough.

A position has two parts. The *term* is the time of one leader: Postgres numbers the history that each leader writes
(its timeline), and the number grows at each failover. Within a term the log's length in bytes grows with each write.

A leader that has lost its lock without noticing still answers. Everybody who knows a later term knows that it is a
former one, whatever the length of its log.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, LiteralString, NamedTuple

from store.postgres.hosts import address

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# Null on a replica, which writes no history.
TERM: LiteralString = """
    SELECT system_identifier, CASE WHEN NOT pg_is_in_recovery()
        THEN ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int END
    FROM pg_control_system()
"""
"""The SQL of a host's term: the identifier of its cluster, and its timeline."""

# Everything that was acknowledged is flushed, unless commits do not wait for that.
WRITTEN: LiteralString = """
    SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
        ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn
"""
"""The SQL of the position up to which a leader has written."""


class Term(NamedTuple):
    """The time of one leader of a cluster. Terms of one cluster are in order."""

    system: int
    """The identifier of the cluster, which a restored dump does not share."""
    timeline: int

    def is_before(self, other: Term) -> bool:
        """Return whether this is an earlier term of the same cluster."""
        return self.system == other.system and self.timeline < other.timeline


class WalPosition(NamedTuple):
    """A position: everything that its leader had acknowledged is before it."""

    term: Term
    lsn: int
    """The length of the write-ahead log in bytes."""

    def is_beyond(self, other: WalPosition) -> bool:
        """Return whether this is a later position of the same cluster."""
        return self.term.system == other.term.system and self > other


class NewestTerm:
    """The newest term that this process knows. Connections to leaders of earlier terms are not used."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._term: Term | None = None
        self._leader: tuple[str, ...] = ()

    def learn(self, term: Term | None, host: Mapping[str, Any] | None = None) -> bool:
        """Remember a term if it is not before the known one; return whether it is another one.

        ``host``: of its leader; None if only the term is known.
        """
        with self._lock:
            if term is None or (self._term is not None and term.is_before(self._term)):
                return False
            is_another = term != self._term
            if is_another or host:
                self._term, self._leader = term, address(host) if host else ()
            return is_another

    def first(self, hosts: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """Return the hosts with the known leader first: another one may be cut off, and would be waited for."""
        return sorted(hosts, key=lambda host: address(host) != self._leader)

    def is_over(self, term: Term | None) -> bool:
        """Return whether a later term than this one is known."""
        known = self._term
        return term is not None and known is not None and term.is_before(known)
