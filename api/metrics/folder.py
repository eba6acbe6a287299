"""The folder in which the processes of one server share their figures.

Each process of `nought serve` writes its counts into files of its own there, and the one that answers `/metrics` adds
them up: the multi-process mode of the library ``prometheus-client``.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.own_folders import own_folder

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
    """Make an empty folder for this server and its processes, and remove it at the end, after they have ended."""
    before = os.environ.get(VARIABLE)
    with own_folder(PREFIX, MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        os.environ[VARIABLE] = str(folder)
        try:
            yield folder
        finally:
            os.environ.pop(VARIABLE)
            if before is not None:
                os.environ[VARIABLE] = before
