"""The hosts of a connection string: who leads, how far the replicas are, and how many hold each acknowledged write.

Each host is asked by itself with the application's login, which needs no further rights for that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, LiteralString

import psycopg
from psycopg.conninfo import conninfo_to_dict

from store.postgres.connections import BoundedConnection, Bounds
from store.postgres.hosts import separate_hosts

CONNECT_SECONDS: Final = 3
BOUNDS: Final = Bounds(statement=3.0, transaction=5.0)
SYNCHRONOUS: Final = frozenset({"on", "remote_apply"})
"""The values of ``synchronous_commit`` with which a replica has flushed a write before it is acknowledged."""

_STATE: LiteralString = """
    SELECT pg_is_in_recovery(),
        CASE WHEN pg_is_in_recovery()
            THEN greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) ELSE pg_current_wal_flush_lsn()
        END - '0/0'::pg_lsn,
        CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn,
        current_setting('synchronous_standby_names'), current_setting('synchronous_commit'),
        EXISTS (SELECT FROM pg_stat_wal_receiver)
"""


@dataclass(frozen=True, slots=True)
class Host:
    """A host of the connection string, and what it answered."""

    name: str
    """The host and its port."""
    error: str = ""
    """The reason why it did not answer; empty if it did."""
    is_leader: bool = False
    received: int = 0
    """The position in the write-ahead log, in bytes, up to which the host has it on disk."""
    replayed: int = 0
    """The position up to which its readers see changes."""
    standby_names: str = ""
    commit: str = ""
    is_following: bool = False
    """True for a replica that is connected to another host and receives its changes."""


@dataclass(frozen=True, slots=True)
class ClusterState:
    """The state of all hosts at a moment."""

    hosts: tuple[Host, ...]

    @property
    def leaders(self) -> list[Host]:
        """Return the hosts that take writes; more than one is a fault."""
        return [host for host in self.hosts if host.is_leader]

    @property
    def leader(self) -> Host | None:
        """Return the leader; None if there is none, or more than one."""
        return self.leaders[0] if len(self.leaders) == 1 else None

    @property
    def replicas(self) -> list[Host]:
        """Return the replicas that answer."""
        return [host for host in self.hosts if not host.error and not host.is_leader]

    @property
    def followers(self) -> list[Host]:
        """Return the replicas that receive changes."""
        return [host for host in self.replicas if host.is_following]

    @property
    def silent(self) -> list[Host]:
        """Return the hosts that do not answer."""
        return [host for host in self.hosts if host.error]

    @property
    def quorum(self) -> int:
        """Return the number of replicas that hold a write before it is acknowledged; 0 if the leader waits for none."""
        if self.leader is None or self.leader.commit not in SYNCHRONOUS:
            return 0
        return replicas_needed(self.leader.standby_names)

    @property
    def takes_writes(self) -> bool:
        """Return whether there is one leader, with enough replicas that follow to acknowledge a write."""
        return self.leader is not None and len(self.followers) >= self.quorum

    def behind(self, host: Host, *, replayed: bool = False) -> int | None:
        """Return how many bytes a replica is behind the leader, on disk or for its readers; None without a leader."""
        if self.leader is None:
            return None
        return max(0, self.leader.received - (host.replayed if replayed else host.received))

    @property
    def at_risk(self) -> int | None:
        """Return the bytes of acknowledged writes that would be lost with the leader; None if all, or if unknown."""
        if self.quorum:
            return 0
        return min((behind for each in self.replicas if (behind := self.behind(each)) is not None), default=None)


def replicas_needed(names: str) -> int:
    """Return the number of replicas for which ``synchronous_standby_names`` makes a commit wait."""
    names = names.strip()
    if not names:
        return 0
    counted = re.match(r"(?:(?:ANY|FIRST)\s+)?(\d+)\s*\(", names, re.IGNORECASE)
    return int(counted[1]) if counted else 1


def read_state(dsn: str) -> ClusterState:
    """Ask every host of a connection string. Raises ``ValueError`` if hosts and ports do not go together."""
    parameters: dict[str, Any] = conninfo_to_dict(dsn)
    parameters.pop("target_session_attrs", None)
    parameters.pop("load_balance_hosts", None)
    separate = separate_hosts(parameters)
    # Replicas first: the leader's position is then never behind theirs only because it was read before.
    seen = [_read_host(each) for each in separate]
    return ClusterState(
        tuple(_read_host(each) if host.is_leader else host for host, each in zip(seen, separate, strict=True))
    )


def _read_host(parameters: dict[str, Any]) -> Host:
    name = f"{parameters.get('host') or parameters.get('hostaddr') or 'localhost'}:{parameters.get('port') or 5432}"
    own = {**parameters, "connect_timeout": CONNECT_SECONDS, "application_name": "nought cluster"}
    try:
        with BoundedConnection.connect(bounds=BOUNDS, **own) as connection:
            row = connection.execute(_STATE).fetchone()
    except psycopg.Error as error:
        return Host(name, error=" ".join(str(error).split()) or type(error).__name__)
    is_replica, received, replayed, names, commit, follows = row or (True, 0, 0, "", "", False)
    return Host(name, "", not is_replica, int(received or 0), int(replayed or 0), names, commit, follows)
