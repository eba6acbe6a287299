"""The trump indicator, the auction on eight cards, and the choice of an open or a closed game.

000 "Choosing the Trump Suit", "Bidding with Eight Cards", "Open Trump games", "Closed Trump games" 1.
South deals everywhere, so East is dealer's right.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import Table, cards
from tests.table import ladder

HANDS = {
    "E": "JS 9S 7H 8D  AS JH 7D KC",
    "N": "JC 9C 7C 8C  TS 9H KD QH",
    "W": "JD 9D TD AD  KS TH AH 8H",
    "S": "QS 8S 7S KH  AC TC QC QD",
}


def eight(script: str = "", bid: str = "E 160", indicator: str = "JS", **rules: Any) -> Table:
    """Everybody has eight cards, and this was said since."""
    return Table(HANDS, rules=rules.get("rules")).eight_cards(bid, indicator).does(script)


# --- the indicator from four cards -----------------------------------------------------------------


def test_the_maker_lays_one_of_its_four_cards_before_anybody_gets_more() -> None:
    """000 "Choosing the Trump Suit"."""
    table = Table(HANDS).won_by("E 160")
    assert table.may("E") == {"lays JS", "lays 9S", "lays 7H", "lays 8D"}
    for other in "SNW":
        assert table.may(other) == set()
    table.does("E lays 9S")
    assert table.may("S") == {"deal"}
    assert table.held("E") == 3
    assert table.does("S deal").held("E") == 7


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        pytest.param("N lays JC", "not-the-maker", "East is the trump maker", id="000: the highest bidder chooses"),
        pytest.param("W lays JD", "not-the-maker", "East is the trump maker", id="000: not its partner"),
        pytest.param("E lays AS", "indicator-not-held", "allowed: JS 9S 7H 8D", id="000: from the four cards dealt"),
        pytest.param("E lays JC", "indicator-not-held", "East does not hold JC", id="000: not another's card"),
        pytest.param("E lays 6S", "unknown-card", "6S is not in this pack", id="000: a card of the pack"),
        pytest.param("S deal", "wrong-stage", "placing the trump indicator", id="000: no more cards before it lies"),
        pytest.param(
            "E opens JS", "wrong-stage", "placing the trump indicator", id="000: opening comes after eight cards"
        ),
    ],
)
def test_indicators_that_are_refused(line: str, code: str, words: str) -> None:
    refusal = Table(HANDS).won_by("E 160").refusal(line)
    assert (refusal.code, refusal.seat) == (code, line[0])
    assert words in str(refusal)


# --- the round on eight cards ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "script", "seat", "allowed"),
    [
        pytest.param("E 160", "", "E", ladder(250) | {"pcc", "pass"}, id="000: the four-card bidder begins, at 250"),
        pytest.param("W 160", "", "W", ladder(250) | {"pcc", "pass"}, id="A1: the bidder, not dealer's right"),
        pytest.param("E 250", "", "E", ladder(260) | {"pcc", "pass"}, id="A3: over a four-card 250"),
        pytest.param("E 300", "", "E", {"pcc", "pass"}, id="B4: over 300 only Partner Close Caps"),
        pytest.param("E 160", "E pass", "N", ladder(250) | {"pcc", "pass"}, id="000: then its right"),
        pytest.param("E 160", "E pass, N 250", "W", ladder(260) | {"pcc", "pass"}, id="000: each bid higher"),
        pytest.param("E 160", "E pass, N 250, W pass", "S", {"pass"}, id="000: partner is high in this round"),
        pytest.param("E 160", "E pass, N 250, W 260", "S", ladder(270) | {"pcc", "pass"}, id="A6: overbid since"),
        pytest.param(
            "E 160", "E pass, N pass", "W", ladder(250) | {"pcc", "pass"}, id="A6: over partner's four-card bid"
        ),
        pytest.param("E 160", "E 250, N pass", "W", {"pass"}, id="A6: but not over its eight-card bid"),
        pytest.param("E 160", "E pass, N 300", "W", {"pcc", "pass"}, id="000: Partner Close Caps is over 300"),
    ],
)
def test_what_the_seat_may_say_with_eight_cards(bid: str, script: str, seat: str, allowed: set[str]) -> None:
    table = eight(script, bid, HANDS[bid[0]][:2])
    assert table.may(seat) == allowed
    for other in set("SENW") - {seat}:
        assert table.may(other) == set()


@pytest.mark.parametrize(
    ("bid", "script", "line", "code", "words"),
    [
        pytest.param("E 160", "", "E 240", "bid-eight-too-low", "minimum here is 250", id="000: at least 250"),
        pytest.param("E 250", "", "E 250", "bid-eight-too-low", "minimum here is 260", id="A3: must exceed"),
        pytest.param("E 160", "E pass, N 250", "W 250", "bid-eight-too-low", "minimum here is 260", id="000"),
        pytest.param(
            "E 160", "E 250, N pass", "W 260", "bid-partner-high", "allowed: only a pass", id="000: partner high"
        ),
        pytest.param(
            "E 160", "E 250, N pass", "W pcc", "bid-partner-high", "allowed: only a pass", id="000: not even caps"
        ),
        pytest.param("E 160", "", "N 250", "bid-out-of-turn", "it is East's turn", id="000: the bidder begins"),
        pytest.param("E 160", "E pass", "E 250", "bid-out-of-turn", "it is North's turn", id="000: only one chance"),
        pytest.param(
            "E 160", "E pass, N pass, W pass", "E 250", "bid-out-of-turn", "it is South's turn", id="000: one round"
        ),
        pytest.param("E 160", "", "E 255", "bid-not-offered", "steps of 10", id="000: multiples of ten"),
        pytest.param(
            "E 160", "", "E redeal", "wrong-stage", "a demand for a redeal", id="000: that was for four cards"
        ),
    ],
)
def test_what_is_refused_with_eight_cards(bid: str, script: str, line: str, code: str, words: str) -> None:
    table = eight(script, bid)
    refusal = table.refusal(line)
    assert (refusal.code, refusal.seat) == (code, line[0])
    assert words in str(refusal)
    assert line[2:] not in table.may(line[0])


def test_nobody_may_ask_partner_with_eight_cards_and_the_refusal_cites_that_rule() -> None:
    """A7: 000 "Bidding with Eight Cards"."""
    table = eight()
    assert "ask" not in table.may("E")
    refusal = table.refusal("E ask")
    assert "asking is not allowed with eight cards; allowed: a bid or a pass" in str(refusal)
    assert refusal.clause.heading == "Bidding with Eight Cards"


def test_a_house_may_let_partner_be_asked_with_eight_cards() -> None:
    """A7: a turn for both, so each is asked or asks once."""
    table = eight(rules={"auction8.ask_partner": True})
    assert table.may("E") == ladder(250) | {"pcc", "pass", "ask"}
    table.does("E ask")
    assert table.may("W") == ladder(250) | {"pcc", "pass"}
    table.does("W 250")
    assert table.may("N") == ladder(260) | {"pcc", "pass", "ask"}
    table.does("N pass")
    assert table.may("S") == ladder(260) | {"pcc", "pass"}
    table.does("S pass")
    assert table.lines()[-1] == "E takes JS"
    assert table.turn() == "W"


def test_after_four_passes_the_four_card_bid_stands_and_the_indicator_stays() -> None:
    """000 "Bidding with Eight Cards"."""
    table = eight("E pass, N pass, W pass, S pass")
    assert table.turn() == "E"
    assert table.may("E") == {"opens JS", "closes"}
    assert table.state.bid == 160
    assert table.held("E") == 7


@pytest.mark.parametrize(
    ("rules", "script", "seat", "allowed"),
    [
        pytest.param({"auction8.first_speaker": "dealer_right"}, "", "E", ladder(250) | {"pcc", "pass"}, id="A1: 002"),
        pytest.param({"auction8.minimum_inclusive": False}, "", "W", ladder(260) | {"pcc", "pass"}, id="A2: over 250"),
        pytest.param(
            {"auction8.minimum_inclusive": False, "bids.step_from_200": 5},
            "",
            "W",
            ladder(255, step=5) | {"pcc", "pass"},
            id="A2 A8: over 250 in fives",
        ),
        pytest.param({"auction8.minimum": 220}, "", "W", ladder(220) | {"pcc", "pass"}, id="A2: another minimum"),
        pytest.param({"auction8.stop_after_pcc": False}, "W pcc", "S", {"pass"}, id="B11: they go on, but only pass"),
    ],
)
def test_a_house_may_bid_otherwise_with_eight_cards(
    rules: dict[str, Any], script: str, seat: str, allowed: set[str]
) -> None:
    assert eight(script, "W 160", "JD", rules=rules).may(seat) == allowed


def test_with_dealers_right_first_the_round_ends_with_the_dealer() -> None:
    """A1: 002."""
    table = eight("E pass, N pass, W pass", "W 160", "JD", rules={"auction8.first_speaker": "dealer_right"})
    assert table.turn() == "S"
    table.does("S pass")
    assert table.may("W") == {"opens JD", "closes"}


@pytest.mark.parametrize(
    ("house", "script", "least"),
    [
        pytest.param("exceed", "", 260, id="A3: 000, the four-card bid must be exceeded"),
        pytest.param("equal_ok", "", 250, id="A3: 004, or equalled"),
        pytest.param("equal_ok", "E pass, N 250", 260, id="A3: but not a bid of this round"),
    ],
)
def test_eight_cards_over_a_four_card_bid_of_250(house: str, script: str, least: int) -> None:
    table = eight(script, "E 250", rules={"auction8.over_four_card": house})
    assert table.may(table.turn()) == ladder(least) | {"pcc", "pass"}


# --- a bid with eight cards takes the place of the other -------------------------------------------


def test_an_eight_card_bid_sends_the_old_indicator_back_and_another_one_is_laid() -> None:
    """000 "Bidding with Eight Cards": one of the new maker's eight cards."""
    table = eight("E pass, N 250, W pass")
    assert table.held("E") == 7
    table.does("S pass")
    assert table.lines()[-2:] == ["S pass", "E takes JS"]
    assert table.held("E") == 8
    assert table.may("N") == {f"lays {card}" for card in HANDS["N"].split()}
    for other in "SEW":
        assert table.may(other) == set()
    table.does("N lays TS")
    assert table.may("N") == {"opens TS", "closes"}
    assert (table.state.bid, table.held("N")) == (250, 7)


