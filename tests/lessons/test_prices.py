"""Bounds on the cost of importing a lesson: a position is priced once, and one request prices only so many."""

from __future__ import annotations

from typing import Any

import pytest

from api.learning import lesson_prices
from api.learning.lesson_prices import with_all_prices
from domain.lesson.commands import NewLesson
from tests.lessons.lessons import ask, go, lesson, look

PLIES = (25, 29, 33, 37)
"""Four plies of the worked hand after which West plays a card."""


@pytest.fixture
def priced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The positions that were priced, by their digests; how the prices are computed is tested elsewhere."""
    digests: list[str] = []

    def price(record: Any, seat: str, seed: str, **_: Any) -> dict[str, Any]:
        digests.append(seed)
        return {"behind": {}}

    monkeypatch.setattr(lesson_prices, "price_cards", price)
    return digests


def hundred_questions() -> NewLesson:
    """A hundred questions about the best card at each of four positions, which differ in their margin only."""
    steps = [look("W")]
    for ply in PLIES:
        steps += [go(ply), *(ask("card", margin=str(margin)) for margin in range(25))]
    return lesson(*steps)


def prices(content: NewLesson) -> int:
    """The number of questions with prices."""
    steps = (new.step for chapter in content.chapters for new in chapter.steps)
    return sum(bool(step.question and step.question.prices) for step in steps)


def test_questions_at_one_position_are_priced_together(priced: list[str]) -> None:
    assert prices(with_all_prices(hundred_questions())) == 100
    assert len(priced) == len(set(priced)) == len(PLIES)


def test_not_more_positions_are_priced_than_allowed(priced: list[str]) -> None:
    assert prices(with_all_prices(hundred_questions(), most=2)) == 50
    assert len(priced) == 2
