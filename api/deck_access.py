"""The deck of the caller's account. Nobody else reads it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from api import puzzle_access
from api.callers import caller
from api.clock import now
from api.problems import forbidden
from api.services import ledger
from domain.deck.schedule import AGAIN, RATINGS
from domain.ledger.errors import Declined, NotFound
from replay.puzzles import payloads

if TYPE_CHECKING:
    from uuid import UUID

    from domain.deck.aggregate import Deck
    from domain.ledger.commands import Sent
    from replay.words import Language


def account() -> UUID:
    """Return the caller's account. Raises `Problem` (403) if it has none."""
    who = caller().account
    if who is None:
        raise forbidden("A deck belongs to an account: sign in with one.")
    return who


def find() -> Deck | None:
    """Return the open deck of the caller; None if there is none."""
    who = caller().account
    return ledger().decks.find(who) if who else None


def payload(deck: Deck | None) -> dict[str, Any]:
    """Return a deck as JSON values, the problems that are due first."""
    if deck is None:
        return {"is_open": False, "reviews": 0, "due": 0, "items": []}
    time = datetime.fromisoformat(now())
    items = []
    for puzzle, repetition in sorted(deck.repetitions.items(), key=lambda item: item[1].due):
        item = {"puzzle": puzzle, "due": repetition.due.isoformat(), "is_due": repetition.due <= time}
        items.append({**item, **_about(puzzle)})
    due = sum(item["is_due"] and item["is_there"] for item in items)
    return {"is_open": True, "reviews": deck.reviews, "due": due, "items": items}


def _about(puzzle_id: str) -> dict[str, Any]:
    """Return what a list shows of a puzzle. It may be no longer offered."""
    try:
        line = payloads.line(puzzle_access.find_text(puzzle_id))
    except NotFound:
        return {"is_there": False}
    return {"is_there": True, **{name: line[name] for name in ("theme", "ruleset", "level")}}


def add(puzzle_id: str, sent: Sent) -> None:
    """Add a puzzle that the caller may solve. Raises `NotFound` or `Declined`."""
    ledger().decks.add(account(), puzzle_access.find_text(puzzle_id).id, **sent)


def remove(puzzle_id: str, sent: Sent) -> None:
    """Remove a puzzle, also one that is no longer offered. Raises `Declined` if it is not in the deck."""
    ledger().decks.remove(account(), puzzle_access.as_puzzle_id(puzzle_id), **sent)


def review(puzzle_id: str, answer: str, rating: str, sent: Sent, language: Language) -> dict[str, Any]:
    """Mark an answer and record it: a wrong one, or none, as ``again``. Return the mark, the rating and the next time.

    Raises `NotAnAnswer` if the text is no answer, and `Declined` if the puzzle is not in the deck.
    """
    puzzle = puzzle_access.find_text(puzzle_id)
    mark = payloads.mark(puzzle, answer, language)
    number = RATINGS.get(rating) if mark.get("right") else AGAIN
    if number is None:
        raise Declined("deck", f"a rating is one of {', '.join(RATINGS)}")
    ledger().decks.review(account(), puzzle.id, number, **sent)
    deck = find()
    assert deck is not None  # noqa: S101 - it was written just now
    due = deck.repetitions[str(puzzle.id)].due if str(puzzle.id) in deck.repetitions else datetime.fromisoformat(now())
    name = next(name for name, value in RATINGS.items() if value == number)
    return {**mark, "rating": name, "due": due.isoformat()}
