"""A club's own ruleset: a known ruleset with some parameters changed, under its own key and name (ours)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from domain.engine.idle import idle
from domain.engine.parameters import find_differences, override, spell_out
from domain.engine.ruleset import Ruleset
from domain.engine.ruleset_error import RulesetError
from domain.engine.words.values import Listing, sentence
from domain.games.catalogue import RULESETS

KEY: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
"""The form of a ruleset's key: up to 64 small letters, digits and hyphens, not beginning with a hyphen."""


def house_ruleset(
    base: Ruleset, key: str, name: str, changes: Mapping[str, Any], version: int = 1
) -> tuple[Ruleset, dict[str, Any]]:
    """Return the club's ruleset, and its changes as a mapping of parameter to new value.

    Raises `RulesetError` if the key is malformed or taken, if the parameters do not fit together (`override`), or if
    a change leaves its parameter as it was or has no effect in the new ruleset (`idle`).
    """
    if not KEY.fullmatch(key):
        raise RulesetError(
            sentence(
                "{key} is no key: write up to 64 small letters, digits and hyphens, such as lagoon-fives", key=repr(key)
            )
        )
    if key in RULESETS:
        raise RulesetError(sentence("{key} is the key of a known ruleset; a house's own needs another", key=key))
    house = override(base, key, name, changes, version)
    changed = {path: value for path, (_, value) in find_differences(base, house).items()}
    if same := [path for path in spell_out(base, changes) if path not in changed]:
        paths = Listing(tuple(same))
        raise RulesetError(
            sentence(
                "{key}: {paths}: as in {base} already, so there is nothing to change",
                key=key,
                paths=paths,
                base=base.key,
            )
        )
    if wrong := next(idle(base, house, changed), None):
        raise RulesetError(sentence("{key}: {wrong}", key=key, wrong=wrong))
    if not changed:
        raise RulesetError(
            sentence("{key} changes nothing in {base}; name at least one parameter", key=key, base=base.key)
        )
    return house, changed
