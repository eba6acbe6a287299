"""What matches and deals have in common when they begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.engine.ruleset import Ruleset
from domain.games.catalogue import ruleset
from domain.games.house import house_ruleset


def game_of(told: Mapping[str, Any]) -> str | Ruleset | None:
    """The game that was asked for: by its key, or a house's way of playing a known one."""
    key: str | None = told.get("ruleset")
    house = told.get("house")
    if key is None or house is None:
        return key
    game, _ = house_ruleset(ruleset(key), house["key"], house["name"], house["changes"])
    return game
