"""Weis: the combinations in a hand, their values and their order (003 "Weis and Stöck")."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from domain.engine.packs import tables
from domain.games.sidi.orders import Order, orders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from domain.games.sidi.ruleset import SidiRuleset

HANDS = 8
"""The number of hands whose combinations are cached, because the hands of a deal are needed again and again."""

SHORTEST = 3
"""The least number of cards in a sequence."""


class Item(NamedTuple):
    """One combination. The better of two is the greater tuple.

    Value counts first, then the number of cards, then the highest card, then whether the combination is in trumps.
    """

    value: int
    cards: int
    height: int
    """The place of the highest card in the order without trumps, 0 for the lowest rank."""
    trump: bool
    mask: int


class Within(dict[int, tuple[Item, ...]]):
    """Mapping of a mask of cards to the combinations within it, the best first; computed on first use."""

    def __init__(self, items: list[Item]) -> None:
        self.items_ = items

    def __missing__(self, cards: int) -> tuple[Item, ...]:
        self[cards] = items = tuple(item for item in self.items_ if not item.mask & ~cards)
        return items


class Finder:
    """The search for combinations in one denomination of a game."""

    def __init__(self, game: SidiRuleset, order: Order) -> None:
        table = tables(game.pack)
        ranks = game.pack.ranks
        self.ranks = ranks[::-1] if order.reversed else ranks
        """The ranks from lowest to highest in the order that compares combinations, also in trumps."""
        values = game.weis.table
        fours = dict(zip(ranks, values.fours, strict=True))
        self.items: list[Item] = []
        """All possible combinations that have a value."""
        for suit, whole in table.suit.items():
            for length in range(SHORTEST, len(ranks) + 1):
                value = values.sequences[min(length - SHORTEST, len(values.sequences) - 1)]
                for low in range(len(ranks) - length + 1):
                    mask = table.mask(rank + suit for rank in self.ranks[low : low + length])
                    self.items.append(Item(value, length, low + length - 1, whole == order.trump, mask))
        for height, rank in enumerate(self.ranks):
            mask = table.mask(rank + suit for suit in game.pack.suits)
            self.items.append(Item(fours[rank], len(game.pack.suits), height, False, mask))
        self.items = sorted((item for item in self.items if item.value), reverse=True)
        self.sizes: dict[int, set[int]] = {}
        """The possible numbers of cards of a combination, by its value."""
        for item in self.items:
            self.sizes.setdefault(item.value, set()).add(item.cards)
        suits = game.pack.suits
        self.sequences = [(table.suit[suit], Within(self.items)) for suit in suits]
        """Each suit as a mask, with a mapping of the cards held in the suit to their sequences."""
        self.fours = Within(self.items)
        self.steps = [n * len(ranks) for n in range(len(suits))]
        self.combinations: Callable[[int], tuple[Item, ...]] = lru_cache(maxsize=HANDS)(self._combinations)
        """The combinations in a hand, the best first. They may share cards."""

    def _combinations(self, hand: int) -> tuple[Item, ...]:
        combinations: tuple[Item, ...] = ()
        for suit, sequences in self.sequences:
            if items := sequences[hand & suit]:
                combinations += items
        in_all = hand
        for step in self.steps:
            in_all &= hand >> step
        if in_all:
            combinations += self.fours[sum(in_all << step for step in self.steps)]
        return combinations if len(combinations) < 2 else tuple(sorted(combinations, reverse=True))

    def best(self, hand: int) -> Item | None:
        """Return the best single combination of a hand; None if there is none."""
        combinations = self.combinations(hand)
        return combinations[0] if combinations else None

    def scoring_items(self, hand: int) -> tuple[Item, ...]:
        """Return the combinations that a hand scores, the best first. No two share a card.

        The best combination is declared and compared, so it always scores. The others are the choice from the other
        cards that is worth most.
        """
        combinations = self.combinations(hand)
        if not combinations:
            return ()
        best = combinations[0]
        rest = tuple([item for item in combinations if not item.mask & best.mask])
        if not rest:
            return (best,)
        return (best, *max(_apart(rest), key=lambda items: (sum(i.value for i in items), items)))

    def can_make(self, mask: int, value: int, count: int) -> bool:
        """Return whether these cards are exactly ``count`` combinations of this value."""
        if not count:
            return not mask
        options = [item.mask for item in self.combinations(mask) if item.value == value]
        return any(self.can_make(mask ^ option, value, count - 1) for option in options)


def _apart(combinations: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    """Yield every choice of combinations that share no card, the best first in each."""
    yield ()
    for n, first in enumerate(combinations):
        rest = tuple(item for item in combinations[n + 1 :] if not item.mask & first.mask)
        for others in _apart(rest):
            yield (first, *others)


@lru_cache(maxsize=64)
def finders(game: SidiRuleset) -> Mapping[str, Finder]:
    """Return the finder of each denomination of a game, built once."""
    return {denomination: Finder(game, order) for denomination, order in orders(game).items()}
