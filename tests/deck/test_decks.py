"""A deck's schedule is that of `fsrs`, and is the same whenever it is folded from the stored events."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from fsrs import Card, Rating, Scheduler

from api.clock import format_time
from domain.deck.aggregate import MOST_PUZZLES, Deck, deck_id
from domain.deck.facts import DeckOpened, PuzzleAdded, PuzzleReviewed
from domain.deck.schedule import RATINGS, default_parameters, library
from domain.kernel.errors import Declined
from domain.kernel.events import Recorded
from domain.ledger import Ledger
from domain.registry import MAPPER

HISTORIES = 1000
BEGINS = datetime(2026, 1, 5, 8, tzinfo=UTC)


def history(rng: random.Random) -> list[tuple[datetime, int]]:
    """Random reviews: some within minutes, some after days, some after years."""
    time, reviews = BEGINS, []
    for _ in range(rng.randint(1, 30)):
        minutes = rng.choice((rng.randint(0, 20), rng.randint(60, 3000), rng.randint(1440, 90 * 1440), 800 * 1440))
        time += timedelta(minutes=minutes, milliseconds=rng.randint(0, 999))
        reviews.append((time, rng.choices((1, 2, 3, 4), (2, 2, 5, 1))[0]))
    return reviews


def by_the_library(reviews: list[tuple[datetime, int]]) -> list[Card]:
    """The card after each review, by the library alone."""
    scheduler, card, cards = Scheduler(enable_fuzzing=False), Card(card_id=1, due=BEGINS), []
    for time, rating in reviews:
        card, _ = scheduler.review_card(card, Rating(rating), time)
        cards.append(card)
    return cards


@pytest.mark.full
def test_the_schedule_is_that_of_the_library_and_the_same_after_a_rebuild() -> None:
    mapper, dues = MAPPER, set()
    for number in range(HISTORIES):
        reviews = history(random.Random(number))
        expected = by_the_library(reviews)
        deck, puzzle = Deck(deck_id(uuid4())), str(uuid4())
        deck.take(DeckOpened("a", default_parameters(), library()), format_time(BEGINS), "A")
        deck.take(PuzzleAdded(puzzle), format_time(BEGINS), "A")
        for (time, rating), card in zip(reviews, expected, strict=True):
            deck.take(PuzzleReviewed(puzzle, rating), format_time(time), "A")
            assert deck.repetitions[puzzle] == card, f"history {number}"
        stored = [mapper.to_stored_event(event) for event in deck.pending]
        rebuilt = Deck.project(None, map(mapper.to_domain_event, stored))
        assert rebuilt is not None
        assert rebuilt.repetitions == deck.repetitions == {puzzle: expected[-1]}
        dues.add(expected[-1].due)
    assert len(dues) > HISTORIES * 0.9


def test_a_stored_deck_is_read_as_it_was_written(ledger: Ledger, another: Ledger) -> None:
    account, puzzles, rng = uuid4(), [uuid4() for _ in range(3)], random.Random(1)
    time = BEGINS
    ledger.decks.open(account, by="A", at=format_time(time))
    by_puzzle: dict[UUID, Card] = {}
    scheduler = Scheduler(enable_fuzzing=False)
    for puzzle in puzzles:
        ledger.decks.add(account, puzzle, by="A", at=format_time(time))
        by_puzzle[puzzle] = Card(card_id=1, due=time)
    for _ in range(30):
        time += timedelta(hours=rng.randint(1, 100))
        puzzle, rating = rng.choice(puzzles), rng.randint(1, 4)
        ledger.decks.review(account, puzzle, rating, by="A", at=format_time(time))
        by_puzzle[puzzle], _ = scheduler.review_card(by_puzzle[puzzle], Rating(rating), time)
    deck = another.decks.find(account)
    assert deck is not None
    assert deck.repetitions == {str(puzzle): card for puzzle, card in by_puzzle.items()}
    assert deck.reviews == 30


def test_an_account_has_one_deck_which_it_may_close_and_open_again(ledger: Ledger) -> None:
    account, puzzle, sent = uuid4(), uuid4(), {"by": "A", "at": format_time(BEGINS)}
    assert ledger.decks.find(account) is None
    with pytest.raises(Declined, match="no deck"):
        ledger.decks.add(account, puzzle, **sent)
    ledger.decks.open(account, **sent)
    with pytest.raises(Declined, match="open already"):
        ledger.decks.open(account, **sent)
    with pytest.raises(Declined, match="not in your deck"):
        ledger.decks.review(account, puzzle, 3, **sent)
    ledger.decks.add(account, puzzle, **sent)
    with pytest.raises(Declined, match="in your deck already"):
        ledger.decks.add(account, puzzle, **sent)
    with pytest.raises(Declined, match="rating"):
        ledger.decks.review(account, puzzle, 5, **sent)
    ledger.decks.remove(account, puzzle, **sent)
    ledger.decks.add(account, puzzle, **sent)
    ledger.decks.close(account, **sent)
    assert ledger.decks.find(account) is None
    with pytest.raises(Declined, match="closed"):
        ledger.decks.add(account, puzzle, **sent)
    ledger.decks.open(account, **sent)
    deck = ledger.decks.find(account)
    assert deck is not None
    assert deck.repetitions == {}


def test_a_command_sent_twice_is_one_review(ledger: Ledger) -> None:
    account, puzzle, sent = uuid4(), uuid4(), {"by": "A", "at": format_time(BEGINS)}
    ledger.decks.open(account, **sent)
    ledger.decks.add(account, puzzle, **sent)
    first = ledger.decks.review(account, puzzle, 3, key="k", **sent)
    again = ledger.decks.review(account, puzzle, 3, key="k", **sent)
    assert (first.replayed, again.replayed, again.version) == (False, True, first.version)


def test_a_deck_has_a_limit() -> None:
    deck = Deck(deck_id(uuid4()))
    deck.take(DeckOpened("a", default_parameters(), library()), format_time(BEGINS), "A")
    for _ in range(MOST_PUZZLES):
        deck.take(deck.add(str(uuid4())), format_time(BEGINS), "A")
    with pytest.raises(Declined, match="up to"):
        deck.add(str(uuid4()))


def test_an_event_of_a_deck_is_read_from_the_store_as_it_was() -> None:
    event = Recorded(deck_id(uuid4()), 3, PuzzleReviewed(str(uuid4()), RATINGS["good"]), format_time(BEGINS), "A")
    mapper = MAPPER
    assert mapper.to_domain_event(mapper.to_stored_event(event)) == event


def test_the_first_wrong_answer_opens_a_deck_and_the_next_one_makes_the_puzzle_due_again(ledger: Ledger) -> None:
    account, puzzle, other, sent = uuid4(), uuid4(), uuid4(), {"by": "A", "at": format_time(BEGINS)}
    ledger.decks.answer_wrong(account, puzzle, **sent)
    ledger.decks.answer_wrong(account, other, lesson="02-following-suit/1/4", **sent)
    ledger.decks.answer_wrong(account, puzzle, **sent)
    deck = ledger.decks.find(account)
    assert deck is not None
    assert list(deck.repetitions) == [str(puzzle), str(other)]
    assert deck.lessons == {str(other): "02-following-suit/1/4"}
    assert deck.reviews == 1
    ledger.decks.remove(account, other, **sent)
    ledger.decks.close(account, **sent)
    assert ledger.decks.is_closed(account)
    with pytest.raises(Declined, match="closed"):
        ledger.decks.answer_wrong(account, puzzle, **sent)
