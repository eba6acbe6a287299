"""The Merkle tree of RFC 9162 over SHA-256: heads, inclusion and consistency proofs, and their verification.

A tree is given by its *nodes*: the hashes of its complete subtrees, by level (0: the leaves) and by place in the level.
The functions that make proofs take a function that looks up nodes, and need O(log n) of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

HASH_BYTES: Final = 32
EMPTY: Final = sha256(b"").digest()
"""The head of a tree without leaves (RFC 9162, 2.1.1)."""

Nodes: TypeAlias = Callable[[int, int], bytes]
"""A function that returns the hash of a complete subtree by its level and its place in the level."""


class Node(NamedTuple):
    """A complete subtree of ``2 ** level`` leaves. ``place``: its index in the level, counted from 0."""

    level: int
    place: int
    hash: bytes


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of a leaf (RFC 9162, 2.1.1)."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of the node above two others (RFC 9162, 2.1.1)."""
    return sha256(b"\x01" + left + right).digest()


def head(nodes: Nodes, size: int) -> bytes:
    """Return the head of the tree of the first ``size`` leaves."""
    return subtree_hash(nodes, 0, size) if size else EMPTY


def peaks(begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield level and place of the largest complete subtrees of the leaves ``begin`` to ``end`` - 1, from the left.

    ``begin`` must be the beginning of a subtree that holds these leaves, as it is in every proof.
    """
    while begin < end:
        level = (end - begin).bit_length() - 1
        yield level, begin >> level
        begin += 1 << level


def subtree_hash(nodes: Nodes, begin: int, end: int) -> bytes:
    """Return the hash over the leaves ``begin`` to ``end`` - 1 (RFC 9162, 2.1.1: ``MTH(D[begin:end])``)."""
    return _join([nodes(*each) for each in peaks(begin, end)])


def split_at(begin: int, end: int) -> int:
    """Return the place that divides a range of at least two leaves into its two subtrees (RFC 9162, 2.1.1)."""
    return begin + _half(end - begin)


def _join(hashes: Sequence[bytes]) -> bytes:
    """Return the hash over subtrees whose sizes decrease from the left."""
    *rest, head = hashes
    for each in reversed(rest):
        head = node_hash(each, head)
    return head


def _half(count: int) -> int:
    """Return the largest power of two below a number of leaves (at least 2): the size of the left subtree."""
    return 1 << (count - 1).bit_length() - 1


# --- proofs -------------------------------------------------------------------------------------


def inclusion(nodes: Nodes, place: int, size: int) -> list[bytes]:
    """Return the proof that a leaf is in the tree of ``size`` leaves (RFC 9162, 2.1.3.1).

    Raises ``ValueError`` if the tree has no leaf ``place``.
    """
    if not 0 <= place < size:
        raise ValueError(f"there is no leaf {place} in a tree of {size}")
    path: list[bytes] = []
    begin, end = 0, size
    while end - begin > 1:
        middle = split_at(begin, end)
        if place < middle:
            path.append(subtree_hash(nodes, middle, end))
            end = middle
        else:
            path.append(subtree_hash(nodes, begin, middle))
            begin = middle
    return path[::-1]


def consistency(nodes: Nodes, old: int, new: int) -> list[bytes]:
    """Return the proof that the tree of ``new`` leaves continues the tree of ``old`` leaves (RFC 9162, 2.1.4.1).

    Returns an empty list if ``old`` is 0 or equal to ``new``. Raises ``ValueError`` if it is greater.
    """
    if not 0 <= old <= new:
        raise ValueError(f"a tree of {old} leaves is none that one of {new} grew from")
    if old in (0, new):
        return []
    path: list[bytes] = []
    begin, end = 0, new
    while end != old:
        middle = split_at(begin, end)
        if old <= middle:
            path.append(subtree_hash(nodes, middle, end))
            end = middle
        else:
            path.append(subtree_hash(nodes, begin, middle))
            begin = middle
    if begin:
        path.append(subtree_hash(nodes, begin, end))
    return path[::-1]


def includes(root: bytes, size: int, leaf: bytes, place: int, path: Sequence[bytes]) -> bool:
    """Return whether ``path`` proves that a leaf is at a place of the tree with a root (RFC 9162, 2.1.3.2)."""
    if not 0 <= place < size:
        return False
    first, last, head = place, size - 1, leaf
    for each in path:
        if not last:
            return False
        if first & 1 or first == last:
            head = node_hash(each, head)
            while first and not first & 1:
                first, last = first >> 1, last >> 1
        else:
            head = node_hash(head, each)
        first, last = first >> 1, last >> 1
    return not last and head == root and len(root) == HASH_BYTES


def is_consistent(old_root: bytes, old: int, new_root: bytes, new: int, path: Sequence[bytes]) -> bool:
    """Return whether ``path`` proves that the tree of ``new`` leaves continues that of ``old`` (RFC 9162, 2.1.4.2).

    Returns False if ``old`` is 0: every tree continues the empty one, so there is no proof.
    """
    if not 0 < old <= new:
        return False
    if old == new:
        return not path and old_root == new_root
    path = [old_root, *path] if old & (old - 1) == 0 else path
    if not path:
        return False
    first, last = old - 1, new - 1
    while first & 1:
        first, last = first >> 1, last >> 1
    before = after = path[0]
    for each in path[1:]:
        if not last:
            return False
        if first & 1 or first == last:
            before, after = node_hash(each, before), node_hash(each, after)
            while first and not first & 1:
                first, last = first >> 1, last >> 1
        else:
            after = node_hash(after, each)
        first, last = first >> 1, last >> 1
    return not last and before == old_root and after == new_root


# --- growing ------------------------------------------------------------------------------------


class Edge:
    """The right edge of a tree: the hashes needed to add leaves and to compute the head."""

    def __init__(self, size: int = 0, hashes: Sequence[bytes] = ()) -> None:
        """Take the hashes of the `peaks` of a tree of ``size`` leaves. Raises ``ValueError`` for another number."""
        self.size = size
        self._hashes = list(hashes)
        if len(self._hashes) != size.bit_count():
            raise ValueError(f"a tree of {size} leaves has {size.bit_count()} peaks, not {len(self._hashes)}")

    @classmethod
    def of(cls, nodes: Nodes, size: int) -> Edge:
        """Return the edge of the tree of the first ``size`` leaves."""
        return cls(size, [nodes(*each) for each in peaks(0, size)])

    @property
    def hashes(self) -> tuple[bytes, ...]:
        """Return the hashes of the `peaks` of the tree."""
        return tuple(self._hashes)

    @property
    def head(self) -> bytes:
        """Return the current head of the tree."""
        return _join(self._hashes) if self._hashes else EMPTY

    def add(self, leaf: bytes) -> list[Node]:
        """Add the hash of a leaf. Return the nodes that it completes, the leaf first."""
        place, head = self.size, leaf
        made = [Node(0, place, head)]
        while place & 1:
            place >>= 1
            head = node_hash(self._hashes.pop(), head)
            made.append(Node(len(made), place, head))
        self._hashes.append(head)
        self.size += 1
        return made
