"""The order and the points of the cards in every denomination (003 "Players and Cards").

The two highest cards of a trump suit are its Under and its Nine. In Obenabe the ace is the highest card of every suit,
in Undenufe the six.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from domain.engine.packs import tables
from domain.games.sidi.ruleset import OBENABE, UNDENUFE, SidiRuleset

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Order:
    """The order and the points of the cards in one denomination, as bits and masks."""

    __slots__ = ("beats", "points", "puur", "ranks", "reversed", "stoeck", "trump")

    def __init__(self, game: SidiRuleset, denomination: str) -> None:
        table = tables(game.pack)
        self.trump = table.suit.get(denomination, 0)
        """The trump suit; 0 in Obenabe and Undenufe."""
        ranks = game.pack.ranks
        points = dict(zip(ranks, game.trump.others if self.trump else game.pack.points, strict=True))
        if denomination == UNDENUFE and game.undenufe.values == "six_eleven":
            points |= {ranks[0]: points[ranks[-1]], ranks[-1]: points[ranks[0]]}
        self.reversed = denomination == UNDENUFE
        self.beats: dict[int, int] = {0: self.trump}
        """The cards that beat each card if it is winning the trick; an unknown card (0) is beaten by any trump."""
        self.points: dict[int, int] = {0: 0}
        self.ranks: dict[str, str] = {}
        """The ranks of each suit, from weakest to strongest."""
        for suit in game.pack.suits:
            rising, worth = ranks[::-1] if self.reversed else ranks, points
            if suit == denomination:
                rising, worth = game.trump.ranks, dict(zip(game.trump.ranks, game.trump.points, strict=True))
            self.ranks[suit] = rising
            higher = 0 if suit == denomination else self.trump
            for rank in reversed(rising):
                bit = table.bit[rank + suit]
                self.beats[bit] = higher
                self.points[bit] = worth[rank]
                higher |= bit
        self.puur = table.bit[game.trump.ranks[-1] + denomination] if self.trump else 0
        """The highest trump; 0 without trumps."""
        self.stoeck = table.mask((f"K{denomination}", f"Q{denomination}")) if self.trump else 0
        """King and Ober of trumps, as a mask; 0 without trumps."""

    def winner(self, trick: Sequence[int]) -> int:
        """Return the place in the trick of the card that wins it so far, as far as the cards are known."""
        best = 0
        for place, bit in enumerate(trick):
            if bit & self.beats[trick[best]]:
                best = place
        return best

    def worth(self, mask: int) -> int:
        """Return the points of a set of cards."""
        total = 0
        while mask:
            low = mask & -mask
            total += self.points[low]
            mask ^= low
        return total


@lru_cache(maxsize=64)
def orders(game: SidiRuleset) -> Mapping[str, Order]:
    """Return the order of each denomination, also of those that may not be bid in this ruleset."""
    return {denomination: Order(game, denomination) for denomination in (*game.pack.suits, OBENABE, UNDENUFE)}
