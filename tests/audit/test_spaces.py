"""Whether unseen cards fit their spaces, against trying every way."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from domain.audit.caps.ranks import classes, normalize
from domain.engine.knowledge.spaces import CARD, SPACE, fill, fits, slack_of

SPACES = st.lists(st.integers(0, 15), max_size=5)


@given(spaces=SPACES, data=st.data())
def test_cards_fit_if_some_way_to_lay_them_does(spaces: list[int], data: st.DataObject) -> None:
    suits = data.draw(st.lists(st.integers(0, 3), min_size=len(spaces), max_size=len(spaces)))
    cards = [suits.count(suit) for suit in range(4)]
    ways = {
        way
        for way in product(range(4), repeat=len(spaces))
        if sorted(way) == sorted(suits) and all(each >> suit & 1 for each, suit in zip(spaces, way, strict=True))
    }
    counted = [(1, each) for each in spaces]
    assert fits(slack_of(cards, counted)) == bool(ways)
    filling = fill(cards, counted)
    assert (filling is not None) == bool(ways)
    if filling is not None:
        assert tuple(one.index(1) for one in filling) in ways


@given(spaces=SPACES)
def test_a_card_that_is_laid_takes_its_space_along(spaces: list[int]) -> None:
    for suit, each in product(range(4), spaces):
        before = slack_of([1, 1, 1, 1], [(1, each)])
        after = slack_of([int(other != suit) for other in range(4)], [])
        assert before + SPACE[each] - CARD[1 << suit] == after


def test_cards_that_nothing_separates_are_one_class() -> None:
    assert classes(0b11011000, 0b00100100) == ((0b01000000, 0b10000000), (0b00001000, 0b00010000))
    assert classes(0b1010, 0) == ((0b10, 0b1000),)


@given(unseen=st.integers(0, 255), between=st.integers(0, 255))
def test_settled_cards_keep_their_classes(unseen: int, between: int) -> None:
    unseen &= ~between
    moved = normalize(unseen, between, 8)
    assert moved & between == 0
    for low in range(9):
        below = (1 << low) - 1
        if between >> low & 1:
            assert (moved & below).bit_count() == (unseen & below).bit_count()
    assert normalize(moved, between, 8) == moved
