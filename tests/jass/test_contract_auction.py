"""The auction: numbers, denominations, doubling, and how it ends (003 "Bidding", "Variations")."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.sidi.ruleset import DENOMINATIONS
from tests.jass.table import Table

LADDER = (40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 157, 257)


def auction(*script: str, rules: dict[str, Any] | None = None) -> Table:
    """An auction in which South speaks first."""
    return Table(rules=rules).dealt().does(*script)


def bids(*numbers: int) -> set[str]:
    """Every bid of these numbers."""
    return {f"{number} {each}" for number in numbers for each in DENOMINATIONS}


# --- what one may say ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "seat", "allowed"),
    [
        pytest.param("", "S", bids(*LADDER) | {"pass"}, id="003 Bidding: dealer's right speaks first"),
        pytest.param("", "E", set(), id="003 Bidding: in turn"),
        pytest.param("S 70 C", "E", bids(*LADDER[4:]) | {"pass", "double"}, id="003 Bidding: higher than the last"),
        pytest.param("S 70 C", "W", {"double"}, id="003 Bidding: either opponent may double, out of turn"),
        pytest.param("S 70 C", "N", set(), id="003 Bidding: no double of partner's bid"),
        pytest.param("S 70 C, E pass", "N", bids(*LADDER[4:]) | {"pass"}, id="003 Bidding: over partner's bid"),
        pytest.param("S 70 C, E pass", "W", set(), id="003 Bidding: a double only before the next call"),
        pytest.param("S pass, E 40 H, N pass, W pass", "S", bids(*LADDER[1:]) | {"pass"}, id="003: bid after a pass"),
        pytest.param("S 157 obenabe", "E", bids(257) | {"pass", "double"}, id="003 Bidding: 257 over 157"),
    ],
)
def test_what_a_seat_may_say(calls: str, seat: str, allowed: set[str]) -> None:
    assert auction(calls).may(seat) == allowed


@pytest.mark.parametrize(
    ("calls", "call", "code", "words"),
    [
        pytest.param("", "S 30 H", "contract-not-offered", "allowed: 40, 50", id="003 Bidding: the possible numbers"),
        pytest.param("", "S 45 H", "contract-not-offered", "allowed: 40", id="003 Bidding: no fives"),
        pytest.param("", "E 40 H", "contract-out-of-turn", "it is South's turn", id="003 Bidding: in turn"),
        pytest.param("", "E pass", "contract-out-of-turn", "it is South's turn", id="003 Bidding: a pass in turn"),
        pytest.param("S 90 H", "E 90 undenufe", "contract-too-low", "minimum here is 100", id="003: no hierarchy"),
        pytest.param("S 90 H", "E 80 D", "contract-too-low", "minimum here is 100", id="003: each bid higher"),
        pytest.param("", "S double", "double-nothing", "there was no bid", id="003 Bidding: nothing to double"),
        pytest.param("S 40 H", "N double", "double-own-side", "only an opponent", id="003 Bidding: an opponent's bid"),
        pytest.param("S 40 H", "S double", "double-own-side", "only an opponent", id="003 Bidding: one's own bid"),
        pytest.param("S 40 H, E pass", "W double", "double-too-late", "next call", id="003 Bidding: after a pass"),
        pytest.param("S 40 H, E pass", "E double", "double-too-late", "next call", id="003 Bidding: after one's own"),
        pytest.param(
            "S 257 H", "E 257 D", "contract-closed", "allowed: a pass or a double", id="003 Bidding: nothing over 257"
        ),
        pytest.param("S 257 H", "W pass", "contract-out-of-turn", "it is East's turn", id="C2: asked in turn"),
        pytest.param("S 257 H, E pass", "E double", "double-too-late", "after passing", id="C2: asked once"),
    ],
)
def test_calls_that_are_refused(calls: str, call: str, code: str, words: str) -> None:
    refusal = auction(calls).refusal(call)
    assert refusal.code == code
    assert words in str(refusal)
    assert refusal.clause.document == "003"


def test_a_denomination_that_is_not_played_is_refused() -> None:
    table = auction(rules={"denominations": ["S", "H", "D", "C"]})
    assert table.refusal("S 40 obenabe").code == "contract-denomination"
    assert "40 obenabe" not in table.may("S")


# --- how it ends -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        pytest.param("S 40 H, E pass, N pass, W pass", "S 40 H x1", id="003 Bidding 1: three passes after a bid"),
        pytest.param("S pass, E pass, N pass, W 60 D, S pass, E pass, N pass", "W 60 D x1", id="003 Bidding 1"),
        pytest.param("S 40 H, E double", "S 40 H x2", id="003 Bidding 2: doubled by the next"),
        pytest.param("S 40 H, W double", "S 40 H x2", id="003 Bidding 2: doubled out of turn"),
        pytest.param("S 40 H, E 50 H, S double", "E 50 H x2", id="003 Bidding 2: doubled out of turn by an opponent"),
        pytest.param("S 257 H, E pass, W pass", "S 257 H x1", id="003 Bidding 3, C2: both opponents let it be"),
        pytest.param("S 257 H, E pass, W double", "S 257 H x2", id="003 Bidding 3, C2: doubled by the other"),
        pytest.param("S 257 H, W double", "S 257 H x2", id="003 Bidding 3: doubled by either opponent"),
        pytest.param("S pass, E 257 D, N pass, S pass", "E 257 D x1", id="C2: partner is not asked"),
        pytest.param("S 40 H, E pass, N 50 S, W pass, S pass, E pass", "N 50 S x1", id="003: raising partner"),
    ],
)
def test_what_ends_the_auction(calls: str, contract: str) -> None:
    table = auction(calls)
    s = table.state
    assert f"{table.rules.seats[s.maker]} {s.bid} {s.denomination} x{s.factor}" == contract
    assert table.turn() == contract[0], "the declarer leads (003 Play)"


def test_when_all_pass_the_cards_are_thrown_in() -> None:
    """003 "Bidding" 4."""
    table = auction("S pass, E pass, N pass, W pass")
    assert table.settled().outcome == "passed_out"
    assert table.score() == (0, 0)


@pytest.mark.parametrize(
    ("until", "calls", "may"),
    [
        pytest.param("next_call", "S 40 H", "EW", id="C1 next_call: both, before the next call"),
        pytest.param("next_call", "S 40 H, E pass", "", id="C1 next_call: nobody after it"),
        pytest.param("own_turn", "S 40 H, E pass", "W", id="C1 own_turn: until one has called oneself"),
        pytest.param("own_turn", "S 40 H, E pass, N pass", "W", id="C1 own_turn: at one's turn"),
        pytest.param("auction_end", "S 40 H, E pass, N pass", "EW", id="C1 auction_end: as long as one calls"),
        pytest.param("own_turn", "S 257 H, E pass", "W", id="C1 and C2"),
        pytest.param("auction_end", "S 257 H, E pass", "W", id="C2: each is asked once"),
    ],
)
def test_how_long_one_may_double(until: str, calls: str, may: str) -> None:
    table = auction(calls, rules={"double.until": until})
    assert {seat for seat in "SENW" if "double" in table.may(seat)} == set(may)


# --- variations ------------------------------------------------------------------------------------


def test_without_doubling_257_ends_the_auction_at_once() -> None:
    """003 "Variations"; C3."""
    table = auction(rules={"double.mode": "none"})
    table.does("S 40 H")
    assert "double" not in table.may("E") | table.may("W")
    assert table.refusal("E double").code == "wrong-stage"
    assert table.does("E 257 S").state.bid == 257


@pytest.mark.parametrize(
    ("calls", "factor"),
    [
        pytest.param("S 40 H, E double, S redouble", 4, id="C3: the declarer redoubles"),
        pytest.param("S 40 H, E double, N redouble", 4, id="C3: or the declarer's partner"),
        pytest.param("S 40 H, E double, N pass, S redouble", 4, id="C3: both are asked"),
        pytest.param("S 40 H, E double, N pass, S pass", 2, id="C3: neither does"),
    ],
)
def test_where_one_may_redouble(calls: str, factor: int) -> None:
    """003 "Variations": the declarer's team that has been doubled may redouble."""
    table = auction(calls, rules={"double.mode": "redouble"})
    assert (table.state.factor, table.state.bid, table.turn()) == (factor, 40, "S")


