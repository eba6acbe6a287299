"""The confirmations of a table's results, by its sides or by an official, and sides that contest them.

The functions return facts and change nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.kernel.errors import Declined
from domain.tournament.facts.results import ConfirmationWithdrawn, ResultConfirmed, ResultContested
from domain.tournament.tables.checks import (
    check_natural,
    check_open,
    check_played,
    no_result,
    result_of,
    unruled_result,
)

if TYPE_CHECKING:
    from domain.engine.facts import Fact
    from domain.tournament.tables.encounter import Encounter


def confirm(table: Encounter, side: int | None, board: int | None = None) -> list[Fact]:
    """Confirm the result for a side, or (None) for both by an official; of one board, or (None) of all boards."""
    check_played(table)
    boards = [board] if board is not None else [each for each in table.boards if each in table.results]
    if not boards:
        raise no_result(table.describe())
    facts: list[Fact] = []
    for each in boards:
        check_natural(table, each)
        result = result_of(table, each)
        if table.ruled.get(each):
            continue
        if not result.official if side is None else side not in result.agreed:
            facts.append(ResultConfirmed(side, each))
    if not facts:
        raise Declined("result-confirmed", "the result is confirmed already")
    return facts


def withdraw_confirmation(table: Encounter, why: str, board: int = 0) -> list[Fact]:
    """Take back all confirmations of a result, of sides and officials; it is provisional again."""
    check_open(table)
    result = unruled_result(table, board)
    if not why:
        raise Declined("why", "to take back a confirmation, say why")
    if not result.agreed and not result.official:
        raise Declined("not-confirmed", "nobody has confirmed the result of {where}", where=table.describe(board))
    return [ConfirmationWithdrawn(why, board)]


def contest(table: Encounter, side: int, why: str, board: int = 0) -> list[Fact]:
    """Say for a side that the result is wrong. The side's own confirmation ends.

    Raises `Declined` once an official has accepted the result or the round is closed.
    """
    check_open(table)
    result = unruled_result(table, board)
    if not why:
        raise Declined("why", "say what is wrong")
    if result.official:
        raise Declined("result-confirmed", "an official has accepted the result: ask the director")
    if result.contested.get(side) == why:
        raise Declined("result-contested", "the result is contested for this reason already")
    return [ResultContested(side, why, board)]
