"""The games of Tamil Nadu: 304 with Double, 504 and 904 (000 "Tamil Nadu version"; B16)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.engine.parameters import override
from domain.engine.ruleset_error import RulesetError
from domain.games.catalogue import RULESETS
from tests.family.table import Table
from tests.table import ladder

STRONG = {"E": "JS 9S AS QS TS KS JH 9H", "S": "JD 9D AD TD KD QD 8D 7D", "W": "JC 9C AC TC KC QC 8C 7C"}
"""East has all tricks with spades; North has the two low spades."""


def after_five(rules: dict[str, Any] | None = None, *, dealer: str = "S", last: str = "9H") -> Table:
    """East plays with spades open and has won five tricks; of its cards it keeps these: KS, JH and ``last``."""
    hands = {**STRONG, "E": f"JS 9S AS QS TS KS JH {last}"}
    table = Table("304-tamil-nadu", hands, dealer=dealer, rules=rules).won_by("E 160")
    table.does("E indicator QS", "deal").all_pass().does("E open QS")
    for card in ("JS", "9S", "AS", "TS", "QS"):
        leads(table, f"E {card}")
    return table


def leads(table: Table, line: str) -> None:
    """A lead, and the first legal card of everybody else."""
    table.does(line)
    while table.state.trick:
        table.does(f"{table.turn()} {min(table.may(table.turn()))}")


# --- Double ---------------------------------------------------------------------------------------


def test_the_winner_of_the_fifth_trick_may_announce_double_before_leading_to_the_sixth() -> None:
    table = after_five()
    assert table.turn() == "E"
    assert table.may("E") == {"KS", "announces double"}, "its last trump, since trumps are exhausted"
    table.does("E announces double")
    assert table.may("E") == {"KS"}
    assert table.view("public")["double"] == {"seat": "E"}
    assert table.refusal("E announces double").code == "double-not-now"


def test_double_that_wins_all_tricks_pays_one_token_more() -> None:
    table = after_five().does("E announces double").finish()
    settled = table.settled()
    assert settled.tokens == {"NS": -2, "EW": 2}
    assert settled.reasons == ("bid-made", "double-made")


def test_double_that_loses_a_trick_costs_one_token() -> None:
    """B16 (ours)."""
    table = after_five(last="7H").does("E announces double").finish()
    assert table.settled().tricks["NS"] == 1
    assert table.settled().tokens == {"NS": 0, "EW": 0}
    assert table.settled().reasons == ("bid-made", "double-failed")


def test_a_penalty_greater_than_the_bid_is_paid_by_the_announcer() -> None:
    table = after_five({"double.penalty": 3}, last="7H").does("E announces double").finish()
    assert table.settled().tokens == {"NS": 2, "EW": -2}


def test_without_a_word_the_bid_alone_counts() -> None:
    assert after_five().finish().settled().tokens == {"NS": -1, "EW": 1}


@pytest.mark.parametrize("line", ["N announces double", "W announces double"])
def test_only_the_player_who_won_the_fifth_trick_may(line: str) -> None:
    """000: the player who wins the fifth can announce."""
    assert after_five().refusal(line).code == "double-not-yours"


def test_after_the_lead_to_the_sixth_trick_it_is_too_late() -> None:
    table = after_five().does("E KS")
    assert table.refusal("E announces double").code == "double-not-now"


def test_after_four_tricks_it_is_too_early() -> None:
    table = Table("304-tamil-nadu", STRONG, dealer="S").won_by("E 160")
    table.does("E indicator QS", "deal").all_pass().does("E open QS")
    for card in ("JS", "9S", "AS", "TS"):
        leads(table, f"E {card}")
    assert table.refusal("E announces double").code == "double-not-now"
    assert "announces double" not in table.may("E")


def test_the_opponents_of_the_trump_maker_may_announce_it_too() -> None:
    """000: "if a team has won the first five tricks"."""
    hands = {"E": "JS 9S AS TS KS QS JH 9H", "S": "8S AH TH KH JD 9D AD TD"}
    table = (
        Table("304-tamil-nadu", hands, dealer="S").dealt().does("E pass, N pass, W pass, S 160, E pass, N pass, W pass")
    )
    table.does("S indicator 8S", "deal").all_pass().does("S open 8S")
    for card in ("JS", "9S", "AS", "TS", "KS"):
        leads(table, f"E {card}")
    table.does("E announces double").finish()
    assert table.settled().tricks["EW"] == 8
    assert table.settled().tokens == {"NS": -3, "EW": 3}


def test_nobody_calls_caps() -> None:
    """Double stands in the place of Caps (ours)."""
    assert after_five().refusal("E caps KS JH 9H").code == "caps-not-yours"


def test_elsewhere_double_has_no_place() -> None:
    table = Table("304", STRONG, dealer="S").won_by("E 160")
    assert table.refusal("E announces double").code == "wrong-stage"


@pytest.mark.parametrize("after", [0, 8])
def test_double_comes_before_the_last_trick(after: int) -> None:
    with pytest.raises(RulesetError, match=r"double\.after_trick"):
        override(RULESETS["304-tamil-nadu"], "house", "House", {"double.after_trick": after})


# --- 504 and 904 ----------------------------------------------------------------------------------


def test_the_threes_are_the_highest_cards_of_504() -> None:
    """000: ranking above the jack and worth 50 points; six cards each for six players."""
    game = RULESETS["504"]
    assert (game.pack.size, game.pack.total, game.hand_size, len(game.seating.seats)) == (36, 504, 6, 6)
    assert game.pack.ranks.endswith("9J3")


def test_the_pack_of_904_has_twos_above_threes() -> None:
    """000: 2 (100) - 3 (50) - J (30) - 9 (20) - A (11) - 10 (10) - K (3) - Q (2) - 8 (0) - 7 (0); 40 cards."""
    game = RULESETS["904"]
    assert (game.pack.size, game.pack.total, game.hand_size, len(game.seating.seats)) == (40, 904, 5, 8)
    assert game.pack.ranks[::-1] == "23J9ATKQ87"
    assert game.pack.points[::-1] == (100, 50, 30, 20, 11, 10, 3, 2, 0, 0)


@pytest.mark.parametrize(("key", "least", "most"), [("504", 260, 500), ("904", 460, 900)])
def test_the_least_bid_is_half_the_pack_rounded_up(key: str, least: int, most: int) -> None:
    """000: "Players cannot bid less than half the points in the pack"; B16."""
    game = RULESETS[key]
    assert least - 10 < game.pack.total / 2 <= least
    table = Table(key).dealt()
    assert table.may("1") == {*ladder(least, most), "pass", *(f"ask {mate}" for mate in game.seating.seats[2::2])}
    assert table.refusal(f"1 {least - 10}").allowed == f"the minimum here is {least}"


@pytest.mark.parametrize(
    ("key", "bid", "pays"), [("504", 260, (1, 2)), ("504", 340, (2, 3)), ("504", 420, (3, 4)), ("904", 750, (3, 4))]
)
def test_what_a_bid_pays(key: str, bid: int, pays: tuple[int, int]) -> None:
    """000 "Scoring", its limits in proportion to the pack (ours)."""
    table = Table(key).won_by(f"1 {bid}")
    table.does(f"1 indicator {table.hands['1'][0]}", "deal").all_pass()
    table.does(f"1 open {table.hands['1'][0]}").finish()
    settled = table.settled()
    assert sum(settled.points.values()) == table.game.pack.total
    assert settled.tokens["odd"] == (pays[0] if settled.made else -pays[1])


def test_a_three_beats_a_jack_and_a_two_beats_a_three() -> None:
    hands = {"1": "7S 7H 7C 7D", "2": "JS", "3": "9S", "4": "3S", "5": "8S", "6": "2S", "7": "AS", "8": "KS"}
    table = Table("904", hands).won_by("1 460")
    table.does("1 indicator 7H", "deal").all_pass().does("1 open 7H")
    table.does("1 7S, 2 JS, 3 9S, 4 3S, 5 8S, 6 2S, 7 AS, 8 KS")
    assert table.view("public")["tricks"]["1"]["won"] == "6"
    assert table.view("public")["points"] == {"odd": 0, "even": 30 + 20 + 50 + 100 + 11 + 3}
