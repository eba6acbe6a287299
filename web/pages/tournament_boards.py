"""The results of a tournament board by board, each score with its calculation."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, redirect, render_template, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from api.permissions import EVERYBODY, allow
from api.problems import Problem
from domain.tournament.results.board import BoardRow, board_rows
from domain.tournament.rulings.artificial import WHOLE
from replay.tournaments.boards import boards_of
from web.tournaments.seen import Seen, see

blp = Blueprint("tournament_boards", __name__, url_prefix="/tournaments/<uuid:tournament_id>/boards")


@blp.get("/")
@allow(EVERYBODY)
def boards(tournament_id: UUID) -> Response:
    """Redirect to the first board that is played."""
    numbers = boards_of(see(tournament_id).tournament)
    if not numbers:
        raise Problem("not-found", _("No boards are played yet."))
    return redirect(url_for(".board", tournament_id=tournament_id, board=numbers[0]), 303)


@blp.get("/<int:board>")
@allow(EVERYBODY)
def board(tournament_id: UUID, board: int) -> str:
    """Show all results of a board that the reader may know, with the calculation of each score."""
    seen = see(tournament_id)
    numbers = boards_of(seen.tournament)
    if board not in numbers:
        raise Problem("not-found", _("There is no board %(number)s.", number=board))
    return render_template(
        "tournament/board.html",
        seen=seen,
        tournament=seen.tournament,
        part="board",
        board=board,
        boards=numbers,
        withheld=board in seen.access.withheld.boards,
        rows=_rows(seen, board),
        unplayed=_unplayed(seen, board),
    )


def _rows(seen: Seen, board: int) -> list[BoardRow]:
    entries = tuple(seen.tournament.entries.values())
    return board_rows(seen.terms, entries, seen.tournament.draws, seen.lines, board, points=seen.points)


def _unplayed(seen: Seen, board: int) -> list[tuple[int, int, str]]:
    """Return the tables at which a board is not played, or is to be played late: round, table and the kind of score."""
    tables = {(line.round, line.table, line.kind) for line in seen.lines if line.board == board and line.kind in WHOLE}
    return sorted(tables)
