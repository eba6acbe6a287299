"""Test whether unseen cards can be dealt out: counts of cards by suit, and spaces that take only some suits.

A set of suits is four bits (in the order of the pack), so there are 16 sets. By Hall's theorem the cards fit if, for
each set of suits, there are at least as many cards of these suits as places that take only these suits. The 16
differences, the *slack*, are fields of eight bits in one int, so that playing a card is one addition and one test.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

SETS: Final = 16
ALL_SUITS: Final = SETS - 1

_FIELD: Final = 8
_FLOOR: Final = 0x40
"""The content of a field whose slack is 0; with less than that the cards do not fit."""

EMPTY: Final = sum(_FLOOR << (_FIELD * y) for y in range(SETS))
"""The slack without cards and spaces."""

SPACE: Final = tuple(sum(1 << (_FIELD * y) for y in range(SETS) if suits & ~y == 0) for suits in range(SETS))
"""For each set of suits: the int to subtract from the slack for a place that takes only these suits."""

CARD: Final = tuple(sum(1 << (_FIELD * y) for y in range(SETS) if y & suit) for suit in range(SETS))
"""For each suit (one bit): the int to add to the slack for a card of it."""


def slack_of(cards: Sequence[int], spaces: Iterable[tuple[int, int]]) -> int:
    """Return the slack of cards and spaces. ``cards``: how many of each suit; ``spaces``: size and suits of each."""
    slack = EMPTY
    for suit, count in enumerate(cards):
        slack += count * CARD[1 << suit]
    for count, suits in spaces:
        slack -= count * SPACE[suits]
    return slack


def fits(slack: int) -> bool:
    """Return whether cards and spaces with this slack can be dealt out."""
    return slack & EMPTY == EMPTY


def fill(cards: Sequence[int], spaces: Sequence[tuple[int, int]]) -> list[list[int]] | None:
    """Return one way to deal the cards out: for each space, how many cards of each suit; None if there is no way.

    ``cards``: how many of each suit; ``spaces``: size and suits of each. The sizes must add up to the number of cards.
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
