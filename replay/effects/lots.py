"""The effect of lots: the order of entries without a seed in draws, and the order of entries that share a place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.tournament.aggregate import DRAWS
from domain.tournament.facts.lots import LotsDrawn, LotsPromised
from replay.effects.groups import group
from replay.tournaments.payloads import TIE_BREAK, level_entries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.engine.facts import Fact
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Line
    from replay.words.effects import EffectWords


def lots_changes(
    before: Tournament, lines: Sequence[Line], pending: Sequence[Fact], words: EffectWords
) -> list[dict[str, Any]]:
    """Return the group of lots that are drawn, opened or sealed. Their order is not shown: the real one is another."""
    groups = []
    for fact in pending:
        if not isinstance(fact, LotsDrawn | LotsPromised):
            continue
        sealed, ties = isinstance(fact, LotsPromised), fact.purpose != DRAWS
        unseeded = sum(entry.seed is None for entry in before.entries.values())
        replaced = sealed and fact.purpose in before.promised
        notes = words.lots_notes(ties=ties, unseeded=unseeded, sealed=sealed, replaced=replaced)
        rows = []
        if fact.purpose == TIE_BREAK:
            if "lot" in before.terms.tie_breaks:
                level = level_entries(before, lines) if before.rounds else []
                rows = [(words.place(place), words.listed(entries), words.by_lot) for place, entries in level]
                notes += [] if rows else [words.no_ties()]
            else:
                notes.append(words.lots_unused())
        groups += group("lots", words.lots_title(ties=ties), rows, notes)
    return groups
