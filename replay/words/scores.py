"""Scores of tournaments in words: ``6 points``, ``-½ token``."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from domain.tournament.scores import adjustment_amount, written

if TYPE_CHECKING:
    from fractions import Fraction

    from domain.tournament.terms import Terms
    from replay.words import Language


def amount(language: Language, counts: str, value: Fraction) -> str:
    """Return a score with what it is counted in. ``counts``: `Scoring.counts`."""
    num, text = ceil(abs(value)), written(value)
    match counts:
        case "tokens":
            return language.ngettext("%(amount)s token", "%(amount)s tokens", num, amount=text)
        case "deals":
            return language.ngettext("%(amount)s deal", "%(amount)s deals", num, amount=text)
        case "matchpoints":
            return language.ngettext("%(amount)s matchpoint", "%(amount)s matchpoints", num, amount=text)
        case "cross-tokens":
            return language.ngettext("%(amount)s cross-token", "%(amount)s cross-tokens", num, amount=text)
        case "imps":
            return language.ngettext("%(amount)s imp", "%(amount)s imps", num, amount=text)
    return language.ngettext("%(amount)s point", "%(amount)s points", num, amount=text)


def adjustment(language: Language, terms: Terms, number: int, unit: str) -> str:
    """Return the amount of an `Adjustment` with its unit."""
    counts = "tokens" if unit == "tokens" else terms.scoring.counts
    return amount(language, counts, adjustment_amount(terms, number, unit))
