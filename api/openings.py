"""What matches and deals have in common when they begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from domain.catalogue import ruleset
from domain.ruleset import AnyRuleset, RulesetError, override

FIXED: Final = frozenset({"pack", "seating", "stages"})
"""What makes a game that game; a house cannot change it."""


def game_of(told: Mapping[str, Any]) -> str | AnyRuleset | None:
    """The game that was asked for: a known one by its key, or a house's way of playing it."""
    key: str | None = told.get("ruleset")
    house = told.get("house")
    if key is None or house is None:
        return key
    changes = house["changes"]
    for path in changes:
        if path.partition(".")[0] in FIXED:
            raise RulesetError(f"a house rule cannot change {path}")
    return override(ruleset(key), house["key"], house["name"], changes)
