"""The rules of one ruleset of 304."""

from __future__ import annotations

from domain.engine.rules import Rules
from domain.games.three04.ruleset import Three04Ruleset


class Three04Rules(Rules):
    """One ruleset of 304, ready to run."""

    ruleset: Three04Ruleset


def rules_of_304(rules: Rules) -> Three04Rules:
    """Return ``rules`` with the type `Three04Rules`. Raises TypeError if they are of another game."""
    if not isinstance(rules, Three04Rules):
        raise TypeError(f"{rules.ruleset.key} is not 304")
    return rules
