"""The editor of lessons: the table with a pen (docs/teaching.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from api.services import Provider
from tests.cases import cases, full
from tests.http.people import People
from tests.pages.conftest import DESK, PHONE, Open, accessible_in_both_looks, fits, signed_in
from tests.pages.deals import take_in
from tests.pages.test_signing_in import expected
from tests.signing.visitors import Visitor, official
from tests.signing.visitors import signed_in as visitor_signed_in

CLICK, LETTER = 3.0, 0.25
"""Seconds for a click with looking for it, and for a letter."""


@pytest.fixture(scope="module")
def teacher(house: Provider) -> str:
    return official(house, "teacher", "admin").login


@dataclass
class Hand:
    """The hands of a teacher, who clicks and writes; ``seconds`` is how long that takes a person."""

    page: Page
    seconds: float = 0.0

    def click(self, name: str, role: str = "link", *, within: str = "main") -> None:
        self.page.locator(within).get_by_role(role, name=name, exact=True).first.click()  # type: ignore[arg-type]
        self.seconds += CLICK

    def press(self, name: str) -> None:
        self.click(name, "button")

    def choose(self, name: str) -> None:
        self.click(name, "radio")

    def write(self, where: str, text: str) -> None:
        self.page.locator(where).fill(text)
        self.seconds += CLICK + LETTER * len(text)

    def walk_to(self, act: int) -> None:
        self.page.get_by_text("All steps of the deal").click()
        self.page.locator(".acts li").nth(act).get_by_role("link").click()
        self.seconds += 2 * CLICK

    def ask(self, kind: str) -> None:
        self.click("Question")
        self.choose(kind)
        self.press("Add question")


def steps(page: Page) -> list[str]:
    return [each.strip() for each in page.locator(".outline ol a b").all_inner_texts()]


def new_lesson(page: Page, title: str, worked: str = "17-a-revoke") -> None:
    """Begin a lesson whose first chapter is a worked hand."""
    page.goto("/lessons")
    page.get_by_label("Title").fill(title)
    page.get_by_role("button", name="Begin the lesson").click()
    page.get_by_label("A worked hand").check()
    page.locator("#worked").select_option(worked)
    page.locator("#new-chapter").fill("The deal")
    page.get_by_role("button", name="Add chapter").click()


@pytest.mark.full
@pytest.mark.parametrize("worked", [(17,), full((17, 10, 5))], ids=["a-deal", "an-evening"])
def test_a_teacher_makes_a_lesson_of_an_evening_in_ten_minutes(
    open_page: Open, people: People, teacher: str, worked: tuple[int, ...]
) -> None:
    """In full three chapters, five questions of five kinds and a branch; then a pupil works through it."""
    deals = [take_in(people, number) for number in worked]
    page = signed_in(open_page("/health"), teacher)
    hand = Hand(page)

    page.goto(f"/deals/{deals[0]}")
    hand.click("Use in a lesson")
    hand.write("#title", "Following suit")
    hand.press("Begin the lesson")
    hand.walk_to(2)
    hand.click("East")
    hand.write("#new-text", "East has **four cards**.")
    hand.press("Add step here")
    hand.ask("Bid or pass.")
    if len(deals) > 1:
        add_branches_and_deals(hand, deals)
    assert page.locator(".outline h2").count() == len(deals)
    hand.press("Publish for everybody")
    assert hand.seconds <= 600, f"{hand.seconds:.0f} seconds"

    pupil = open_page("/learn")
    pupil.get_by_role("link", name="Following suit").last.click()
    expect(pupil.locator(".text")).to_have_text("East has four cards.")
    expect(pupil.get_by_text("You see the cards of East.")).to_be_visible()
    pupil.get_by_role("link", name="Next step").click()
    expect(pupil.get_by_role("heading", name="Bid or pass.")).to_be_visible()
    if len(deals) == 1:
        return
    pupil.get_by_role("link", name="Next step").click()
    expect(pupil.locator(".branch")).to_have_text("What if? East bids 160")
    pupil.get_by_role("link", name="Next step").click()
    pupil.get_by_role("button", name="eight of clubs").click()
    expect(pupil.get_by_role("status").filter(has_text="Right.")).to_be_visible()


def add_branches_and_deals(hand: Hand, deals: list[str]) -> None:
    """A branch, two more questions to the first deal, and two chapters with one each."""
    hand.click("What if?")
    hand.click("E 160")
    hand.write("#new-text", "Had East bid at once.")
    hand.press("Add branch")
    hand.click("After the branch")
    hand.walk_to(16)
    hand.click("West")
    hand.ask("Play a card.")
    hand.click("Question")
    hand.choose("Who can have the card?")
    hand.write("#new-holder-card", "9D")
    hand.press("Add question")
    for deal, kind in zip(deals[1:], ("How many points has each side now?", "What is the deal worth?"), strict=True):
        hand.page.goto(f"/deals/{deal}")
        hand.click("Use in a lesson")
        hand.press("Add the deal to Following suit")
        hand.click("To the end")
        hand.click("All hands")
        hand.ask(kind)


@pytest.mark.full
def test_what_a_question_will_accept_is_seen_before_it_is_added(open_page: Open, teacher: str) -> None:
    page = signed_in(open_page("/health"), teacher)
    new_lesson(page, "Right answers")
    hand = Hand(page)
    hand.walk_to(16)
    hand.click("West")
    hand.click("Question")
    offer = page.locator(".kind", has_text="Play a card.")
    expect(offer).to_contain_text("Right answers: AC, 8C")
    expect(page.locator(".kind", has_text="What is the deal worth?")).to_have_count(0)
    page.get_by_text("Questions that are not possible here").click()
    expect(page.locator("li", has_text="What is the deal worth?")).to_contain_text("the deal is not over here")


@pytest.mark.full
def test_every_form_works_without_a_script(open_page: Open, teacher: str) -> None:
    page = signed_in(open_page("/health", java_script_enabled=False), teacher)
    new_lesson(page, "Plain")
    page.get_by_role("link", name="Go one step on").click()
    page.locator("#new-text").fill("First.")
    page.get_by_role("button", name="Add step here").click()
    page.locator("#new-text").fill("Second.")
    page.get_by_role("button", name="Add text").click()
    assert steps(page) == ["Table at 0", "Text"]
    page.get_by_role("button", name="Move up").click()
    assert steps(page) == ["Text", "Table at 0"]
    page.get_by_role("button", name="Remove step").click()
    assert steps(page) == ["Table at 0"]
    page.get_by_role("button", name="Undo the last edit").click()
    assert steps(page) == ["Text", "Table at 0"]


@pytest.mark.full
def test_a_text_that_is_not_added_yet_survives_a_walk_through_the_deal(open_page: Open, teacher: str) -> None:
    page = signed_in(open_page("/health"), teacher)
    new_lesson(page, "Kept")
    page.locator("#new-text").fill("Half a sentence")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**ply=0**")
    expect(page.locator("#new-text")).to_have_value("Half a sentence")
    page.get_by_role("button", name="Add step here").click()
    expect(page.locator("#new-text")).to_have_value("")


@pytest.mark.full
def test_an_author_whose_step_was_changed_meanwhile_is_told_by_whom_and_keeps_the_text(
    open_page: Open, teacher: str
) -> None:
    page = signed_in(open_page("/health"), teacher)
    new_lesson(page, "Shared")
    page.locator("#new-text").fill("The first text.")
    page.get_by_role("button", name="Add text").click()
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("#step-text").fill("The text of the other author.")
    other.get_by_role("button", name="Save step", exact=True).first.click()
    page.locator("#step-text").fill("My text.")
    page.locator("#table").get_by_role("button", name="Save step", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("changed step 1")
    expect(page.locator("#step-text")).to_have_value("My text.")
    expect(page.get_by_text("Stored now:")).to_contain_text("The text of the other author.")
    page.locator("#table").get_by_role("button", name="Save step", exact=True).click()
    assert "My text." in page.locator(".outline").inner_text()
    expected(open_page, 422, 409)


@pytest.mark.full
def test_a_lesson_is_translated_and_read_in_the_other_language(open_page: Open, teacher: str) -> None:
    page = signed_in(open_page("/health"), teacher)
    new_lesson(page, "Two languages")
    page.locator("#new-text").fill("Good evening.")
    page.get_by_role("button", name="Add text").click()
    page.locator("#table").get_by_text("Translations").click()
    page.locator("#step-1-gsw-text").fill("Guete Abig.")
    page.locator("#table form", has=page.locator("#step-1-gsw-text")).get_by_role("button").click()
    page.get_by_text("Title, authors, history").click()
    page.locator(".outline").get_by_text("Translations").last.click()
    page.locator("#head-gsw-title").fill("Zwöi Sprache")
    page.locator("form", has=page.locator("#head-gsw-title")).get_by_role("button").click()
    page.get_by_role("button", name="Publish by link").click()
    address = page.get_by_role("link", name="Address for pupils").get_attribute("href")
    pupil = open_page(str(address), locale="gsw")
    expect(pupil.locator(".text")).to_have_text("Guete Abig.")
    expect(pupil.locator("main")).to_contain_text("Zwöi Sprache")


@pytest.mark.full
def test_everybody_can_use_the_editor_on_a_phone_and_on_a_desk(open_page: Open, teacher: str) -> None:
    page = signed_in(open_page("/health"), teacher)
    page.goto("/lessons")
    accessible_in_both_looks(page, everyday=False)
    new_lesson(page, "For everybody")
    hand = Hand(page)
    hand.walk_to(16)
    hand.click("West")
    for pen in ("Question", "What if?", "Text"):
        hand.click(pen)
        for size in (DESK, PHONE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            fits(page)
            accessible_in_both_looks(page, everyday=False)


def test_nobody_else_opens_the_editor(app: Flask, people: People, house: Provider, teacher: str) -> None:
    author = Visitor(app)
    author.sign_in(teacher)
    begun = author.post("/lessons", {"title": "Mine"})
    assert "Mine" in author.get(begun.location).text
    stranger = visitor_signed_in(app, house, "other", "director", people.club())
    assert stranger.get(begun.location).status_code == 403
    nobody = Visitor(app).get(begun.location)
    assert nobody.status_code in (302, 303)
    assert "/sign-in" in nobody.location


@pytest.mark.full
def test_no_number_in_an_address_or_a_form_breaks_the_editor(open_page: Open, people: People, teacher: str) -> None:
    page = signed_in(open_page("/health"), teacher)
    new_lesson(page, "Odd numbers")
    address = page.url.split("?")[0]
    with cases() as case:
        for value in ("-1", "0", "999999999", "9" * 5000, "x", "²", ""):
            for name in ("chapter", "step", "ply"):
                with case(name, value[:12]):
                    answer = page.request.get(address, params={name: value})
                    assert answer.status == 200
    deal = page.request.get("/lessons", params={"deal": "x", "ply": "9" * 5000})
    assert deal.status == 200
    page.goto("/lessons?deal=x")
    page.get_by_label("Title").fill("No such deal")
    page.get_by_role("button", name="Begin the lesson").click()
    expect(page.get_by_role("alert")).to_have_text("give the address of a recorded deal")
    assert page.get_by_role("link", name="No such deal").count() == 0, "nothing was begun"
    expected(open_page, 422)


@pytest.mark.full
def test_a_chapter_begins_with_the_first_card_of_hands_that_the_teacher_sets(open_page: Open, teacher: str) -> None:
    """Conditions limit points and the length of a suit; a contract without its bid is refused, and nothing is lost."""
    page = signed_in(open_page("/health"), teacher)
    new_lesson(page, "A contract")
    hand = Hand(page)
    page.get_by_text("Add a chapter").click()
    page.locator("#new-chapter").fill("South makes 160")
    page.get_by_label("Random hands").check()
    page.locator("#ruleset").select_option("304")
    page.locator("#hand-S").fill("JS 9S AS")
    page.get_by_text("Conditions", exact=True).click()
    page.get_by_text("Begin with the first card").click()
    for n, (who, least, what) in enumerate([("EW", "100", ""), ("N", "3", "H")], 1):
        page.get_by_label(f"Condition {n}: who").select_option(who)
        page.get_by_label(f"Condition {n}: at least").fill(least)
        page.get_by_label(f"Condition {n}: of what").select_option(what)
    page.get_by_label("Trump maker").select_option("S")
    page.locator("#indicator").fill("9s")
    hand.press("Add chapter")
    expect(page.get_by_role("alert")).to_contain_text("the hands cannot be set")
    expect(page.get_by_label("Condition 2: at least")).to_have_value("3")
    page.locator("#bid").fill("160")
    hand.press("Add chapter")
    expect(page.locator(".outline h2").last).to_have_text("South makes 160")
    hand.click("All hands")
    hands = page.evaluate("JSON.parse(document.getElementById('known').textContent).view.hands")
    assert {"JS", "AS"} <= set(hands["S"])
    assert sum(card[1] == "H" for card in hands["N"]) >= 3
    hand.click("What if?")
    expect(page.locator("#pen .choices a").first).to_have_text(re.compile(r"^[NESW] "))
    expected(open_page, 422)
