"""Parameters of a Jass that do not fit are refused in plain words, and are named as people discuss them (C1 to C14)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.engine.facts import CapsRuled
from domain.engine.parameters import override, parse, plain
from domain.engine.refusals import Refused
from domain.engine.rules import Rules
from domain.engine.ruleset_error import RulesetError
from domain.games.catalogue import SIDI_BARRANI, STANDARD
from tests.jass.table import Table


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        pytest.param({"bids.ladder": [50, 40]}, "must rise", id="a ladder that falls"),
        pytest.param({"bids.ladder": []}, "must rise", id="no ladder"),
        pytest.param({"bids.ladder": ["40"]}, "a whole number is needed", id="a ladder of words"),
        pytest.param({"denominations": ["Z"]}, "denominations are", id="no such denomination"),
        pytest.param({"denominations": []}, "denominations are", id="no denomination"),
        pytest.param({"double.until": "ever"}, "allowed: next_call", id="no such choice"),
        pytest.param({"double.redouble_factor": 2}, "redouble_factor", id="redoubling that doubles nothing"),
        pytest.param({"weis.table": {"sequences": [20], "fours": [1]}}, "weis.table", id="a short table"),
        pytest.param({"trump": {"ranks": "6789", "points": [0], "others": [0]}}, "trump.ranks", id="too few ranks"),
        pytest.param(
            {"trump": {"ranks": "678TQKA9J", "points": [0], "others": [0]}}, "trump.points", id="too few values"
        ),
        pytest.param({"match.target": 0}, "match.target", id="no target"),
        pytest.param({"auction4.minimum": 160}, "no rule parameter", id="a parameter of 304"),
        pytest.param({"stages": ["cut", "deal 9", "auction4", "tricks"]}, "the stages are", id="a stage of 304"),
        pytest.param({"stages": ["cut", "deal 9", "tricks", "contract"]}, "the stages are", id="stages out of order"),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesetError, match=words):
        override(SIDI_BARRANI, "house", "a house", changes)


def hearts(points: int, bid: int = 1) -> dict[str, Any]:
    """Only hearts are bid, and all cards together are worth so many points."""
    values = [0] * 8 + [points]
    return {
        "denominations": ["H"],
        "trump": {"ranks": "678TQKA9J", "points": values, "others": [0] * 9},
        "bids.ladder": [bid],
    }


SEVEN_LENGTHS = {"sequences": [20, 50, 100, 150, 180, 200, 220], "fours": [0, 0, 0, 0, 100, 200, 100, 100, 100]}
"""A value for each number of cards from three to nine."""


@pytest.mark.parametrize(
    ("allowed", "refused", "words"),
    [
        pytest.param(hearts(10_000), hearts(10_001), "1 to 10000 points together", id="the most points of a pack"),
        pytest.param(hearts(1), hearts(0), "1 to 10000 points together", id="the least"),
        pytest.param(hearts(1, 1), hearts(1, 0), "bids.ladder must rise", id="the lowest bid"),
        pytest.param(
            {"match.target": 1, "match.double_below": 1},
            {"match.target": 0, "match.double_below": 0},
            "match.target must be at least 1",
            id="the least target",
        ),
        pytest.param({"may_review_tricks": 9}, {"may_review_tricks": 10}, "a deal has 9 tricks", id="tricks looked at"),
        pytest.param(
            {"weis.table": SEVEN_LENGTHS},
            {"weis.table": {**SEVEN_LENGTHS, "sequences": [*SEVEN_LENGTHS["sequences"], 300]}},
            "weis.table.sequences",
            id="lengths of a sequence",
        ),
    ],
)
def test_each_limit_itself_is_allowed_and_the_next_value_is_refused(
    allowed: dict[str, Any], refused: dict[str, Any], words: str
) -> None:
    override(SIDI_BARRANI, "house", "a house", allowed)
    with pytest.raises(RulesetError, match=words):
        override(SIDI_BARRANI, "house", "a house", refused)


def test_the_family_follows_from_the_stages() -> None:
    assert type(parse(plain(SIDI_BARRANI))) is type(SIDI_BARRANI)
    assert type(parse(plain(STANDARD))) is type(STANDARD)
    with pytest.raises(RulesetError, match="no rule parameter"):
        parse({**plain(SIDI_BARRANI), "stages": plain(STANDARD)["stages"]})
    with pytest.raises(RulesetError):
        parse({"key": "x", "stages": 7})


def test_a_ruleset_of_304_has_no_stage_of_a_jass() -> None:
    mixed = replace(STANDARD, key="mixed", stages=("cut", "deal 4", "deal 4", "contract", "play"))
    with pytest.raises(RulesetError, match="mixed: there is no stage 'contract' in this game"):
        Rules(mixed)


def test_there_is_no_caps_in_a_jass() -> None:
    table = Table().playing("S 40 H")
    with pytest.raises(Refused, match="this game has no Caps"):
        table.record.rule_caps(CapsRuled("missing", "S"))
