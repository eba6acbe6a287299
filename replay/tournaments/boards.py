"""A board of a duplicate as JSON: its results compared, each score with its calculation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from domain.tournament.results.board import board_rows
from domain.tournament.results.lines import compare_boards
from domain.tournament.results.sheet import by_points
from domain.tournament.rulings.artificial import MARKS
from domain.tournament.state import PLAYED
from replay.tournaments.payloads import as_number
from replay.words import ENGLISH
from replay.words.values import translate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.tournament.aggregate import Tournament
    from domain.tournament.results.board import BoardRow
    from domain.tournament.standings.boards import Outcomes
    from domain.tournament.state import EntryId, Line
    from replay.words import Language

ARTIFICIAL: Final = {mark: name for name, mark in MARKS.items()}
"""The artificial score of each mark of `boards.AVERAGES`."""


def boards_of(tournament: Tournament) -> list[int]:
    """Return the numbers of the boards in the drawn rounds, ascending."""
    return sorted({board for draw in tournament.draws for pairing in draw.pairings for board in pairing.boards})


def boards_against_field(tournament: Tournament, lines: Iterable[Line], entry: EntryId) -> list[tuple[int, int]]:
    """Return the boards that an entry played, each with its score: above 0 if it did better than the field.

    ``lines``: the results that the reader may know. Returns none if no boards are compared.
    """
    own = list(lines)
    if not tournament.terms.rules.has_boards:
        return []
    entries, points = tuple(tournament.entries.values()), by_points(tournament.ruleset)
    played = {line.board for line in own if line.entry == entry and line.kind == PLAYED}
    scored = compare_boards(tournament.terms, entries, tournament.draws, own, points=points)
    return sorted((line.board, line.won - line.lost) for line in scored if line.entry == entry and line.board in played)


def board(
    tournament: Tournament, lines: Iterable[Line], number: int, *, withheld: bool, language: Language = ENGLISH
) -> dict[str, Any]:
    """Return a board with its results by round and table.

    ``lines``: the results that the reader may know. ``withheld``: True if the results of some tables are left out.
    """
    entries = tuple(tournament.entries.values())
    points = by_points(tournament.ruleset)
    rows = board_rows(tournament.terms, entries, tournament.draws, lines, number, points=points)
    return {
        "tournament": str(tournament.id),
        "board": number,
        "boards": boards_of(tournament),
        "withheld": withheld,
        "results": [_row(each, language) for each in rows],
    }


def _row(row: BoardRow, language: Language) -> dict[str, Any]:
    result = row.result
    values: dict[str, Any] = {
        "round": result.round,
        "table": result.table,
        "sides": result.sides,
        "confirmed": result.confirmed,
        "scores": [as_number(score) for score in row.scores],
        "why": [translate(language, why) for why in row.why],
    }
    if result.ruled:
        values["artificial"] = [ARTIFICIAL[mark] for mark in result.ruled]
    elif result.assigned:
        values["assigned"] = [_outcomes(each) for each in result.assigned]
    else:
        values["won"] = result.won
    return values


def _outcomes(outcomes: Outcomes) -> list[dict[str, int]]:
    return [{"percent": percent, "won": won} for percent, won in outcomes]
