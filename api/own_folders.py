"""Temporary folders of one process each. What a process leaves that was killed is removed when the next one is made."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def own_folder(prefix: str, parent: Path | None = None) -> Iterator[Path]:
    """Make an empty folder whose name begins with ``prefix``, and remove it at the end.

    ``parent``: the folder in which it is made; that of all temporary files if it is left out. The process locks its
    folder as long as it lives; those of the prefix that nobody has locked are removed first.
    """
    above = parent or Path(tempfile.gettempdir())
    _remove_left_behind(above, prefix)
    folder, lock = _make_locked(above, prefix)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def folder_for_this_process(prefix: str) -> Path:
    """Make a folder as `own_folder` does, and remove it when this process ends."""
    at_end = ExitStack()
    atexit.register(at_end.close)
    return at_end.enter_context(own_folder(prefix))


def _remove_left_behind(parent: Path, prefix: str) -> None:
    """Remove the folders of this account that no living process has locked."""
    for folder in parent.glob(f"{prefix}*"):
        with suppress(OSError):
            if folder.lstat().st_uid != os.geteuid():
                continue
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)


def _make_locked(parent: Path, prefix: str) -> tuple[Path, int]:
    """Return a new folder, and the open lock on it. Another process may remove it before it is locked."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
        with suppress(FileNotFoundError):
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(lock, fcntl.LOCK_SH)
            if folder.exists():
                return folder, lock
            os.close(lock)
