"""Classes of equivalent cards: unseen cards of a suit that no other card in play separates.

One suit at a time, ranks as bits. Which card of a class is played never matters later, only how many are left.
"""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1 << 16)
def classes(unseen: int, between: int) -> tuple[tuple[int, int], ...]:
    """Return the lowest and the highest card of each class, the highest class first; ``between``: separating cards."""
    ranges: list[tuple[int, int]] = []
    low = high = 0
    for rank in range(max(unseen.bit_length(), between.bit_length())):
        bit = 1 << rank
        if unseen & bit:
            low, high = low or bit, bit
        elif between & bit and low:
            ranges.append((low, high))
            low = 0
    if low:
        ranges.append((low, high))
    return tuple(reversed(ranges))


@lru_cache(maxsize=1 << 16)
def settled(unseen: int, between: int, ranks: int) -> int:
    """Return the same number of cards in each class, each class moved to its lowest places."""
    cards = 0
    place = count = 0
    for rank in range(ranks + 1):
        bit = 1 << rank
        if rank == ranks or between & bit:
            cards |= ((1 << count) - 1) << place
            place, count = rank + 1, 0
        elif unseen & bit:
            count += 1
    return cards
