"""Random deals of Sidi Barrani as lines of an archive."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from domain.catalogue import SIDI_BARRANI
from domain.facts import Act
from domain.rules import Rules, rules_of
from domain.ruleset import override
from tests.bulk.archives import written
from tests.jass.random_jass import deal

RULES = rules_of(SIDI_BARRANI)


def house(changes: dict[str, Any]) -> Rules:
    """A house's way of playing."""
    return rules_of(override(SIDI_BARRANI, "sidi-house", "a house's way", changes))


def line_of(rules: Rules, dealer: str, acts: Iterable[Act]) -> bytes:
    """The line of these acts."""
    s = rules.start(dealer)
    acts = list(acts)
    for act in acts:
        rules.apply(s, act)
    return written(rules, dealer, acts, s)


@cache
def lines(rules: Rules, count: int, first: int = 0) -> tuple[bytes, ...]:
    """So many random legal deals that were played, not passed out."""
    found: list[bytes] = []
    seed = first
    while len(found) < count:
        told = line_of(rules, *deal(rules, seed))
        seed += 1
        if b'"plays"' in told:
            found.append(told)
    return tuple(found)
