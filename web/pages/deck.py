"""The page of the caller's deck, and its forms. It works without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Blueprint, Response, redirect, request, url_for

from api.callers import caller
from api.commands import metadata
from api.learning import deck as deck_access
from api.permissions import ACCOUNTS, EVERYBODY, allow
from api.services import ledger
from replay.lessons.built_in import names as names_of_lessons
from replay.puzzles.file import built_in
from replay.words.puzzles import LEVELS, REASONS, TITLES
from web.languages import reader
from web.page import private_page
from web.pictures.scenes import Scene, scene_of_lesson, scene_of_puzzle

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

blp = Blueprint("deck", __name__)

DRAWN: Final = 24
"""The most problems of a deck whose hands are drawn, those that are due first; the others show card backs."""


@blp.get("/deck")
@allow(EVERYBODY)
def show() -> Response:
    """Show the deck of the caller's account, what is due first; without an account, who has a deck and where to go."""
    if caller().account is None:
        return private_page("puzzles/no-deck.html")
    deck = deck_access.payload(deck_access.find())
    scenes = {item["puzzle"]: scene for item in deck["items"][:DRAWN] if (scene := _scene(item))}
    return private_page("puzzles/deck.html", deck=deck, scenes=scenes, titles=TITLES, levels=LEVELS, reasons=REASONS)


def _scene(item: dict[str, Any]) -> Scene | None:
    """Return the hand of a problem or a lesson that comes with Nought; None for others."""
    if not item["is_there"]:
        return None
    if lesson := item.get("lesson"):
        return scene_of_lesson(lesson) if lesson in names_of_lessons() else None
    puzzle = None if item.get("deal") else built_in().get(UUID(item["puzzle"]))
    return scene_of_puzzle(puzzle) if puzzle else None


@blp.post("/deck/open")
@allow(ACCOUNTS)
def open_() -> AnyResponse:
    """Open the deck."""
    ledger().decks.open(deck_access.account(), **metadata({}))
    return redirect(url_for("deck.show"), 303)


@blp.post("/deck/close")
@allow(ACCOUNTS)
def close() -> AnyResponse:
    """Close the deck and remove its problems."""
    ledger().decks.close(deck_access.account(), **metadata({}))
    return redirect(url_for("deck.show"), 303)


@blp.post("/deck/add")
@allow(ACCOUNTS)
def add() -> AnyResponse:
    """Add a problem to the deck, and show the deck."""
    deck_access.account()
    deck_access.add(request.form.get("puzzle", ""), metadata({}), request.form.get("deal", ""))
    return redirect(url_for("deck.show"), 303)


@blp.post("/deck/wrong")
@allow(ACCOUNTS)
def wrong() -> AnyResponse:
    """Take a problem that was answered wrong into the deck, or a question of a lesson, and go back to it."""
    form = request.form
    deck_access.account()
    answer = form.get("answer", "")[:1000]
    if lesson := form.get("lesson", ""):
        deck_access.answer_wrong_in_lesson(lesson, answer, metadata({}), reader())
        name, chapter, step = lesson.rsplit("/", 2)
        return redirect(url_for("learn.show_step", lesson=name, chapter=chapter, step=step), 303)
    puzzle, deal = form.get("puzzle", ""), form.get("deal", "")
    deck_access.answer_wrong(puzzle, deal, answer, metadata({}), reader())
    if deal:
        return redirect(url_for("puzzle_pages.show_of_deal", deal_id=deal, puzzle_id=puzzle), 303)
    return redirect(url_for("puzzle_pages.show", puzzle_id=puzzle), 303)


@blp.post("/deck/remove")
@allow(ACCOUNTS)
def remove() -> AnyResponse:
    """Remove a problem from the deck."""
    deck_access.remove(request.form.get("puzzle", ""), metadata({}))
    return redirect(url_for("deck.show"), 303)


@blp.post("/deck/review")
@allow(ACCOUNTS)
def review() -> AnyResponse:
    """Record the answer to a problem of the deck, and show the deck."""
    deck_access.account()
    form = request.form
    deck_access.review(
        form.get("puzzle", ""), form.get("answer", "")[:1000], form.get("rating", "good"), metadata({}), reader()
    )
    return redirect(url_for("deck.show"), 303)
