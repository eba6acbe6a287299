"""The rulebook that a ruleset's data make: it tells every parameter, and where each sentence stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from domain.catalogue import RULESETS, STANDARD
from domain.rulebook import rulebook
from domain.ruleset import Ruleset, RulesetError, override

FAMILY = [ruleset for ruleset in RULESETS.values() if isinstance(ruleset, Ruleset)]
UNTOLD = {"key", "version", "name", "stages", "pack", "seating", "points_scale"}
"""Not a rule of its own: what the game is called and consists of, and how numbers are written."""
BASE = override(
    STANDARD,
    key="base",
    name="Where every parameter matters",
    changes={
        "bids.step_from_200": 5,
        "violation.remedy": "award_game_plus",
        "double.allowed": True,
        "court.half": "alone",
        "court.full": True,
        "marriages.allowed": True,
    },
)
NO_ODDS = {"bids.five_step_starts"}
"""Either way the first number that steps of five add is 205."""
ONE_WAY = {"closed.no_legal_lead", "closed.indicator_trick8", "auction8.over_partner", "match.short_payment"}
"""Parameters that have a single value so far."""
FOR_OFFICIALS = {"reveal.after_hand", "caps.order", "caps.forced_plays_count", "caps.external_wrong"}
"""How the record judges and shows; not what players do."""


GIVEN: dict[str, dict[str, Any]] = {
    "match.decimal_target": {"match.end": "points"},
    "match.pay_to": {"match.end": "bank"},
}
"""What a parameter needs to matter, where that makes another one idle."""


def alternatives() -> Iterator[tuple[str, Any]]:
    """Every parameter with every other value that its type allows."""
    for group, kind in get_type_hints(Ruleset).items():
        if group in UNTOLD:
            continue
        value = getattr(BASE, group)
        if not is_dataclass(value):
            yield from ((group, other) for other in others(kind, value))
            continue
        hints = get_type_hints(type(value))
        for field in fields(value):
            path = f"{group}.{field.name}"
            if path not in ONE_WAY | FOR_OFFICIALS | NO_ODDS:
                inner = getattr(value, field.name)
                yield from ((path, other) for other in others(hints[field.name], inner))


def others(kind: Any, value: Any) -> Iterator[Any]:
    if get_origin(kind) is Literal:
        yield from (other for other in get_args(kind) if other != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif value is None:
        yield 2


@pytest.mark.parametrize(("path", "value"), list(alternatives()), ids=str)
def test_a_rule_that_is_changed_is_told_differently(path: str, value: Any) -> None:
    base = override(BASE, key="base", name="Base", changes=GIVEN.get(path, {}))
    assert rulebook(changed(base, path, value)) != rulebook(base)


def changed(base: Ruleset, path: str, value: Any) -> Ruleset:
    """The ruleset with this value of a parameter, or with a number near it that fits."""
    for fitting in (value, *((value - 11, value + 4, value + 9) if isinstance(value, int) else ())):
        with suppress(RulesetError):
            return override(base, key="house", name="House", changes={path: fitting})
    raise AssertionError(f"{path} has no other value that fits")


@pytest.mark.parametrize("ruleset", FAMILY, ids=lambda each: each.key)
def test_every_sentence_is_one_and_says_where_it_stands(ruleset: Ruleset) -> None:
    for chapter in rulebook(ruleset):
        assert chapter.rules
        for rule in chapter.rules:
            assert rule.text[0].isupper()
            assert rule.text.endswith(".")
            assert rule.source.startswith(("000", "001", "002", "003", "004", "ours"))


def test_two_games_of_the_catalogue_have_two_rulebooks() -> None:
    books = [rulebook(ruleset) for ruleset in FAMILY]
    assert len(set(books)) == len(books)
