"""Which card beats which, and what each is worth, in every denomination (003 "Players and Cards").

With a trump suit the Under and the Nine of it are the best two cards. In Obenabe every suit ranks from the
ace down, in Undenufe from the six up.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from domain.jass.ruleset import OBENABE, UNDENUFE, JassRuleset
from domain.packs import tables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Order:
    """The order and the points of the cards in one denomination, as bits and masks."""

    __slots__ = ("beats", "points", "puur", "reversed", "stoeck", "strength", "suit_of", "trump")

    def __init__(self, game: JassRuleset, denomination: str) -> None:
        table = tables(game.pack)
        self.suit_of = table.suit_of
        self.trump = table.suit.get(denomination, 0)
        """The trump suit; 0 in Obenabe and Undenufe."""
        ranks = game.pack.ranks
        points = dict(zip(ranks, game.trump.others if self.trump else game.pack.points, strict=True))
        if denomination == UNDENUFE and game.undenufe.values == "six_eleven":
            points |= {ranks[0]: points[ranks[-1]], ranks[-1]: points[ranks[0]]}
        self.reversed = denomination == UNDENUFE
        self.beats: dict[int, int] = {0: self.trump}
        """The cards that take the trick from a card which is winning it; from one that nobody saw, any trump."""
        self.points: dict[int, int] = {0: 0}
        for suit in game.pack.suits:
            rising, worth = ranks[::-1] if self.reversed else ranks, points
            if suit == denomination:
                rising, worth = game.trump.ranks, dict(zip(game.trump.ranks, game.trump.points, strict=True))
            higher = 0 if suit == denomination else self.trump
            for rank in reversed(rising):
                bit = table.bit[rank + suit]
                self.beats[bit] = higher
                self.points[bit] = worth[rank]
                higher |= bit
        self.strength = {lead: self._strength(lead, table.all) for lead in (0, *table.suits)}
        """How strong each card is in a trick, by the suit led; 0 for a card that cannot take it."""
        self.puur = table.bit[game.trump.ranks[-1] + denomination] if self.trump else 0
        """The highest trump."""
        self.stoeck = table.mask((f"K{denomination}", f"Q{denomination}")) if self.trump else 0
        """King and Ober of trumps."""

    def _strength(self, lead: int, pack: int) -> dict[int, int]:
        able = lead | self.trump
        return {bit: (pack & ~higher).bit_count() * bool(bit & able) for bit, higher in self.beats.items()}

    def winner(self, trick: Sequence[int]) -> int:
        """The place in the trick of the card that takes it so far, for all that was seen of them."""
        strength = self.strength[self.suit_of[trick[0]]]
        return max(range(len(trick)), key=lambda place: strength[trick[place]])

    def taken(self, trick: Sequence[int]) -> tuple[int, int]:
        """The place of the card that takes a trick of four, and what the trick is worth."""
        strength, points = self.strength[self.suit_of[trick[0]]], self.points
        first, second, third, fourth = trick
        place, best = 0, strength[first]
        if strength[second] > best:
            place, best = 1, strength[second]
        if strength[third] > best:
            place, best = 2, strength[third]
        if strength[fourth] > best:
            place = 3
        return place, points[first] + points[second] + points[third] + points[fourth]

    def worth(self, mask: int) -> int:
        """The points of a set of cards."""
        total = 0
        while mask:
            low = mask & -mask
            total += self.points[low]
            mask ^= low
        return total


@lru_cache(maxsize=64)
def orders(game: JassRuleset) -> Mapping[str, Order]:
    """The order of each denomination of a game, whether or not it may be bid."""
    return {denomination: Order(game, denomination) for denomination in (*game.pack.suits, OBENABE, UNDENUFE)}
