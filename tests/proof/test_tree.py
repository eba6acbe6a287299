"""The tree of RFC 9162: known vectors, an independent reading of the RFC, and laws."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.proof import tree
from domain.proof.tiles import HEIGHT, WIDTH, Tiles
from domain.proof.tree import EMPTY, Edge, consistency, head, includes, inclusion, is_consistent, leaf_hash
from tests.proof import reference

# The eight entries and the heads of the trees over the first 0 to 8 of them that implementations of Certificate
# Transparency test with (RFC 6962, whose tree RFC 9162 keeps): transparency-dev/merkle, testonly/constants.go.
ENTRIES = [
    bytes.fromhex(each)
    for each in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
HEADS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
INCLUSION = {
    (0, 1): "",
    (0, 8): "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
    " 5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
    " 6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    (5, 8): "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
    " ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
    " d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    (2, 3): "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    (1, 5): "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    " 5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
    " bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
}
CONSISTENCY = {
    (1, 1): "",
    (1, 8): "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
    " 5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
    " 6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    (6, 8): "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
    " ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
    " d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    (2, 5): "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
    " bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
}


def hashes(text: str) -> list[bytes]:
    return [bytes.fromhex(each) for each in text.split()]


def nodes_of(entries: list[bytes]) -> Callable[[int, int], bytes]:
    """The nodes of a tree, by the reference."""
    return lambda level, place: reference.mth(entries[place << level : (place + 1) << level])


def numbered(count: int) -> list[bytes]:
    return [b"entry %d" % n for n in range(count)]


@pytest.mark.parametrize("size", range(9))
def test_the_heads_are_those_that_certificate_transparency_tests_with(size: int) -> None:
    edge = Edge()
    for each in ENTRIES[:size]:
        edge.add(leaf_hash(each))
    assert edge.head.hex() == HEADS[size]
    assert head(nodes_of(ENTRIES), size).hex() == HEADS[size]
    assert reference.mth(ENTRIES[:size]).hex() == HEADS[size]


@pytest.mark.parametrize(("place", "size"), INCLUSION)
def test_the_inclusion_proofs_are_those_that_certificate_transparency_tests_with(place: int, size: int) -> None:
    path = hashes(INCLUSION[place, size])
    assert inclusion(nodes_of(ENTRIES), place, size) == path
    assert includes(bytes.fromhex(HEADS[size]), size, leaf_hash(ENTRIES[place]), place, path)


@pytest.mark.parametrize(("old", "new"), CONSISTENCY)
def test_the_consistency_proofs_are_those_that_certificate_transparency_tests_with(old: int, new: int) -> None:
    path = hashes(CONSISTENCY[old, new])
    assert consistency(nodes_of(ENTRIES), old, new) == path
    assert is_consistent(bytes.fromhex(HEADS[old]), old, bytes.fromhex(HEADS[new]), new, path)


def test_every_proof_of_small_trees_is_what_the_rfc_defines_and_is_accepted() -> None:
    entries = numbered(34)
    for size in range(1, 35):
        mine = entries[:size]
        nodes, root = nodes_of(mine), reference.mth(mine)
        for place, entry in enumerate(mine):
            path = inclusion(nodes, place, size)
            assert path == reference.path(place, mine)
            assert includes(root, size, leaf_hash(entry), place, path)
            assert reference.head_of_path(leaf_hash(entry), place, size, path) == root
        for old in range(1, size):
            proof = consistency(nodes, old, size)
            before = reference.mth(entries[:old])
            assert proof == reference.proof(old, mine)
            assert is_consistent(before, old, root, size, proof)
            assert reference.heads_of_proof(old, size, proof, before) == (before, root)


@given(st.integers(1, 70), st.data())
def test_a_proof_that_was_tampered_with_is_not_accepted(size: int, data: st.DataObject) -> None:
    entries = numbered(size)
    place = data.draw(st.integers(0, size - 1))
    path, root, leaf = inclusion(nodes_of(entries), place, size), reference.mth(entries), leaf_hash(entries[place])
    change = data.draw(st.sampled_from(("leaf", "place", "size", "longer", "shorter", "step", "root")))
    if change == "leaf":
        leaf = leaf_hash(b"another")
    elif change == "place":
        place = data.draw(st.integers(-1, size + 1).filter(lambda n: n != place))
    elif change == "size":
        size = data.draw(st.integers(0, 2 * size).filter(lambda n: n != size))
        # With another size the same path may fit, but then it is the same proof: of as many steps to the same side.
        if includes(root, size, leaf, place, path):
            assert len(path) == len(reference.path(place, numbered(size)))
            return
    elif change == "longer":
        path = data.draw(st.sampled_from(([*path, root], [root, *path], [EMPTY, *path])))
    elif change == "root":
        root = EMPTY
    elif path:
        n = data.draw(st.integers(0, len(path) - 1))
        path = path[:n] + path[n + 1 :] if change == "shorter" else [*path[:n], EMPTY, *path[n + 1 :]]
    else:
        return
    assert not includes(root, size, leaf, place, path)


@given(st.integers(1, 70), st.integers(1, 70), st.data())
def test_what_did_not_grow_from_a_tree_is_not_consistent_with_it(old: int, more: int, data: st.DataObject) -> None:
    entries = numbered(old + more)
    new = len(entries)
    proof = consistency(nodes_of(entries), old, new)
    before, after = reference.mth(entries[:old]), reference.mth(entries)
    changed = list(entries)
    changed[data.draw(st.integers(0, old - 1))] = b"changed"
    assert is_consistent(before, old, after, new, proof)
    assert not is_consistent(before, old, reference.mth(changed), new, consistency(nodes_of(changed), old, new))
    assert not is_consistent(reference.mth(changed[:old]), old, after, new, proof)
    assert not is_consistent(before, old, after, new, [*proof, before])
    assert not is_consistent(before, old, after, new, proof[:-1])


def test_the_same_tree_needs_no_proof_and_of_the_empty_one_nothing_is_proved() -> None:
    root = reference.mth(numbered(5))
    assert consistency(nodes_of(numbered(5)), 0, 5) == consistency(nodes_of(numbered(5)), 5, 5) == []
    assert is_consistent(root, 5, root, 5, [])
    assert not is_consistent(EMPTY, 0, root, 5, [])
    assert not includes(b"", 1, b"", 0, [])
    assert not is_consistent(EMPTY, 5, root, 5, [])
    assert not is_consistent(root, 5, root, 4, [])
    assert not is_consistent(root, 5, root, 5, [root])


@pytest.mark.parametrize(("place", "size"), [(-1, 3), (3, 3), (0, 0)])
def test_no_proof_is_made_of_a_leaf_that_is_not_there(place: int, size: int) -> None:
    with pytest.raises(ValueError, match="there is no leaf"):
        inclusion(nodes_of(numbered(3)), place, size)
    with pytest.raises(ValueError, match="is none that"):
        consistency(nodes_of(numbered(3)), 4, 3)


@given(st.integers(0, 200), st.integers(0, 200))
def test_an_edge_taken_up_again_goes_on_as_if_it_had_never_been_left(size: int, more: int) -> None:
    entries = numbered(size + more)
    edge = Edge.of(nodes_of(entries), size)
    assert edge.head == reference.mth(entries[:size])
    nodes = [node for each in entries[size:] for node in edge.add(leaf_hash(each))]
    assert edge.head == reference.mth(entries)
    for level, place, hash_ in nodes:
        assert hash_ == nodes_of(entries)(level, place)
    assert len([node for node in nodes if node.level == 0]) == more


def test_an_edge_needs_as_many_peaks_as_its_size_has() -> None:
    with pytest.raises(ValueError, match="a tree of 5 leaves has 2 peaks, not 1"):
        Edge(5, [EMPTY])


def test_proofs_from_every_eighth_level_are_the_same_and_read_little() -> None:
    size = 2 * WIDTH + 77
    entries = numbered(size)
    edge, stored = Edge(), {0: [], HEIGHT: []}
    for each in entries:
        for level, _, hash_ in edge.add(leaf_hash(each)):
            if level in stored:
                stored[level].append(hash_)
    reads: list[tuple[int, int, int]] = []

    def read(level: int, begin: int, end: int) -> list[bytes]:
        reads.append((level, begin, end))
        return stored[level][begin:end]

    for place in (0, 1, 255, 256, 511, 512, size - 1):
        assert inclusion(Tiles(read), place, size) == reference.path(place, entries)
    for old in (1, 255, 256, 257, 512, size - 1):
        assert consistency(Tiles(read), old, size) == reference.proof(old, entries)
    assert head(Tiles(read), size) == edge.head
    reads.clear()
    inclusion(Tiles(read), 3, size)
    assert len(reads) == len(set(reads)) <= 3


def test_nodes_that_are_not_stored_are_missed_and_not_made_up() -> None:
    with pytest.raises(LookupError, match="lacks hashes of level 0 from 1 on"):
        Tiles(lambda level, begin, end: [EMPTY])(1, 0)


def test_leaves_and_nodes_are_told_apart() -> None:
    """RFC 9162, 2.1.1: without the prefixes a node could be passed off as a leaf."""
    left, right = leaf_hash(b"a"), leaf_hash(b"b")
    assert tree.node_hash(left, right) != leaf_hash(left + right)
