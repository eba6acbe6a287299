"""The page of the deck in a real browser: opened, filled, answered and closed, without scripts too."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from playwright.sync_api import expect

from api.services import Provider
from replay.puzzles.file import built_in
from tests.cases import full
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits, signed_in
from tests.pages.reading import read
from tests.signing.visitors import official
from tests.signing.visitors import signed_in as visitor_of

PUZZLE = next(puzzle for puzzle in built_in().values() if puzzle.theme == "trumps")


@pytest.mark.full
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
    page.get_by_text("Close the deck", exact=True).click()
    page.get_by_role("button", name="Close the deck and remove all problems").click()
    expect(page.get_by_role("button", name="Open a deck")).to_be_visible()


def test_a_visitor_has_no_deck(app: Flask) -> None:
    assert "Open a deck" not in read(app, "/deck").texts("button")


LESSON = "02-following-suit/1/4"


def form_of(text: str) -> dict[str, str]:
    """Return the hidden fields with which a page takes a wrong answer into the deck; empty if it does not."""
    if "data-wrong" not in text:
        return {}
    form = text.split("data-wrong")[1].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(puzzle|deal|lesson|answer)" value="([^"]*)">', form))


def test_with_an_account_a_wrong_answer_goes_into_the_deck_and_comes_again(app: Flask, house: Provider) -> None:
    """The design: "Wrong answers go into the deck, on the device for those without an account"."""
    visitor = visitor_of(app, house, "deck-wrong", "admin")
    for path in (f"/problems/{PUZZLE.id}", f"/learn/{LESSON}"):
        assert form_of(visitor.get(path).text) == {}
    problem = form_of(visitor.get(f"/problems/{PUZZLE.id}?answer=99").text)
    assert problem == {"puzzle": str(PUZZLE.id), "answer": "99"}
    question = form_of(visitor.get(f"/learn/{LESSON}?answer=AS").text)
    assert question == {"lesson": LESSON, "answer": "AS"}
    assert form_of(visitor.get(f"/learn/{LESSON}?answer=8C").text) == {}
    visitor.get("/deck")
    for form in (problem, question):
        assert visitor.post("/deck/wrong", form).status_code == 303
    right = visitor.post("/deck/wrong", {"lesson": "02-following-suit/1/7", "answer": "TD"})
    assert right.status_code == 303, "a right answer changes nothing"
    shown = visitor.get("/deck").text
    assert "Problems due now: 2" in shown
    assert f"/learn/{LESSON}?deck=yes" in shown
    again = visitor.get(f"/learn/{LESSON}?deck=yes&answer=8C").text
    assert "It was easy" in again
    review = dict(re.findall(r'<input type="hidden" name="(puzzle|answer)" value="([^"]*)">', again))
    assert visitor.post("/deck/review", {**review, "rating": "easy"}).status_code == 303
    assert "Problems due now: 1" in visitor.get("/deck").text


def test_without_an_account_a_wrong_answer_to_a_lesson_stays_on_the_device(app: Flask) -> None:
    page = app.test_client().get(f"/learn/{LESSON}?answer=AS").text
    assert form_of(page) == {}
    assert 'id="solved" hidden data-right="no" data-deck' in page


def test_an_empty_deck_leads_on_to_the_problems(app: Flask, house: Provider) -> None:
    visitor = visitor_of(app, house, "deck-empty", "admin")
    visitor.get("/deck")
    assert visitor.post("/deck/open").status_code == 303
    page = visitor.get("/deck").text
    assert re.search(r'Your deck is empty[^<]*</p>\s*<p><a class="button main" href="/problems">', page)


def test_an_account_that_closed_its_deck_keeps_it_closed(app: Flask, house: Provider) -> None:
    visitor = visitor_of(app, house, "deck-closed", "admin")
    visitor.get("/deck")
    assert visitor.post("/deck/open").status_code == 303
    assert visitor.post("/deck/close").status_code == 303
    assert form_of(visitor.get(f"/problems/{PUZZLE.id}?answer=99").text) == {}


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"lesson": "none/1/1", "answer": "1"}, 404),
        ({"lesson": "02-following-suit", "answer": "1"}, 422),
        ({"lesson": "02-following-suit/9/9", "answer": "1"}, 404),
        ({"puzzle": "x", "answer": "1"}, 404),
        ({"puzzle": str(PUZZLE.id), "answer": "many"}, 422),
    ],
)
def test_what_is_no_wrong_answer_is_refused(app: Flask, house: Provider, form: dict[str, str], status: int) -> None:
    visitor = visitor_of(app, house, f"deck-no-{abs(hash(str(form)))}", "admin")
    visitor.get("/deck")
    assert visitor.post("/deck/wrong", form).status_code == status


def test_a_reader_without_an_account_learns_who_has_a_deck_and_where_to_go(app: Flask) -> None:
    page = read(app, "/deck")
    assert "The deck belongs to an account." in page.text()
    assert [link.attribute("href") for link in page.all("main .actions a")] == [
        "/problems",
        "/learn",
        "/sign-in?next=/deck",
    ]
