"""The room that is left on the disk of an embedded Postgres.

Postgres ends when its write-ahead log cannot grow, and then nothing can be read either. So saves are refused while
there is still room for what Postgres writes by itself.
"""

from __future__ import annotations

import os
from typing import Final

from store.events.errors import NoRoom

LEAST: Final = 64 * 2**20
"""Bytes that must be free for a save: four segments of the write-ahead log."""


def require_room(folder: str) -> None:
    """Raise `NoRoom` if a folder's disk is almost full. An empty name means that the disk is another machine's."""
    if not folder:
        return
    disk = os.statvfs(folder)
    free = disk.f_bavail * disk.f_frsize
    if free < LEAST:
        raise NoRoom(f"{folder} has {free >> 20} MB left, and needs {LEAST >> 20}: make room")
