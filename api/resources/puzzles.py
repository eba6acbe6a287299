"""Problems to solve. Nothing of an answer is recorded here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import puzzle_access
from api.blueprint import Blueprint
from api.languages import reader
from api.permissions import EVERYBODY
from api.responses import json_response
from replay.puzzles import payloads
from schemas.lessons import AnswerStep, LessonMark
from schemas.puzzles import PuzzleAnswer, PuzzleList, PuzzleQuery

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("puzzles", __name__, url_prefix="/api/v1/puzzles", description="Problems to solve")
ONE = "/<uuid:puzzle_id>"


@blp.get("")
@blp.arguments(PuzzleQuery, location="query")
@blp.answers(PuzzleList)
@blp.reads(EVERYBODY)
def list_puzzles(query: dict[str, Any]) -> Response:
    """List the problems of a theme or a game."""
    puzzles = puzzle_access.select(query.get("theme", ""), query.get("game", ""))
    return json_response({"items": [payloads.line(puzzle) for puzzle in puzzles]})


@blp.get("/today")
@blp.answers(PuzzleAnswer)
@blp.reads(EVERYBODY)
def get_puzzle_of_the_day() -> Response:
    """Get the problem of this day in UTC, the same for everybody."""
    return json_response(payloads.payload(puzzle_access.today()))


@blp.get(ONE)
@blp.answers(PuzzleAnswer)
@blp.reads(EVERYBODY)
def get_puzzle(puzzle_id: UUID) -> Response:
    """Get a problem as its seat sees it: nothing hidden from the seat, and nothing of the answer."""
    return json_response(payloads.payload(puzzle_access.find(puzzle_id)))


@blp.post(f"{ONE}/answers")
@blp.arguments(AnswerStep)
@blp.response(200, LessonMark)
@blp.reads(EVERYBODY, 415)
def answer_puzzle(params: dict[str, Any], puzzle_id: UUID) -> Response:
    """Mark an answer: right or wrong, with the reasons. Nothing is recorded. An empty answer shows the right ones."""
    language = reader()
    return json_response(payloads.mark(puzzle_access.find(puzzle_id), params["answer"], language), language=language)
