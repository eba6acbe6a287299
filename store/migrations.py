"""Bring a schema up to date, forward only: numbered SQL files, each applied once, none ever changed.

Run by the owner (``NOUGHT_OWNER_DSN``) before the application starts; any number may start at once. The
application's login needs no right to change anything: it is a member of one role, ``nought_app`` unless
named otherwise, and the files grant that role its rights. If the owner may create roles, `migrate` makes the role and
the login of ``NOUGHT_DSN``; otherwise an administrator makes them beforehand:

    CREATE ROLE nought_app NOLOGIN;
    CREATE ROLE the_login LOGIN PASSWORD '…' IN ROLE nought_app;
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import InsufficientPrivilege, LockNotAvailable, UndefinedTable
from psycopg.sql import SQL, Composable, Identifier

from store.events import position
from store.postgres.connections import CONNECT_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from psycopg import Connection

    from store.settings import Settings

FILES = Path(__file__).with_name("migrations")
LOCK_SECONDS = 2.0
"""Seconds for which a migration waits for a lock, and lets the writes behind it wait."""
LOCK_PAUSE = 1.0
"""Seconds in which those writes go on before the migration tries again."""
PATIENCE = 300.0
"""Seconds for which a migration tries to get its locks."""


class MigrationError(RuntimeError):
    """Raised when the schema is not up to date or cannot be migrated; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Migration:
    """A numbered SQL file, with ``{schema}`` and ``{app}`` in place of the names."""

    name: str
    text: str

    @property
    def sha256(self) -> str:
        """Return the hash of the file, to detect changes after it was applied."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def load(folder: Path = FILES) -> list[Migration]:
    """Return the files in order of their number."""
    return [Migration(path.stem, path.read_text("utf-8")) for path in sorted(folder.glob("*.sql"))]


def migrate(settings: Settings, *, folder: Path = FILES) -> list[str]:
    """Apply the missing files, all or none, and return their names. Others may write meanwhile.

    Raises ``MigrationError`` if an applied file was changed or is unknown here, if the roles are missing
    and cannot be created, or if the application would log in as the owner or as a superuser.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return _migrate_once(settings, folder)
        except LockNotAvailable:
            if time.monotonic() > deadline:
                raise MigrationError(
                    f"Others have held locks on the tables for {PATIENCE} s: end the long read, such as a backup, and"
                    " migrate again"
                ) from None
            time.sleep(LOCK_PAUSE)


def _migrate_once(settings: Settings, folder: Path) -> list[str]:
    """Try to apply the missing files. Raises ``LockNotAvailable`` if a table is locked for longer than `LOCK_SECONDS`.

    While a change of a table waits for its lock, every write to the table waits behind it.
    """
    if settings.owner_dsn is None:
        raise MigrationError("NOUGHT_OWNER_DSN is not set: migrating needs the owner's login")
    names = {"schema": Identifier(settings.schema), "app": Identifier(settings.app_role)}
    # A host that is stopped or cut off must not hold up the next one for minutes.
    parameters: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS, **conninfo_to_dict(settings.owner_dsn)}
    with psycopg.connect(**{**parameters, "application_name": "nought migrate"}) as connection:
        one_at_a_time = "SELECT pg_advisory_xact_lock(hashtext('nought'), hashtext(%s))"
        connection.execute(one_at_a_time, [settings.schema])
        connection.execute("SELECT set_config('lock_timeout', %s, true)", [f"{round(LOCK_SECONDS * 1000)}ms"])
        _ensure_roles(connection, settings)
        connection.execute(SQL("CREATE SCHEMA IF NOT EXISTS {schema}").format(**names))
        connection.execute(SQL("SET LOCAL search_path TO {schema}").format(**names))
        connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, sha256 text NOT NULL,"
            " applied_at timestamptz NOT NULL DEFAULT now())"
        )
        missing = _migrations_to_apply(load(folder), _applied_migrations(connection))
        for migration in missing:
            connection.execute(SQL(migration.text).format(**names), prepare=False)
            connection.execute(
                "INSERT INTO migrations (name, sha256) VALUES (%s, %s)", [migration.name, migration.sha256]
            )
        position.lift(connection)
    return [migration.name for migration in missing]


