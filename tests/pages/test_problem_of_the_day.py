"""The problem of the day has a streak and a line to share, and wrong answers come again: kept on the device."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from replay.lessons.questions import NotAnAnswer
from replay.puzzles.payloads import of_day
from replay.puzzles.puzzle import Puzzle
from replay.words import ENGLISH
from tests.pages.conftest import Open

YESTERDAY = """(day) => localStorage.setItem("nought-daily", JSON.stringify({ day, streak: 2 }))"""


@pytest.mark.full
def test_a_solved_problem_makes_the_streak_longer_and_a_wrong_answer_comes_again(open_page: Open) -> None:
    now = datetime.now(UTC).date()
    puzzle = of_day(now)
    path = f"/problems/{puzzle.id}"
    page = open_page(path)
    page.evaluate(YESTERDAY, (now - timedelta(days=1)).isoformat())
    page.goto(f"{path}?{urlencode({'answer': a_wrong_answer(puzzle)})}")
    expect(page.locator("#solved")).to_be_hidden()
    page.goto("/problems")
    again = page.locator("#device-deck a")
    expect(again).to_have_attribute("href", path)
    page.goto(f"{path}?{urlencode({'answer': puzzle.answers[0]})}")
    expect(page.locator("#solved")).to_contain_text("Solved. Days in a row: 3")
    page.get_by_role("button", name="Share result").click()
    expect(page.locator("#solved [role=status]")).not_to_be_empty()
    page.goto("/problems")
    expect(page.locator("#device-deck")).to_be_hidden()


def a_wrong_answer(puzzle: Puzzle) -> str:
    """An answer that is marked as wrong."""
    for text in ("yes", "no", *puzzle.position.view()["hands"].get(puzzle.viewer, ()), "0", "NS 1 EW 1", "none"):
        try:
            if puzzle.mark(text, ENGLISH).right is False:
                return text
        except NotAnAnswer:
            continue
    raise AssertionError("no answer is wrong")
