"""Settings of the database, read from the environment once."""

from __future__ import annotations

import getpass
import os
import re
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Self

from psycopg.conninfo import conninfo_to_dict, make_conninfo

if TYPE_CHECKING:
    from collections.abc import Mapping

APPLICATION_NAME = "nought"
EXTRA_CONNINFO = "NOUGHT_CONNINFO"
READ_CONNINFO = "NOUGHT_READ_CONNINFO"
DATA = "NOUGHT_DATA"
PATIENCE = "NOUGHT_PATIENCE"
DEFAULT_PATIENCE = 10.0
DEFAULT_STATEMENT_TIMEOUT, DEFAULT_TRANSACTION_TIMEOUT = 10.0, 30.0
STATEMENT_TIMEOUT = "NOUGHT_STATEMENT_TIMEOUT"
TRANSACTION_TIMEOUT = "NOUGHT_TRANSACTION_TIMEOUT"
LONG_STATEMENT, LONG_TRANSACTION = 300.0, 600.0
"""Seconds for commands that read or write a whole book, some deals in each transaction (import, verify …)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of the connection to Postgres. Times are in seconds.

    ``dsn`` is the application's: its login may only read and append.
    ``owner_dsn`` is of the role that owns the schema and is used only to migrate.
    ``read_dsn`` names replicas, which answer requests that only read.
    None of them is shown by ``repr``, since they may hold passwords.
    """

    dsn: str = field(repr=False)
    owner_dsn: str | None = field(default=None, repr=False)
    read_dsn: str | None = field(default=None, repr=False)
    schema: str = "nought"
    app_role: str = "nought_app"
    """The role that holds the application's rights. Clubs that share a server and must not read each other
    have a schema, a role and a login each. The first migration fixes it."""
    pool_size: int = 4
    """Connections that each process keeps open."""
    pool_overflow: int = 8
    """Further connections that each process may open under load."""
    connect_timeout: int = 10
    """Seconds that a caller waits for a free connection before it is refused."""
    idle_in_transaction_timeout: int = 10
    """Seconds after which the server ends an open transaction that does nothing. Followers wait for the end of every
    transaction that has written, so this also bounds their delay."""
    statement_timeout: float = DEFAULT_STATEMENT_TIMEOUT
    """Seconds after which the server ends a statement. A client waits a little longer for the answer, then closes the
    connection, since the server itself may be stopped."""
    transaction_timeout: float = DEFAULT_TRANSACTION_TIMEOUT
    """Seconds after which the server ends a transaction (Postgres 17 and newer)."""
    patience: float = DEFAULT_PATIENCE
    """Seconds of attempts to reconnect after a connection was lost."""
    keys: str = ""
    """The folder with the private keys of the log; if empty, the one in the account's configuration."""
    data: str = ""
    """The folder of the embedded Postgres; empty if the database is not an embedded one."""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z_][a-z0-9_]{0,62}", self.schema):
            raise ValueError(f"{self.schema!r} is no schema's name: small letters, digits and _, up to 63")

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ, **overrides: Any) -> Self:
        """Read ``NOUGHT_DSN``, ``NOUGHT_OWNER_DSN``, ``NOUGHT_SCHEMA``, ``NOUGHT_POOL_SIZE`` …

        Every field has a variable of its own name; an override that is not ``None`` replaces it.
        Raises ``ValueError`` if there is no DSN, or if a field that must be a number is none.
        """
        convert = {"pool_size": int, "pool_overflow": int, "connect_timeout": int,
                   "idle_in_transaction_timeout": int, "patience": float, "statement_timeout": float,
                   "transaction_timeout": float}  # fmt: skip
        values = {name: value for name, value in overrides.items() if value is not None}
        for name in (each.name for each in fields(cls)):
            variable = f"NOUGHT_{name.upper()}"
            if name in values or not environ.get(variable):
                continue
            try:
                values[name] = convert.get(name, str)(environ[variable])
            except ValueError:
                raise ValueError(f"{variable} is {environ[variable]!r}; a number is needed") from None
        if "dsn" not in values:
            raise ValueError("NOUGHT_DSN is not set: it names the database the application writes to")
        return cls(**values)

    @property
    def login(self) -> str:
        """Return the role that the application logs in as."""
        return str(conninfo_to_dict(self.dsn).get("user") or os.environ.get("PGUSER") or getpass.getuser())

    def for_long_work(self) -> Self:
        """Return the settings for a command that goes through a whole book, mostly on one connection.

        Longer bounds stay.
        """
        return replace(
            self,
            pool_size=1,
            statement_timeout=max(self.statement_timeout, LONG_STATEMENT),
            transaction_timeout=max(self.transaction_timeout, LONG_TRANSACTION),
        )

    def environment(self) -> dict[str, str]:
        """Return the environment for eventsourcing: `store.events.factory.Factory`, and the parts of the DSN.

        Every connection gets the DSN's other settings (``sslmode``, ``target_session_attrs`` …), and the schema as its
        search path, so that read models need not name it. The library creates no tables; the migrations do.
        """
        parts = self._conninfo(self.dsn)
        parts.pop("user", None)
        return {
            "PERSISTENCE_MODULE": "store.events.factory:Factory",
            "CREATE_TABLE": "n",
            "POSTGRES_DBNAME": str(parts.pop("dbname", None) or self.login),
            "POSTGRES_HOST": str(parts.pop("host", None) or ""),
            "POSTGRES_PORT": str(parts.pop("port", None) or 5432),
            "POSTGRES_USER": self.login,
            "POSTGRES_PASSWORD": str(parts.pop("password", None) or ""),
            "POSTGRES_SCHEMA": self.schema,
            "POSTGRES_POOL_SIZE": str(self.pool_size),
            "POSTGRES_MAX_OVERFLOW": str(self.pool_overflow),
            "POSTGRES_CONNECT_TIMEOUT": str(self.connect_timeout),
            "POSTGRES_IDLE_IN_TRANSACTION_SESSION_TIMEOUT": str(self.idle_in_transaction_timeout),
            EXTRA_CONNINFO: make_conninfo(**parts),
            READ_CONNINFO: make_conninfo(**self._conninfo(self.read_dsn)) if self.read_dsn else "",
            DATA: self.data,
            PATIENCE: str(self.patience),
            STATEMENT_TIMEOUT: str(self.statement_timeout),
            TRANSACTION_TIMEOUT: str(self.transaction_timeout),
        }

    def _conninfo(self, dsn: str) -> dict[str, Any]:
        """Return the parameters of a DSN, with the name of the application and the schema as search path."""
        parts: dict[str, Any] = {"application_name": APPLICATION_NAME, **conninfo_to_dict(dsn)}
        parts["options"] = f"{parts.get('options') or ''} -c search_path={self.schema}".strip()
        return parts
