"""Arrow switches by hand: a table sat the other way round on some boards, or was told to.

The result on such a board belongs to the other side than it was drawn for, and is compared with the results of those
who sat in the same direction. A director records it before or after the result, and can take it back. Teams of four
cannot sit the other way round at one table only: then both tables sit alike, and there is nothing to compare.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.kernel.errors import Declined
from domain.tournament.facts.rulings import ArrowSwitched, ArrowSwitchWithdrawn
from domain.tournament.tables.checks import check_board, check_played

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.engine.facts import Fact
    from domain.tournament.tables.encounter import Encounter


def switch(table: Encounter, boards: Iterable[int], why: str) -> list[Fact]:
    """Record that the table sat the other way round on these boards."""
    chosen = _checked(table, boards, why)
    if table.terms.two_tables:
        raise Declined(
            "arrow-switch",
            "if a team sits the same way at both tables, the board cannot be compared: give it an artificial score",
        )
    if already := [board for board in chosen if board in table.switched]:
        raise Declined(
            "same-ruling", "{where} was played the other way round already", where=table.describe(already[0])
        )
    return [ArrowSwitched(chosen, why)]


def withdraw(table: Encounter, boards: Iterable[int], why: str) -> list[Fact]:
    """Take an arrow switch back for these boards."""
    chosen = _checked(table, boards, why)
    if without := [board for board in chosen if board not in table.switched]:
        raise Declined("no-ruling", "{where} was played as it was drawn", where=table.describe(without[0]))
    return [ArrowSwitchWithdrawn(chosen, why)]


def _checked(table: Encounter, boards: Iterable[int], why: str) -> tuple[int, ...]:
    """Return the boards in order. Raises `Declined` for a board that is not at the table, and without a reason."""
    check_played(table)
    if not table.setting.boards:
        raise Declined(
            "board", "{where} has no boards: change the seats, or correct the result", where=table.describe()
        )
    chosen = tuple(sorted(set(boards)))
    if not chosen:
        raise Declined("board", "say which boards")
    for board in chosen:
        check_board(table, board)
    if not why:
        raise Declined("why", "an arrow switch needs a reason")
    return chosen
