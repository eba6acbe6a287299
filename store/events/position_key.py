"""The key with which servers encrypt the positions that they give to clients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from store.tables.queries import rows

if TYPE_CHECKING:
    from store.events.recorder import Recorder


def position_key(leader: Recorder) -> bytes:
    """Return the key, which all servers of a book share."""
    return bytes(rows(leader, "SELECT key FROM position_key")[0][0])
