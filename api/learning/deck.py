"""The deck of the caller's account. Nobody else reads it."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api.callers import caller
from api.clock import now
from api.languages import reader
from api.learning import lessons as lesson_access
from api.learning import puzzles as puzzle_access
from api.lists import catalogue
from api.problems import forbidden
from api.services import ledger, services
from domain.deck.aggregate import question_id
from domain.deck.schedule import AGAIN, RATINGS
from domain.engine.words.values import Listing, sentence
from domain.kernel.errors import Declined, NotFound
from replay.lessons.payloads import contents, find_step, mark_at
from replay.puzzles import payloads

if TYPE_CHECKING:
    from domain.deck.aggregate import Deck
    from domain.kernel.commands import Sent
    from replay.puzzles.puzzle import Puzzle
    from replay.words import Language

PLACE: Final = re.compile(r"[^/]{1,64}/[1-9][0-9]{0,3}/[1-9][0-9]{0,3}")
"""The place of a question in a lesson: ``lesson/chapter/step``."""
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
    recorded = _of_recorded_deals(deck) | {puzzle: _of_lesson(place) for puzzle, place in deck.lessons.items()}
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


def _of_lesson(place: str) -> dict[str, Any]:
    """Return what a list shows of a question of a lesson, or that it exists no more."""
    lesson, chapter, step = place.rsplit("/", 2)
    try:
        content = lesson_access.for_reader(lesson)
        placed, _ = find_step(content, int(chapter), int(step))
    except (Declined, NotFound):
        return {"is_there": False, "why": "withdrawn"}
    if placed.new.step.question is None:
        return {"is_there": False, "why": "withdrawn"}
    title = contents(content, reader().locale)["chapters"][int(chapter) - 1]["title"]
    return {"is_there": True, "lesson": lesson, "chapter": int(chapter), "step": int(step), "title": title}


def _mark_in_lesson(place: str, answer: str, language: Language) -> dict[str, Any]:
    """Return the mark of an answer to a question of a lesson. Raises `Declined` or `NotFound` if it does not exist."""
    lesson, chapter, step = place.rsplit("/", 2)
    placed, _ = find_step(lesson_access.for_reader(lesson), int(chapter), int(step))
    return mark_at(int(chapter), placed, answer, language)


def has_lesson(place: str) -> str:
    """Return the id by which the caller's deck names a question of a lesson; empty if it is not in the deck."""
    deck, identity = find(), str(question_id(place))
    return identity if deck is not None and identity in deck.repetitions else ""


def takes_wrong_answers() -> bool:
    """Return whether wrong answers of the caller go into a deck: it has an account, and has not closed its deck."""
    who = caller().account
    return who is not None and not ledger().decks.is_closed(who)


def answer_wrong(puzzle_id: str, deal_id: str, answer: str, sent: Sent, language: Language) -> None:
    """Take a problem into the caller's deck if an answer to it is wrong. Opens the first deck of an account.

    Raises `NotAnAnswer`, `Declined`, `NotFound`, or `Problem` (403) if the problem cannot be solved by the caller.
    """
    puzzle, deal = puzzle_access.as_puzzle_id(puzzle_id), puzzle_access.as_puzzle_id(deal_id) if deal_id else None
    if payloads.mark(_find(puzzle, deal), answer, language).get("right") is False:
        ledger().decks.answer_wrong(account(), puzzle, deal, **sent)


def answer_wrong_in_lesson(place: str, answer: str, sent: Sent, language: Language) -> None:
    """Take a question of a lesson into the caller's deck if an answer to it is wrong, as `answer_wrong` does.

    ``place``: ``lesson/chapter/step``.
    """
    if not PLACE.fullmatch(place):
        raise Declined("deck", "a question of a lesson is named as lesson/chapter/step")
    if _mark_in_lesson(place, answer, language).get("right") is False:
        ledger().decks.answer_wrong(account(), question_id(place), lesson=place, **sent)


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
    if deck and str(identity) in deck.lessons:
        mark = _mark_in_lesson(deck.lessons[str(identity)], answer, language)
    else:
        mark = payloads.mark(_find(identity, UUID(deal) if deal else None), answer, language)
    number = RATINGS.get(rating) if mark.get("right") else AGAIN
    if number is None:
        raise Declined("deck", "a rating is one of {ratings}", ratings=Listing(tuple(RATINGS)))
    ledger().decks.review(account(), identity, number, **sent)
    deck = find()
    assert deck is not None  # noqa: S101 - it was written just now
    due = deck.repetitions[str(identity)].due if str(identity) in deck.repetitions else datetime.fromisoformat(now())
    name = next(name for name, value in RATINGS.items() if value == number)
    return {**mark, "rating": name, "due": due.isoformat()}


def _find(puzzle_id: UUID, deal_id: UUID | None) -> Puzzle:
    """Return a puzzle, of a recorded deal or of those that come with Nought."""
    return puzzle_access.find(puzzle_id) if deal_id is None else puzzle_access.find_in_deal(deal_id, puzzle_id)
