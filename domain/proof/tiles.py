"""Compute the nodes of a tree from the stored hashes: leaves and every eighth level above (as C2SP tlog-tiles)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from domain.proof.tree import node_hash

HEIGHT: Final = 8
"""The levels of a tile. Only nodes of levels that are multiples of it are stored."""
WIDTH: Final = 1 << HEIGHT

Read: TypeAlias = Callable[[int, int, int], Sequence[bytes]]
"""A function of level, begin and end: it returns the stored hashes of these places, fewer at the end of the tree."""


class Tiles:
    """The nodes of a stored tree, for `domain.proof.tree`. Tiles are cached without limit, so make one for each use."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._tiles: dict[tuple[int, int], Sequence[bytes]] = {}

    def __call__(self, level: int, place: int) -> bytes:
        """Return the hash of a complete subtree. Raises ``LookupError`` if a stored hash is missing."""
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
