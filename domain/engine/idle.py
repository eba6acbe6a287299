"""Find changes of parameters that have no effect, so that a club cannot make them in a new ruleset.

A parameter may depend on another (the pay of Double in a game without Double), and two values may mean the same (a
highest bid of 304 if bids go up in tens). Only new rulesets are checked; stored ones are always read. A test checks
that every other change changes some deal (`tests/houses/test_parameters.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from domain.engine.words.values import Term, sentence

if TYPE_CHECKING:
    from domain.engine.ruleset import Ruleset


def idle(base: Ruleset, ruleset: Ruleset, changed: Iterable[str]) -> Iterator[Term]:
    """Yield a sentence for each of the changed parameters that has no effect in the ruleset. ``base``: before it."""
    for path in changed:
        for paths, matters, what in ruleset.game.waits:
            if any(path == each or path.startswith(f"{each}.") for each in paths) and not matters(ruleset):
                yield sentence("{path} says nothing here: it matters only {what}", path=path, what=what)
        yield from ruleset.game.explain_idle(base, ruleset, path)


def of_group(group: str, names: str) -> tuple[str, ...]:
    """Return the full names of parameters of a group. ``names``: their names in it, separated by spaces."""
    return tuple(f"{group}.{name}" for name in names.split())
