"""The pack of a game: its cards, their order of strength, and their points.

In the engine a card is one bit and a set of cards is an int, its mask. The bits of a suit are next to each other, and
a stronger card of the suit has the higher bit, so the best card of a suit is its highest bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from domain.engine.cards import RANKS, SUITS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.engine.cards import Card


class PackError(ValueError):
    """Raised for a pack that cannot be; the message is a sentence with values, told in the reader's language.

    It is no `WordedError`, since the values of sentences know the packs.
    """

    def __init__(self, message: str, **values: str | int) -> None:
        super().__init__(message.format_map(values))
        self.message, self.values = message, values


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack: its ``ranks`` from weakest to strongest and the ``points`` of each, the same in every suit."""

    ranks: str
    points: tuple[int, ...]
    suits: str = SUITS

    def __post_init__(self) -> None:
        if len(self.ranks) != len(self.points):
            counts = {"ranks": len(self.ranks), "points": len(self.points)}
            raise PackError("{ranks} ranks but {points} point values", **counts)
        if len(set(self.ranks)) != len(self.ranks) or not set(self.ranks) <= set(RANKS):
            raise PackError("ranks {ranks}: each of {all} at most once", ranks=repr(self.ranks), all=RANKS)
        if len(set(self.suits)) != len(self.suits) or not set(self.suits) <= set(SUITS):
            raise PackError("suits {suits}: each of {all} at most once", suits=repr(self.suits), all=SUITS)

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return len(self.ranks) * len(self.suits)

    @property
    def total(self) -> int:
        """Return the points of the whole pack (304 in 304)."""
        return sum(self.points) * len(self.suits)


class CardsOfSuit(dict[int, "tuple[Card, ...]"]):
    """Mapping of each mask within one suit to its cards, strongest first; computed on first use."""

    def __init__(self, card: dict[int, Card]) -> None:
        super().__init__({0: ()})
        self.card = card

    def __missing__(self, mask: int) -> tuple[Card, ...]:
        strongest = 1 << (mask.bit_length() - 1)
        self[mask] = cards = (self.card[strongest], *self[mask ^ strongest])
        return cards


class Tables:
    """The bits, points and suits of a pack's cards. Use `tables`, which builds them once for each pack."""

    __slots__ = ("all", "bit", "card", "letter", "of_suit", "points", "suit", "suit_of", "suits")

    def __init__(self, pack: Pack) -> None:
        self.bit: dict[Card, int] = {}
        """The bit of each card. An unknown card has none: read it with ``.get(card, 0)``."""
        self.card: dict[int, Card] = {}
        self.points: dict[int, int] = {0: 0}
        """The points of each bit; 0 for the bit 0, which is no card."""
        self.suit: dict[str, int] = {}
        """The cards of each suit, as a mask."""
        self.suit_of: dict[int, int] = {0: 0}
        """The suit of each bit, as a mask; 0 for the bit 0."""
        for s, suit in enumerate(pack.suits):
            base = s * len(pack.ranks)
            mask = ((1 << len(pack.ranks)) - 1) << base
            self.suit[suit] = mask
            for r, rank in enumerate(pack.ranks):
                bit = 1 << (base + r)
                self.bit[rank + suit] = bit
                self.card[bit] = rank + suit
                self.points[bit] = pack.points[r]
                self.suit_of[bit] = mask
        self.suits = tuple(self.suit.values())
        self.letter = {mask: suit for suit, mask in self.suit.items()}
        """The letter of each suit's mask."""
        self.of_suit = CardsOfSuit(self.card)
        self.all = (1 << pack.size) - 1

    def mask(self, cards: Iterable[Card]) -> int:
        """Return the mask of these cards, unknown ones left out."""
        bit = self.bit
        mask = 0
        try:
            for card in cards:
                mask |= bit[card]
        except KeyError:
            for card in cards:
                mask |= bit.get(card, 0)
        return mask

    def cards(self, mask: int) -> list[Card]:
        """Return the cards of a mask, suit by suit, strongest first."""
        cards: list[Card] = []
        if mask:
            for suit in self.suits:
                cards += self.of_suit[mask & suit]
        return cards

    def worth(self, mask: int) -> int:
        """Return the points of all cards of a mask."""
        total = 0
        points = self.points
        while mask:
            low = mask & -mask
            total += points[low]
            mask ^= low
        return total


@lru_cache(maxsize=64)
def tables(pack: Pack) -> Tables:
    """Return the tables of a pack, built once."""
    return Tables(pack)


# 000 "Players and Cards": J 9 A T K Q 8 7 from high to low, worth 30 20 11 10 3 2 0 0.
PACK_304 = Pack(ranks="78QKTA9J", points=(0, 0, 2, 3, 10, 11, 20, 30))

# 000 "Variants": for six players without 8's and 7's, or with sixes below the sevens, worth nothing.
PACK_304_24 = Pack(ranks="QKTA9J", points=(2, 3, 10, 11, 20, 30))
PACK_304_36 = Pack(ranks="678QKTA9J", points=(0, 0, 0, 2, 3, 10, 11, 20, 30))

# 000 "Tamil Nadu version": threes above the jacks, worth 50; for eight players twos above them, worth 100.
PACK_504 = Pack(ranks="78QKTA9J3", points=(0, 0, 2, 3, 10, 11, 20, 30, 50))
PACK_904 = Pack(ranks="78QKTA9J32", points=(0, 0, 2, 3, 10, 11, 20, 30, 50, 100))

# 003 "Players and Cards": in Obenabe A K Q J T 9 8 7 6 from high to low, worth 11 4 3 2 10 0 8 0 0.
PACK_JASS = Pack(ranks="6789TJQKA", points=(0, 0, 8, 0, 10, 2, 3, 4, 11))
