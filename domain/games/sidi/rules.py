"""The rules of one ruleset of Sidi Barrani."""

from __future__ import annotations

from domain.engine.rules import Rules
from domain.games.sidi.ruleset import SidiRuleset


class SidiRules(Rules):
    """One ruleset of Sidi Barrani, ready to run."""

    ruleset: SidiRuleset


def rules_of_sidi(rules: Rules) -> SidiRules:
    """Return ``rules`` with the type `SidiRules`. Raises TypeError if they are of another game."""
    if not isinstance(rules, SidiRules):
        raise TypeError(f"{rules.ruleset.key} is not Sidi Barrani")
    return rules
