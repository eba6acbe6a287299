"""The token table, cell by cell: 000 "Scoring" and "Variants", 002, 004 "Rule Violations" and "Caps".

North-South are the trump maker's side everywhere, East-West its opponents.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.engine.facts import CapsRuled, DealOpened, DealSettled, ViolationRuled
from domain.engine.parameters import override
from domain.engine.rules import rules_of, settle
from domain.games.catalogue import STANDARD
from tests.rules.table import Table

HANDS = {
    "N": "JC 9C AC TC  KC QC JD JH",
    "E": "8C 7D 8D QD  JS 9S 9H KH",
    "S": "7C KD TD AH  AS TS TH QH",
    "W": "9D AD KS QS  8S 7S 7H 8H",
}
CALL = "N caps JC 9C AC TC KC QC JD"


def scored(
    bid: int | str,
    points: int,
    tricks: int = 5,
    *,
    caller: str = "",
    begun: int = 6,
    ruled: CapsRuled | None = None,
    violation: ViolationRuled | None = None,
    rules: dict[str, Any] | None = None,
) -> DealSettled:
    """A deal that was played: North's bid, the points and tricks of its side, and what was called when."""
    ruleset = rules_of(override(STANDARD, "house", "a house's way", rules or {}))
    s = ruleset.start("S")
    s.outcome = "played"
    s.maker = ruleset.place["N"]
    s.slam = bid if isinstance(bid, str) else ""
    s.bid = s.high = 160 if isinstance(bid, str) else bid
    s.points = [points, 304 - points]
    s.tricks = [tricks, 8 - tricks]
    if caller:
        s.caps_caller, s.caps_trick = ruleset.place[caller], begun
    settled = settle(s, ruled, violation)
    assert settled is not None
    assert sum(settled.tokens.values()) == 0
    return settled


def ns(*args: Any, **kwargs: Any) -> int:
    """The tokens of the maker's side."""
    return scored(*args, **kwargs).tokens["NS"]


# --- the bid ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "win", "lose"),
    [
        pytest.param(160, 1, 2, id="000: the least bid"),
        pytest.param(190, 1, 2, id="000: less than 200"),
        pytest.param(195, 1, 2, id="000: less than 200, in fives"),
        pytest.param(200, 2, 3, id="A18: 200 itself"),
        pytest.param(240, 2, 3, id="000: less than 250"),
        pytest.param(245, 2, 3, id="000: less than 250, in fives"),
        pytest.param(250, 3, 4, id="000: at least 250"),
        pytest.param(300, 3, 4, id="000: the greatest number"),
    ],
)
def test_a_bid_is_made_with_exactly_its_points_and_fails_with_one_less(bid: int, win: int, lose: int) -> None:
    for points in (bid, bid + 1, 304):
        settled = scored(bid, points)
        assert (settled.tokens, settled.made) == ({"NS": win, "EW": -win}, True)
        assert settled.reasons == ("bid-made",)
    for points in (bid - 1, 0):
        settled = scored(bid, points)
        assert (settled.tokens, settled.made) == ({"NS": -lose, "EW": lose}, False)
        assert settled.reasons == ("bid-failed",)
    assert (settled.points, settled.tricks) == ({"NS": 0, "EW": 304}, {"NS": 5, "EW": 3})


@pytest.mark.parametrize(
    ("tricks", "tokens"),
    [
        pytest.param(8, 4, id="000: all eight tricks"),
        pytest.param(7, -5, id="000: one lost"),
        pytest.param(0, -5, id="000"),
    ],
)
def test_partner_close_caps_counts_tricks_and_not_points(tricks: int, tokens: int) -> None:
    settled = scored("pcc", 200 if tricks == 8 else 304, tricks)
    assert settled.tokens == {"NS": tokens, "EW": -tokens}
    assert settled.made is (tricks == 8)


def test_other_bands_may_be_set_and_a_bid_below_them_still_settles() -> None:
    """A bid below the least one can stand in a record, as it happened; it pays like the lowest."""
    assert ns(150, 160) == 1
    assert ns(150, 140) == -2


