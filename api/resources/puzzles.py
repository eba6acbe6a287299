"""Problems to solve. Nothing of an answer is recorded here."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from api.blueprint import Blueprint
from api.front.kinds import heavy
from api.languages import reader
from api.learning import puzzles as puzzle_access
from api.lists import get_thing
from api.permissions import EVERYBODY
from api.responses import json_response
from replay.puzzles import payloads
from schemas.lessons import AnswerStep, LessonMark
from schemas.puzzles import ClubPuzzleList, ClubPuzzleQuery, DealPuzzles, PuzzleAnswer, PuzzleList, PuzzleQuery

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("puzzles", __name__, url_prefix="/api/v1/puzzles", description="Problems to solve")
of_deals = Blueprint(
    "deal_puzzles", __name__, url_prefix="/api/v1/deals/<uuid:deal_id>/puzzles", description="Problems of a deal"
)
of_clubs = Blueprint(
    "club_puzzles",
    __name__,
    url_prefix="/api/v1/clubs/<uuid:club_id>/puzzles",
    description="Problems of a club's deals",
)
ONE = "/<uuid:puzzle_id>"


@blp.get("")
@blp.arguments(PuzzleQuery, location="query")
@blp.answers(PuzzleList)
@blp.reads(EVERYBODY)
def list_puzzles(query: dict[str, Any]) -> Response:
    """List the problems of a theme or a game that come with Nought."""
    puzzles = puzzle_access.select(query.get("theme", ""), query.get("game", ""))
    return json_response({"items": [payloads.line(puzzle) for puzzle in puzzles]})


@blp.get("/today")
@blp.answers(PuzzleAnswer)
@blp.reads(EVERYBODY)
def get_puzzle_of_the_day() -> Response:
    """Get the problem of this day in UTC. For a member of a club it may be of one of the club's deals, with its id."""
    return json_response(puzzle_access.today().payload())


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


# --- recorded deals -------------------------------------------------------------------------------


@of_deals.get("")
@of_deals.answers(DealPuzzles)
@of_deals.reads(EVERYBODY)
@heavy
def list_deal_puzzles(deal_id: UUID) -> Response:
    """Get the problems of a settled deal, for those who may see all its hands.

    Each is as its seat saw it, without names. Those about the best card are there once the deal is analysed.
    """
    return json_response({"items": [payloads.payload(puzzle) for puzzle in puzzle_access.of_deal(deal_id)]})


@of_deals.post("/<uuid:puzzle_id>/answers")
@of_deals.arguments(AnswerStep)
@of_deals.response(200, LessonMark)
@of_deals.reads(EVERYBODY, 415)
def answer_deal_puzzle(params: dict[str, Any], deal_id: UUID, puzzle_id: UUID) -> Response:
    """Mark an answer to a problem of a deal. Nothing is recorded. An empty answer shows the right ones."""
    language, puzzle = reader(), puzzle_access.find_in_deal(deal_id, puzzle_id)
    return json_response(payloads.mark(puzzle, params["answer"], language), language=language)


# --- clubs ----------------------------------------------------------------------------------------


@of_clubs.get("")
@of_clubs.arguments(ClubPuzzleQuery, location="query")
@of_clubs.answers(ClubPuzzleList)
@of_clubs.reads(EVERYBODY)
def list_club_puzzles(query: dict[str, Any], club_id: UUID) -> Response:
    """List the problems of a club's newest deals whose hands everybody may see. Solve them at their deals."""
    get_thing("club", club_id)
    deals = puzzle_access.deals_of_club(club_id)
    theme, game = query.get("theme", ""), query.get("game", "")
    lines, after = puzzle_access.page(deals, theme, game, query["skip"])
    counts: Counter[str] = Counter()
    for (of_theme, _), number in puzzle_access.counts(deals).items():
        counts[of_theme] += number
    return json_response({"items": [puzzle_access.line(each) for each in lines], "counts": counts, "next": after})
