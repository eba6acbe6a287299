"""The auction on four cards: 000 "Bidding with Four Cards", 004 "Four card bid", and the table's parameters.

South deals everywhere, so East speaks first, then North, West and South.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import Table
from tests.table import ladder, lines

HEADING = "Bidding with Four Cards"
STRONG = {"E": "JS 9S AS TS"}
"""East's first batch is too good to be rejected."""


def auction(script: str = "", **rules: Any) -> Table:
    """An auction in which this was said."""
    return Table(STRONG, rules=rules.get("rules")).dealt().does(script)


# --- what one may say ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "seat", "allowed"),
    [
        pytest.param("", "E", ladder(160) | {"pass", "ask"}, id="000: minimum bid, steps of ten"),
        pytest.param("E 160", "N", ladder(170) | {"pass", "ask"}, id="000: each bid higher than the last"),
        pytest.param("E 190", "N", ladder(200) | {"pass", "ask"}, id="000: higher than the last, from 200"),
        pytest.param("E 160, N pass", "W", ladder(200) | {"pass"}, id="000: over partner from 200, and no asking (B2)"),
        pytest.param("E 160, N 170", "W", ladder(180) | {"pass", "ask"}, id="000: partner's bid was overbid since"),
        pytest.param("E 160, N 170, W pass", "S", ladder(200) | {"pass"}, id="000: over partner, first example"),
        pytest.param("E 160, N 170, W pass, S pass", "E", ladder(200) | {"pass", "ask"}, id="000: second turn"),
        pytest.param("E pass, N 160, W pass, S pass", "E", ladder(200) | {"pass", "ask"}, id="000: a pass was a turn"),
        pytest.param("E 160, N 210, W 250", "S", ladder(260) | {"pass", "ask"}, id="B4: 250 and more with four cards"),
        pytest.param("E 290", "N", ladder(300) | {"pass", "ask"}, id="B4: 300 is the highest number"),
        pytest.param("E 300", "N", {"pass", "ask"}, id="B4: nothing over 300"),
        pytest.param("E ask", "W", ladder(160) | {"pass"}, id="000: partner bids in one's place"),
        pytest.param("E ask, W 160, N 170", "W", ladder(200) | {"pass", "ask"}, id="000: asking was a turn for W"),
        pytest.param("E ask, W pass, N 160, W pass, S pass", "E", ladder(200) | {"pass", "ask"}, id="000: and for E"),
        pytest.param("E ask, W 200, N pass", "W", set(), id="B1: the high bidder's turn is skipped"),
        pytest.param("E ask, W 200, N pass", "S", ladder(210) | {"pass", "ask"}, id="B1: South speaks instead"),
    ],
)
def test_what_the_seat_may_say(script: str, seat: str, allowed: set[str]) -> None:
    table = auction(script)
    assert table.may(seat) == allowed
    for other in set("SENW") - {seat}:
        if allowed:
            assert table.may(other) == set()


@pytest.mark.parametrize(
    ("script", "line", "code", "words"),
    [
        pytest.param("", "E 150", "bid-too-low", "East bid 150; the minimum here is 160", id="000: minimum bid"),
        pytest.param("", "E 165", "bid-not-offered", "steps of 10", id="000: multiples of ten"),
        pytest.param("", "E 205", "bid-not-offered", "steps of 10", id="000: multiples of ten, over 200 too"),
        pytest.param("", "E 310", "bid-not-offered", "to 300", id="B4: highest number"),
        pytest.param("", "E 0", "bid-not-offered", "minimum here is 160", id="000: a bid of nothing"),
        pytest.param("", "E pcc", "bid-not-offered", "East bid Partner Close Caps", id="000: that is for eight cards"),
        pytest.param("E 160", "N 160", "bid-too-low", "minimum here is 170", id="000: higher than the last"),
        pytest.param("E 200", "N 190", "bid-too-low", "minimum here is 210", id="000: higher than 200"),
        pytest.param(
            "E 160, N pass",
            "W 190",
            "bid-over-partner",
            "West bid 190 over its partner's bid; the minimum here is 200",
            id="000: over partner from 200",
        ),
        pytest.param(
            "E 160, N 170, W pass, S pass",
            "E 190",
            "bid-second-turn",
            "East bid 190 after an earlier turn; the minimum here is 200",
            id="000: second turn from 200",
        ),
        pytest.param("E ask, W 160, N 170", "W 180", "bid-second-turn", "200", id="000: asking is a turn for both"),
        pytest.param("", "N 160", "bid-out-of-turn", "it is East's turn", id="000: dealer's right speaks first"),
        pytest.param("", "W pass", "bid-out-of-turn", "it is East's turn", id="000: passing out of turn"),
        pytest.param("E pass", "S ask", "bid-out-of-turn", "it is North's turn", id="000: asking out of turn"),
        pytest.param("E ask", "E 160", "bid-out-of-turn", "it is West's turn", id="000: whoever asked has handed over"),
        pytest.param("E ask", "N 160", "bid-out-of-turn", "it is West's turn", id="000: the asked partner comes first"),
        pytest.param("E 300", "N 300", "bid-too-low", "allowed: only a pass", id="B4: nothing over 300"),
        pytest.param("E ask", "W ask", "ask-not-allowed", "ask back", id="B2: no asking back"),
        pytest.param(
            "E 160, N pass", "W ask", "ask-not-allowed", "allowed: a bid or a pass", id="B2: partner is high already"
        ),
        pytest.param("E 160", "E lays JS", "wrong-stage", "a bid", id="000: the auction goes on"),
    ],
)
def test_what_the_table_refuses(script: str, line: str, code: str, words: str) -> None:
    table = auction(script)
    refusal = table.refusal(line)
    assert (refusal.code, refusal.seat) == (code, line[0])
    assert words in str(refusal)
    assert line[2:] not in table.may(line[0])
    elsewhere = code == "wrong-stage" or line in ("E 310", "E pcc") or "partner" in str(refusal)
    assert (refusal.clause.document, refusal.clause.heading) == ("000", HEADING) or elsewhere, "see test_clauses"


