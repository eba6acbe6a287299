"""The clause that an act broke, where the ruleset or the deal decides on it.

`refusals.CLAUSES` has one clause for each code: where the default rule stands. A parameter with another value is told
in another document, or in none; then the clause names the parameter. A clause that permits the act is never quoted.
`tests/audit/test_clauses.py` has each case, as it was read in the documents.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from domain.engine.refusals import Clause, Refusal

if TYPE_CHECKING:
    from domain.engine.facts import Act
    from domain.engine.rules import Rules
    from domain.engine.state import State


def cited(rules: Rules, s: State, act: Act, broke: Refusal) -> Refusal:
    """Return the refusal with the clause that the ruleset's own values rest on."""
    decide = rules.ruleset.game.clauses.get(broke.code)
    clause = decide(rules, s, act) if decide else None
    return replace(broke, cited=clause) if clause else broke


def parameter(name: str) -> Clause:
    """A rule that no document has: the ruleset itself says so."""
    return Clause("ruleset", name)


def stage(rules: Rules, s: State) -> str:
    """The stage that the deal is in, as the ruleset names it."""
    return rules.ruleset.stages[s.stage] if s.stage < len(rules.ruleset.stages) else "over"
