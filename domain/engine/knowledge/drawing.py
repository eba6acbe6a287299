"""Draw deals that agree with the knowledge of a seat, all with the same probability, or list every one of them.

A deal is what `domain.engine.knowledge.counting` counts: one way to put the unseen cards into their spaces.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from domain.engine.knowledge.counting import classes_of, keep_fitting, list_draws, subtract

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from domain.engine.knowledge.counting import Left
    from domain.engine.knowledge.information import World

Given: TypeAlias = dict[int, int]
"""The mask of the cards in each space of a world, by the number of the space."""


class DealsOfWorld:
    """The deals that fit one world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._classes = classes_of(world)
        self._spaces = [(n, space) for n, space in enumerate(world.spaces) if space.count]
        self._start = tuple(mask.bit_count() for mask in self._classes)
        self._fits = [tuple(bool(mask & space.suits) for mask in self._classes) for _, space in self._spaces]
        self._ways: list[dict[Left, int]] = self._count()
        self.count = self._ways[0].get(self._start, 0)
        """The number of the deals. A space of fewer than no cards cannot be filled, so then there is none."""

    def draw(self, rng: Random) -> Given:
        """Draw a deal, each with the same probability. There must be one."""
        left, rest = self._start, list(self._classes)
        given: Given = dict.fromkeys(range(len(self.world.spaces)), 0)
        for at, (n, space) in enumerate(self._spaces):
            draws = list_draws(keep_fitting(left, self._fits[at]), space.count)
            weights = [ways * self._ways[at + 1].get(subtract(left, taken), 0) for taken, ways in draws]
            taken = draws[_pick(rng, weights)][0]
            for number, cards in enumerate(taken):
                for bit in rng.sample(_bits(rest[number]), cards):
                    given[n] |= bit
                    rest[number] ^= bit
            left = subtract(left, taken)
        return given

    def all(self) -> Iterator[Given]:
        """Yield every deal once."""
        yield from self._from(0, self._start, tuple(self._classes), dict.fromkeys(range(len(self.world.spaces)), 0))

    def _from(self, at: int, left: Left, rest: tuple[int, ...], given: Given) -> Iterator[Given]:
        if at == len(self._spaces):
            yield dict(given)
            return
        n, space = self._spaces[at]
        for taken, _ in list_draws(keep_fitting(left, self._fits[at]), space.count):
            after = subtract(left, taken)
            if after in self._ways[at + 1]:
                for cards in _choose(rest, taken):
                    given[n] = sum(cards)
                    unused = tuple(mask & ~chosen for mask, chosen in zip(rest, cards, strict=True))
                    yield from self._from(at + 1, after, unused, given)

    def _count(self) -> list[dict[Left, int]]:
        """Return, for each number of spaces that are filled, the ways to fill the others with what is left."""
        reached: list[set[Left]] = [{self._start}]
        for (_, space), fits in zip(self._spaces, self._fits, strict=True):
            reached.append(
                {
                    subtract(left, taken)
                    for left in reached[-1]
                    for taken, _ in list_draws(keep_fitting(left, fits), space.count)
                }
            )
        ways: list[dict[Left, int]] = [{(0,) * len(self._classes): 1}]
        for at in reversed(range(len(self._spaces))):
            later = ways[-1]
            before: dict[Left, int] = defaultdict(int)
            for left in reached[at]:
                for taken, times in list_draws(keep_fitting(left, self._fits[at]), self._spaces[at][1].count):
                    if further := later.get(subtract(left, taken), 0):
                        before[left] += times * further
            ways.append(dict(before))
        return ways[::-1]


class FittingDeals:
    """The deals that fit any of several worlds, of which no deal fits two."""

    def __init__(self, worlds: Sequence[World]) -> None:
        self._worlds = [DealsOfWorld(world) for world in worlds]
        self._counts = [deals.count for deals in self._worlds]

    @property
    def count(self) -> int:
        """Return the number of the deals."""
        return sum(self._counts)

    def draw(self, rng: Random) -> tuple[World, Given]:
        """Draw a deal, each with the same probability. There must be one."""
        deals = self._worlds[_pick(rng, self._counts)]
        return deals.world, deals.draw(rng)

    def all(self) -> Iterator[tuple[World, Given]]:
        """Yield every deal once."""
        for deals in self._worlds:
            if deals.count:
                for given in deals.all():
                    yield deals.world, given


def _pick(rng: Random, weights: Sequence[int]) -> int:
    """Return an index, drawn with these weights, which may be too large for floating point."""
    number = rng.randrange(sum(weights))
    for index, weight in enumerate(weights):
        number -= weight
        if number < 0:
            return index
    raise AssertionError("the weights do not add up")


def _bits(mask: int) -> list[int]:
    bits = []
    while mask:
        bits.append(mask & -mask)
        mask &= mask - 1
    return bits


def _choose(rest: tuple[int, ...], taken: Left) -> Iterator[tuple[int, ...]]:
    """Yield every choice of ``taken`` cards from each class, as masks."""
    if not rest:
        yield ()
        return
    for cards in combinations(_bits(rest[0]), taken[0]):
        for others in _choose(rest[1:], taken[1:]):
            yield (sum(cards), *others)
