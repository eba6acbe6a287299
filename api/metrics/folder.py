"""The folder in which the processes of one server share their figures.

Each process of `nought serve` writes its counts into files of its own there, and the one that answers `/metrics` adds
them up: the multi-process mode of the library ``prometheus-client``.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

PREFIX: Final = "nought-metrics-"
VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable of the library. It must be set before the library is imported."""
LIBRARY: Final = "prometheus_client"
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a new folder in it, for this account alone
"""The files are mapped into memory, and a process that writes to such a file on a full disk is killed."""


def require_not_imported() -> None:
    """Raise RuntimeError if this process has imported the library already: its processes would share nothing."""
    if LIBRARY in sys.modules:
        raise RuntimeError(f"{LIBRARY} was imported before {VARIABLE} was set")


@contextmanager
def shared_folder() -> Iterator[Path]:
    """Make an empty folder for this server and its processes, and remove it at the end, after they have ended.

    Folders of servers that were killed are removed first. A server locks its folder as long as it lives.
    """
    parent = MEMORY if os.access(MEMORY, os.W_OK) else Path(tempfile.gettempdir())
    remove_left_behind(parent)
    before = os.environ.get(VARIABLE)
    folder, lock = _make_locked(parent)
    os.environ[VARIABLE] = str(folder)
    try:
        yield folder
    finally:
        os.environ.pop(VARIABLE)
        if before is not None:
            os.environ[VARIABLE] = before
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def remove_left_behind(parent: Path) -> None:
    """Remove the folders of this account that no running server uses."""
    for folder in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder.lstat().st_uid != os.geteuid():
                continue
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if not _has_living_process(folder):
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)


def _make_locked(parent: Path) -> tuple[Path, int]:
    """Return a new folder, and the open lock on it. Another server may remove it before it is locked."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        with suppress(FileNotFoundError):
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(lock, fcntl.LOCK_SH)
            if folder.exists():
                return folder, lock
            os.close(lock)


def _has_living_process(folder: Path) -> bool:
    """Return whether a process lives that has written here: servers of earlier versions lock nothing."""
    for number in {each.stem.rpartition("_")[2] for each in folder.glob("*.db")}:
        if number.isdecimal() and Path("/proc", number).exists():
            return True
    return False
