"""Find values of rule parameters that have no effect, so that a house cannot name them in a new ruleset.

A parameter may depend on another ("what Double pays" where nobody announces it), and a value may mean the same as
another (a highest bid of 304 where bids go up in tens). Only new rulesets are checked; stored ones are read whatever
they hold. A law holds that every other value changes a deal (`tests/houses/test_parameters.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domain.engine.ruleset import Ruleset


def idle(base: Ruleset, ruleset: Ruleset, changed: Iterable[str]) -> Iterator[str]:
    """Yield why a change of these parameters has no effect in the ruleset."""
    for path in changed:
        for paths, matters, what in ruleset.game.waits:
            if any(path == each or path.startswith(f"{each}.") for each in paths) and not matters(ruleset):
                yield f"{path} says nothing here: it matters only {what}"
        yield from ruleset.game.says_nothing(base, ruleset, path)


def of_group(group: str, names: str) -> tuple[str, ...]:
    """Return some parameters of a group."""
    return tuple(f"{group}.{name}" for name in names.split())
