"""The clause of the rule that an act broke, where the code of the refusal alone does not decide it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from domain.engine.facts import Act
    from domain.engine.refusals import Clause, Refusal
    from domain.engine.rules import Rules

BY_ACT: Final = frozenset({"wrong-stage", "deal-over", "not-the-maker"})
"""Codes that say only that an act came at the wrong time, or from the wrong player."""


def clause_of(rules: Rules, act: Act, refusal: Refusal) -> Clause:
    """Return the clause of the rule that an act broke."""
    ruleset = rules.ruleset
    return ruleset.game.clause_of_act(ruleset, act, refusal) if refusal.code in BY_ACT else refusal.clause
