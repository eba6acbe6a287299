"""Some leaves of a tree are proved at once, and each of them then by itself."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.proof.subsets import compute, prove
from domain.proof.tree import Edge, Nodes, includes, inclusion


def tree(size: int) -> tuple[list[bytes], Nodes, bytes]:
    """Leaves, their nodes, and their head."""
    leaves = [sha256(bytes([n % 256, n // 256])).digest() for n in range(size)]
    edge = Edge()
    nodes = {(node.level, node.place): node.hash for leaf in leaves for node in edge.add(leaf)}
    return leaves, lambda level, place: nodes[level, place], edge.head


@st.composite
def subsets(draw: st.DrawFn) -> tuple[int, list[int]]:
    size = draw(st.integers(1, 300))
    return size, sorted(draw(st.sets(st.integers(0, size - 1), min_size=1)))


@given(subsets())
def test_the_leaves_and_the_proof_make_the_head_and_each_path(given_subset: tuple[int, list[int]]) -> None:
    size, places = given_subset
    leaves, nodes, head = tree(size)
    proof = list(prove(nodes, places, size))
    assert len(proof) <= len(places) * size.bit_length()
    some = {place: leaves[place] for place in places}
    place = places[len(places) // 2]
    computed = compute(some, size, proof, place)
    assert computed.head == head
    assert list(computed.path) == inclusion(nodes, place, size)
    assert includes(head, size, leaves[place], place, computed.path)


@given(subsets(), st.integers(0, 10_000))
def test_another_leaf_place_or_hash_makes_another_head(given_subset: tuple[int, list[int]], which: int) -> None:
    size, places = given_subset
    leaves, nodes, head = tree(size)
    proof = list(prove(nodes, places, size))
    changed = places[which % len(places)]
    some = {place: leaves[place] for place in places}
    assert compute({**some, changed: bytes(32)}, size, proof).head != head
    if proof:
        other = [*proof]
        other[which % len(proof)] = bytes(32)
        assert compute(some, size, other).head != head
    with pytest.raises(ValueError, match="too many"):
        compute(some, size, [*proof, bytes(32)])
    if proof:
        with pytest.raises(ValueError, match="too few"):
            compute(some, size, proof[:-1])


def test_places_outside_of_the_tree_are_refused() -> None:
    for places in ({}, {-1: b""}, {4: b""}):
        with pytest.raises(ValueError, match="not those of the tree"):
            compute(places, 4, [])
