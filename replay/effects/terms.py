"""Which terms a command would change."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from replay.effects.groups import group
from replay.words.terms import term_name, term_value

if TYPE_CHECKING:
    from domain.tournament.terms import Terms
    from replay.words.effects import EffectWords


def term_changes(before: Terms, after: Terms, words: EffectWords) -> list[dict[str, Any]]:
    """Return the group of the terms that change."""
    was, now = values_of(before), values_of(after)
    rows = (
        (
            term_name(words.language, name),
            term_value(words.language, name, was[name], wins=before.scoring.counts == "wins"),
            term_value(words.language, name, now[name], wins=after.scoring.counts == "wins"),
        )
        for name in was
    )
    return group("terms", words.terms, rows)


def values_of(terms: Terms) -> dict[str, Any]:
    """Return the values of terms by name: ``rounds``, ``scoring.late``."""
    values: dict[str, Any] = {}
    for name, value in asdict(terms).items():
        values |= {f"{name}.{part}": each for part, each in value.items()} if isinstance(value, dict) else {name: value}
    return values
