"""Count the deals that agree with the knowledge of a seat, and in how many of them each card lies in each place.

A deal is one way to put the unseen cards into their spaces (`information.Space`): the other hands, the indicator, the
cards face down, the pack. The count is the sum over all suits that can still be trump. Every deal that the rules allow
counts once: the count ignores what bidding and skill suggest.

Cards that fit the same spaces form one class. Each space takes some cards of each class, and the next space depends
only on how many of each class are left, so the sum runs over a few hundred states. The numbers are exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from domain.engine.knowledge.information import Space, World

Place: TypeAlias = tuple[int, str, int]
"""A place of unseen cards: the seat (NOBODY for the pack), `Space.where`, and the ply of the play, or -1."""

Left: TypeAlias = tuple[int, ...]
"""The number of cards of each class that have no place yet."""

# Draws: the number of cards taken from each class, and the number of ways to take them.
Choices: TypeAlias = tuple[tuple[Left, int], ...]


@dataclass(frozen=True, slots=True)
class Count:
    """The number of deals that agree with the knowledge of a seat, in all and by place."""

    deals: int
    """All deals; 0 if somebody broke a rule or the record is wrong, so that no deal fits what the seat saw."""
    trumps: dict[int, int]
    """The deals by trump suit (0: no trump has been chosen yet)."""
    places: dict[int, dict[Place, int]]
    """For each unseen card, as a bit, the number of deals in which it lies in a place; places with none left out."""


def place_of(space: Space) -> Place:
    """Return the seat, the kind of place and the ply of a space."""
    return space.seat, space.where, space.ply


def count(worlds: Sequence[World]) -> Count:
    """Return the count of the deals that fit any of the worlds. No deal may fit two worlds."""
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
    """Return the number of deals that fit one world."""
    return _count_world(world)[0]


def classes_of(world: World) -> list[int]:
    """Return the classes of a world's unseen cards as masks: cards of a class fit exactly the same spaces."""
    classes = [world.unseen]
    for suits in {space.suits for space in world.spaces}:
        classes = [part for mask in classes for part in (mask & suits, mask & ~suits) if part]
    return classes


def _count_world(world: World) -> tuple[int, list[tuple[int, dict[Place, int]]]]:
    """Return the number of deals, and each class with the number of its cards in each place, summed over all deals."""
    classes = classes_of(world)
    spaces = [space for space in world.spaces if space.count]
    start = tuple(mask.bit_count() for mask in classes)
    if any(space.count < 0 for space in world.spaces) or sum(start) != sum(space.count for space in spaces):
        return 0, []
    fits = [tuple(bool(mask & space.suits) for mask in classes) for space in spaces]
    # before[n][left]: the number of ways to fill the first n spaces so that ``left`` remains.
    before: list[dict[Left, int]] = [{start: 1}]
    for space, may in zip(spaces, fits, strict=True):
        after: dict[Left, int] = defaultdict(int)
        for left, ways in before[-1].items():
            for taken, choices in list_draws(keep_fitting(left, may), space.count):
                after[subtract(left, taken)] += ways * choices
        before.append(after)
    nothing = (0,) * len(classes)
    deals = before[-1].get(nothing, 0)
    if not deals:
        return 0, []
    # beyond[left]: the number of ways to fill the later spaces with ``left``.
    beyond: dict[Left, int] = {nothing: 1}
    lying: list[dict[Place, int]] = [{} for _ in classes]
    for n in reversed(range(len(spaces))):
        filled: dict[Left, int] = defaultdict(int)
        place = place_of(spaces[n])
        for left, ways in before[n].items():
            for taken, choices in list_draws(keep_fitting(left, fits[n]), spaces[n].count):
                further = choices * beyond.get(subtract(left, taken), 0)
                if further:
                    filled[left] += further
                    for number, cards in enumerate(taken):
                        if cards:
                            lying[number][place] = lying[number].get(place, 0) + ways * further * cards
        beyond = filled
    return deals, list(zip(classes, lying, strict=True))


def keep_fitting(left: Left, may: tuple[bool, ...]) -> Left:
    """Return ``left`` with 0 for each class that the space may not hold."""
    return tuple(cards if fits else 0 for cards, fits in zip(left, may, strict=True))


def subtract(left: Left, taken: Left) -> Left:
    return tuple(cards - gone for cards, gone in zip(left, taken, strict=True))


@lru_cache(maxsize=1 << 16)
def list_draws(offered: Left, size: int) -> Choices:
    """Return every draw of ``size`` cards from those offered: how many of each class, and in how many ways."""
    return tuple(_draw_each(offered, size))


def _draw_each(offered: Left, size: int) -> Iterator[tuple[Left, int]]:
    if not offered:
        if not size:
            yield (), 1
        return
    first, rest = offered[0], offered[1:]
    for taken in range(max(0, size - sum(rest)), min(first, size) + 1):
        ways = comb(first, taken)
        for more, others in _draw_each(rest, size - taken):
            yield (taken, *more), ways * others
