"""Errors of recording, and whether trying again helps."""

from __future__ import annotations

import json

import psycopg
from eventsourcing.persistence import OperationalError, PersistenceError, ProgrammingError
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests


class CommandAlreadyRecorded(PersistenceError):
    """Raised when a command with this key is recorded already. Nothing was written."""

    def __init__(self, scope: str, key: str) -> None:
        super().__init__(f"A command with the key {key!r} is recorded already in {scope!r}")
        self.scope = scope
        self.key = key


class ClubShut(PersistenceError):
    """Raised when events are of a club that moved to another server, or is being received. Nothing was written."""

    SQLSTATE = "NT001"

    def __init__(self, *, has_left: bool, url: str) -> None:
        super().__init__(f"The club {'moved to' if has_left else 'comes from'} {url}")
        self.has_left = has_left
        self.club_url = url


class ClubWritten(PersistenceError):
    """Raised when a club cannot be shut, since it was written meanwhile, or not opened, since it is not shut."""

    SQLSTATE = "NT002"


class OutcomeUnknown(OperationalError):
    """Raised when the connection was lost while saving and did not come back: the save may have happened or not.

    Saving the same events again with the same command key is safe, and shows whether it had happened.
    """


class NoAnswer(psycopg.OperationalError):
    """Raised when Postgres gave no answer in time; the connection is closed. The statement may have taken effect."""


class DatabaseAway(psycopg.OperationalError):
    """Raised when Postgres does not answer at present; nothing was sent."""


class FormerLeader(psycopg.OperationalError):
    """Raised when the only host that takes writes is the leader of an earlier term; nothing was sent."""


class NoRoom(psycopg.errors.DiskFull):
    """Raised when the disk of an embedded Postgres is almost full; nothing was sent."""


class PermissionDenied(ProgrammingError):
    """Raised when the login may not do this, or the server takes no writes; trying again does not help."""


def is_connection_lost(error: BaseException) -> bool:
    """Return whether an error means that the connection or the server is gone, so that a new connection may help.

    False for a pool without a free connection and for an answer that did not come in time: the caller has waited
    already.
    """
    cause = error if isinstance(error, psycopg.Error) else error.__cause__
    if isinstance(cause, (PoolTimeout, PoolClosed, TooManyRequests, NoAnswer, DatabaseAway)):
        return False
    if not isinstance(cause, psycopg.OperationalError):
        return False
    # An error without a state comes from libpq: the connection is lost. 08 is the class of connection errors. The
    # other codes mean that the server is shutting down, has crashed or is starting up.
    state = cause.sqlstate
    return state is None or state.startswith("08") or state in {"57P01", "57P02", "57P03"}


def shut_club(error: PersistenceError) -> ClubShut | ClubWritten | None:
    """Return the error of a club that is shut or cannot be; None if the error is another one."""
    cause = error.__cause__
    match getattr(cause, "sqlstate", None):
        case ClubShut.SQLSTATE:
            assert isinstance(cause, psycopg.Error)  # noqa: S101
            values = json.loads(cause.diag.message_detail or "{}")
            return ClubShut(has_left=values["left"], url=values["url"])
        case ClubWritten.SQLSTATE:
            return ClubWritten(str(error).splitlines()[0])
    return None


def lacks_room(error: BaseException) -> bool:
    """Return whether an error means that the disk of the database is full."""
    return isinstance(error.__cause__ or error, psycopg.errors.DiskFull)


def denied_permission(error: PersistenceError) -> PermissionDenied | None:
    """Return the error with advice if the server refused to read or write; None if the error is another one."""
    state = getattr(error.__cause__, "sqlstate", None)
    if state == "42501":
        reason = str(error).splitlines()[0]
        plain = f"{reason}. The application's login needs the rights that `nought migrate` gives to its role."
    elif state == "25006":
        plain = "The database takes no writes: NOUGHT_DSN leads to a replica, or a session set read-only."
    else:
        return None
    return PermissionDenied(plain)
