"""The facts of tournaments, by subject: first those of a tournament, then those of each table of each round."""

from __future__ import annotations

from typing import Final

from domain.engine.facts import facts_in
from domain.tournament.facts import (
    adjustments,
    clock,
    encounters,
    entries,
    lifecycle,
    lots,
    matches,
    packs,
    results,
    rounds,
    rulings,
    wishes,
)

MODULES: Final = (
    lifecycle, entries, wishes, lots, rounds, clock, adjustments, packs, encounters, matches, results, rulings,
)  # fmt: skip
KINDS: Final = tuple(kind for module in MODULES for kind in facts_in(module))
