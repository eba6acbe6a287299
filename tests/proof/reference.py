"""The Merkle tree once more, straight from the recursive definitions of RFC 9162 (2.1.1, 2.1.3.1, 2.1.4.1).

Slow, over whole lists of entries, and sharing no code with `domain.proof`. How proofs are checked is here another
way too: by working out from a path which head it comes to.
"""

from __future__ import annotations

import hashlib


def mth(entries: list[bytes]) -> bytes:
    """The Merkle Tree Hash of a list."""
    if not entries:
        return hashlib.sha256().digest()
    if len(entries) == 1:
        return hashlib.sha256(bytes([0]) + entries[0]).digest()
    k = split(len(entries))
    return hashlib.sha256(bytes([1]) + mth(entries[:k]) + mth(entries[k:])).digest()


def split(n: int) -> int:
    """The largest power of two smaller than n."""
    k = 1
    while 2 * k < n:
        k = 2 * k
    return k


def path(m: int, entries: list[bytes]) -> list[bytes]:
    """PATH(m, D_n)."""
    n = len(entries)
    if n == 1:
        return []
    k = split(n)
    if m < k:
        return [*path(m, entries[:k]), mth(entries[k:])]
    return [*path(m - k, entries[k:]), mth(entries[:k])]


def proof(m: int, entries: list[bytes]) -> list[bytes]:
    """PROOF(m, D_n), for 0 < m < n."""
    return subproof(m, entries, True)


def subproof(m: int, entries: list[bytes], complete: bool) -> list[bytes]:
    n = len(entries)
    if m == n:
        return [] if complete else [mth(entries)]
    k = split(n)
    if m <= k:
        return [*subproof(m, entries[:k], complete), mth(entries[k:])]
    return [*subproof(m - k, entries[k:], False), mth(entries[:k])]


def head_of_path(leaf: bytes, m: int, n: int, steps: list[bytes]) -> bytes:
    """The head that a leaf's hash comes to by a path, by recursion; ``IndexError`` for one of another length."""
    if n == 1:
        if steps:
            raise IndexError("too long")
        return leaf
    k = split(n)
    if not steps:
        raise IndexError("too short")
    *lower, top = steps
    if m < k:
        return hashlib.sha256(bytes([1]) + head_of_path(leaf, m, k, lower) + top).digest()
    return hashlib.sha256(bytes([1]) + top + head_of_path(leaf, m - k, n - k, lower)).digest()


def heads_of_proof(m: int, n: int, steps: list[bytes], old: bytes, complete: bool = True) -> tuple[bytes, bytes]:
    """The two heads, of m and of n entries, that a consistency proof comes to; ``old`` is the first one as told."""
    if m == n:
        if complete:
            if steps:
                raise IndexError("too long")
            return old, old
        (only,) = steps
        return only, only
    k = split(n)
    if not steps:
        raise IndexError("too short")
    *lower, top = steps
    if m <= k:
        before, after = heads_of_proof(m, k, lower, old, complete)
        return before, hashlib.sha256(bytes([1]) + after + top).digest()
    before, after = heads_of_proof(m - k, n - k, lower, old, False)
    return (
        hashlib.sha256(bytes([1]) + top + before).digest(),
        hashlib.sha256(bytes([1]) + top + after).digest(),
    )
