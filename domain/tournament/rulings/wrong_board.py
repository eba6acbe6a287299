"""A wrong board: a table played a board that it was not to play in this round (Laws of Duplicate Bridge 2017, Law 15B).

If none of the players had played the board before, the result stands for that board. Otherwise it does not count.
Either way the board that the table should have played gets an artificial score for each side, which can be a late play.
A result that was written down for the right board moves to the board that was played. The law is for pairs; teams of
four get artificial scores (Law 86).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.kernel.errors import Declined
from domain.tournament.facts.rulings import WrongBoardRecorded, WrongBoardWithdrawn
from domain.tournament.rulings import artificial
from domain.tournament.tables.checks import (
    check_not_forfeited,
    check_played,
    check_still_reported,
    check_undisputed,
    has_artificial_score,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from domain.engine.facts import Fact
    from domain.tournament.rulings.artificial import Scores
    from domain.tournament.state import EntryId
    from domain.tournament.tables.encounter import Encounter


def record(
    table: Encounter,
    board: int,
    instead: int,
    scores: Scores,
    why: str,
    *,
    known: Collection[int],
    before: Collection[EntryId],
) -> list[Fact]:
    """Record that the table played ``board`` instead of a board of its own.

    ``scores``: the artificial scores for ``instead``. ``known``: the boards of the tournament. ``before``: the entries
    at the table that had played the board (`played_before`).
    """
    check_played(table)
    where = table.describe()
    if table.terms.two_tables:
        raise Declined("wrong-board", "in teams of four give the board an artificial score instead (Law 86)")
    check_not_forfeited(table)
    if instead not in table.setting.boards:
        raise Declined("board", "at {where} board {board} was not to be played", where=where, board=instead)
    if board in table.setting.boards:
        raise Declined("board", "board {board} is to be played at {where} anyway", where=where, board=board)
    if board not in known:
        raise Declined("board", "there is no board {board} in this tournament", where=where, board=board)
    if board in table.wrong:
        raise Declined(
            "same-ruling", "{where} played board {board} instead of another already", where=where, board=board
        )
    check_undisputed(table, instead)
    _check_unruled(table, instead)
    try:
        artificial.check(scores)
    except artificial.ArtificialScoreError as error:
        raise Declined("artificial-score", error.sentence) from None
    if not why:
        raise Declined("why", "a wrong board needs a reason")
    return [WrongBoardRecorded(board, instead, not before, scores, why)]


def withdraw(table: Encounter, board: int, why: str) -> list[Fact]:
    """Take back that the table played a wrong board: its result counts for the right board again."""
    check_played(table)
    fact = table.wrong.get(board)
    if fact is None:
        raise Declined(
            "no-ruling", "{where} did not play board {board} instead of another", where=table.describe(), board=board
        )
    check_undisputed(table, board)
    if board in table.artificial or board in table.assigned or board in table.switched:
        raise Declined("wrong-board", "{where} has a ruling; take it back first", where=table.describe(board))
    if fact.stands and fact.instead in table.played:
        raise Declined(
            "result-there",
            "{where} was played later; withdraw that result first",
            where=table.describe(fact.instead),
        )
    if not why:
        raise Declined("why", "to take back a wrong board, say why")
    moves_back = fact.stands and board in table.played
    if not moves_back and not table.forfeits and table.has_score_for(fact):
        check_still_reported(table, [fact.instead])
    return [WrongBoardWithdrawn(board, why)]


def _check_unruled(table: Encounter, board: int) -> None:
    """Raise `Declined` if the board has an artificial or assigned score, or an arrow switch."""
    where = table.describe(board)
    if board in table.artificial:
        raise has_artificial_score(where)
    if board in table.assigned:
        raise Declined("artificial-score", "{where} has an assigned score; take it back first", where=where)
    if board in table.switched:
        raise Declined("wrong-board", "{where} has an arrow switch; take it back first", where=where)


def played_before(table: Encounter, others: Iterable[Encounter], board: int) -> list[EntryId]:
    """Return the entries at a table that had played a board at another one.

    A board of an earlier round counts as played, also before its result is entered, unless it has an artificial score
    and no result.
    """
    own = [entry for side in table.setting.sides for entry in side]
    had: set[EntryId] = set()
    for other in _elsewhere(table, others):
        if board in other.played or board in other.wrong or _is_past(table, other, board):
            had.update(entry for side in other.setting.sides for entry in side)
    return [entry for entry in own if entry in had]


def to_come(table: Encounter, others: Iterable[Encounter], board: int) -> list[tuple[Encounter, EntryId]]:
    """Return the drawn tables at which an entry of this table is still to play a board, each with the entry."""
    own = [entry for side in table.setting.sides for entry in side]
    tables = [
        other
        for other in _elsewhere(table, others)
        if board in other.setting.boards and board not in other.played and not _is_past(table, other, board)
        if board not in other.artificial and not other.forfeits
    ]
    return [
        (other, entry)
        for other in sorted(tables, key=lambda each: (each.setting.round, each.setting.table))
        for entry in own
        if any(entry in side for side in other.setting.sides)
    ]


def boards_played(tables: Iterable[Encounter]) -> dict[EntryId, set[int]]:
    """Return the boards that entries played at some tables instead of others, by entry."""
    boards: dict[EntryId, set[int]] = {}
    for table in tables:
        for entry in (each for side in table.setting.sides for each in side):
            if table.wrong and not table.dropped:
                boards.setdefault(entry, set()).update(table.wrong)
    return boards


def _elsewhere(table: Encounter, others: Iterable[Encounter]) -> Iterator[Encounter]:
    return (other for other in others if other.id != table.id and not other.dropped)


def _is_past(table: Encounter, other: Encounter, board: int) -> bool:
    """Return whether a board was to be played at another table in an earlier round and nothing says that it was not."""
    if board not in other.setting.boards or other.setting.round >= table.setting.round or other.forfeits:
        return False
    return board not in other.artificial
