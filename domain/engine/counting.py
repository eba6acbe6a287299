"""Count the deals that a seat could still hold possible, and in how many of them each card lies where.

A deal here is one way to put the unseen cards into their spaces (`information.Space`): the other hands, the indicator,
the cards face down, the pack. All suits that can still be trump are added up. Every deal that the rules leave possible
counts once: the count ignores what bidding and skill suggest.

Cards that fit the same spaces are one class. Each space takes some cards of each class, and only the numbers left
matter for the next space, so the sum runs over a few hundred states. The numbers are exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from domain.engine.information import Space, World

Place: TypeAlias = tuple[int, str, int]
"""The seat (NOBODY for the pack), where, and the ply at which the card was played, -1 for none."""

Left: TypeAlias = tuple[int, ...]
"""How many cards of each class are still to be laid."""

Choices: TypeAlias = tuple[tuple[Left, int], ...]


@dataclass(frozen=True, slots=True)
class Count:
    """The number of consistent deals, in all and by place."""

    deals: int
    """Nought: no deal fits what the seat was shown, so somebody broke a rule or the record is wrong."""
    trumps: dict[int, int]
    """By trump suit (0: none has been chosen yet)."""
    places: dict[int, dict[Place, int]]
    """For each unseen card in how many of them it lies in which place; places without any are left out."""


def place_of(space: Space) -> Place:
    """Return the place of a space."""
    return space.seat, space.where, space.ply


def count(worlds: Sequence[World]) -> Count:
    """Return the count of the deals that fit any of the worlds. No deal fits two of them."""
    trumps: dict[int, int] = {}
    places: dict[int, dict[Place, int]] = {}
    for world in worlds:
        deals, shares = _count_world(world)
        trumps[world.trump] = trumps.get(world.trump, 0) + deals
        for mask, where in shares:
            size = mask.bit_count()
            while mask:
                bit = mask & -mask
                mask ^= bit
                at = places.setdefault(bit, {})
                for place, cards in where.items():
                    at[place] = at.get(place, 0) + cards // size
    return Count(sum(trumps.values()), trumps, places)


def deals_of(world: World) -> int:
    """Return in how many ways the unseen cards of one world can lie."""
    return _count_world(world)[0]


def classes_of(world: World) -> list[int]:
    """Return the unseen cards as masks, one for all cards that fit exactly the same spaces."""
    classes = [world.unseen]
    for suits in {space.suits for space in world.spaces}:
        classes = [part for mask in classes for part in (mask & suits, mask & ~suits) if part]
    return classes


def _count_world(world: World) -> tuple[int, list[tuple[int, dict[Place, int]]]]:
    """Return the number of deals, and for each class how many of its cards lie in each place, over all deals."""
    classes = classes_of(world)
    spaces = [space for space in world.spaces if space.count]
    start = tuple(mask.bit_count() for mask in classes)
    if any(space.count < 0 for space in world.spaces) or sum(start) != sum(space.count for space in spaces):
        return 0, []
    fits = [tuple(bool(mask & space.suits) for mask in classes) for space in spaces]
    # before[n][left]: the ways to fill the first n spaces so that this is left.
    before: list[dict[Left, int]] = [{start: 1}]
    for space, may in zip(spaces, fits, strict=True):
        after: dict[Left, int] = defaultdict(int)
        for left, ways in before[-1].items():
            for taken, choices in _choices(_available(left, may), space.count):
                after[_minus(left, taken)] += ways * choices
        before.append(after)
    nothing = (0,) * len(classes)
    deals = before[-1].get(nothing, 0)
    if not deals:
        return 0, []
    # beyond[left]: the ways to fill the spaces that are still to come.
    beyond: dict[Left, int] = {nothing: 1}
    lying: list[dict[Place, int]] = [{} for _ in classes]
    for n in reversed(range(len(spaces))):
        filled: dict[Left, int] = defaultdict(int)
        place = place_of(spaces[n])
        for left, ways in before[n].items():
            for taken, choices in _choices(_available(left, fits[n]), spaces[n].count):
                further = choices * beyond.get(_minus(left, taken), 0)
                if further:
                    filled[left] += further
                    for number, cards in enumerate(taken):
                        if cards:
                            lying[number][place] = lying[number].get(place, 0) + ways * further * cards
        beyond = filled
    return deals, list(zip(classes, lying, strict=True))


def _available(left: Left, may: tuple[bool, ...]) -> Left:
    """Return the numbers left of the classes that a space may hold."""
    return tuple(cards if fits else 0 for cards, fits in zip(left, may, strict=True))


def _minus(left: Left, taken: Left) -> Left:
    return tuple(cards - gone for cards, gone in zip(left, taken, strict=True))


@lru_cache(maxsize=1 << 16)
def _choices(offered: Left, size: int) -> Choices:
    """Return every draw of ``size`` cards: how many of each class, and in how many ways."""
    return tuple(_draws(offered, size))


def _draws(offered: Left, size: int) -> Iterator[tuple[Left, int]]:
    if not offered:
        if not size:
            yield (), 1
        return
    first, rest = offered[0], offered[1:]
    for taken in range(max(0, size - sum(rest)), min(first, size) + 1):
        ways = comb(first, taken)
        for more, others in _draws(rest, size - taken):
            yield (taken, *more), ways * others
