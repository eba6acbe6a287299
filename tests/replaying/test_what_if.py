"""A recorded deal under another ruleset: what becomes illegal, and what it would have paid."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.catalogue import CATS, JAFFNA, RULESETS, STANDARD
from domain.facts import BidMade, CardPlayed
from domain.game import Game
from domain.record import Record
from domain.ruleset import Ruleset, RulesetError, override
from replay.notation import read_hand
from replay.notation.document import record_of
from replay.what_if import what_if

HANDS = sorted((Path(__file__).parents[2] / "replay" / "hands").glob("*.toml"))


def worked(number: int) -> Record:
    return record_of(read_hand(HANDS[number - 1].read_text()))


NUMBERS = range(1, len(HANDS) + 1)


@pytest.mark.parametrize("number", NUMBERS)
def test_under_its_own_ruleset_nothing_changes(number: int) -> None:
    record = worked(number)
    assert what_if(record, record.rules.ruleset).same


def test_in_jaffna_nobody_bids_twice() -> None:
    """004 "Four card bid" against 000 "Bidding with Four Cards": the first example has a second turn."""
    record = worked(1)
    found = what_if(record, JAFFNA)
    assert record.acts[min(found.newly_broken)] == BidMade("E", 200)
    assert found.differs["auction4.later_turn_minimum"] == (200, None)


def test_wrong_caps_costs_more_where_it_is_added_to_a_failed_bid() -> None:
    """002: two in addition to any lost; 000 "Scoring": two instead. The bid of this hand was made."""
    found = what_if(worked(4), CATS)
    assert found.settled is not None
    assert found.settles is not None
    assert found.settles.tokens == found.settled.tokens


def test_a_deal_that_pays_more_elsewhere_keeps_its_points() -> None:
    generous = override(STANDARD, "generous", "Generous", {"pay.bands": [{"least": 160, "win": 5, "lose": 7}]})
    record = worked(6)
    found = what_if(record, generous)
    assert not found.newly_broken
    assert found.settled is not None
    assert found.settles is not None
    assert found.settled.points == found.settles.points
    assert abs(found.settles.tokens["NS"]) in (5, 7)


def test_a_breach_that_another_ruleset_allows_is_no_breach_there() -> None:
    """A 10: elsewhere the maker may throw a trump from the hand face down."""
    allowed = override(STANDARD, "loose", "Loose", {"closed.maker_cut_with_hand_trump": True})
    standard = [record for record in map(worked, NUMBERS) if record.rules.ruleset == STANDARD]
    assert standard
    for record in standard:
        assert not what_if(record, allowed).newly_broken


def at_the_table_of(one: Game, other: Game) -> bool:
    """Whether two games have the same seats and cards."""
    return (one.seating.seats, one.pack) == (other.seating.seats, other.pack)


SAME_TABLE = [game for game in RULESETS.values() if at_the_table_of(STANDARD, game)]


@pytest.mark.parametrize("ruleset", SAME_TABLE, ids=lambda each: each.key)
@pytest.mark.parametrize(
    "number", [number for number in NUMBERS if at_the_table_of(STANDARD, worked(number).rules.game)]
)
def test_what_is_newly_broken_names_the_act_that_breaks_it(number: int, ruleset: Ruleset) -> None:
    record = worked(number)
    found = what_if(record, ruleset)
    for ply, refusal in found.newly_broken.items():
        assert record.acts[ply].seat == refusal.seat
        assert not isinstance(record.acts[ply], CardPlayed) or refusal.code


@pytest.mark.parametrize("key", ["304-six-24", "304-eight"])
def test_a_deal_is_not_judged_by_a_game_of_other_seats(key: str) -> None:
    with pytest.raises(RulesetError, match="cannot be judged"):
        what_if(worked(1), RULESETS[key])