def test_a_deal_that_was_passed_out_or_spoilt_pays_nothing() -> None:
    """000 "Bidding with Four Cards", "Spoilt Trumps"."""
    table = Table(HANDS).dealt().does("E pass, N pass, W pass, S pass")
    assert table.settled() == DealSettled(
        "passed_out", {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}, None, ()
    )


def test_a_deal_in_progress_has_no_settlement() -> None:
    table = Table(HANDS).playing("N 160", "JC")
    assert settle(table.state) is None
    assert table.record.settlement is None


# --- Caps ------------------------------------------------------------------------------------------

BANDS = [(160, 1, 2), (190, 1, 2), (200, 2, 3), (240, 2, 3), (250, 3, 4), (300, 3, 4)]


@pytest.mark.parametrize(("bid", "win", "lose"), BANDS)
@pytest.mark.parametrize("caller", ["N", "S"])
def test_correct_caps_of_the_makers_side(bid: int, win: int, lose: int, caller: str) -> None:
    """000 "Scoring": one extra, if called before the seventh trick began."""
    early = scored(bid, 304, 8, caller=caller, begun=6)
    assert (early.tokens["NS"], early.reasons) == (win + 1, ("bid-made", "caps-right"))
    ruled = scored(bid, 304, 8, caller=caller, begun=6, ruled=CapsRuled("right", caller))
    assert ruled == early
    late = scored(bid, 304, 8, caller=caller, begun=7)
    assert (late.tokens["NS"], late.reasons) == (win, ("bid-made", "caps-right", "caps-no-bonus"))
    last = scored(bid, 304, 8, caller=caller, begun=8)
    assert last.tokens["NS"] == win


@pytest.mark.parametrize(("bid", "win", "lose"), BANDS)
@pytest.mark.parametrize("verdict", ["early", "late"])
def test_wrong_caps_costs_two_and_nothing_is_paid_for_the_bid(bid: int, win: int, lose: int, verdict: str) -> None:
    """000 "Scoring": in both columns, before and after the seventh trick."""
    for begun in (1, 6, 7, 8):
        settled = scored(bid, 304, 8, caller="N", begun=begun, ruled=CapsRuled(verdict, "N"))
        assert settled.tokens == {"NS": -2, "EW": 2}
        assert settled.reasons == ("bid-made", f"caps-{verdict}")


@pytest.mark.parametrize(("bid", "win", "lose"), BANDS)
def test_caps_owed_and_never_called_costs_two_in_both_columns(bid: int, win: int, lose: int) -> None:
    """000 "Caps": losing a trick on purpose does not hide it."""
    won = scored(bid, 304, 8, ruled=CapsRuled("missing", "S"))
    assert (won.tokens["NS"], won.reasons) == (-2, ("bid-made", "caps-missing"))
    lost = scored(bid, bid - 1, 7, ruled=CapsRuled("missing", "N"))
    assert (lost.tokens["NS"], lost.reasons) == (-2, ("bid-failed", "caps-missing"))


@pytest.mark.parametrize(("bid", "win", "lose"), BANDS)
def test_a_trick_lost_after_the_call_costs_five_in_both_columns(bid: int, win: int, lose: int) -> None:
    """000 "Scoring": instead of two, whatever the verdict on the moment of the call."""
    for ruled in (None, CapsRuled("right", "N"), CapsRuled("early", "N"), CapsRuled("late", "N")):
        for begun in (3, 7):
            settled = scored(bid, 304, 7, caller="N", begun=begun, ruled=ruled)
            assert (settled.tokens["NS"], settled.reasons) == (-5, ("bid-made", "caps-trick-lost"))
            failed = scored(bid, bid - 10, 5, caller="N", begun=begun, ruled=ruled)
            assert (failed.tokens["NS"], failed.reasons) == (-5, ("bid-failed", "caps-trick-lost"))


