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
    """Return a row for each result that has changed since the round was drawn, in the order of the rounds.

    A table with boards has a row for each of its boards that changed.

    ``tables``: each encounter as it was then (None if there was none) and as it is now.
    """
    rows = []
    for before, now in tables:
        was, is_ = ({} if before is None else _results(before)), _results(now)
        changed = sorted(board for board in was.keys() | is_.keys() if was.get(board) != is_.get(board))
        setting = now.setting
        sides = [side(language, [setting.names[entry] for entry in entries]) for entries in setting.sides]
        for board in changed:
            row = {"round": setting.round, "table": setting.table, "board": board, "sides": sides}
            row |= {"was": was.get(board), "now": is_.get(board)}
            rows.append(row | {"told": changed_result(language, row)})
    return sorted(rows, key=lambda row: (row["round"], row["table"], row["board"]))


def changed_rulings(tournament: Tournament, number: int, language: Language = ENGLISH) -> list[dict[str, Any]]:
    """Return a row for each ruling about a score that was made or taken back since a round was drawn."""
    then, now = tournament.round(number).rulings, tournament.adjustments
    made = [each for each, ruling in sorted(now.items()) if each not in then and ruling.round < number]
    return [
        {"number": each, "taken_back": taken_back, "told": changed_ruling(language, tournament, each)}
        for taken_back, numbers in ((False, made), (True, sorted(then - now.keys())))
        for each in numbers
    ]


def _results(table: Encounter) -> dict[int, dict[str, Any]]:
    """Return the results of a table by board; 0 stands for the whole encounter."""
    if table.dropped:
        return {}
    if table.forfeits:
        return {0: {"forfeits": list(table.forfeits)}}
    return {
        **{board: {"won": list(result.score.won)} for board, result in table.results.items()},
        **{board: {"artificial": list(given.scores)} for board, given in table.given.items()},
        **{
            board: {"assigned": [list(map(list, fact.north_south)), list(map(list, fact.east_west))]}
            for board, fact in table.decided.items()
        },
    }
