"""Nodes from few stored hashes: those of the leaves, and of every eighth level above them (as C2SP tlog-tiles)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from domain.proof.tree import node_hash

HEIGHT: Final = 8
"""Levels of a tile. Only nodes of levels that this divides are stored."""
WIDTH: Final = 1 << HEIGHT

Read: TypeAlias = Callable[[int, int, int], Sequence[bytes]]
"""The stored hashes of a level, from a place up to another; fewer where the tree is not as large yet."""


class Tiles:
    """The nodes of a stored tree, for `domain.proof.tree`. It remembers what it has read, so make one for each use."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._tiles: dict[tuple[int, int], Sequence[bytes]] = {}

    def __call__(self, level: int, place: int) -> bytes:
        """Return the hash of a complete subtree. Raises ``LookupError`` if its parts are not stored."""
        above = level % HEIGHT
        begin = place << above
        tile = self._tile(level - above, begin // WIDTH)
        hashes = list(tile[begin % WIDTH : begin % WIDTH + (1 << above)])
        if len(hashes) < 1 << above:
            raise LookupError(f"the log lacks hashes of level {level - above} from {begin + len(hashes)} on")
        while len(hashes) > 1:
            hashes = [node_hash(*pair) for pair in zip(hashes[::2], hashes[1::2], strict=True)]
        return hashes[0]

    def _tile(self, level: int, number: int) -> Sequence[bytes]:
        hashes = self._tiles.get((level, number))
        if hashes is None:
            hashes = self._tiles[level, number] = self._read(level, number * WIDTH, (number + 1) * WIDTH)
        return hashes
