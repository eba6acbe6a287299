"""Helpers for games to choose the clause that an act broke, where the ruleset or the deal decides (`Game.clauses`).

`refusals.CLAUSES` has one clause for each code: that of the default rule. Another value of a parameter is in another
document, or in none; then the clause names the parameter. A clause that permits the act is never quoted.
`tests/audit/test_clauses.py` has each case, as read in the documents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.refusals import Clause

if TYPE_CHECKING:
    from domain.engine.rules import Rules
    from domain.engine.state import State


def parameter(name: str) -> Clause:
    """Return the clause of a rule that only the ruleset has."""
    return Clause("ruleset", name)


def stage(rules: Rules, s: State) -> str:
    """Return the current stage as the ruleset names it; ``over`` after the last."""
    return rules.ruleset.stages[s.stage] if s.stage < len(rules.ruleset.stages) else "over"