# --- circuits, and the end -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "maker", "bid"),
    [
        pytest.param("E 160, N pass, W pass, S pass", "E", 160, id="000: three passes in succession"),
        pytest.param("E pass, N pass, W pass, S 160, E pass, N pass, W pass", "S", 160, id="000: last to speak"),
        pytest.param("E 160, N pass, W pass, S 200, E pass, N pass, W pass", "S", 200, id="000: two passes are no end"),
        pytest.param(
            "E 160, N 170, W 180, S 190, E 200, N 210, W 220, S pass, E pass, N 230, W pass, S pass, E 240,"
            "N pass, W pass, S pass",
            "E",
            240,
            id="000: as many circuits as needed",
        ),
        pytest.param("E 160, N pass, W 200, S pass, E pass, N pass", "W", 200, id="000: partner overbid from 200"),
        pytest.param(
            "E ask, W 160, N pass, S pass, E pass", "W", 160, id="B1: West's own place in the order is skipped"
        ),
        pytest.param("E 300, N pass, W pass, S pass", "E", 300, id="B4: the highest number"),
    ],
)
def test_three_passes_end_the_auction_and_the_highest_bidder_is_trump_maker(script: str, maker: str, bid: int) -> None:
    calls = lines([script])
    table = auction(", ".join(calls[:-1]))
    assert calls[-1][2:] in table.may(calls[-1][0])
    table.does(calls[-1])
    assert table.turn() == maker
    assert table.may(maker) == {f"lays {card}" for card in table.hands[maker][:4]}
    assert table.state.bid == bid
    assert table.refusal(f"{maker} 300").code == "wrong-stage"


def test_four_passes_and_the_deal_is_over_without_score() -> None:
    """000: the pack goes to the next dealer."""
    table = auction("E pass, N pass, W pass")
    assert not table.state.outcome
    table.does("S pass")
    assert table.settled().outcome == "passed_out"
    assert table.tokens() == (0, 0)
    assert table.settled().made is None
    assert all(table.may(seat) == set() for seat in "SENW")
    assert table.refusal("S deal").code == "deal-over"
    assert table.refusal("E 160").code == "deal-over"


def test_asking_and_passing_by_all_passes_the_deal_out() -> None:
    table = auction("E ask, W pass, N ask, S pass, W pass, S pass")
    assert table.settled().outcome == "passed_out"


def test_the_first_worked_example() -> None:
    """000: South deals; North's partner South cannot bid less than 200, East's second turn starts there."""
    table = auction("E 160, N 170, W pass")
    assert table.may("S") == ladder(200) | {"pass"}
    table.does("S pass")
    assert table.may("E") == ladder(200) | {"pass", "ask"}
    table.does("E 200, N pass, W pass, S pass")
    assert table.turn() == "E"
    assert table.state.bid == 200


def test_the_second_worked_example() -> None:
    """000: East deals; West asks twice, and its partner East is never asked for its own turn while high."""
    table = Table(dealer="E").dealt().does("N pass, W ask")
    assert table.may("E") == ladder(160) | {"pass"}
    table.does("E 160, S 170")
    assert table.may("E") == ladder(200) | {"pass", "ask"}
    table.does("E pass, N pass, W ask")
    assert table.may("E") == ladder(200) | {"pass"}
    table.does("E 200, S pass, N pass")
    assert table.turn() == "W"
    table.does("W pass")
    assert table.turn() == "E"
    assert (table.state.bid, table.may("E")) == (200, {f"lays {card}" for card in table.hands["E"][:4]})


def test_after_an_answer_the_turn_goes_on_from_whoever_asked() -> None:
    assert auction("E ask, W 160").turn() == "N"
    assert auction("E pass, N ask, S pass").turn() == "W"