def test_the_maker_may_raise_itself_and_change_the_indicator_or_lay_the_same_again() -> None:
    """000 "Bidding with Eight Cards", Note 1."""
    for card in ("JS", "JH"):
        table = eight("E 250, N pass, W pass, S pass")
        assert table.may("E") == {f"lays {held}" for held in HANDS["E"].split()}
        table.does(f"E lays {card}")
        assert table.may("E") == {f"opens {card}", "closes"}
        assert table.state.bid == 250


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        pytest.param(
            "E lays JS", "not-the-maker", "North is the trump maker", id="000: the old maker is none any more"
        ),
        pytest.param("N lays JS", "indicator-not-held", "North does not hold JS", id="000: its own card"),
        pytest.param("E takes JS", "not-the-maker", "no indicator to take back", id="000: it was taken already"),
        pytest.param("N closes", "wrong-stage", "placing the trump indicator", id="000: the indicator comes first"),
    ],
)
def test_what_is_refused_while_the_new_indicator_is_awaited(line: str, code: str, words: str) -> None:
    refusal = eight("E pass, N 250, W pass, S pass").refusal(line)
    assert (refusal.code, refusal.seat) == (code, line[0])
    assert words in str(refusal)


def test_partner_close_caps_ends_the_round_at_once() -> None:
    """B11; 004 "Partner Close Caps"."""
    table = eight("E pass, N pcc")
    assert table.lines()[-1] == "E takes JS"
    assert table.turn() == "N"
    going_on = eight("E pass, N pcc", rules={"auction8.stop_after_pcc": False})
    assert going_on.may("W") == {"pass"}
    refusal = going_on.refusal("W 300")
    assert (refusal.code, refusal.allowed) == ("bid-top", "allowed: only a pass")
    assert going_on.refusal("W pcc").code == "bid-top"
    going_on.does("W pass, S pass")
    assert going_on.turn() == "N"


