"""A bid that is allowed is not simply right: the mark says how often it is made (design: "Learn is a path")."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from api.learning.bid_chances import bid_chances
from api.learning.lesson_prices import with_all_prices
from domain.kernel.errors import Declined
from replay.lessons.built_in import names
from replay.lessons.payloads import find_step, mark
from replay.lessons.positions import Position
from replay.lessons.sources import of_worked_hand
from tests.cases import cases
from tests.lessons.lessons import ask, go, lesson, look
from tests.lessons.test_built_in import built_in, placed_steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

FIRST = ("03-the-deal-and-the-first-bid", 1, 5)
QUICK = "06-the-second-four-cards"
"""A lesson whose bids are counted in a few seconds."""


def bids(name: str) -> Iterator[tuple[str, Position, dict[str, Any]]]:
    """The questions for a bid of a lesson: their place, their position and their stored chances."""
    lesson = built_in(name)
    for chapter, number, new in placed_steps(lesson):
        if new.step.question is not None and new.step.question.kind == "bid":
            position = find_step(lesson, chapter, number)[0].position
            yield f"{chapter}.{number}", position, new.step.question.prices


@pytest.mark.full
def test_the_chances_in_the_lessons_that_come_with_nought_are_those_that_the_kernel_counts() -> None:
    """After a change of the kernel or of these lessons: `python -m scripts.lesson_prices`."""
    count = 0
    with cases() as case:
        for name in names():
            for step, position, prices in bids(name) if not name.startswith("sidi") else ():
                count += 1
                with case(name, step):
                    assert prices["position"] == position.digest
                    if name == QUICK or os.environ.get("NOUGHT_FULL"):
                        assert position.seat is not None
                        fresh = bid_chances(position.record, position.seat, position.digest)
                        assert prices == fresh | {"position": position.digest}
    assert count == 17


def test_a_bid_says_in_how_many_deals_it_is_made_and_a_pass_what_it_gives_up() -> None:
    lesson, chapter, step = built_in(FIRST[0]), *FIRST[1:]
    points = next(prices["points"] for place, _, prices in bids(FIRST[0]) if place == f"{chapter}.{step}")
    with cases() as case:
        for call, bid in (("160", 160), ("210", 210), ("300", 300), ("pass", 160)):
            with case(call):
                made = sum(each >= bid for each in points)
                result = mark(lesson, chapter, step, call)
                assert result["right"] is True
                assert f"{bid} is made in {made or 'none'} of {len(points)} deals" in result["reasons"][0]["text"]
        for call in ("ask", "redeal"):
            with case(call):
                assert "is made" not in str(mark(lesson, chapter, step, call))


def test_the_page_says_allowed_and_not_right(site: Flask) -> None:
    page = site.test_client().get("/learn/{}/{}/{}".format(*FIRST), query_string={"answer": "160"}).text
    assert "<b>Allowed.</b> With these cards, and diamonds as trump, 160 is made in" in page
    assert "Right." not in page


def test_the_bid_of_an_author_is_counted_in_304_and_asked_without_a_count_in_a_jass() -> None:
    quiz = with_all_prices(lesson(look("E"), go(1), ask("bid"), source=of_worked_hand("10-an-open-game")))
    question = quiz.chapters[0].steps[2].step.question
    assert question is not None
    assert question.prices["points"]
    jass = built_in("sidi-02-the-auction")
    assert with_all_prices(jass) == jass
    assert mark(jass, 1, 3, "pass")["right"] is True


def test_a_count_stops_at_its_bound() -> None:
    _, position, _ = next(bids(FIRST[0]))
    with pytest.raises(Declined, match="cannot be counted"):
        bid_chances(position.record, "E", "x", budget=1000)
