"""Classes of equivalent cards: unseen cards of a suit that no other card in play separates.

The functions work on one suit, with ranks as bits. Only the number of cards left in a class matters for the later play.
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
def normalize(unseen: int, between: int, ranks: int) -> int:
    """Return the unseen cards with each class moved to its lowest ranks, so that equivalent cards become equal."""
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
