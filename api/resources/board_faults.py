"""Boards that a table played otherwise than it was drawn: recorded by a director, with a preview."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.blueprint import Blueprint
from api.changes import Command, changes
from api.languages import reader
from api.permissions import BENCH, allow
from api.resources.encounters import answer_at_table
from api.responses import json_response
from api.services import ledger, services
from domain.tournament.standings.ranked_aggregate import read
from replay.tournaments.score_changes import score_changes
from replay.words.board_faults import notes
from replay.words.values import translate
from schemas.tournaments.answers import SavedTable
from schemas.tournaments.board_faults import (
    BoardFaultChecked,
    CheckArrowSwitch,
    CheckWrongBoard,
    RecordWrongBoard,
    SwitchArrows,
    WithdrawWrongBoard,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from flask import Response

    from domain.engine.words.values import Term
    from domain.ledger import Ledger
    from domain.tournament.tables.encounter import Encounter

blp = Blueprint(
    "board_faults",
    __name__,
    url_prefix="/api/v1/encounters",
    description="Boards that a table played otherwise than it was drawn",
)
change = changes(blp, "encounter_id", BENCH, answer_at_table, SavedTable)


@change("/arrow-switches", SwitchArrows)
def switch_arrows(to: Ledger) -> Command:
    """Record that the table sat the other way round on some boards, before or after their results.

    The results stay as they are written, North and South first, and belong to those who sat there.
    """
    return to.board_faults.switch_arrows


@change("/arrow-switches/withdrawal", SwitchArrows)
def withdraw_arrow_switch(to: Ledger) -> Command:
    """Withdraw an arrow switch: on these boards the table sat as it was drawn."""
    return to.board_faults.withdraw_arrow_switch


@blp.post("/<uuid:encounter_id>/arrow-switches/check")
@allow(BENCH, within="encounter_id")
@blp.arguments(CheckArrowSwitch)
@blp.response(200, BoardFaultChecked)
@blp.problems(403, 404, 413, 415, 422)
def check_arrow_switch(params: dict[str, Any], encounter_id: UUID) -> Response:
    """Return which scores and places an arrow switch, or its withdrawal, would change. Nothing is recorded."""
    return _preview(
        *ledger().board_faults.check_arrow_switch(encounter_id, params["boards"], withdraw=params["withdraw"])
    )


@change("/wrong-boards", RecordWrongBoard)
def record_wrong_board(to: Ledger) -> Command:
    """Record that the table played a board instead of one of its own (Laws of Duplicate Bridge 2017, Law 15B).

    If nobody at the table had played the board before, the result stands for it; a result that was entered for the
    other board moves. The board that was not played gets artificial scores.
    """
    return lambda encounter_id, scores, **given: to.board_faults.record_wrong_board(
        encounter_id, scores=tuple(scores), **given
    )


@change("/wrong-boards/withdrawal", WithdrawWrongBoard)
def withdraw_wrong_board(to: Ledger) -> Command:
    """Withdraw a wrong board: its result counts for the right board again, without artificial scores."""
    return to.board_faults.withdraw_wrong_board


@blp.post("/<uuid:encounter_id>/wrong-boards/check")
@allow(BENCH, within="encounter_id")
@blp.arguments(CheckWrongBoard)
@blp.response(200, BoardFaultChecked)
@blp.problems(403, 404, 413, 415, 422)
def check_wrong_board(params: dict[str, Any], encounter_id: UUID) -> Response:
    """Return whether the result of a wrong board would stand, and what it would change. Nothing is recorded."""
    faults, board = ledger().board_faults, params["board"]
    if params["withdraw"]:
        checked = faults.check_withdrawal(encounter_id, board)
        return _preview(checked.declined, checked.table)
    ours, theirs = params["scores"]
    checked = faults.check_wrong_board(encounter_id, board, params["instead"], (ours, theirs))
    return _preview(checked.declined, checked.table, notes(reader(), checked, board, params["instead"]))


def _preview(declined: Term | None, table: Encounter, sentences: Sequence[str] = ()) -> Response:
    language = reader()
    tournament = ledger().tournaments.get(table.tournament)
    lines = [read(line) for line in services().lines.of(table.tournament)]
    payload = {
        "declined": translate(language, declined) if declined else None,
        "notes": [] if declined else sentences,
        "changes": [] if declined else score_changes(tournament, lines, table, language),
    }
    return json_response(BoardFaultChecked().dump(payload), language=language)
