"""304 in decimals, and the other scorings of 002 ("Alternate Scoring Variant", "External Caps"; A24)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.engine.facts import DealSettled
from domain.engine.match import leader
from domain.engine.parameters import find_differences, override
from domain.engine.rulebook import rulebook
from domain.engine.ruleset_error import RulesetError
from domain.engine.seats import FOUR
from domain.games.catalogue import CATS, RULESETS
from domain.games.three04.ruleset import MatchTerms
from domain.match.scoring import score, start
from tests.family.table import Table
from tests.table import ladder

KEY = "304-decimal"
HUNDREDTHS = {
    "auction4.minimum": 16,
    "auction4.later_turn_minimum": 20,
    "auction4.over_partner_minimum": 20,
    "auction8.minimum": 20,
    "auction8.minimum_inclusive": True,
    "bids.step": 1,
    "bids.step_from_200": 1,
    "pay.bands": [{"least": 16, "win": 1, "lose": 2}, {"least": 200, "win": 2, "lose": 3}],
    "match.end": "points",
}
"""002's own numbers, 1.6 and 2.0, 0.1 and 25.0, taken by the letter."""


def test_all_points_are_written_as_tenths_and_kept_whole() -> None:
    """002: Jack 3.0, Nine 2.0, Ace 1.1, Ten 1.0, King 0.3, Queen 0.2; 000: a total of 30.4."""
    game = RULESETS[KEY]
    written = {rank: game.format_points(points) for rank, points in zip(game.pack.ranks, game.pack.points, strict=True)}
    expected = {"J": "3.0", "9": "2.0", "A": "1.1", "T": "1.0", "K": "0.3", "Q": "0.2", "8": "0.0", "7": "0.0"}
    assert written == expected
    assert game.format_points(game.pack.total) == "30.4"


def test_in_all_other_respects_it_is_the_standard_variant() -> None:
    """002: "played identically"."""
    assert find_differences(RULESETS[KEY], CATS) == {"points_scale": ("0.1", "1")}


def test_refusals_and_the_rulebook_speak_in_tenths() -> None:
    table = Table(KEY, dealer="S").dealt()
    assert str(table.refusal("E 150")) == "East bid 15.0; the minimum here is 16.0"
    assert "steps of 1.0 to 30.0" in table.refusal("E 165").message
    text = " ".join(rule.text for chapter in rulebook(table.game) for rule in chapter.rules)
    assert "The least bid is 16.0. The highest number one can bid is 30.0." in text


def test_a_house_may_take_the_least_bids_of_002_by_the_letter() -> None:
    """002: 1.6 at first, 2.0 in the second round, and steps of 0.1; A24."""
    table = Table(KEY, dealer="S", rules=HUNDREDTHS).dealt()
    assert table.may("E") >= ladder(16, 300, 1)
    assert table.refusal("E 15").allowed == "the minimum here is 1.6"
    table.does("E 16").all_pass().does(f"E indicator {table.hands['E'][0]}", "deal")
    seat = table.turn()
    assert table.refusal(f"{seat} 19").allowed == "the minimum here is 2.0"
    assert table.may(seat) >= ladder(20, 300, 1)


# --- a match for card points ----------------------------------------------------------------------

POINTS = MatchTerms(end="points")


def played(north_south: int, outcome: str = "played") -> DealSettled:
    """A deal in which North and South took so many points."""
    points = {"NS": north_south, "EW": 304 - north_south}
    return DealSettled(outcome, {"NS": 1, "EW": -1}, points, {"NS": 4, "EW": 4})


def test_the_first_team_with_25_points_in_all_wins() -> None:
    """002: "The first team to win 25.0 total in accumulated card points"."""
    played_out = [POINTS.due(played(n)) for n in (160, 80, 100)]
    match_score = score(FOUR, POINTS, played_out)
    assert [payment.balance for payment in match_score.payments[:2]] == [{"NS": 160, "EW": 144}, {"NS": 240, "EW": 368}]
    assert match_score.last == 1
    assert leader(match_score.balance) == "EW"


def test_two_teams_with_as_many_points_play_on() -> None:
    assert not POINTS.is_over({"NS": 304, "EW": 304})


def test_a_deal_that_was_not_played_adds_nothing() -> None:
    assert POINTS.due(played(100, "spoilt")) == {"NS": 0, "EW": 0}


def test_points_begin_at_nought_and_tokens_are_due_elsewhere() -> None:
    assert start(FOUR, POINTS) == {"NS": 0, "EW": 0}
    assert MatchTerms().due(played(100)) == {"NS": 1, "EW": -1}


# --- what else a house may choose -----------------------------------------------------------------


@pytest.mark.parametrize("tokens", [1, 5, 100])
def test_any_number_of_tokens(tokens: int) -> None:
    """000 "Scoring": "an equal number of scoring tokens, normally 11"."""
    assert start(FOUR, replace(CATS.match, tokens=tokens)) == {"NS": tokens, "EW": tokens}


@pytest.mark.parametrize("changes", [{"match.tokens": 0}, {"match.decimal_target": 0}])
def test_a_match_for_nothing_is_none(changes: dict[str, Any]) -> None:
    with pytest.raises(RulesetError, match="at least 1"):
        override(CATS, "house", "House", changes)


@pytest.mark.parametrize("key", ["304-six-36", "504", "304-maharashtra"])
def test_fives_in_any_game_of_the_family(key: str) -> None:
    """000 "Variants": bids of more than 200 in multiples of 5; A8."""
    table = Table(key, rules={"bids.step_from_200": 5, "court.half": "off"}).dealt()
    if key == "304-maharashtra":
        table.does("deal")
    least = table.game.auction4.minimum
    assert {str(points) for points in range(max(least, 205), 301, 5)} <= table.may(table.turn())
    assert least > 200 or "165" not in table.may(table.turn())
