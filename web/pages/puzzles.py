"""The pages of problems to solve: the themes, one theme, and one problem. They work without a script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, abort, request, url_for

from api.clock import now
from api.front.kinds import heavy
from api.learning import deck as deck_access
from api.learning import puzzles as puzzle_access
from api.lists import catalogue
from api.permissions import EVERYBODY, allow
from domain.kernel.errors import Declined, NotFound
from domain.kernel.ids import as_id
from replay.lessons.questions import NotAnAnswer
from replay.puzzles import payloads
from replay.words.puzzles import LEVELS, TITLES
from web.languages import reader, text_of
from web.page import private_page
from web.pages.learn import drawn

if TYPE_CHECKING:
    from uuid import UUID

    from replay.puzzles.puzzle import Puzzle

SKIP: Final = re.compile(r"[0-9]{1,5}")
"""The problems to leave out of a list."""

blp = Blueprint("puzzle_pages", __name__)


@blp.get("/problems")
@allow(EVERYBODY)
def themes() -> Response:
    """Show the problem of the day and the themes; with ``?theme=`` the problems of one. ``?game=``: of one game.

    ``?club=``: those of a club's recorded deals.
    """
    theme, game = request.args.get("theme", ""), request.args.get("game", "")
    if theme and theme not in TITLES:
        abort(404)
    if "club" in request.args:
        return _of_club(request.args["club"], theme, game)
    puzzles = puzzle_access.select(theme, game)
    games = list(dict.fromkeys(puzzle.game for puzzle in puzzle_access.select(theme)))
    return private_page(
        "puzzles/list.html",
        theme=theme,
        game=game,
        games=games,
        titles=TITLES,
        levels=LEVELS,
        today=puzzle_access.today().line(),
        own=puzzle_access.own_club(),
        counts={code: sum(puzzle.theme == code for puzzle in puzzles) for code in TITLES},
        puzzles=[payloads.line(puzzle) for puzzle in puzzles] if theme else [],
    )


def _of_club(identity: str, theme: str, game: str) -> Response:
    """Show the problems of a club's newest deals whose hands everybody may see."""
    club_id = as_id(identity)
    row = catalogue().find(club_id) if club_id else None
    if club_id is None or row is None or row.kind != "club":
        abort(404)
    skip = request.args.get("skip", "0")
    if not SKIP.fullmatch(skip):
        abort(404)
    deals = puzzle_access.deals_of_club(club_id)
    numbers = puzzle_access.counts(deals)
    lines, after = puzzle_access.page(deals, theme, game, int(skip)) if theme else ([], None)
    return private_page(
        "puzzles/list.html",
        theme=theme,
        game=game,
        games=sorted({of_game for of_theme, of_game in numbers if theme in ("", of_theme)}),
        titles=TITLES,
        levels=LEVELS,
        today=None,
        club=row,
        own=puzzle_access.own_club(),
        counts={
            code: sum(
                number for (of_theme, of_game), number in numbers.items() if of_theme == code and game in ("", of_game)
            )
            for code in TITLES
        },
        puzzles=[puzzle_access.line(each) for each in lines],
        skip=int(skip),
        after=after,
    )


@blp.get("/problems/<uuid:puzzle_id>")
@allow(EVERYBODY)
def show(puzzle_id: UUID) -> Response:
    """Show a problem as its seat sees it. ``?answer=``: mark this answer; ``?show=``: show the right ones."""
    try:
        puzzle = puzzle_access.find(puzzle_id)
    except NotFound:
        abort(404)
    return _page(puzzle, next=_next(puzzle), of_deck="deck" in request.args, deck=_in_deck(puzzle))


@blp.get("/deals/<uuid:deal_id>/problems")
@allow(EVERYBODY)
@heavy
def of_deal(deal_id: UUID) -> Response:
    """Show the problems of a recorded deal, for readers who may see all its hands."""
    puzzles = [payloads.line(puzzle) for puzzle in puzzle_access.of_deal(deal_id)]
    return private_page("puzzles/deal.html", deal=deal_id, puzzles=puzzles, titles=TITLES, levels=LEVELS)


@blp.get("/deals/<uuid:deal_id>/problems/<uuid:puzzle_id>")
@allow(EVERYBODY)
@heavy
def show_of_deal(deal_id: UUID, puzzle_id: UUID) -> Response:
    """Show a problem of a recorded deal; the replay is linked once it was answered."""
    try:
        puzzle = puzzle_access.find_in_deal(deal_id, puzzle_id)
    except NotFound:
        abort(404)
    ids = [each.id for each in puzzle_access.of_deal(deal_id)]
    after = ids[ids.index(puzzle_id) + 1 :]
    address = url_for("puzzle_pages.show_of_deal", deal_id=deal_id, puzzle_id=after[0]) if after else None
    return _page(puzzle, next=address, of_deck="deck" in request.args, deck=_in_deck(puzzle), deal=deal_id)


def _page(puzzle: Puzzle, **more: Any) -> Response:
    """Return the page of a puzzle."""
    return private_page(
        "puzzles/solve.html",
        **drawn(puzzle.position, payloads.payload(puzzle)),
        title=TITLES[puzzle.theme],
        level=LEVELS[puzzle.level],
        answers=request.args.getlist("answer"),
        day=day_of(puzzle),
        takes_wrong=deck_access.takes_wrong_answers(),
        **more,
        **_marked(puzzle),
    )


def day_of(puzzle: Puzzle) -> str:
    """Return this day in UTC if the puzzle is its problem for everybody; else an empty text."""
    return now()[:10] if puzzle_access.of_everybody().id == puzzle.id else ""


def _marked(puzzle: Puzzle) -> dict[str, Any]:
    """Return the mark of the answer in the query, or why it is none; both None without an answer."""
    answer = " ".join(request.args.getlist("answer"))
    if not answer.strip() and "show" not in request.args:
        return {"mark": None, "no_answer": None}
    try:
        return {"mark": payloads.mark(puzzle, "" if "show" in request.args else answer, reader()), "no_answer": None}
    except NotAnAnswer as error:
        return {"mark": None, "no_answer": text_of(error)}
    except Declined:
        abort(404)


def _in_deck(puzzle: Puzzle) -> dict[str, bool] | None:
    """Return whether the puzzle is in the caller's deck; None if the caller has no open deck."""
    deck = deck_access.find()
    return None if deck is None else {"is_in": str(puzzle.id) in deck.repetitions}


def _next(puzzle: Puzzle) -> str | None:
    """Return the address of the next problem of the theme; None if it has no other."""
    ids = [other.id for other in puzzle_access.select(puzzle.theme)]
    after = [*ids[ids.index(puzzle.id) + 1 :], *ids] if puzzle.id in ids else ids
    return url_for("puzzle_pages.show", puzzle_id=after[0]) if after and after[0] != puzzle.id else None
