"""The page of the deck in a real browser: opened, filled, answered and closed, without scripts too."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import expect

from api.services import Provider
from replay.puzzles.file import built_in
from tests.cases import full
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits, signed_in
from tests.pages.reading import read
from tests.signing.visitors import official

PUZZLE = next(puzzle for puzzle in built_in().values() if puzzle.theme == "trumps")


@pytest.mark.parametrize("scripts", [True, full(False)])
def test_a_problem_is_added_answered_and_due_again_later(open_page: Open, house: Provider, scripts: bool) -> None:
    login = f"solver-{scripts}".lower()
    official(house, login, "admin")
    page = signed_in(open_page("/health", java_script_enabled=scripts, viewport=PHONE), login)
    page.goto(f"/problems/{PUZZLE.id}?show=yes")
    assert page.get_by_role("button", name="Add to your deck").count() == 0  # nobody has a deck who did not open one
    page.goto("/deck")
    page.get_by_role("button", name="Open a deck").click()
    expect(page.locator("main")).to_contain_text("Your deck is empty.")
    page.goto(f"/problems/{PUZZLE.id}?show=yes")
    page.get_by_role("button", name="Add to your deck").click()
    expect(page.locator("main")).to_contain_text("Problems due now: 1")
    fits(page)
    page.get_by_role("link", name="Solve", exact=True).click()
    page.locator("#answer").fill("99")
    page.get_by_role("button", name="Check answer").click()
    page.get_by_role("button", name="Ask again soon").click()
    expect(page.locator("main")).to_contain_text("Problems due now: 0")
    page.goto(f"/problems/{PUZZLE.id}?deck=yes&answer={PUZZLE.answers[0]}")
    if scripts:
        accessible_in_both_looks(page)
    page.get_by_role("button", name="It was easy").click()
    expect(page.locator("main")).to_contain_text("due on")
    if scripts:
        accessible_in_both_looks(page, everyday=False)
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator("main")).to_contain_text("Your deck is empty.")
    page.get_by_role("button", name="Close the deck and remove all problems").click()
    expect(page.get_by_role("button", name="Open a deck")).to_be_visible()


def test_a_visitor_has_no_deck(app: Flask) -> None:
    assert "Open a deck" not in read(app, "/deck").texts("button")
