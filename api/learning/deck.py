"""The deck of the caller's account. Nobody else reads it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api.callers import caller
from api.clock import now
from api.learning import puzzles as puzzle_access
from api.lists import catalogue
from api.problems import forbidden
from api.services import ledger, services
from domain.deck.schedule import AGAIN, RATINGS
from domain.engine.words.values import Listing, sentence
from domain.kernel.errors import Declined, NotFound
from replay.puzzles import payloads

if TYPE_CHECKING:
    from domain.deck.aggregate import Deck
    from domain.kernel.commands import Sent
    from replay.puzzles.puzzle import Puzzle
    from replay.words import Language

SHOWN: Final = ("theme", "ruleset", "level")
"""The parts of a puzzle's line that the list of a deck shows."""


def account() -> UUID:
    """Return the caller's account. Raises `Problem` (403) if it has none."""
    who = caller().account
    if who is None:
        raise forbidden(sentence("A deck belongs to an account: sign in with one."))
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
    recorded = _of_recorded_deals(deck)
    items = []
    for puzzle, repetition in sorted(deck.repetitions.items(), key=lambda item: item[1].due):
        item = {"puzzle": puzzle, "due": repetition.due.isoformat(), "is_due": repetition.due <= time}
        items.append({**item, **(recorded[puzzle] if puzzle in recorded else _about(puzzle))})
    due = sum(item["is_due"] and item["is_there"] for item in items)
    return {"is_open": True, "reviews": deck.reviews, "due": due, "items": items}


def _about(puzzle_id: str) -> dict[str, Any]:
    """Return what a list shows of a puzzle that came with Nought. It may be no longer offered."""
    try:
        line = payloads.line(puzzle_access.find(UUID(puzzle_id)))
    except NotFound:
        return {"is_there": False, "why": "withdrawn"}
    return {"is_there": True, **{name: line[name] for name in SHOWN}}


def _of_recorded_deals(deck: Deck) -> dict[str, dict[str, Any]]:
    """Return what a list shows of the puzzles of recorded deals, or why they cannot be solved now, by their ids."""
    rows = catalogue().find_all({UUID(deal) for deal in deck.deals.values()})
    deals = puzzle_access.may_see(rows)
    puzzles = services().puzzles
    lines = {
        (str(line.puzzle), str(line.deal)): line for line in puzzles.find(deals, [UUID(key) for key in deck.deals])
    }
    may_see, mined = {str(each.deal) for each in deals}, {str(deal) for deal in puzzles.find_mined(deals)}
    about = {}
    for puzzle, deal in deck.deals.items():
        if line := lines.get((puzzle, deal)):
            shown = {"is_there": True, "theme": line.theme, "ruleset": line.ruleset, "level": line.level}
        else:
            shown = {"is_there": False, "why": _why(deal in may_see, deal in mined)}
        about[puzzle] = {"deal": deal, **shown}
    return about


def _why(may_see: bool, is_mined: bool) -> str:
    """Return why a puzzle of a recorded deal cannot be solved now."""
    if not may_see:
        return "hidden"
    return "changed" if is_mined else "waiting"


def add(puzzle_id: str, sent: Sent, deal_id: str = "") -> None:
    """Add a puzzle that the caller may solve, of a recorded deal or without one.

    Raises `NotFound`, `Declined`, or `Problem` (403) as `puzzle_access.of_deal`.
    """
    puzzle, deal = puzzle_access.as_puzzle_id(puzzle_id), puzzle_access.as_puzzle_id(deal_id) if deal_id else None
    ledger().decks.add(account(), _find(puzzle, deal).id, deal, **sent)


def remove(puzzle_id: str, sent: Sent) -> None:
    """Remove a puzzle, also one that is no longer offered. Raises `Declined` if it is not in the deck."""
    ledger().decks.remove(account(), puzzle_access.as_puzzle_id(puzzle_id), **sent)


def review(puzzle_id: str, answer: str, rating: str, sent: Sent, language: Language) -> dict[str, Any]:
    """Mark an answer and record it: a wrong one, or none, as ``again``. Return the mark, the rating and the next time.

    Raises `NotAnAnswer` if the text is no answer, `Declined` if the puzzle is not in the deck, and `NotFound` or
    `Problem` (403) if it cannot be solved now.
    """
    identity = puzzle_access.as_puzzle_id(puzzle_id)
    deck = find()
    deal = deck.deals.get(str(identity)) if deck else None
    puzzle = _find(identity, UUID(deal) if deal else None)
    mark = payloads.mark(puzzle, answer, language)
    number = RATINGS.get(rating) if mark.get("right") else AGAIN
    if number is None:
        raise Declined("deck", "a rating is one of {ratings}", ratings=Listing(tuple(RATINGS)))
    ledger().decks.review(account(), puzzle.id, number, **sent)
    deck = find()
    assert deck is not None  # noqa: S101 - it was written just now
    due = deck.repetitions[str(puzzle.id)].due if str(puzzle.id) in deck.repetitions else datetime.fromisoformat(now())
    name = next(name for name, value in RATINGS.items() if value == number)
    return {**mark, "rating": name, "due": due.isoformat()}


def _find(puzzle_id: UUID, deal_id: UUID | None) -> Puzzle:
    """Return a puzzle, of a recorded deal or of those that come with Nought."""
    return puzzle_access.find(puzzle_id) if deal_id is None else puzzle_access.find_in_deal(deal_id, puzzle_id)
