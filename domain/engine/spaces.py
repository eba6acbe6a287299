"""Test whether unseen cards can be dealt out: counts of cards by suit, and spaces that take only some suits.

A set of suits is four bits (in the order of the pack), so there are 16. By Hall's theorem the cards fit if, for each
set of suits, no more spaces are confined to it than there are cards of these suits. The 16 differences, the *slack*,
lie side by side in one int, eight bits each, so that playing a card is one addition and one test.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

SETS: Final = 16
ALL_SUITS: Final = SETS - 1

_FIELD: Final = 8
_FLOOR: Final = 0x40
"""The content of a field where the slack is nought; below it the cards do not fit."""

EMPTY: Final = sum(_FLOOR << (_FIELD * y) for y in range(SETS))
"""The slack where there are no cards and no spaces."""

SPACE: Final = tuple(sum(1 << (_FIELD * y) for y in range(SETS) if suits & ~y == 0) for suits in range(SETS))
"""By the suits that a space may take: what it adds to each field that it is confined to."""

CARD: Final = tuple(sum(1 << (_FIELD * y) for y in range(SETS) if y & suit) for suit in range(SETS))
"""By suit (one bit): what a card of it adds to each field."""


def slack_of(cards: Sequence[int], spaces: Iterable[tuple[int, int]]) -> int:
    """Return the slack of cards, counted by suit, and of spaces, each with its size and the suits it may take."""
    slack = EMPTY
    for suit, count in enumerate(cards):
        slack += count * CARD[1 << suit]
    for count, suits in spaces:
        slack -= count * SPACE[suits]
    return slack


def fits(slack: int) -> bool:
    """Return whether the cards can be dealt out."""
    return slack & EMPTY == EMPTY


def fill(cards: Sequence[int], spaces: Sequence[tuple[int, int]]) -> list[list[int]] | None:
    """Return one way to deal the cards out: how many of each suit each space gets; None if there is no way.

    ``spaces``: how many cards each takes, and which suits. There are as many cards as places.
    """
    left = list(cards)
    slack = slack_of(left, spaces)
    if not fits(slack):
        return None
    shares = [[0, 0, 0, 0] for _ in spaces]
    for n, (count, suits) in enumerate(spaces):
        for _ in range(count):
            for suit in range(4):
                one = 1 << suit
                after = slack + SPACE[suits] - CARD[one]
                if suits & one and left[suit] and fits(after):
                    slack = after
                    left[suit] -= 1
                    shares[n][suit] += 1
                    break
            else:
                return None
    return shares
