"""The values that the documents give to 304 and to Sidi Barrani, each with its place in the documents.

A1 to C14 are the contradictions and gaps of the documents; of each one reading is the default. Deals that were
stored before a parameter was there are read with these values, so none of them may ever change.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from domain.engine.parameters import parse, plain
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import SIDI_BARRANI, STANDARD
from tests.cases import cases
from tests.houses.random_houses import parameters

LADDER: Final = [40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 157, 257]

OF_304: Final[dict[str, dict[str, Any]]] = {
    '000 "Players and Cards"': {
        "pack.ranks": "78QKTA9J",
        "pack.points": [0, 0, 2, 3, 10, 11, 20, 30],
        "pack.suits": "SHDC",
        "seating.seats": ["S", "E", "N", "W"],
        "seating.teams": ["NS", "EW"],
    },
    '000 "Bidding with Four Cards"; A4, A5, B1 to B4': {
        "bids.step": 10,
        "bids.maximum": 300,
        "auction4.minimum": 160,
        "auction4.first_must_bid": False,
        "auction4.later_turn_minimum": 200,
        "auction4.over_partner_minimum": 200,
        "auction4.high_bidder_turn": "skipped",
        "redeal.threshold": 15,
        "redeal.after_ask": False,
        "redeal.max": None,
        "ask_partner.allowed": True,
        "ask_partner.back": False,
        "ask_partner.when_partner_high": False,
    },
    '000 "Bidding with Eight Cards"; A1 to A3, A7, B11': {
        "auction8.held": True,
        "auction8.first_speaker": "maker",
        "auction8.minimum": 250,
        "auction8.minimum_inclusive": True,
        "auction8.over_four_card": "exceed",
        "auction8.ask_partner": False,
        "auction8.stop_after_pcc": True,
    },
    '000 "Play"; A29': {"may_review_tricks": 1},
    '000 "Closed Trump games", "Special Rule for Bids of 250 or more"; A9, A10': {
        "closed.maker_cut_with_hand_trump": False,
        "closed.reveal_from": 250,
        "reveal.maker_discard": "hidden",
    },
    '000 "Exhausted Trumps"; A11, B8': {
        "exhausted.applies_closed": True,
        "exhausted.trigger": "unanswered_lead",
        "exhausted.applies_in_courts": False,
    },
    '000 "Spoilt Trumps"; A12, A13': {"spoilt.who": "any", "spoilt.until": "last_card"},
    '000 "Caps"; A14, A15, B12, B13, B15': {
        "caps.teams": "both",
        "caps.basis": "information",
        "caps.grace": "until_next_own_lead",
        "caps.order": "strict",
        "caps.bonus_before_trick": None,
        "caps.forced_plays_count": True,
        "caps.call_opens_trump": False,
    },
    '000 "Partner Close Caps"; B9, B10': {
        "pcc.closed_lead_restriction": True,
        "pcc.spoilt": "partner_counts",
    },
    '000 "Scoring"; A16, A17, A18, A25, A27, B14': {
        "match.tokens": 11,
        "match.pay_to": "other_team",
        "match.end": "all_tokens",
        "pay.bands": [
            {"least": 160, "win": 1, "lose": 2},
            {"least": 200, "win": 2, "lose": 3},
            {"least": 250, "win": 3, "lose": 4},
        ],
        "pay.pcc.win": 4,
        "pay.pcc.lose": 5,
        "pay.half_court.win": 4,
        "pay.half_court.lose": 5,
        "pay.full_court.win": 4,
        "pay.full_court.lose": 5,
        "caps.bonus": 1,
        "caps.wrong": 2,
        "caps.trick_lost": 5,
        "caps.wrong_combine": "replace",
        "caps.external": "plus_one",
        "caps.external_wrong": "same",
    },
    '000 "Variants": what is off, and would be so; A8, A24, A26, A27': {
        "bids.step_from_200": 10,
        "bids.five_step_starts": "above_200",
        "court.half": "off",
        "court.full": False,
        "shuffle": "minimal",
        "points_scale": "1",
        "match.decimal_target": 250,
    },
    '000 "Maharashtrian version": by analogy with 29; A28': {
        "marriages.allowed": False,
        "marriages.trump": 40,
        "marriages.plain": 20,
        "last_trick_bonus": 0,
    },
    '000 "Tamil Nadu version": after the first five tricks; B16': {
        "double.allowed": False,
        "double.after_trick": 5,
        "double.bonus": 1,
        "double.penalty": 1,
    },
    '004 "Rule Violations"; A19, B18': {
        "violation.remedy": "undo",
        "violation.plus": 2,
        "reveal.after_hand": True,
    },
    "the stages of docs/architecture.md": {
        "stages": [
            "cut", "deal 4", "auction4", "indicator", "deal 4", "auction8", "indicator again", "declare", "play",
        ],
    },
}  # fmt: skip

OF_SIDI_BARRANI: Final[dict[str, dict[str, Any]]] = {
    '003 "Players and Cards"; C7': {
        "pack.ranks": "6789TJQKA",
        "pack.points": [0, 0, 8, 0, 10, 2, 3, 4, 11],
        "pack.suits": "SHDC",
        "seating.seats": ["S", "E", "N", "W"],
        "seating.teams": ["NS", "EW"],
        "trump.ranks": "678TQKA9J",
        "trump.points": [0, 0, 0, 10, 3, 4, 11, 14, 20],
        "trump.others": [0, 0, 0, 0, 10, 2, 3, 4, 11],
        "undenufe.values": "as_obenabe",
        "bonus.last_trick": 5,
        "bonus.match": 100,
    },
    '003 "Weis and Stöck"; C8 to C10': {
        "weis.enabled": True,
        "weis.table.sequences": [20, 50, 100],
        "weis.table.fours": [0, 0, 0, 0, 100, 200, 100, 100, 100],
        "weis.undeclared_partner_scores": True,
        "stoeck.enabled": True,
        "stoeck.points": 20,
        "stoeck.claim": "automatic",
    },
    '003 "Bidding"; C1 to C3, C11, C12': {
        "denominations": ["S", "H", "D", "C", "obenabe", "undenufe"],
        "bids.ladder": LADDER,
        "double.mode": "double",
        "double.until": "next_call",
        "double.factor": 2,
        "double.redouble_factor": 4,
    },
    '003 "Play"; C5, C6': {
        "undertrump.reference": "highest",
        "undertrump.all_trumps": "free",
        "may_review_tricks": 1,
        "reveal.after_hand": True,
        "shuffle": "thorough",
    },
    '003 "Scoring"; C12': {"match.target": 2000, "match.double_below": 1000},
    "the stages of docs/architecture.md": {"stages": ["cut", "deal 3", "deal 3", "deal 3", "contract", "tricks"]},
}

KNOWN = [
    pytest.param(STANDARD, OF_304, id="304"),
    pytest.param(SIDI_BARRANI, OF_SIDI_BARRANI, id="Sidi Barrani"),
]


@pytest.mark.parametrize(("known", "documents"), KNOWN)
def test_a_ruleset_that_says_nothing_else_has_the_values_of_its_document(
    known: Ruleset, documents: dict[str, dict[str, Any]]
) -> None:
    """It names its cards, seats and stages; the documents decide the rest."""
    needed = {name: plain(known)[name] for name in ("version", "name", "pack", "seating", "stages")}
    values = {path: value for path, (_, value) in parameters(parse({**needed, "key": "bare"})).items()}
    with cases() as case:
        for heading, of_heading in documents.items():
            for path, value in of_heading.items():
                with case(heading, path):
                    assert values.pop(path) == value
        with case("parameters that no document is named for"):
            assert not values


RETIRED = [
    pytest.param(
        STANDARD,
        {
            "auction8.over_partner": "forbidden_in_round",
            "closed.no_legal_lead": "force_open",
            "closed.indicator_trick8": "up_if_led_or_follows",
            "match.short_payment": "pays_what_it_has",
            "pay.pcc.least": 0,
            "pay.half_court.least": 0,
            "pay.full_court.least": 0,
        },
        id="304",
    ),
    pytest.param(
        SIDI_BARRANI,
        {
            "double.window_257": "both_opponents_asked",
            "match.tie": "deal_until_broken",
            "match.end": "deal_end",
            "violation": "undo",
        },
        id="Sidi Barrani",
    ),
]


@pytest.mark.parametrize(("known", "values"), RETIRED)
def test_what_was_a_parameter_once_keeps_the_one_value_with_which_deals_were_stored(
    known: Ruleset, values: dict[str, Any]
) -> None:
    """A6, B5, B7, B17, C2, C4, C13, C14. Rulesets of such deals name it to this day (`test_parameters`)."""
    assert dict(known.game.retired) == values
