"""Rulings at a table: results by disputes, forfeits, artificial and assigned scores.

The functions return facts and change nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.kernel.errors import Declined
from domain.tournament.facts.rulings import (
    ArtificialScoreGiven,
    ArtificialScoreWithdrawn,
    AssignedScoreGiven,
    AssignedScoreWithdrawn,
    ForfeitLifted,
    ForfeitRuled,
    ResultRuled,
    ResultRulingLifted,
)
from domain.tournament.results.sheet import total
from domain.tournament.rulings import artificial, assigned
from domain.tournament.tables.checks import (
    check_board,
    check_not_forfeited,
    check_played,
    check_still_reported,
    check_unassigned,
    check_undisputed,
    has_artificial_score,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from domain.engine.facts import Fact
    from domain.engine.ruleset import Ruleset
    from domain.tournament.results.sheet import Sheet
    from domain.tournament.rulings.artificial import Scores
    from domain.tournament.standings.boards import Outcomes
    from domain.tournament.tables.encounter import Encounter


def rule_result(table: Encounter, game: Ruleset, dispute: UUID, sheet: Sheet, board: int = 0) -> list[Fact]:
    """Set the result by the ruling in a dispute; the sheet is not checked."""
    check_played(table)
    check_board(table, board)
    return [ResultRuled(str(dispute), total(game, sheet), board, sheet)]


def lift_ruling(table: Encounter, dispute: UUID) -> list[Fact]:
    """Take back the ruling in a dispute. Return no facts if the table was drawn anew since the ruling."""
    return [ResultRulingLifted(str(dispute), board) for board, ruled in table.ruled.items() if str(dispute) in ruled]


def rule_forfeit(table: Encounter, sides: Iterable[int], why: str) -> list[Fact]:
    """Rule that sides forfeit: 0 for North and South, 1 for East and West."""
    check_played(table)
    guilty = tuple(sorted(set(sides)))
    if not guilty or not set(guilty) <= {0, 1}:
        raise Declined("side", "a side is 0 (North and South) or 1 (East and West)")
    if not why:
        raise Declined("why", "a ruling says why")
    if guilty == table.forfeits:
        raise Declined("same-ruling", "it is ruled so already")
    return [ForfeitRuled(guilty, why)]


def lift_forfeit(table: Encounter, why: str) -> list[Fact]:
    """Take back the forfeit."""
    check_played(table)
    if not table.forfeits:
        raise Declined("no-ruling", "nobody forfeits {where}", where=table.describe())
    if not why:
        raise Declined("why", "to take back a ruling, say why")
    check_still_reported(
        table, [each for each in table.boards if each not in table.given and each not in table.decided]
    )
    return [ForfeitLifted(why)]


def give_artificial_score(table: Encounter, boards: Iterable[int], scores: Scores, why: str) -> list[Fact]:
    """Give boards an artificial score for each side; without ``boards``, all boards without a result."""
    check_played(table)
    if not table.setting.boards:
        raise Declined("board", "{where} has no boards: enter its result, or rule a forfeit", where=table.describe())
    check_not_forfeited(table)
    chosen = tuple(sorted(set(boards))) or table.missing
    if not chosen:
        raise Declined("result-there", "every board at {where} has a result; say which boards", where=table.describe())
    for board in chosen:
        check_board(table, board)
        check_undisputed(table, board)
        check_unassigned(table, board)
    try:
        artificial.check(scores)
    except artificial.ArtificialScoreError as error:
        raise Declined("artificial-score", error.sentence) from None
    played = [board for board in chosen if board in table.results and artificial.LATE_PLAY in scores]
    if played:
        where = table.describe(played[0])
        raise Declined("result-there", "{where} has a result; withdraw it if it is to be played again", where=where)
    if not why:
        raise Declined("why", "an artificial score needs a reason")
    if all(board in table.artificial and table.artificial[board].scores == scores for board in chosen):
        raise Declined("same-ruling", "these boards have these artificial scores already")
    return [ArtificialScoreGiven(chosen, scores, why)]


def withdraw_artificial_score(table: Encounter, boards: Iterable[int], why: str) -> list[Fact]:
    """Take back the artificial scores of some boards; without ``boards``, of all."""
    check_played(table)
    chosen = tuple(sorted(set(boards) or table.artificial))
    for board in chosen:
        check_board(table, board)
    if not chosen or (without := [board for board in chosen if board not in table.artificial]):
        where = table.describe(without[0] if chosen else 0)
        raise Declined("no-ruling", "{where} has no artificial score", where=where)
    if not why:
        raise Declined("why", "to take back an artificial score, say why")
    if not table.forfeits:
        check_still_reported(table, chosen)
    return [ArtificialScoreWithdrawn(chosen, why)]


def assign_score(table: Encounter, board: int, north_south: Outcomes, east_west: Outcomes, why: str) -> list[Fact]:
    """Assign a score to a board: each side gets possible results, each with a percentage."""
    check_played(table)
    if not table.setting.boards:
        raise Declined("board", "{where} has no boards: correct its result by a ruling", where=table.describe())
    check_not_forfeited(table)
    check_board(table, board)
    check_undisputed(table, board)
    if board in table.artificial:
        raise has_artificial_score(table.describe(board))
    try:
        assigned.check(north_south)
        assigned.check(east_west)
    except assigned.AssignedScoreError as error:
        raise Declined("assigned-score", error.sentence) from None
    if not why:
        raise Declined("why", "an assigned score needs a reason")
    there = table.assigned.get(board)
    if there and (there.north_south, there.east_west) == (north_south, east_west):
        raise Declined("same-ruling", "{where} has this assigned score already", where=table.describe(board))
    return [AssignedScoreGiven(board, north_south, east_west, why)]


def withdraw_assigned_score(table: Encounter, board: int, why: str) -> list[Fact]:
    """Take back the assigned score of a board."""
    check_played(table)
    check_board(table, board)
    if board not in table.assigned:
        raise Declined("no-ruling", "{where} has no assigned score", where=table.describe(board))
    if not why:
        raise Declined("why", "to take back an assigned score, say why")
    if not table.forfeits:
        check_still_reported(table, [board])
    return [AssignedScoreWithdrawn(board, why)]
