"""A game is data: what was stored before a parameter was there is still read, and houses change any of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from domain.engine.parameters import find_differences, parse, plain
from domain.engine.ruleset_error import RulesetError
from domain.games.catalogue import RULESETS
from domain.games.three04.ruleset import MatchTerms, Three04Ruleset
from tests.family.random_deals import GAMES, SEVEN_RULES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_ruleset_is_read_back_from_its_plain_form(game: Three04Ruleset) -> None:
    assert parse(plain(game)) == game


def test_a_stored_ruleset_without_newer_parameters_has_their_defaults() -> None:
    """Deals that were recorded before a parameter was there are replayed as they were."""
    stored = plain(RULESETS["304"])
    for group in ("court", "double", "marriages", "last_trick_bonus"):
        del stored[group]
    del stored["auction4"]["first_must_bid"], stored["auction8"]["held"], stored["match"]["decimal_target"]
    del stored["pay"]["half_court"], stored["pay"]["full_court"]
    assert parse(stored) == RULESETS["304"]


def test_the_made_up_variant_differs_in_seven_parameters_and_in_no_code() -> None:
    """It plays by all laws of `tests.family.test_laws`."""
    assert len(find_differences(SEVEN_RULES, RULESETS["304-six-36"])) == 7


def test_no_code_asks_for_the_key_of_a_ruleset() -> None:
    """Architecture, “Stages as data”: keys stand in the catalogue, and nowhere else in the games or their replay."""
    keys = set(RULESETS) - {"304", "504", "904"}
    for package in ("domain", "replay"):
        for path in (ROOT / package).rglob("*.py"):
            if path.name == "catalogue.py":
                continue
            source = path.read_text()
            if not any(key in source for key in keys):
                continue  # To parse all modules takes seconds.
            words = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
            assert not words & keys, path


def test_the_catalogue_has_every_game_of_the_documents() -> None:
    """000 "Variants", "Maharashtrian version", "Tamil Nadu version"; 002; 004."""
    described = {"304", "304-bank", "304-jaffna", "304-cats", "304-decimal", "304-six-24", "304-six-36", "304-eight"}
    assert set(RULESETS) >= described | {"304-tamil-nadu", "504", "904", "304-maharashtra", "304-doso-viso"}


FAMILY = [game for game in RULESETS.values() if isinstance(game, Three04Ruleset)]


@pytest.mark.parametrize("game", FAMILY, ids=lambda game: game.key)
def test_the_least_bid_is_no_less_than_half_the_pack(game: Three04Ruleset) -> None:
    """000 "Bidding with Four Cards"."""
    assert game.auction4.minimum * 2 >= game.pack.total
    assert game.match == MatchTerms() or game.match.end in ("bank", "free")


def test_a_parameter_that_does_not_exist_is_refused() -> None:
    stored = plain(RULESETS["304"])
    stored["court"]["quarter"] = "alone"
    with pytest.raises(RulesetError, match="no rule parameter quarter"):
        parse(stored)