def test_redoubles_that_are_refused() -> None:
    table = auction("S 40 H", rules={"double.mode": "redouble"})
    assert table.refusal("S redouble").code == "redouble-nothing"
    table.does("E double")
    assert table.may("N") == {"pass", "redouble"}, "first who comes after the doubler"
    assert table.may("S") == {"redouble"}
    assert table.may("E") == table.may("W") == set()
    assert table.refusal("W redouble").code == "redouble-not-yours"
    assert table.refusal("W double").code == "double-twice"
    assert table.refusal("N 50 H").code == "contract-closed"
    assert auction("S 40 H").refusal("E redouble").code == "wrong-stage"


@pytest.mark.parametrize(
    ("ladder", "least", "after_60"),
    [
        pytest.param([50, 60, 70, 157, 257], 50, 70, id="003 Variations: the lowest bid is 50"),
        pytest.param([60, 65, 70, 157, 257], 60, 65, id="003 Variations: multiples of 5"),
    ],
)
def test_another_ladder(ladder: list[int], least: int, after_60: int) -> None:
    """C11, C12."""
    table = auction(rules={"bids.ladder": ladder})
    assert min(int(bid.split()[0]) for bid in table.may("S") if bid != "pass") == least
    table.does("S 60 H")
    assert f"minimum here is {after_60}" in str(table.refusal("E 60 S"))


# --- as it happened --------------------------------------------------------------------------------


def test_a_bid_out_of_turn_that_the_table_let_stand() -> None:
    table = auction("S 40 H")
    assert table.happens("N 60 D").code == "contract-out-of-turn"
    assert table.turn() == "W"
    table.does("W pass, S pass, E pass")
    assert table.rules.seats[table.state.maker] == "N"
