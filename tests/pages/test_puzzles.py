"""The pages of problems: a problem is solved in a real browser, with and without scripts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from replay.puzzles.file import built_in
from replay.puzzles.payloads import of_day
from tests.cases import full
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits


def of_theme(theme: str, viewer: str = "") -> str:
    """The address of a problem of a theme."""
    puzzle = next(each for each in built_in().values() if each.theme == theme and viewer in ("", each.viewer))
    return f"/problems/{puzzle.id}"


def test_a_problem_is_answered_wrongly_and_then_rightly(open_page: Open) -> None:
    puzzle = next(each for each in built_in().values() if each.theme == "holder")
    page = open_page("/problems", viewport=PHONE)
    page.get_by_role("link", name="Who can have the card?").click()
    page.get_by_role("link", name="Problem 1", exact=True).click()
    assert page.url.endswith(str(puzzle.id))
    right = puzzle.answers[0].split()
    page.get_by_label("Nobody: it was played").check()
    page.get_by_role("button", name="Check answer").click()
    expect(page.get_by_role("status")).to_have_text("Not right. Try again, or show the answer.")
    page.get_by_label("Nobody: it was played").uncheck()
    for seat in right:
        page.locator(f"input[name=answer][value='{seat}']").check()
    page.get_by_role("button", name="Check answer").click()
    expect(page.get_by_role("status")).to_contain_text("Right.")
    page.get_by_role("link", name="Next problem").click()
    assert str(puzzle.id) not in page.url


@pytest.mark.full
@pytest.mark.parametrize("theme", ["caps", "points", *map(full, ("draw-trumps", "breach", "settle", "trumps"))])
def test_the_answer_is_shown_with_its_reason(open_page: Open, theme: str) -> None:
    page = open_page(of_theme(theme), java_script_enabled=False)
    page.get_by_role("button", name="Show the answer").click()
    puzzle = next(each for each in built_in().values() if each.theme == theme)
    answers = ", ".join(read_aloud(theme, each) for each in puzzle.answers)
    expect(page.locator(".verdict-of-answer")).to_contain_text(f"Right answers: {answers}")
    assert len(page.locator(".verdict-of-answer").inner_text()) > len(f"Right answers: {answers}") + 10


def read_aloud(theme: str, answer: str) -> str:
    """An answer as the page shows it: cards with their suits, sides and words in full."""
    signs = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    match theme:
        case "caps":
            return answer.capitalize()
        case "draw-trumps":
            return answer[0] + signs[answer[1]]
        case "points" | "settle":
            return sentence(answer.replace("-", "−"))
        case "breach":
            ply, _, clause = answer.partition(" ")
            return f"Step {ply}: {clause}"
    return answer


def sentence(answer: str) -> str:
    """Each side with its number."""
    names = {"NS": "North and South", "EW": "East and West"}
    words = answer.split()
    return ", ".join(f"{names.get(side, side)} {number}" for side, number in zip(words[::2], words[1::2], strict=True))


@pytest.mark.full
def test_the_problem_of_the_day_is_on_the_home_page(open_page: Open) -> None:
    page = open_page("/")
    days = [of_day(datetime.now(UTC).date())]
    page.locator("section", has=page.get_by_role("heading", name="Problem of the day")).get_by_role(
        "link"
    ).first.click()
    days.append(of_day(datetime.now(UTC).date()))
    assert any(page.url.endswith(f"/problems/{puzzle.id}") for puzzle in days)


@pytest.mark.full
def test_the_pages_fit_and_everybody_can_use_them(open_page: Open) -> None:
    page = open_page("/problems", viewport=PHONE)
    for path in ("/problems", "/problems?theme=card", of_theme("card"), of_theme("breach"), of_theme("settle")):
        page.goto(path)
        fits(page)
        accessible_in_both_looks(page, everyday=False)
