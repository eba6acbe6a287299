"""Rulesets are data: what differs is heeded, or its deals are left to the engine."""

from __future__ import annotations

from typing import Any

import pytest

from domain.bulk.terms import FIXED, READ, WITHOUT_EFFECT, parameters, terms_of
from domain.catalogue import RULESETS, STANDARD
from domain.packs import Pack
from domain.rules import Rules, rules_of
from domain.ruleset import AnyRuleset, Ruleset, override
from tests.bulk.archives import FULL, assert_no_fault_passes, line

DEALS = 300 if FULL else 30


def house(changes: dict[str, Any]) -> Rules:
    """A house's way of playing."""
    return rules_of(override(STANDARD, "304-house", "a house's way", changes))


HEEDED: list[dict[str, Any]] = [
    {"auction4.later_turn_minimum": None, "auction4.over_partner_minimum": None},
    {"auction4.later_turn_minimum": 180, "auction4.over_partner_minimum": 170, "auction4.minimum": 170},
    {"auction4.high_bidder_turn": "may_raise"},
    {"auction4.first_must_bid": True, "auction4.minimum": 200},
    {"ask_partner.back": True, "ask_partner.when_partner_high": True},
    {"ask_partner.allowed": False},
    {"auction8.over_four_card": "equal_ok", "auction8.first_speaker": "dealer_right"},
    {"auction8.minimum_inclusive": False, "auction8.minimum": 240, "auction8.stop_after_pcc": False},
    {"auction8.ask_partner": True},
    {"bids.step_from_200": 5, "bids.five_step_starts": "at_200", "bids.maximum": 304},
    {"bids.step": 5},
    {"closed.reveal_from": 200},
    {"exhausted.trigger": "holding_all"},
    {"exhausted.applies_closed": False},
    {"pcc.closed_lead_restriction": False},
    {"pay.bands": [{"least": 160, "win": 1, "lose": 1}, {"least": 190, "win": 5, "lose": 7}]},
    {"pay.pcc": {"least": 0, "win": 9, "lose": 8}},
    {"caps.grace": "none", "redeal.threshold": None, "spoilt.who": "opponents", "match.tokens": 7},
]
LEFT_TO_THE_ENGINE: list[dict[str, Any]] = [
    {"closed.maker_cut_with_hand_trump": True},
    {"auction8.held": False},
    {"court.half": "alone"},
    {"court.full": True},
    {"double.allowed": True},
    {"marriages.allowed": True},
    {"last_trick_bonus": 10},
    {"reveal.maker_discard": "shown"},
]


@pytest.mark.parametrize("changes", HEEDED, ids=lambda changes: ", ".join(changes))
def test_a_house_with_other_numbers_is_judged_as_the_engine_judges_it(changes: dict[str, Any]) -> None:
    rules = house(changes)
    told = [line(rules, 70_000 + seed) for seed in range(DEALS)]
    plain = [each for each in told if b'"core":{' in each]
    assert assert_no_fault_passes(told) > 0.75 * len(plain)


@pytest.mark.parametrize("changes", HEEDED, ids=lambda changes: ", ".join(changes))
def test_deals_of_one_house_are_judged_by_the_rules_of_another(changes: dict[str, Any]) -> None:
    """What is allowed in one and not in the other must not pass: the deals are real, their ruleset is not."""
    rules = house(changes)
    own, usual = line(rules, 0).partition(b'"ruleset":')[2], line(rules_of(STANDARD), 0).partition(b'"ruleset":')[2]
    told = [line(rules, 71_000 + seed).replace(own, usual) for seed in range(DEALS)]
    told += [line(rules_of(STANDARD), 72_000 + seed).replace(usual, own) for seed in range(DEALS)]
    assert_no_fault_passes(told)


@pytest.mark.parametrize("changes", LEFT_TO_THE_ENGINE, ids=lambda changes: ", ".join(changes))
def test_a_rule_that_is_not_known_in_bulk_is_left_to_the_engine(changes: dict[str, Any]) -> None:
    rules = house(changes)
    assert terms_of(rules) is None
    assert assert_no_fault_passes([line(rules, seed) for seed in range(5)]) == 0


def test_another_pack_of_the_same_size_is_known_and_one_of_another_size_is_not() -> None:
    skat = Pack(ranks="789QKTAJ", points=(0, 0, 9, 3, 4, 10, 11, 39))
    told = override(STANDARD, "304-skat", "other values", {"pack": {"ranks": skat.ranks, "points": list(skat.points)}})
    rules = rules_of(told)
    lines = [line(rules, 80_000 + seed) for seed in range(DEALS)]
    assert assert_no_fault_passes(lines) > DEALS / 2


@pytest.mark.parametrize("key", [key for key, ruleset in RULESETS.items() if isinstance(ruleset, Ruleset)])
def test_every_parameter_is_known_to_be_read_or_fixed_or_without_effect(key: str) -> None:
    known = [*READ, *FIXED, *WITHOUT_EFFECT]
    assert len(known) == len(set(known))
    assert set(parameters(RULESETS[key])) == set(known)


@pytest.mark.parametrize("ruleset", [each for each in RULESETS.values() if not isinstance(each, Ruleset)])
def test_a_game_of_another_family_is_left_to_the_engine(ruleset: AnyRuleset) -> None:
    assert terms_of(rules_of(ruleset)) is None


def test_a_parameter_that_is_newer_than_these_lists_leaves_its_ruleset_to_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("domain.bulk.terms.READ", READ - {"closed.reveal_from"})
    assert terms_of(rules_of(STANDARD)) is None


def test_bids_beyond_the_columns_are_left_to_the_engine() -> None:
    """A house's pack may be worth more than any that is known."""
    dear = {"pack.points": [0, 0, 60, 60, 60, 60, 60, 60], "bids.maximum": 1400, "auction8.minimum": 1200}
    rules = house(dear)
    assert terms_of(rules) is None
    assert assert_no_fault_passes(line(rules, 74_000 + seed) for seed in range(DEALS)) == 0