@pytest.mark.parametrize(
    ("case", "replace_", "add"),
    [
        pytest.param({"bid": 160, "points": 304, "tricks": 8, "ruled": CapsRuled("late", "N")}, -2, -2, id="made"),
        pytest.param({"bid": 300, "points": 304, "tricks": 7}, -5, -5, id="made, trick lost"),
        pytest.param({"bid": 160, "points": 150, "tricks": 5}, -5, -7, id="160 failed, trick lost"),
        pytest.param({"bid": 220, "points": 150, "tricks": 5}, -5, -8, id="220 failed, trick lost"),
        pytest.param({"bid": 260, "points": 150, "tricks": 5}, -5, -9, id="260 failed, trick lost"),
    ],
)
def test_a_house_may_add_the_lost_bid_to_the_penalty(case: dict[str, Any], replace_: int, add: int) -> None:
    """A16: 002 adds, 000 replaces."""
    assert ns(caller="N", **case) == replace_
    assert ns(caller="N", **case, rules={"caps.wrong_combine": "add"}) == add
    missing = {"bid": 260, "points": 150, "tricks": 7, "ruled": CapsRuled("missing", "N")}
    assert ns(**missing) == -2
    assert ns(**missing, rules={"caps.wrong_combine": "add"}) == -6


# --- external Caps ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("bid", "win", "lose"), BANDS)
def test_external_caps(bid: int, win: int, lose: int) -> None:
    """000 "Variants"; A17: one more than a failed bid, or eight as it used to be."""
    assert ns(bid, 0, 0, caller="E", begun=5) == -(lose + 1)
    assert scored(bid, 0, 0, caller="E", begun=5).reasons == ("bid-failed", "caps-external")
    assert ns(bid, 0, 0, caller="W", begun=5, rules={"caps.external": "fixed_8"}) == -8
    for house in ("plus_one", "fixed_8"):
        late = scored(bid, 0, 0, caller="E", begun=7, rules={"caps.external": house})
        assert (late.tokens["NS"], late.reasons[1:]) == (-lose, ("caps-right", "caps-no-bonus"))


@pytest.mark.parametrize("house", [{"caps.external": "off"}, {"caps.teams": "maker_only"}], ids=["A17 off", "A14"])
def test_where_there_is_no_external_caps_a_call_that_was_made_all_the_same_earns_nothing(house: dict[str, str]) -> None:
    """The call was against the house's rules and stands in the record as it happened."""
    assert ns(160, 0, 0, caller="E", begun=5, rules=house) == -2


@pytest.mark.parametrize(
    ("case", "same", "none"),
    [
        pytest.param({"bid": 160, "points": 0, "tricks": 0, "ruled": CapsRuled("late", "E")}, 2, -2, id="B14: late"),
        pytest.param({"bid": 160, "points": 0, "tricks": 0, "ruled": CapsRuled("early", "E")}, 2, -2, id="B14: early"),
        pytest.param({"bid": 160, "points": 20, "tricks": 1}, 5, -2, id="B14: trick lost, bid failed"),
        pytest.param({"bid": 160, "points": 170, "tricks": 4}, 5, 1, id="B14: trick lost, bid made"),
        pytest.param({"bid": 300, "points": 304, "tricks": 4}, 5, 3, id="B14: trick lost, 300 made"),
    ],
)
def test_wrong_external_caps(case: dict[str, Any], same: int, none: int) -> None:
    """B14: the caller's side pays, as 002 has it; or nobody does, and the bid alone counts."""
    assert ns(caller="E", **case) == same
    assert ns(caller="E", **case, rules={"caps.external_wrong": "none"}) == none


def test_wrong_external_caps_may_add_to_a_bid_that_was_made() -> None:
    """A16: 002."""
    assert ns(250, 260, 6, caller="E", rules={"caps.wrong_combine": "add"}) == 8


# --- violations ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "guilty_maker", "guilty_opponent"),
    [
        pytest.param(160, -4, 3, id="004 Rule Violations: 160"),
        pytest.param(200, -5, 4, id="004 Rule Violations: 200"),
        pytest.param(250, -6, 5, id="004 Rule Violations: 250"),
        pytest.param("pcc", -7, 6, id="004 Rule Violations: Partner Close Caps"),
    ],
)
def test_a_violation_may_cost_the_game_and_two_more(bid: int | str, guilty_maker: int, guilty_opponent: int) -> None:
    """A19: the others are awarded the game's winnings and two, whatever was won until then."""
    house = {"violation.remedy": "award_game_plus"}
    for points in (0, 304):
        for seat in "NS":
            settled = scored(bid, points, violation=ViolationRuled(seat, "revoke"), rules=house)
            assert (settled.tokens["NS"], settled.outcome) == (guilty_maker, "awarded")
            assert settled.reasons == ("violation", "revoke")
        for seat in "EW":
            assert ns(bid, points, violation=ViolationRuled(seat, "revoke"), rules=house) == guilty_opponent


