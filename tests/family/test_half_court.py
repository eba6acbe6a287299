"""Half Court: four tricks with the first four cards (000 "Variants", "Maharashtrian version"; A27)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.parameters import override, plain
from domain.engine.ruleset_error import RulesetError
from domain.games.catalogue import JAFFNA
from tests.family.table import Table
from tests.table import ladder

ALONE = {"court.half": "alone"}
TOGETHER = {"court.half": "with_partner"}
STRONG = {"E": "JS 9S AS JH", "S": "7S 7H 8H 9H", "N": "8S JD 9D AD", "W": "QS AH TH KH"}
"""East has all four tricks with spades."""


def half_court(rules: dict[str, Any], hands: dict[str, str] | None = None, *, dealer: str = "S") -> Table:
    """East bid Half Court, its indicator is the ace of spades, and trumps are open."""
    table = Table("304", STRONG if hands is None else hands, dealer=dealer, rules=rules).dealt()
    while table.turn() != "E":
        table.does(f"{table.turn()} pass")
    return table.does("E half", f"E indicator {table.hands['E'][2]}", f"E open {table.hands['E'][2]}")


def test_half_court_is_a_bid_with_four_cards_where_the_house_allows_it() -> None:
    """000: "Some allow a bid of Half Court with four cards"."""
    assert "half" not in Table("304", STRONG, dealer="S").dealt().may("E")
    assert Table("304", STRONG, dealer="S").dealt().refusal("E half").code == "bid-not-offered"
    assert Table("304", STRONG, dealer="S", rules=ALONE).dealt().may("E") == {*ladder(160, 300), "half", "pass", "ask"}


@pytest.mark.parametrize("rules", [ALONE, TOGETHER])
def test_it_ends_the_auction_and_no_further_cards_are_dealt(rules: dict[str, Any]) -> None:
    """A27: the highest bid of the first auction; "no further cards are dealt"."""
    table = Table("304", STRONG, dealer="S", rules=rules).dealt().does("E 160, N 170, W half")
    assert (table.turn(), table.rules.stage_name(table.state)) == ("W", "indicator")
    table.does("W indicator AH")
    assert (table.turn(), table.rules.stage_name(table.state)) == ("W", "declare")
    assert table.view("public")["contract"] == {"seat": "W", "bid": "half"}
    assert {seat: len(cards) for seat, cards in table.view("S")["hands"].items()} == {"S": 4, "E": 4, "N": 4, "W": 3}


def test_alone_the_bidder_leads_and_the_partner_sleeps() -> None:
    """000: "playing alone"; as in Partner Close Caps (ours)."""
    table = half_court(ALONE, dealer="N")
    assert (table.turn(), table.view("public")["asleep"]) == ("E", ["W"])
    assert table.refusal("W QS").code == "sleeping-partner"
    assert table.refusal("E caps JS 9S AS JH").code == "caps-pcc"


def test_with_a_partner_all_four_play_and_dealer_s_right_leads() -> None:
    """000 "Maharashtrian version": to win all four tricks with a partner."""
    table = half_court(TOGETHER, dealer="N")
    assert table.turn() == "W"
    assert "asleep" not in table.view("public")


@pytest.mark.parametrize("rules", [ALONE, TOGETHER])
def test_all_four_tricks_make_it_and_it_pays_as_partner_close_caps(rules: dict[str, Any]) -> None:
    """A27: nobody gives the score (ours)."""
    settled = half_court(rules).finish().settled()
    assert settled.made
    assert settled.tricks == {"NS": 0, "EW": 4}
    assert settled.tokens == {"NS": -4, "EW": 4}


def test_one_trick_lost_fails_it() -> None:
    hands = {**STRONG, "E": "JS 9S AS QH", "W": "QS AH TH 8H", "S": "7S TS KS JH", "N": "8S JD 9D AD"}
    settled = half_court(ALONE, hands).finish().settled()
    assert settled.tricks == {"NS": 1, "EW": 3}
    assert settled.tokens == {"NS": 5, "EW": -5}


def test_a_house_says_what_it_pays() -> None:
    settled = half_court({**ALONE, "pay.half_court": {"least": 0, "win": 2, "lose": 3}}).finish().settled()
    assert settled.tokens == {"NS": -2, "EW": 2}


def test_a_trick_closes_the_game_no_longer() -> None:
    """000 "Partner Close Caps": the rules for a bid of 250 or more apply."""
    table = Table("304", STRONG, dealer="S", rules=ALONE).dealt()
    table.does("E half, E indicator AS, E closed, E JH, N (JD), S 7H, E: none N=JD")
    assert table.view("public")["trump"] == {"open": True, "suit": "S"}


def test_trumps_are_spoilt_when_the_opponents_hold_none_though_some_were_not_dealt() -> None:
    """000 "Spoilt Trumps"."""
    hands = {"E": "JS 9S AS JH", "S": "7H 8H 9H AH", "N": "JD 9D AD TD", "W": "JC 9C AC TC"}
    table = half_court(ALONE, hands)
    table.does("N spoilt")
    assert table.settled().outcome == "spoilt"


def test_nobody_bids_half_court_over_partner_where_that_is_forbidden() -> None:
    """004 "Four card bid": you may not overbid your partner."""
    changes = {path: plain(JAFFNA)["auction4"][path.split(".")[1]] for path in ("auction4.over_partner_minimum",)}
    table = Table("304", STRONG, dealer="S", rules={**ALONE, **changes}).dealt().does("E 160, N pass")
    assert "half" not in table.may("W")
    assert table.refusal("W half").code == "bid-over-partner"


def test_half_court_needs_cards_that_are_dealt_later() -> None:
    whole = override(
        JAFFNA, "whole", "Whole hands", {"stages": ["cut", "deal 8", "auction4", "indicator", "declare", "play"]}
    )
    with pytest.raises(RulesetError, match=r"court\.half"):
        override(whole, "house", "House", ALONE)
