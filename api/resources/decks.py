"""The deck of the caller's account: problems repeated at growing intervals. Only this account reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.blueprint import Blueprint
from api.commands import metadata
from api.languages import reader
from api.learning import deck as deck_access
from api.permissions import ACCOUNTS
from api.responses import json_response
from api.services import ledger
from schemas.puzzles import DeckAnswer, DeckNothing, DeckPuzzle, DeckReview, DeckReviewed

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("decks", __name__, url_prefix="/api/v1/deck", description="Your deck of problems")


@blp.get("")
@blp.answers(DeckAnswer)
@blp.reads(ACCOUNTS)
def get_deck() -> Response:
    """Get the deck of your account: its problems, those due first."""
    deck_access.account()
    return json_response(deck_access.payload(deck_access.find()))


@blp.post("")
@blp.arguments(DeckNothing)
@blp.response(200, DeckAnswer)
@blp.commands(ACCOUNTS, match=False)
def open_deck(params: dict[str, Any]) -> dict[str, Any]:
    """Open your deck. It is empty."""
    ledger().decks.open(deck_access.account(), **metadata(params))
    return deck_access.payload(deck_access.find())


@blp.post("/close")
@blp.arguments(DeckNothing)
@blp.response(200, DeckAnswer)
@blp.commands(ACCOUNTS, match=False)
def close_deck(params: dict[str, Any]) -> dict[str, Any]:
    """Close your deck and remove all its problems."""
    ledger().decks.close(deck_access.account(), **metadata(params))
    return deck_access.payload(deck_access.find())


@blp.post("/puzzles")
@blp.arguments(DeckPuzzle)
@blp.response(200, DeckAnswer)
@blp.commands(ACCOUNTS, match=False)
def add_puzzle(params: dict[str, Any]) -> dict[str, Any]:
    """Add a problem to your deck. It is due at once."""
    deck_access.account()
    deck_access.add(params["puzzle"], metadata({}))
    return deck_access.payload(deck_access.find())


@blp.post("/deals/<uuid:deal_id>/puzzles/<uuid:puzzle_id>")
@blp.arguments(DeckNothing)
@blp.response(200, DeckAnswer)
@blp.commands(ACCOUNTS, match=False)
def add_puzzle_of_deal(params: dict[str, Any], deal_id: UUID, puzzle_id: UUID) -> dict[str, Any]:
    """Add a problem of a recorded deal to your deck, if you may see all hands of the deal. It is due at once."""
    deck_access.account()
    deck_access.add(str(puzzle_id), metadata(params), str(deal_id))
    return deck_access.payload(deck_access.find())


@blp.post("/puzzles/remove")
@blp.arguments(DeckPuzzle)
@blp.response(200, DeckAnswer)
@blp.commands(ACCOUNTS, match=False)
def remove_puzzle(params: dict[str, Any]) -> dict[str, Any]:
    """Remove a problem from your deck."""
    deck_access.remove(params["puzzle"], metadata({}))
    return deck_access.payload(deck_access.find())


@blp.post("/reviews")
@blp.arguments(DeckReview)
@blp.response(200, DeckReviewed)
@blp.commands(ACCOUNTS, match=False)
def review_puzzle(params: dict[str, Any]) -> dict[str, Any]:
    """Answer a problem of your deck: the answer is marked, recorded, and the problem is due again later."""
    deck_access.account()
    return deck_access.review(params["puzzle"], params["answer"], params["rating"], metadata({}), reader())