# --- open or closed --------------------------------------------------------------------------------


def test_the_maker_chooses_an_open_or_a_closed_game_before_the_first_lead() -> None:
    """000 "Open Trump games"."""
    table = eight("N pass, W pass, S pass, E pass", "N 160", "JC")
    assert table.may("N") == {"opens JC", "closes"}
    assert table.may("E") == set()
    for line in ("E closes", "S opens JC"):
        refusal = table.refusal(line)
        assert (refusal.code, refusal.allowed) == ("not-the-maker", "only North may choose")
    assert table.refusal("E JS").code == "wrong-stage"
    differs = table.refusal("N opens 9C")
    assert (differs.code, differs.allowed) == ("indicator-differs", "it is JC")


def test_an_open_game_shows_the_indicator_and_gives_it_back_to_the_hand() -> None:
    table = Table(HANDS).playing("N 160", "JC", opened=True)
    assert table.lines()[-1] == "N opens JC"
    assert not table.state.closed
    assert table.held("N") == 8
    table.does("E KC")
    assert table.may("N") == cards("JC 9C 7C 8C")


def test_dealers_right_leads_first_whoever_is_maker() -> None:
    """000 "Play"."""
    for bid, indicator in (("E 160", "7H"), ("N 160", "JC"), ("W 160", "JD"), ("S 160", "KH")):
        table = Table(HANDS).playing(bid, indicator)
        assert table.turn() == "E"


