"""Deals that agree with what a seat knows: every one is listed once and drawn as often as any other.

Small worlds, for which trying every way to hand out the cards is quick. `tests.analysis.test_seat` draws
from the worlds of real deals.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from domain.engine.knowledge.counting import deals_of
from domain.engine.knowledge.drawing import DealsOfWorld, FittingDeals
from domain.engine.knowledge.information import Space, World

RED, BLACK = 0b000111, 0b111000
"""Two suits of three cards."""


def world(*spaces: tuple[int, int], unseen: int = RED | BLACK) -> World:
    """A world whose spaces have these numbers of cards, of these suits."""
    hands = tuple(Space(seat, "hand", count, suits) for seat, (count, suits) in enumerate(spaces))
    return World(0, unseen, hands, duty=False)


def handed_out(left: int, spaces: list[Space]) -> Iterator[tuple[int, ...]]:
    """Every way to give each card to a space that may hold it, card by card; masks by space."""
    if not left:
        if all(not space.count for space in spaces):
            yield (0,) * len(spaces)
        return
    card = left & -left
    for n, space in enumerate(spaces):
        if space.count > 0 and space.suits & card:
            fewer = Space(space.seat, space.where, space.count - 1, space.suits)
            for rest in handed_out(left ^ card, [*spaces[:n], fewer, *spaces[n + 1 :]]):
                yield (*rest[:n], rest[n] | card, *rest[n + 1 :])


WORLDS = [
    pytest.param(world((2, RED | BLACK), (2, RED | BLACK), (2, RED | BLACK)), 90, id="nothing is known"),
    pytest.param(world((2, RED), (3, RED | BLACK), (1, BLACK)), 9, id="two seats are void"),
    pytest.param(world((0, RED), (3, RED | BLACK), (3, BLACK)), 1, id="a hand without cards"),
    pytest.param(world((1, RED), (0, RED | BLACK), (2, RED), unseen=RED), 3, id="one suit is left"),
    pytest.param(world((4, RED), (2, RED | BLACK)), 0, id="more cards than the suit has"),
    pytest.param(world((-1, RED | BLACK), (4, RED | BLACK), (3, RED | BLACK)), 0, id="fewer cards than none"),
    pytest.param(world((-1, RED | BLACK), (1, RED | BLACK), unseen=0), 0, id="no card for a hand that needs one"),
    pytest.param(world(unseen=0), 1, id="all cards are known"),
]


@pytest.mark.parametrize(("known", "number"), WORLDS)
def test_every_deal_that_fits_is_listed_once(known: World, number: int) -> None:
    tried = sorted(handed_out(known.unseen, list(known.spaces)))
    deals = DealsOfWorld(known)
    listed = [tuple(given[n] for n in range(len(known.spaces))) for given in deals.all()]
    assert sorted(listed) == tried
    assert (len(tried), deals.count, deals_of(known)) == (number, number, number)


def test_every_deal_of_several_worlds_is_listed_and_drawn_as_often_as_any_other() -> None:
    one = world((2, RED), (3, RED | BLACK), (1, BLACK))
    other = world((1, RED | BLACK), (2, RED), (0, RED | BLACK), unseen=RED)
    none = world((4, RED), (2, RED | BLACK))
    deals = FittingDeals([one, none, other])
    names = [(of.unseen, tuple(sorted(given.items()))) for of, given in deals.all()]
    assert len(names) == len(set(names)) == deals.count == 9 + 3
    rng = random.Random(3)
    drawn = Counter((of.unseen, tuple(sorted(given.items()))) for of, given in (deals.draw(rng) for _ in range(1200)))
    assert set(drawn) == set(names)
    assert all(60 < times < 140 for times in drawn.values())
