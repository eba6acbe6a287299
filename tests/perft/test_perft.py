"""Perft: how many legal lines there are, counted to the last one.

Each number was counted by the engine and by the slow oracle, which read the rules on their own. A number
that changes means that a rule has changed.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.perft.counting import engine_lines, oracle_lines
from tests.perft.endings import ENDINGS, Ending
from tests.rules.table import Table


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS.keys())
def test_all_lines_of_a_small_ending(ending: Ending) -> None:
    table = Table(ending.hands, dealer=ending.dealer).does(ending.script)
    counted = engine_lines(table)
    assert counted == oracle_lines(table)
    assert counted == ending.counts


AUCTIONS: list[Any] = [
    pytest.param({}, 190, 3, [6, 25, 75, 75], id="000: three calls, to 190"),
    pytest.param({}, 210, 4, [8, 42, 163, 510, 510], id="000: four calls, to 210"),
    pytest.param({"bid_step_from_200": 5}, 210, 3, [9, 52, 223, 223], id="A8: three calls in fives"),
    pytest.param(
        {"auction4.later_turn_minimum": None}, 190, 4, [6, 25, 64, 119, 119], id="A4: one turn each, four calls"
    ),
    pytest.param(
        {"auction4.over_partner_minimum": None}, 210, 4, [8, 42, 154, 454, 454], id="A5: never over partner, four calls"
    ),
    pytest.param(
        {"auction4.high_bidder_turn": "may_raise"}, 210, 4, [8, 42, 163, 504, 504], id="B1: may raise, four calls"
    ),
    pytest.param(
        {"ask_partner.back": True, "ask_partner.when_partner_high": True},
        190,
        4,
        [6, 26, 89, 244, 244],
        id="B2: asking back, four calls",
    ),
]


@pytest.mark.parametrize(("params", "highest", "calls", "counts"), AUCTIONS)
def test_all_four_card_auctions_of_a_few_calls(
    params: dict[str, Any], highest: int, calls: int, counts: list[int]
) -> None:
    shortened = {**params, "bid_maximum": highest}
    house = {{"bid_step_from_200": "bids.step_from_200"}.get(name, name): value for name, value in params.items()}
    table = Table(rules=house, highest=highest).dealt()
    counted = engine_lines(table, calls)
    assert counted == oracle_lines(table, shortened, calls)
    assert counted == counts


@pytest.mark.parametrize(
    ("bid", "params", "counts"),
    [
        pytest.param("E 160", {}, [5, 22, 72, 262, 262], id="000: all eight-card rounds over 160, to 270"),
        pytest.param("E 250", {}, [4, 17, 53, 203, 203], id="A3: over 250"),
        pytest.param(
            "E 250", {"auction8.over_four_card": "equal_ok"}, [5, 22, 72, 262, 262], id="A3: 250 may be equalled"
        ),
        pytest.param(
            "W 160", {"auction8.first_speaker": "dealer_right"}, [5, 22, 72, 262, 262], id="A1: dealer's right first"
        ),
        pytest.param("E 160", {"auction8.minimum_inclusive": False}, [4, 17, 53, 203, 203], id="A2: more than 250"),
        pytest.param(
            "E 160",
            {"auction8.stop_after_pcc": False},
            [5, 15, 29, 50, 50],
            id="B11: they go on after Partner Close Caps",
        ),
    ],
)
def test_all_eight_card_rounds(bid: str, params: dict[str, Any], counts: list[int]) -> None:
    shortened = {**params, "bid_maximum": 270}
    house = {**params, "bids.maximum": 270}
    hands = {"E": "JS 9S 7H 8D", "W": "JD 9D TD AD"}
    table = Table(hands, rules=house).eight_cards(bid, hands[bid[0]][:2])
    counted = engine_lines(table, 4)
    assert counted == oracle_lines(table, shortened, 4)
    assert counted == counts
