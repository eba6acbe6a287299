"""The Weis in the hands of many deals (003 "Weis and Stöck"): the engine is asked for each combination once.

All that is known here is which cards can be in a combination: those of a sequence, and four of a rank. Hands in
which these are the same have the same Weis, and most of those that come along have come along before.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from domain.bulk.deals import SUITS, Small
from domain.bulk.jass.deals import HAND, JOINED, LANE, Codes, Masks, Places, denominations, packed, spread
from domain.jass.ruleset import JassRuleset
from domain.jass.weis import SHORTEST, finders

ITEMS: Final = HAND // SHORTEST
"""Most combinations of a hand that share no card."""
ROW: Final = np.dtype([
    ("grade", "i8"), ("value", "i8"), ("size", "i8"), ("highest", "i8"), ("trumps", "i8"),
    ("values", "i8"), ("total", "i2"), ("each", "i8", (ITEMS,)), ("cards", "u8", (ITEMS,)),
])  # fmt: skip
"""A hand's Weis. Of the best one its grade (the greater the better), value, number of cards, highest rank as a place
in the pack's order, and whether it is in trumps. Then the values of all that it scores, `JOINED`; their sum; the
value and the cards of each."""
VALUE: Final = 9
"""Bits of a grade behind the value: four for the number of cards, four for the highest, one for trumps."""
DENOMINATION: Final = 7
"""Bits of a denomination."""
EVERY_SUIT: Final = np.uint64(sum(1 << LANE * suit for suit in range(SUITS)))
"""Four times the lowest card."""


SLOTS: Final = 14
"""Bits of a slot."""
FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
"""By which keys are spread over the slots."""


class Combinations:
    """The Weis of one game that were asked for so far."""

    def __init__(self, game: JassRuleset) -> None:
        self.game = game
        self.finders = [finders(game)[each] for each in denominations(game)]
        self.table = np.zeros(2, ROW)
        """A row for each key; the first one is for nothing."""
        self.keys = np.array([0, 2**64 - 1], np.uint64)
        """What lies in combinations, with the denomination in the bits behind the first suit; rising."""
        self.slots = np.zeros(1 << SLOTS, np.intp)
        """Where most keys stand, by their slots."""
        sizes = self.finders[0].sizes
        self.several = np.array([len(sizes.get(value, ())) > 1 for value in range(JOINED)])
        """Whether a Weis of some value can have one number of cards or another; by the value."""

    @staticmethod
    def value(grades: Codes) -> Codes:
        """The value of the best Weis, by its grade."""
        return grades >> VALUE

    def rows(self, hands: Masks, denomination: Small) -> Places:
        """The row of each hand, (4, deals)."""
        found = np.zeros(hands.size, np.intp)
        if self.game.weis.enabled:
            cards = _in_combinations(hands).ravel()
            some = np.flatnonzero(cards)
            deal = some % denomination.size
            keys = cards[some] | denomination[deal].astype(np.uint64) << np.uint64(HAND)
            found[some] = self._find(keys)
        return found.reshape(hands.shape)

    def _find(self, keys: Masks) -> Places:
        place = self.slots.take(_slots(keys))
        elsewhere = np.flatnonzero(self.keys[place] != keys)
        if elsewhere.size:
            place[elsewhere] = np.searchsorted(self.keys, keys[elsewhere])
            unknown = keys[self.keys[place] != keys]
            if unknown.size:
                self._learn(sorted({*unknown.tolist()}))
                return self._find(keys)
        return place

    def _learn(self, keys: list[int]) -> None:
        """Ask the engine."""
        table = np.array([self._row(key) for key in keys], ROW)
        self.keys = np.concatenate([self.keys, np.array(keys, np.uint64)])
        self.table = np.concatenate([self.table, table])
        order = np.argsort(self.keys)
        self.keys, self.table = self.keys[order], self.table[order]
        self.slots[_slots(self.keys)] = np.arange(self.keys.size)

    def _row(self, key: int) -> tuple[object, ...]:
        denomination = key >> HAND & DENOMINATION
        finder = self.finders[denomination]
        items = finder.scored(packed(key))
        if not items:
            return tuple(self.table[0])
        best = items[0]
        grade = best.value << VALUE | best.cards << 5 | best.height << 1 | best.trump
        highest = self.game.pack.ranks.index(finder.ranks[best.height])
        joined = 0
        for item in items:
            joined = joined * JOINED + item.value
        empty = [0] * (ITEMS - len(items))
        each = [item.value for item in items] + empty
        cards = [spread(item.mask) for item in items] + empty
        total = sum(each)
        return (grade, best.value, best.cards, highest, best.trump, joined, total, each, cards)


def _slots(keys: Masks) -> Places:
    """The slot of each key; others may have the same."""
    return (keys * FACTOR >> np.uint64(64 - SLOTS)).astype(np.intp)


def _in_combinations(hands: Masks) -> Masks:
    """The cards of each hand that lie in a sequence, or are four of a rank."""
    begin = hands
    for step in range(1, SHORTEST):
        begin = begin & hands >> np.uint64(step)
    fours = hands
    for suit in range(1, SUITS):
        fours = fours & hands >> np.uint64(suit * LANE)
    cards = fours * EVERY_SUIT
    for step in range(SHORTEST):
        cards |= begin << np.uint64(step)
    return cards
