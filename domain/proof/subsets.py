"""Prove at once that some leaves are at their places in a tree: the hashes of all that lies between them.

The hashes are those of the largest ranges of RFC 9162 (2.1.1) without one of the leaves, from the left. Whoever has
the leaves and these hashes can compute the head of the tree, and the proof of each single leaf.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from domain.proof.tree import Nodes, node_hash, split_at, subtree_hash

DEEPEST: Final = 64
"""The most levels of a tree that is read."""


class Subset(NamedTuple):
    """Some leaves of a tree. ``head``: that of the whole tree; ``path``: the proof of one of the leaves."""

    head: bytes
    path: tuple[bytes, ...]


def prove(nodes: Nodes, places: Sequence[int], size: int) -> Iterator[bytes]:
    """Yield the hashes that prove leaves at some places, which increase, in the tree of ``size`` leaves."""

    def between(begin: int, end: int) -> Iterator[bytes]:
        first = bisect_left(places, begin)
        if first == len(places) or places[first] >= end:
            yield subtree_hash(nodes, begin, end)
        elif end - begin > 1:
            middle = split_at(begin, end)
            yield from between(begin, middle)
            yield from between(middle, end)

    if size:
        yield from between(0, size)


def compute(leaves: Mapping[int, bytes], size: int, proof: Sequence[bytes], place: int = -1) -> Subset:
    """Return the head of the tree of ``size`` leaves that holds some leaves, given by their places.

    With ``place``, also the proof of the leaf there. Raises ``ValueError`` if the proof has too few or too many hashes.
    """
    places = sorted(leaves)
    if not places or places[0] < 0 or places[-1] >= size or size >> DEEPEST:
        raise ValueError("the places are not those of the tree")
    rest = iter(proof)
    path: list[bytes] = []

    def between(begin: int, end: int) -> bytes:
        first = bisect_left(places, begin)
        if first == len(places) or places[first] >= end:
            hash_ = next(rest, None)
            if hash_ is None:
                raise ValueError("the proof has too few hashes")
            return hash_
        if end - begin == 1:
            return leaves[begin]
        middle = split_at(begin, end)
        left, right = between(begin, middle), between(middle, end)
        if begin <= place < end:
            path.append(right if place < middle else left)
        return node_hash(left, right)

    head = between(0, size)
    if next(rest, None) is not None:
        raise ValueError("the proof has too many hashes")
    return Subset(head, tuple(path))