ONLY_TRUMPS = {"E": "JS 9S AS TS  KS QS 8S 7S"}
TRUMPS_BUT_ONE = {"E": "JS 9S AS TS  KS QS 8S 7H"}


def test_dealers_right_with_only_trumps_must_open() -> None:
    """B5: no card may be led to the first trick of a closed game."""
    table = Table(ONLY_TRUMPS).eight_cards("E 160", "JS").does("E pass, N pass, W pass, S pass")
    assert table.may("E") == {"opens JS"}
    refusal = table.refusal("E closes")
    assert (refusal.code, refusal.allowed) == ("open-first-lead", "allowed: an open game")
    assert "holds only trumps" in refusal.message
    table.does("E opens")
    assert table.may("E") == cards(ONLY_TRUMPS["E"].replace("  ", " "))


def test_dealers_right_with_a_single_plain_card_may_close_and_then_must_lead_it() -> None:
    """000 "Closed Trump games" 1."""
    table = Table(TRUMPS_BUT_ONE).playing("E 160", "JS")
    assert table.may("E") == {"7H"}
    refusal = table.refusal("E 9S")
    assert (refusal.code, refusal.allowed) == (
        "maker-first-lead",
        "allowed: a card that is not a trump, or an open game",
    )


def test_a_plain_card_on_the_table_does_not_help_a_hand_of_trumps() -> None:
    """000 "Closed Trump games" 1: the indicator lies there and cannot be led; here it is the only heart."""
    table = Table(TRUMPS_BUT_ONE).eight_cards("E 160", "JS").does("E 250, N pass, W pass, S pass, E lays 7H")
    assert table.may("E") == {"opens 7H", "closes"}
    table.does("E closes")
    assert table.may("E") == cards("JS 9S AS TS KS QS 8S")


def test_only_dealers_right_is_bound_by_it() -> None:
    hands = {"N": "JS 9S AS TS  KS QS 8S 7S"}
    assert Table(hands).eight_cards("N 160", "JS").does("N pass, W pass, S pass, E pass").may("N") == {
        "opens JS",
        "closes",
    }