def test_without_that_remedy_a_violation_costs_nothing() -> None:
    """A19: undo is the default."""
    assert ns(160, 200, violation=ViolationRuled("N", "revoke")) == 1
    assert ns(160, 200, violation=ViolationRuled("N", "revoke"), rules={"violation.remedy": "undo"}) == 1


def test_a_violation_may_be_ruled_in_the_middle_of_play_but_not_in_a_deal_without_a_maker() -> None:
    house = {"violation.remedy": "award_game_plus", "violation.plus": 3}
    table = Table(HANDS, rules=house).playing("N 160", "JC").does("E KH, N JH")
    table.store(table.record.rule_violation(ViolationRuled("E", "revoke")))
    assert (table.tokens(), table.settled().outcome) == ((4, -4), "awarded")
    passed = Table(HANDS, rules=house).dealt().does("E pass, N pass, W pass, S pass")
    passed.store(passed.record.rule_violation(ViolationRuled("E", "bid-out-of-turn")))
    assert passed.tokens() == (0, 0)


# --- played out at the table -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "tokens", "reasons"),
    [
        pytest.param("", (1, -1), ("bid-made",), id="000: 160 made"),
        pytest.param(CALL, (2, -2), ("bid-made", "caps-right"), id="000: and Caps"),
    ],
)
def test_a_deal_played_out(script: str, tokens: tuple[int, int], reasons: tuple[str, ...]) -> None:
    table = Table(HANDS).playing("N 160", "JC", opened=True).does("E KH, N JH, W 7H, S AH", script).finish()
    assert (table.tokens(), table.settled().reasons) == (tokens, reasons)
    assert table.settled().points == {"NS": 304, "EW": 0}


def test_the_same_cards_make_a_bid_of_their_points_and_fail_the_next_one() -> None:
    """000 "Scoring": greater than or equal. Steps of one, so that every number can be bid."""
    house = {"bids.step": 1, "bids.step_from_200": 1, "bids.maximum": 304}
    hands = {
        "S": "7C JS 7S JH  7H JD 7D JC",
        "E": "8C 8H 9S 8S  9H 9D 8D 9C",
        "N": "QC AS QS AH  QH AD QD AC",
        "W": "KC TS KS TH  KH TD KD TC",
    }
    points = Table(hands, rules=house).playing("S 160", "7C", opened=True).finish().settled().points["NS"]
    assert points >= 160
    settled = Table(hands, rules=house).playing(f"S {points}", "7C", opened=True).finish().settled()
    failed = Table(hands, rules=house).playing(f"S {points + 1}", "7C", opened=True).finish().settled()
    assert (settled.made, failed.made) == (True, False)
    assert settled.points == failed.points


def test_an_arbiters_verdicts_settle_the_deal_again() -> None:
    table = Table(HANDS).playing("N 160", "JC", opened=True).does("E KH, N JH, W 7H, S AH", CALL).finish()
    assert table.tokens() == (2, -2)
    facts = table.store(table.record.rule_caps(CapsRuled("late", "N")))
    assert [type(fact) for fact in facts] == [CapsRuled, DealSettled]
    assert table.tokens() == (-2, 2)
    facts = table.store(table.record.rule_caps(CapsRuled("right", "N")))
    assert table.tokens() == (2, -2)
    assert [type(fact) for fact in table.store(table.record.rule_caps(CapsRuled("right", "N")))] == [CapsRuled]


def test_the_ruleset_a_deal_was_opened_with_decides() -> None:
    table = Table(HANDS, rules={"pay.bands": [{"least": 160, "win": 3, "lose": 6}]})
    assert isinstance(table.record.opened, DealOpened)
    table.playing("N 160", "JC", opened=True).finish()
    assert table.tokens() == (3, -3)
    assert replace(table.settled(), made=None).made is None
