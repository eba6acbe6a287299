"""A ruleset is built once for each content and process, and the known ones when they are asked for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from domain.engine import parameters
from domain.engine.parameters import LONGEST_REMEMBERED, REMEMBERED, override, parse, plain
from domain.engine.ruleset_error import RulesetError
from domain.games import catalogue
from domain.games.catalogue import RULESETS, STANDARD

ROOT = Path(__file__).parents[2]


def fresh(name: str) -> dict[str, Any]:
    """Return a ruleset of a name, as if it had just been read."""
    data: dict[str, Any] = json.loads(json.dumps(plain(override(STANDARD, "fresh", name, {"pay.pcc.win": 6}))))
    return data


def built() -> int:
    return parameters._parse_text.cache_info().misses


def test_equal_content_is_built_once() -> None:
    game, before = parse(fresh("once")), built()
    assert parse(fresh("once")) is game
    assert built() == before


def test_each_other_content_is_built_anew() -> None:
    assert parse(fresh("one")).name == "one"
    assert parse(fresh("other")).name == "other"


def test_an_equal_value_of_another_type_is_refused_though_the_right_one_is_remembered() -> None:
    """In Python ``True`` is equal to ``1``, and ``1.0`` as well."""
    data = fresh("types")
    assert parse(data).version == 1
    for value in (True, 1.0):
        with pytest.raises(RulesetError, match="a whole number is needed"):
            parse({**data, "version": value})


def test_a_refusal_is_not_remembered_as_a_ruleset() -> None:
    wrong = {**fresh("wrong"), "shuffle": "sloppy"}
    for _ in range(2):
        with pytest.raises(RulesetError, match="shuffle"):
            parse(wrong)
    with pytest.raises(RulesetError):
        parse({**fresh("no JSON"), "name": object()})


def test_what_is_remembered_has_a_bound() -> None:
    long = fresh("a" * LONGEST_REMEMBERED)
    before = built()
    assert parse(long) == parse(long)
    assert built() == before, "too long to be remembered"
    for number in range(REMEMBERED + 20):
        parse(fresh(f"number {number}"))
    assert parameters._parse_text.cache_info().currsize == REMEMBERED


def test_what_is_remembered_cannot_be_changed() -> None:
    data = fresh("frozen")
    game = parse(data)
    data["stages"].append("another")
    data["pay"]["pcc"]["win"] = 99
    assert plain(game) == fresh("frozen")
    with pytest.raises(AttributeError):
        game.name = "changed"  # type: ignore[misc]


def test_no_ruleset_is_built_before_one_is_asked_for() -> None:
    """The command and the ledger import the catalogue; a replay of a deal of 304 needs none but 304."""
    program = (
        "import api.cli.deals, domain.ledger\n"
        "from domain.games.catalogue import RULESETS\n"
        "assert '304-eight' in RULESETS and len(RULESETS) == 14 and list(RULESETS)[0] == '304'\n"
        "print(*RULESETS._built)\n"
        "RULESETS['304-decimal']\n"
        "print(*RULESETS._built)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["", "304 304-cats 304-decimal"]


def test_a_known_ruleset_is_one_object() -> None:
    assert RULESETS["304"] is RULESETS.get("304") is catalogue.ruleset("304") is STANDARD
    assert "305" not in RULESETS
    assert RULESETS.get("305") is None
    with pytest.raises(AttributeError, match="STANDART"):
        catalogue.STANDART  # noqa: B018
