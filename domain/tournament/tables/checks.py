"""Checks before a decision at a table of a round: each raises `Declined` with the reason if it is not possible now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.words.values import Listing
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.engine.words.values import Term
    from domain.tournament.results.result import Result
    from domain.tournament.tables.encounter import Encounter


def check_played(table: Encounter) -> None:
    """Raise `Declined` if the table was dropped by a redraw."""
    if table.dropped:
        raise Declined("encounter-dropped", "{where} is not played: the round was redrawn", where=table.describe())


def check_open(table: Encounter) -> None:
    """Raise `Declined` if the table was dropped, or its round is closed."""
    check_played(table)
    if table.closed:
        raise Declined(
            "round-closed",
            "round {number} is closed: correct its results, or reopen it first",
            number=table.setting.round,
        )


def check_still_reported(table: Encounter, boards: Iterable[int]) -> None:
    """Raise `Declined` if the round is closed and one of the boards has no result beneath a ruling that is taken back.

    Every board of a closed round has a result or another score: otherwise the standings would lack it unnoticed.
    """
    without = [board for board in boards if board not in table.played and not table.ruled.get(board)]
    if table.closed and without:
        raise Declined(
            "round-closed",
            "round {number} is closed, and {where} would be left without a result: reopen the round first",
            number=table.setting.round,
            where=table.describe(without[0]),
        )


def is_free(table: Encounter) -> bool:
    """Return whether nothing is recorded at the table."""
    recorded = table.results or table.given or table.decided or table.scored or table.switched or table.wrong
    return not (recorded or table.forfeits or table.match)


def check_free(table: Encounter) -> None:
    """Raise `Declined` if anything is recorded at the table, which then cannot be drawn anew."""
    if not is_free(table):
        raise Declined(
            "round-played",
            "{where} has been played at: withdraw what was recorded there first",
            where=table.describe(),
        )


def check_not_forfeited(table: Encounter) -> None:
    """Raise `Declined` if a side forfeited."""
    if table.forfeits:
        raise Declined("result-there", "{where} is forfeited; take the forfeit back first", where=table.describe())


def check_board(table: Encounter, board: int) -> None:
    """Raise `Declined` if the table has no such board. ``board``: 0 for a table without boards."""
    if board in table.boards:
        return
    where, boards = table.describe(), table.setting.boards
    if not boards:
        raise Declined("board", "at {where} there is no board {board}; there are no boards", where=where, board=board)
    raise Declined(
        "board",
        "at {where} there is no board {board}; there are boards {boards}",
        where=where,
        board=board,
        boards=Listing(boards),
    )


def check_undisputed(table: Encounter, board: int) -> None:
    """Raise `Declined` if a dispute decided the result of the board."""
    if table.ruled.get(board):
        raise Declined(
            "result-ruled",
            "the result of {where} was ruled in a dispute: rule there",
            where=table.describe(board),
        )


def check_unassigned(table: Encounter, board: int) -> None:
    """Raise `Declined` if the board has an assigned score."""
    if board in table.assigned:
        raise Declined(
            "assigned-score", "{where} has an assigned score; take it back first", where=table.describe(board)
        )


def check_natural(table: Encounter, board: int) -> None:
    """Raise `Declined` if the board has an artificial or assigned score that takes the place of a result."""
    check_unassigned(table, board)
    if board in table.given and board not in table.late:
        raise has_artificial_score(table.describe(board))


def result_of(table: Encounter, board: int) -> Result:
    """Return the result that counts. Raises `Declined` if there is none."""
    check_board(table, board)
    if board not in table.results:
        raise no_result(table.describe(board))
    return table.results[board]


def unruled_result(table: Encounter, board: int) -> Result:
    """Return the played result. Raises `Declined` if a dispute decided it, or for an artificial score."""
    check_undisputed(table, board)
    check_natural(table, board)
    return result_of(table, board)


def has_artificial_score(where: Term) -> Declined:
    """Return the error for a board whose artificial score is in the way."""
    return Declined("artificial-score", "{where} has an artificial score; take it back first", where=where)


def no_result(where: Term) -> Declined:
    """Return the error for a table or a board that has no result."""
    return Declined("not-reported", "{where} has no result yet", where=where)