# --- parameters ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "script", "seat", "allowed"),
    [
        pytest.param(
            {"auction4.later_turn_minimum": None}, "E 160, N 170, W pass, S pass", "E", set(), id="A4: one turn each"
        ),
        pytest.param(
            {"auction4.later_turn_minimum": None}, "E ask, W 160", "N", ladder(170) | {"pass", "ask"}, id="A4: asking"
        ),
        pytest.param(
            {"auction4.over_partner_minimum": None}, "E 160, N pass", "W", {"pass"}, id="A5: never over partner"
        ),
        pytest.param(
            {"auction4.over_partner_minimum": None},
            "E 160, N 170",
            "W",
            ladder(180) | {"pass", "ask"},
            id="A5: unless an opponent overbid partner",
        ),
        pytest.param(
            {"bids.step_from_200": 5}, "E 190", "N", ladder(200, step=5) | {"pass", "ask"}, id="A8: fives from 200"
        ),
        pytest.param(
            {"bids.step_from_200": 5},
            "",
            "E",
            ladder(160, 200) | ladder(205, step=5) | {"pass", "ask"},
            id="A8: tens below",
        ),
        pytest.param(
            {"bids.step_from_200": 5, "bids.five_step_starts": "at_200"},
            "E 200",
            "N",
            ladder(205, step=5) | {"pass", "ask"},
            id="A8: 200 or more",
        ),
        pytest.param(
            {"auction4.high_bidder_turn": "may_raise"},
            "E ask, W 200, N pass",
            "W",
            ladder(210) | {"pass", "ask"},
            id="B1: the high bidder may raise itself",
        ),
        pytest.param({"ask_partner.back": True}, "E ask", "W", ladder(160) | {"pass", "ask"}, id="B2: asking back"),
        pytest.param(
            {"ask_partner.back": True}, "E ask, W ask", "E", ladder(160) | {"pass"}, id="B2: asking back once"
        ),
        pytest.param(
            {"ask_partner.when_partner_high": True},
            "E 160, N pass",
            "W",
            ladder(200) | {"pass", "ask"},
            id="B2: asking when partner is high",
        ),
        pytest.param({"ask_partner.allowed": False}, "", "E", ladder(160) | {"pass"}, id="B2: no asking"),
        pytest.param({"bids.maximum": 250}, "E 240", "N", {"250", "pass", "ask"}, id="B4: another highest number"),
        pytest.param({"auction4.minimum": 200}, "", "E", ladder(200) | {"pass", "ask"}, id="000: another minimum"),
    ],
)
def test_a_house_may_bid_otherwise(rules: dict[str, Any], script: str, seat: str, allowed: set[str]) -> None:
    assert auction(script, rules=rules).may(seat) == allowed


@pytest.mark.parametrize(
    ("rules", "script", "line", "code", "words"),
    [
        pytest.param(
            {"auction4.over_partner_minimum": None},
            "E 160, N pass",
            "W 200",
            "bid-over-partner",
            "allowed: only a pass",
            id="A5: forbidden",
        ),
        pytest.param(
            {"auction4.later_turn_minimum": None, "auction4.high_bidder_turn": "may_raise"},
            "E ask, W pass, N 160",
            "W 200",
            "bid-out-of-turn",
            "it is South's turn",
            id="A4: whoever was asked has had its turn",
        ),
        pytest.param(
            {"auction4.later_turn_minimum": None}, "E ask, W pass", "W 160", "bid-out-of-turn", "North", id="A4: 004"
        ),
        pytest.param(
            {"bids.step_from_200": 5}, "", "E 195", "bid-not-offered", "steps of 10", id="A8: no fives below 200"
        ),
        pytest.param(
            {"bids.step_from_200": 5}, "E 200", "N 207", "bid-not-offered", "steps of 5", id="A8: but fives above"
        ),
        pytest.param(
            {"ask_partner.back": True}, "E ask, W ask", "E ask", "ask-not-allowed", "ask back", id="B2: not for ever"
        ),
        pytest.param({"ask_partner.allowed": False}, "", "E ask", "ask-not-allowed", "not part of", id="B2: no asking"),
    ],
)
def test_what_a_house_refuses(rules: dict[str, Any], script: str, line: str, code: str, words: str) -> None:
    refusal = auction(script, rules=rules).refusal(line)
    assert (refusal.code, refusal.seat) == (code, line[0])
    assert words in str(refusal)


def test_with_one_turn_each_the_auction_ends_when_everybody_has_spoken() -> None:
    """A4: 004."""
    table = auction("E 160, N 170, W 180, S pass", rules={"auction4.later_turn_minimum": None})
    assert table.turn() == "W"
    assert table.state.maker >= 0
    after_asking = auction("E ask, W 160, N ask, S pass", rules={"auction4.later_turn_minimum": None})
    assert after_asking.state.maker >= 0


def test_a_high_bidder_who_may_raise_counts_among_the_three_passes() -> None:
    """B1."""
    table = auction("E ask, W 200, N pass", rules={"auction4.high_bidder_turn": "may_raise"})
    table.does("W 250, S pass, E pass, N pass")
    assert table.turn() == "W"
    assert table.state.bid == 250
