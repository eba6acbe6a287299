"""Changes since a draw to the scores behind it: corrected results of earlier rounds, and rulings.

A recorded draw and its reasons do not change. These rows show the reader which scores have changed since. A result that
the draw assumed has changed if the real one counts otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from domain.tournament.draws.assumed import is_as_assumed
from domain.tournament.tables.encounter import encounter_id
from replay.sentence_fields import sentence_fields
from replay.words import ENGLISH
from replay.words.draws import assumed_result, changed_result, changed_ruling, side

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Assumption
    from domain.tournament.tables.encounter import Encounter
    from domain.tournament.terms import Terms
    from replay.words import Language

STILL_PLAYS: Final = "playing"
AS_ASSUMED: Final = "as-assumed"
DIFFERS: Final = "differs"


def is_based_on_results(tournament: Tournament, number: int) -> bool:
    """Return whether the draw of a round was based on results of earlier rounds."""
    return number > 1 and tournament.terms.rules.rests_on_results


def changed_results(
    tables: Iterable[tuple[Encounter | None, Encounter]],
    terms: Terms,
    assumed: Iterable[Assumption] = (),
    language: Language = ENGLISH,
) -> list[dict[str, Any]]:
    """Return a row for each result that has changed since the round was drawn, in the order of the rounds.

    A table with boards has a row for each of its boards that changed.

    ``tables``: each encounter as it was then (None if there was none) and as it is now. ``assumed``: the results that
    the draw assumed.
    """
    rows = []
    by_table = {(each.round, each.table): each for each in assumed}
    for before, now in tables:
        was, is_ = ({} if before is None else _results(before)), _results(now)
        setting = now.setting
        assumption = by_table.get((setting.round, setting.table))
        if assumption:
            if not is_ or state_of(now, terms, assumption) == AS_ASSUMED:
                continue
            was = {0: {"won": list(assumption.won), "assumed": terms.scoring.counts}}
        changed = sorted(board for board in was.keys() | is_.keys() if was.get(board) != is_.get(board))
        sides = [side(language, [setting.names[entry] for entry in entries]) for entries in setting.sides]
        for board in changed:
            row = {"round": setting.round, "table": setting.table, "board": board, "sides": sides}
            row |= {"was": was.get(board), "now": is_.get(board)}
            rows.append(row | sentence_fields(changed_result(language, row)))
    return sorted(rows, key=lambda row: (row["round"], row["table"], row["board"]))


def assumed_results(
    tournament: Tournament, number: int, tables: Mapping[UUID, Encounter], language: Language = ENGLISH
) -> list[dict[str, Any]]:
    """Return a row for each result that the draw of a round assumed, in the order of the rounds.

    ``tables``: the encounters as the reader may know them, by id.
    """
    rows = []
    for each in tournament.round(number).drawn.assumed:
        encounter = tables.get(encounter_id(tournament.id, each.round, each.table))
        state = state_of(encounter, tournament.terms, each)
        pairing = next(table for table in tournament.round(each.round).drawn.pairings if table.table == each.table)
        names = [[tournament.entries[entry].name for entry in entries] for entries in pairing.sides]
        row = {
            "round": each.round,
            "table": each.table,
            "sides": [side(language, own) for own in names],
            "won": list(each.won),
            "counts": tournament.terms.scoring.counts,
            "state": state,
            "now": None if encounter is None else _results(encounter).get(0),
        }
        rows.append(row | sentence_fields(assumed_result(language, row)))
    return rows


def state_of(encounter: Encounter | None, terms: Terms, assumption: Assumption) -> str:
    """Return whether the table of an assumed result still plays, or how its result compares with the assumption."""
    if encounter is None or encounter.dropped or not (encounter.forfeits or 0 in encounter.results):
        return STILL_PLAYS
    same = not encounter.forfeits and is_as_assumed(terms, assumption, encounter.results[0].score)
    return AS_ASSUMED if same else DIFFERS


def changed_rulings(tournament: Tournament, number: int, language: Language = ENGLISH) -> list[dict[str, Any]]:
    """Return a row for each ruling about a score that was made or taken back since a round was drawn."""
    then, now = tournament.round(number).rulings, tournament.adjustments
    made = [each for each, ruling in sorted(now.items()) if each not in then and ruling.round < number]
    return [
        {"number": each, "taken_back": taken_back, **sentence_fields(changed_ruling(language, tournament, each))}
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