def check(connection: Connection[Any], schema: str, *, folder: Path = FILES, is_running: bool = False) -> None:
    """Raise ``MigrationError`` unless the schema is up to date. The application calls it when it starts.

    ``is_running``: a process that has started already may go on with a newer schema, until it is restarted.
    """
    with connection.transaction(force_rollback=True):
        connection.execute(SQL("SET LOCAL search_path TO {}").format(Identifier(schema)))
        try:
            applied = _applied_migrations(connection)
            known = load(folder)
            if is_running:
                applied = {each.name: applied[each.name] for each in known if each.name in applied}
            missing = _migrations_to_apply(known, applied)
            behind = not missing and position.is_behind(connection)
        except (UndefinedTable, InsufficientPrivilege) as error:
            raise MigrationError(
                f"The schema {schema} is not there, or not for this login: run `nought migrate` as owner"
            ) from error
    if missing or behind:
        what = ", ".join(migration.name for migration in missing) or "the positions of restored events"
        raise MigrationError(f"The schema {schema} is not up to date ({what}): run `nought migrate` as owner")


def _applied_migrations(connection: Connection[Any]) -> dict[str, str]:
    return dict(connection.execute("SELECT name, sha256 FROM migrations").fetchall())


def _migrations_to_apply(known: Iterable[Migration], applied: Mapping[str, str]) -> list[Migration]:
    """Return the files to apply. Raises ``MigrationError`` if the applied ones differ from the files."""
    known = list(known)
    for migration in known:
        if applied.get(migration.name, migration.sha256) != migration.sha256:
            raise MigrationError(
                f"Migration {migration.name} was changed after it was applied. "
                "Restore the file, and put the change into a new one."
            )
    if unknown := applied.keys() - {migration.name for migration in known}:
        raise MigrationError(
            f"This database is ahead: {', '.join(sorted(unknown))} is not known here. Use a newer version."
        )
    missing = [migration for migration in known if migration.name not in applied]
    if missing and applied and missing[0].name < max(applied):
        raise MigrationError(f"Migration {missing[0].name} comes before {max(applied)}, which is applied")
    return missing


def _ensure_roles(connection: Connection[Any], settings: Settings) -> None:
    """Create the application's role, and its login as a member, if they are missing.

    Raises ``MigrationError`` if they cannot be created.
    """
    role, login = settings.app_role, settings.login
    password = str(conninfo_to_dict(settings.dsn).get("password") or "")
    try:
        if not _exists(connection, role):
            _create_role(connection, role, SQL("NOLOGIN"))
        if not _exists(connection, login):
            # Hashed here, so that no log of statements shows it.
            secret = connection.pgconn.encrypt_password(password.encode(), login.encode()).decode()
            _create_role(connection, login, SQL("LOGIN PASSWORD {}").format(secret if password else None))
        if _is_member(connection, login, of=connection.info.user):
            raise MigrationError(
                f"NOUGHT_DSN logs in as {login}, who may change what is recorded: "
                "give the application a login of its own"
            )
        if not _is_member(connection, login, of=role):
            connection.execute(SQL("GRANT {} TO {}").format(Identifier(role), Identifier(login)))
    except InsufficientPrivilege as error:
        raise MigrationError(
            f"The owner may not make or grant roles. As a superuser, once: CREATE ROLE {role} NOLOGIN; "
            f"CREATE ROLE {login} LOGIN PASSWORD '…' IN ROLE {role};"
        ) from error


def _exists(connection: Connection[Any], role: str) -> bool:
    return connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone() is not None


def _is_member(connection: Connection[Any], role: str, *, of: str) -> bool:
    """Return whether ``role`` has the rights of ``of``; a superuser has all."""
    return connection.execute("SELECT pg_has_role(%s, %s, 'MEMBER')", [role, of]).fetchone() == (True,)


def _create_role(connection: Connection[Any], name: str, options: Composable) -> None:
    """Create a role; a migration of another database of the cluster may create it first."""
    try:
        with connection.transaction():
            connection.execute(SQL("CREATE ROLE {} {}").format(Identifier(name), options))
    except (psycopg.errors.DuplicateObject, psycopg.errors.UniqueViolation):
        return
