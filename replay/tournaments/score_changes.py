"""Changes of the standings by a ruling at a table, shown before it is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.tournament.standings.scores import amount
from replay.tournaments.payloads import rank_entries
from replay.words import ENGLISH
from replay.words.values import translate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Line
    from domain.tournament.tables.encounter import Encounter
    from replay.words import Language


def score_changes(
    tournament: Tournament, lines: Iterable[Line], table: Encounter, language: Language = ENGLISH
) -> list[dict[str, Any]]:
    """Return a row for each entry whose score or place a ruling changes, in the order of the places now.

    ``lines``: all lines of the tournament now. ``table``: the table as it would be after the ruling.
    """
    setting, before = table.setting, list(lines)
    elsewhere = [line for line in before if (line.round, line.table) != (setting.round, setting.table)]
    after = {row.entry: row for row in rank_entries(tournament, [*elsewhere, *table.lines()])}
    rows = []
    for row in rank_entries(tournament, before):
        now = after[row.entry]
        if (row.score, row.place) == (now.score, now.place):
            continue
        scores = [translate(language, amount(tournament.terms, each.score)) for each in (row, now)]
        rows.append(
            {
                "entry": row.entry,
                "name": tournament.entries[row.entry].name,
                "score": scores[0],
                "new_score": scores[1],
                "place": row.place,
                "new_place": now.place,
            }
        )
    return rows
