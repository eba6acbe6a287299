"""Helpers for games to choose the clause that an act broke, if the ruleset or the deal decides it (`Game.clauses`).

`refusals.CLAUSES` has one clause for each code: the clause of the default rule. For another value of a parameter the
rule is in another document, or in none; then the clause names the parameter. A clause that permits the act is never
quoted. `tests/audit/test_clauses.py` has a case for each, read in the documents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.refusals import Clause

if TYPE_CHECKING:
    from domain.engine.rules import Rules
    from domain.engine.state import State


def parameter(name: str) -> Clause:
    """Return the clause of a rule that is in no document, only in a parameter of the ruleset."""
    return Clause("ruleset", name)


def stage(rules: Rules, s: State) -> str:
    """Return the name of the current stage in the ruleset; ``over`` after the last one."""
    return rules.ruleset.stages[s.stage] if s.stage < len(rules.ruleset.stages) else "over"
