"""The results of a table that are entered, corrected and withdrawn.

The functions return facts and change nothing.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from domain.engine.words.values import sentence
from domain.kernel.errors import Declined
from domain.tournament.facts.results import ResultConfirmed, ResultCorrected, ResultEntered, ResultWithdrawn
from domain.tournament.results.result import MATCH, RULING, SHEET
from domain.tournament.results.sheet import BLANK, by_points, total
from domain.tournament.results.sheet_checks import SheetError, check, check_deal, check_written
from domain.tournament.tables.checks import check_board, check_natural, check_open, check_played, unruled_result

if TYPE_CHECKING:
    from typing import Any

    from domain.engine.facts import Fact
    from domain.engine.ruleset import Ruleset
    from domain.tournament.results.sheet import Sheet
    from domain.tournament.tables.encounter import Encounter


def enter_result(table: Encounter, game: Ruleset, sheet: Sheet, board: int = 0, side: int | None = None) -> list[Fact]:
    """Enter a score sheet, of a late play also after the round was closed.

    ``side``: the side that enters it and thereby confirms it; None if a scribe or an official does. Raises
    `Declined` if there is a result already or the sheet cannot be right.
    """
    if board in table.late:
        check_played(table)
    else:
        check_open(table)
    check_board(table, board)
    check_natural(table, board)
    if board in table.results:
        raise Declined(
            "result-there", "{where} has a result already; correct it, and say why", where=table.describe(board)
        )
    _check_plausible(table, game, sheet, board)
    return [ResultEntered(total(game, sheet), SHEET, board, sheet), *_confirmed_by(side, board)]


def correct_result(
    table: Encounter,
    game: Ruleset,
    sheet: Sheet,
    why: str,
    board: int = 0,
    *,
    ruled: bool = False,
    side: int | None = None,
) -> list[Fact]:
    """Correct the result, also after the round was closed. Both sides have to confirm the new result.

    ``ruled``: the correction is a ruling, so the sheet is not checked. ``side``: as in `enter`; a side corrects
    only what was typed in and is not confirmed yet.
    """
    check_played(table)
    result = unruled_result(table, board)
    if not why:
        raise Declined("why", "a correction says why")
    if side is not None:
        check_open(table)
        if result.source != SHEET or result.confirmed:
            raise Declined("result-confirmed", "the result is final for the players: ask the director")
    if not ruled:
        _check_plausible(table, game, sheet, board)
    if (score := total(game, sheet)) == result.score and sheet == result.sheet:
        raise Declined("same-result", "the result of {where} is that already", where=table.describe(board))
    source = RULING if ruled or result.source in (MATCH, RULING) else SHEET
    return [ResultCorrected(score, source, why, board, sheet), *_confirmed_by(side, board)]


def withdraw_result(table: Encounter, why: str, board: int = 0) -> list[Fact]:
    """Withdraw the result, of a late play also after the round was closed: it is to be played late again.

    Raises `Declined` if it comes from recorded deals or a dispute.
    """
    if table.is_late_play(board):
        check_played(table)
    else:
        check_open(table)
    result = unruled_result(table, board)
    if not why:
        raise Declined("why", "to take back a result, say why")
    if result.source == MATCH:
        raise Declined("result-of-match", "the result comes from recorded deals: correct them, or rule")
    return [ResultWithdrawn(why, board)]


def _check_plausible(table: Encounter, game: Ruleset, sheet: Sheet, board: int) -> None:
    """Raise `Declined` for a sheet that cannot be right."""
    try:
        if not board:
            check(table.terms, game, sheet, table.setting.stage)
            return
        if len(sheet.deals) != 1 or sheet.whole != (BLANK, BLANK):
            raise SheetError(
                "A board is one deal: send it in `deals`, as a list of one deal with what each side has, such as"
                " {example}; no `whole`, and no other deal.",
                example=json.dumps(_one_deal(game)),
            )
        check_written(game, sheet.deals[0])
        if not all(count.blank for count in sheet.deals[0]):
            check_deal(game, sheet.deals[0], sentence("Board {number}", number=board))
    except SheetError as error:
        raise Declined("sheet", error.sentence) from None


def _confirmed_by(side: int | None, board: int) -> list[Fact]:
    """Return the confirmation by the side that enters a result; nothing if no side does."""
    return [] if side is None else [ResultConfirmed(side, board)]


def _one_deal(game: Ruleset) -> dict[str, Any]:
    """Return an example sheet of a board, as JSON: the first side has one token, or 20 points."""
    unit, number = ("points", 20) if by_points(game) else ("tokens", 1)
    return {"deals": [[{unit: number}, {unit: 0}]]}
