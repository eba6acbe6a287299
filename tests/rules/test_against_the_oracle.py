"""The engine and the slow oracle agree, ply by ply, on every legal act, every winner and every settlement."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.engine.facts import CapsRuled, CardsDealt, DealSettled
from domain.engine.parameters import override
from domain.engine.rules import Rules, rules_of, settle
from domain.engine.state import State
from domain.games.catalogue import STANDARD
from domain.games.three04.acts import FaceDownInspected
from domain.games.three04.ruleset import Three04Ruleset
from tests.cases import FULL
from tests.oracle.oracle import DEFAULTS, legal, settlement, spoilt_is_true, standing
from tests.oracle.random_play import play_out
from tests.rules.conversion import to_act, to_tuple
from tests.rules.offers import open_to

DEALS = 600 if FULL else 8
"""The number of random deals for each variant; ``NOUGHT_FULL=1`` is the full run."""

VARIANTS: dict[str, dict[str, Any]] = {
    "as document 000": {},
    "Jaffna auction": {
        "auction4.later_turn_minimum": None,
        "auction4.over_partner_minimum": None,
        "auction8.over_four_card": "equal_ok",
    },
    "fives": {"bid_step_from_200": 5},
    "eight-card auction of 002": {"auction8.first_speaker": "dealer_right", "auction8.minimum_inclusive": False},
    "high bidder may raise": {"auction4.high_bidder_turn": "may_raise"},
    "asking back": {"ask_partner.back": True, "ask_partner.when_partner_high": True},
    "redeals": {"redeal.after_ask": True, "redeal.max": 1},
    "no redeal": {"redeal.threshold": None},
    "after close caps the others speak": {"auction8.stop_after_pcc": False},
    "maker cuts from the hand": {"closed.maker_cut_with_hand_trump": True},
    "exhausted: open only": {"exhausted.applies_closed": False},
    "exhausted: holding all": {"exhausted.trigger": "holding_all"},
    "half court alone": {"court.half": "alone"},
    "half court alone, exhausted trumps bind": {"court.half": "alone", "exhausted.applies_in_courts": True},
    "courts with a partner": {"court.half": "with_partner", "court.full": True},
    "courts with a partner, exhausted trumps bind": {
        "court.half": "with_partner",
        "court.full": True,
        "exhausted.applies_in_courts": True,
    },
    "courts: holding all, exhausted trumps bind": {
        "court.half": "alone",
        "court.full": True,
        "exhausted.applies_in_courts": True,
        "exhausted.trigger": "holding_all",
    },
    "maker's discard shown": {"reveal.maker_discard": "shown"},
    "spoilt: opponents, before the last trick": {"spoilt.who": "opponents", "spoilt.until": "before_last_trick"},
    "close caps: lead a trump": {"pcc.closed_lead_restriction": False},
    "caps of 002": {"caps.external": "fixed_8", "caps.wrong_combine": "add"},
    "caps: a call opens the trump": {"caps.call_opens_trump": True},
    "caps: maker's team": {"caps.teams": "maker_only", "caps.external": "off"},
}

IN_COURTS = (72, 125, 145, 147)
"""Deals in which the maker of a Court leads again after a trump that nobody answered."""

NAMES = {
    "bid_step_from_200": "bids.step_from_200",
    "redeal.max": "redeal.max",
}


def variant(params: dict[str, Any]) -> Three04Ruleset:
    """The engine's ruleset for the oracle's parameters."""
    return override(STANDARD, "variant", "a variant", {NAMES.get(name, name): value for name, value in params.items()})


def options(rules: Rules, s: State) -> dict[str, set[Any]]:
    """The legal acts of every seat by the engine, in the oracle's words."""
    listed = {}
    for seat in rules.seats:
        tuples = {to_tuple(act) for act in open_to(rules, s, seat)} - {None}
        if tuples:
            listed[seat] = tuples
    return listed


def without_false_calls(expected: dict[str, Any], history: Any, dealings: Any, dealer: str, params: Any) -> Any:
    """The legal acts by the oracle, without calls of spoilt trumps that the cards show to be false."""
    if spoilt_is_true(history, dealings, dealer, params):
        return expected
    left = {seat: {action for action in actions if action[0] != "spoilt"} for seat, actions in expected.items()}
    return {seat: actions for seat, actions in left.items() if actions}


@pytest.mark.parametrize("params", VARIANTS.values(), ids=VARIANTS.keys())
def test_a_random_deal_is_the_same_to_both(params: dict[str, Any]) -> None:
    rules = rules_of(variant(params))
    seen = {"deals": 0}
    seeds = sorted({*range(DEALS), *(IN_COURTS if "court.half" in params else ())})
    for seed in seeds:
        history, dealings, dealer = play_out(random.Random(seed), {**DEFAULTS, **params})
        s = rules.start(dealer)
        batches: list[dict[str, list[str]]] = []
        for hands in dealings:
            batches += [{seat: list(hands[seat][n]) for seat in hands} for n in (0, 1)]
        redeals = dealt = 0
        for ply, action in enumerate(history):
            listed = legal(history[:ply], dealings, dealer, params)
            expected = without_false_calls(listed, history[:ply], dealings, dealer, params)
            assert options(rules, s) == expected, f"seed {seed}, ply {ply}: {history[:ply]}"
            act = to_act(action, dealer, batches[2 * redeals + dealt] if action[0] == "deal" else {})
            if action[0] == "open":
                act = rules.legal(s, action[1])[0]
            if action[0] == "inspect":
                act = next(a for a in rules.legal(s, action[1]) if isinstance(a, FaceDownInspected))
            verdict = rules.judge(s, act)
            assert verdict is None, f"seed {seed}, ply {ply}: {verdict}"
            rules.apply(s, act)
            list(rules.apply_owed_acts(s))
            if isinstance(act, CardsDealt):
                dealt += 1
            if action[0] == "redeal":
                redeals, dealt = redeals + 1, 0
        truth = standing(history, dealings, dealer, params)
        assert s.outcome == truth["outcome"]
        if s.outcome == "played":
            compare(rules, s, truth, settlement(history, dealings, dealer, params))
            if s.caps_caller >= 0:
                ruled = CapsRuled("late", rules.seats[s.caps_caller])
                late = settlement(history, dealings, dealer, params, verdict="wrong")
                compare(rules, s, truth, late, ruled)
        seen["deals"] += 1
    assert seen["deals"] == len(seeds)


def compare(
    rules: Rules, s: State, truth: dict[str, Any], tokens: dict[str, int], ruled: CapsRuled | None = None
) -> None:
    """Tricks, points and tokens are the oracle's."""
    settled = settle(s, ruled)
    assert isinstance(settled, DealSettled)
    winners = [winner for winner, _ in truth["tricks"]]
    for team in rules.ruleset.seating.teams:
        assert settled.tricks[team] == sum(winner in team for winner in winners)
    assert settled.points == truth["points"]
    assert settled.tokens == tokens
