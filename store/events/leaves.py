"""Leaves of the log, and tiles: 256 of them in one row, so that a leaf takes few bytes more than its hash.

In a tile the events of leaves are written as *runs*: events that follow each other in one stream and in the order of
all events, as those of an imported deal do. The salts of a new tile follow from its *seed*, 32 random bytes: whoever
knows some of them learns nothing of the others (docs/trust.md). Earlier tiles hold 256 random salts.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

TILE: Final = 256
"""The leaves of a tile."""
HASH_BYTES: Final = 32
SEED_BYTES: Final = 32


class Leaf(NamedTuple):
    """A leaf of the log: the event at a place."""

    place: int
    position: int
    id: UUID
    version: int
    salt: bytes
    hash: bytes
    seed: bytes | None = None
    """The seed of the tile; None if the salt is random itself."""


class Tile(NamedTuple):
    """A row of complete tiles, as migration 042 describes it."""

    number: int
    begins: list[int]
    positions: list[int]
    streams: list[UUID]
    versions: list[int]
    salts: bytes
    hashes: bytes


def salt_of(seed: bytes, place: int) -> bytes:
    """Return the salt of a leaf whose tile has a seed."""
    return sha256(seed + place.to_bytes(8, "big")).digest()


def pack(leaves: Sequence[Leaf]) -> Tile:
    """Return the tile of 256 leaves, the first of which is the first of a tile."""
    begins = [0, *(n for n, pair in enumerate(pairwise(leaves), 1) if not _is_run(*pair))]
    firsts = [leaves[begin] for begin in begins]
    seed = leaves[0].seed
    has_seed = seed is not None and all(leaf.seed == seed for leaf in leaves)
    return Tile(
        leaves[0].place // TILE,
        begins,
        [leaf.position for leaf in firsts],
        [leaf.id for leaf in firsts],
        [leaf.version for leaf in firsts],
        seed if seed is not None and has_seed else b"".join(leaf.salt for leaf in leaves),
        b"".join(leaf.hash for leaf in leaves),
    )


def unpack(tile: Tile) -> list[Leaf]:
    """Return the leaves of a tile; none if the row is not one that `pack` could have made."""
    if not _is_whole(tile):
        return []
    seed = tile.salts if len(tile.salts) == SEED_BYTES else None
    first = tile.number * TILE
    hashes = split(tile.hashes)
    salts = split(tile.salts) if seed is None else [salt_of(seed, first + n) for n in range(TILE)]
    runs = zip(pairwise([*tile.begins, TILE]), tile.positions, tile.streams, tile.versions, strict=True)
    return [
        Leaf(first + n, position + n - begin, stream, version + n - begin, salts[n], hashes[n], seed)
        for (begin, end), position, stream, version in runs
        for n in range(begin, end)
    ]


def split(hashes: bytes) -> list[bytes]:
    """Return the single hashes of some that are stored side by side."""
    return [hashes[n : n + HASH_BYTES] for n in range(0, len(hashes), HASH_BYTES)]


def _is_run(leaf: Leaf, after: Leaf) -> bool:
    """Return whether a leaf continues the run of the one before it."""
    return after[1:4] == (leaf.position + 1, leaf.id, leaf.version + 1)


def _is_whole(tile: Tile) -> bool:
    return (
        all(a < b for a, b in pairwise([-1, *tile.begins, TILE]))
        and tile.begins[:1] == [0]
        and len(tile.begins) == len(tile.positions) == len(tile.streams) == len(tile.versions)
        and len(tile.hashes) == HASH_BYTES * TILE
        and len(tile.salts) in (SEED_BYTES, HASH_BYTES * TILE)
    )
