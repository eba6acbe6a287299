"""The facts of tournaments, by subject: first those of a tournament, then those of each table of each round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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

if TYPE_CHECKING:
    from domain.engine.facts import Fact

KINDS: Final[tuple[type[Fact], ...]] = (
    *lifecycle.KINDS,
    *entries.KINDS,
    *wishes.KINDS,
    *lots.KINDS,
    *rounds.KINDS,
    *clock.KINDS,
    *adjustments.KINDS,
    *packs.KINDS,
    *encounters.KINDS,
    *matches.KINDS,
    *results.KINDS,
    *rulings.KINDS,
)
