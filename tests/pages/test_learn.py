"""The pages of lessons: read and answered by keyboard, and without a script (docs/teaching.md)."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import expect

from replay.lessons.built_in import lesson_named
from tests.cases import full
from tests.pages.conftest import PHONE, Open, accessible_in_both_looks, fits
from tests.pages.reading import read

SUIT = "/learn/02-following-suit"


@pytest.mark.full
def test_a_lesson_is_found_first_in_the_navigation_and_read_by_keyboard(open_page: Open) -> None:
    page = open_page("/rules")
    first = page.locator("#site-nav a").first
    expect(first).to_have_text("Learn")
    first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn")
    page.get_by_role("link", name="Following suit").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{SUIT}/1/1")
    for step in (2, 3, 4):
        page.get_by_role("link", name="Next step").focus()
        page.keyboard.press("Enter")
        page.wait_for_url(f"**{SUIT}/1/{step}")
    page.get_by_role("button", name="ace of spades").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Not right.")).to_contain_text("Rule: Play")
    page.get_by_role("button", name="eight of clubs").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Right.")).to_be_visible()


def test_a_card_question_is_answered_by_a_tap_on_the_hand_on_the_table(open_page: Open) -> None:
    """A beginner who reads "Tap a card" taps the card at the table, not the copy of it in the question."""
    page = open_page("/learn/00-never-held-a-card/2/3", viewport=PHONE)
    page.locator('table-view .hand [data-card="KD"]').click(position={"x": 8, "y": 40})
    page.wait_for_url("**answer=KD*")
    expect(page.locator(".verdict-of-answer")).to_contain_text("Not right.")
    expect(page.locator(".verdict-of-answer a")).to_have_text("Play")
    expect(page.locator(".verdict-of-answer a")).to_have_attribute("href", "/rules/304#play")
    page.locator('table-view .hand [data-card="QS"]').click(position={"x": 8, "y": 40})
    page.wait_for_url("**answer=QS*")
    expect(page.locator(".verdict-of-answer")).to_contain_text("Right.")


@pytest.mark.parametrize(
    ("step", "fill", "expected"),
    [
        full(f"{SUIT}/2/3", {"West": True}, "Right."),
        (f"{SUIT}/2/5", {"South: eight of diamonds": True, "Rule": "000 “Play”"}, "Right."),
        full(
            "/learn/01-the-cards-and-their-points/1/6",
            {"North and South": "0", "East and West": "40"},
            "Not right.",
        ),
    ],
)
def test_a_question_is_answered_without_a_script(
    open_page: Open, step: str, fill: dict[str, str | bool], expected: str
) -> None:
    page = open_page(step, java_script_enabled=False)
    assert page.locator("table-view .facts").is_visible(), "the table in words"
    for name, value in fill.items():
        field = page.get_by_label(name, exact=True)
        if value is True:
            field.check(force=True)
        elif name == "Rule":
            field.select_option(label=str(value))
        else:
            field.fill(str(value))
    page.get_by_role("button", name="Check answer").click()
    expect(page.locator(".verdict-of-answer")).to_contain_text(expected)


def test_the_table_shows_only_the_cards_of_the_step(open_page: Open) -> None:
    page = open_page(f"{SUIT}/1/4")
    assert page.locator(".hand .card.back").count() == 21
    assert page.locator('.seat[data-place="0"] .hand .card:not(.back)').count() == 8


@pytest.mark.full
def test_the_pages_of_lessons_fit_a_phone_and_are_accessible(open_page: Open) -> None:
    page = open_page("/learn", viewport=PHONE)
    fits(page)
    accessible_in_both_looks(page, everyday=False)
    for path in (f"{SUIT}/1/4?answer=AS", f"{SUIT}/2/5", "/learn/01-the-cards-and-their-points/1/6?show=yes"):
        page.goto(path)
        fits(page)
        accessible_in_both_looks(page, everyday=False)


@pytest.mark.full
def test_the_list_offers_to_go_on_where_the_reader_stopped_and_ticks_what_is_done(open_page: Open) -> None:
    """Kept on the device: there is no account."""
    page = open_page("/learn")
    start = page.locator("#start")
    expect(start).to_have_text("Start here")
    start.click()
    page.get_by_role("link", name="Next step").click()
    page.wait_for_url("**/1/2")
    page.goto("/learn")
    expect(start).to_have_text("Continue: Never held a card?")
    expect(page.locator(".tile .done")).to_have_count(0)
    start.click()
    page.wait_for_url("**/1/2")
    lesson = lesson_named("00-never-held-a-card")
    assert lesson is not None
    page.goto(f"/learn/00-never-held-a-card/{len(lesson.chapters)}/{len(lesson.chapters[-1].steps)}")
    page.get_by_role("link", name="Next lesson: The cards and their points").click()
    page.wait_for_url("**/learn/01-the-cards-and-their-points/1/*")
    page.goto("/learn")
    expect(page.locator('[data-lesson="00-never-held-a-card"] .done')).to_have_text("✓ done")
    expect(start).to_have_text("Continue: The cards and their points")


def test_what_is_no_lesson_and_no_step_is_not_found(app: Flask) -> None:
    for path in ("/learn/none", f"{SUIT}/9/1", f"{SUIT}/1/99", "/learn/019c5dca-fa06-769a-9f91-ffa78b4e2e69"):
        assert read(app, path).status == 404, path
