"""Changes since a draw to the scores behind it: corrected results of earlier rounds, and rulings.

A recorded draw and its reasons do not change. These rows show the reader which scores have changed since.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from replay.words import ENGLISH
from replay.words.draws import changed_result, changed_ruling, side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.tournament.aggregate import Tournament
    from domain.tournament.encounter import Encounter
    from replay.words import Language


def is_based_on_results(tournament: Tournament, number: int) -> bool:
    """Return whether the draw of a round was based on results of earlier rounds."""
    return number > 1 and tournament.terms.rules.rests_on_results


def changed_results(
    tables: Iterable[tuple[Encounter | None, Encounter]], language: Language = ENGLISH
) -> list[dict[str, Any]]:
    """Return a row for each table whose result has changed since the round was drawn, in the order of the rounds.

    ``tables``: each encounter as it was then (None if there was none) and as it is now.
    """
    rows = []
    for before, now in tables:
        was, is_ = (None if before is None else _result(before)), _result(now)
        if was == is_:
            continue
        setting = now.setting
        sides = [side(language, [setting.names[entry] for entry in entries]) for entries in setting.sides]
        row = {"round": setting.round, "table": setting.table, "sides": sides, "was": was, "now": is_}
        rows.append(row | {"told": changed_result(language, row)})
    return sorted(rows, key=lambda row: (row["round"], row["table"]))


def changed_rulings(tournament: Tournament, number: int, language: Language = ENGLISH) -> list[dict[str, Any]]:
    """Return a row for each ruling about a score that was made or taken back since a round was drawn."""
    then, now = tournament.round(number).rulings, tournament.adjustments
    made = [each for each, ruling in sorted(now.items()) if each not in then and ruling.round < number]
    return [
        {"number": each, "taken_back": taken_back, "told": changed_ruling(language, tournament, each)}
        for taken_back, numbers in ((False, made), (True, sorted(then - now.keys())))
        for each in numbers
    ]


def _result(table: Encounter) -> dict[str, Any] | None:
    """Return the result of a table; None if it has none."""
    if table.dropped:
        return None
    if table.forfeits:
        return {"forfeits": list(table.forfeits)}
    result = table.results.get(0)
    return {"won": list(result.score.won)} if result else None
