"""The boards of a duplicate: the results of all tables compared, each score with its calculation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.blueprint import Blueprint
from api.languages import reader
from api.permissions import EVERYBODY
from api.problems import Problem
from api.replicas import from_replica
from api.responses import json_response
from api.tournaments import access as tournament_access
from domain.engine.words.values import sentence
from replay.tournaments.boards import board, boards_of
from schemas.tournaments.answers import AsItStood
from schemas.tournaments.boards import BoardAnswer

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("boards", __name__, url_prefix="/api/v1/tournaments", description="The boards of a duplicate, compared")


@blp.get("/<uuid:tournament_id>/boards/<int:number>")
@blp.arguments(AsItStood, location="query")
@blp.answers(BoardAnswer)
@blp.reads(EVERYBODY)
@from_replica
def get_board(query: dict[str, Any], tournament_id: UUID, number: int) -> Response:
    """Get a board: the result of every table that the caller may know, the score of each side, and its calculation.

    Of teams of four, a row is the comparison of their two tables, and `won` is the result at the first.
    """
    visible = tournament_access.get(tournament_id, at=query.get("at"))
    if number not in boards_of(visible.tournament):
        raise Problem("not-found", sentence("there is no board {number}", number=number))
    language = reader()
    withheld = number in visible.withheld.boards
    payload = board(visible.tournament, visible.lines(), number, withheld=withheld, language=language)
    return json_response(BoardAnswer().dump(payload), language=language)
