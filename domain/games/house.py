"""A house's own ruleset: a known one with some rules changed, under its own name (ours)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from domain.engine.idle import idle
from domain.engine.parameters import different, override, spelled_out
from domain.engine.ruleset import Ruleset, RulesetError
from domain.games.catalogue import RULESETS

KEY: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
"""Small letters, digits and hyphens."""


def house_ruleset(
    base: Ruleset, key: str, name: str, changes: Mapping[str, Any], version: int = 1
) -> tuple[Ruleset, dict[str, Any]]:
    """Return the house's ruleset, and its changes parameter by parameter.

    Raises `RulesetError` for a key that is none or is taken, for what does not fit together (`override`), and for
    a change that changes nothing, or that says nothing in the game that it makes (`idle`).
    """
    if not KEY.fullmatch(key):
        raise RulesetError(f"{key!r} is no key: write up to 64 small letters, digits and hyphens, such as lagoon-fives")
    if key in RULESETS:
        raise RulesetError(f"{key} is the key of a known ruleset; a house's own needs another")
    house = override(base, key, name, changes, version)
    changed = {path: value for path, (_, value) in different(base, house).items()}
    if same := [path for path in spelled_out(base, changes) if path not in changed]:
        raise RulesetError(f"{key}: {', '.join(same)}: as in {base.key} already, so there is nothing to change")
    if wrong := next(idle(base, house, changed), ""):
        raise RulesetError(f"{key}: {wrong}")
    if not changed:
        raise RulesetError(f"{key} changes nothing in {base.key}; name at least one parameter")
    return house, changed
