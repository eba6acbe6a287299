"""Somebody who never played goes through *Learn 304* with the keyboard alone, and by the accessibility tree alone.

The answers are the first right ones of the engine; `tests/lessons/test_built_in.py` holds the list of all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from domain.lesson.facts import QUESTION
from replay.lessons.built_in import lesson_named, names
from replay.lessons.payloads import mark, placed_payload
from replay.lessons.positions import ChapterReader
from tests.pages.conftest import Open

LESSONS = [name for name in names() if not name.startswith("sidi")]
TEAMS = {"NS": "North and South", "EW": "East and West"}
SEATS = {"N": "North", "E": "East", "S": "South", "W": "West", "none": "Nobody: it was played"}
CALLS = {"pass": "Pass", "ask": "Ask partner", "redeal": "Redeal"}
BUTTONS = {"yes": "Yes", "no": "No", "open": "Open", "closed": "Closed"}


class Keyboard:
    """A reader who has only a keyboard, and hears what has the focus."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def heard(self) -> str:
        """The words of a screen reader about the element with the focus."""
        focus = self.page.locator(":focus")
        if not focus.count():
            return ""
        return focus.aria_snapshot().split("\n")[0].strip("- '").rstrip(":'")

    def go_to(self, role: str, name: str) -> None:
        """Press Tab until an element of this role and name has the focus."""
        heard = []
        for _ in range(80):
            self.page.keyboard.press("Tab")
            heard.append(self.heard())
            if heard[-1].startswith(f'{role} "{name}"'):
                return
        raise AssertionError(f"no {role} {name!r} in {heard}")

    def press(self, role: str, name: str) -> None:
        self.go_to(role, name)
        self.page.keyboard.press("Enter")

    def choose(self, name: str, value: str) -> None:
        """Choose an option of a list with the arrow keys."""
        self.go_to("combobox", name)
        for _ in range(200):
            if self.page.locator(":focus").input_value() == value:
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"no option {value!r} in {name!r}")

    def fill(self, name: str, text: str) -> None:
        self.go_to("textbox", name)
        self.page.keyboard.type(text)


def questions(name: str) -> Iterator[tuple[int, dict[str, Any], str]]:
    """The chapter, the step and the first right answer of every question of a lesson."""
    lesson = lesson_named(name)
    assert lesson is not None
    for chapter in range(1, len(lesson.chapters) + 1):
        for placed in ChapterReader(lesson.chapters[chapter - 1]).steps():
            if placed.new.step.kind == QUESTION:
                right = mark(lesson, chapter, placed.number, "")["answers"][0]
                yield chapter, placed_payload(lesson, chapter, placed), right


def words(text: str) -> set[str]:
    """The words of a text, whatever is emphasised in it."""
    return set(re.findall(r"[\w’']+", re.sub(r"[*_`]", "", text)))


def spoken(faces: dict[str, Any], card: str) -> str:
    return f"{faces['ranks'][card[0]]['name']} of {faces['suits'][card[1]]['name']}"


def answer(reader: Keyboard, kind: str, right: str, faces: dict[str, Any]) -> None:
    """Give an answer by keyboard."""
    if kind == "card":
        return reader.press("button", spoken(faces, right.strip("([])")))
    if kind in ("caps", "game"):
        return reader.press("button", BUTTONS[right])
    if kind == "bid":
        return reader.press("button", CALLS.get(right, right))
    if kind == "breach" and right == "none":
        return reader.press("button", "No breach of the rules.")
    if kind == "holder":
        for seat in right.split():
            reader.go_to("checkbox", SEATS[seat])
            reader.page.keyboard.press("Space")
    elif kind in ("points", "settle"):
        words = right.split()
        for team, number in zip(words[::2], words[1::2], strict=True):
            reader.fill(TEAMS[team], number)
    elif kind == "breach":
        ply, clause = right.split(" ", 1)
        reader.go_to("radio", "South: jack of clubs")
        while reader.page.locator(":focus").input_value() != ply:
            reader.page.keyboard.press("ArrowDown")
        reader.choose("Rule", clause)
    else:
        reader.fill("Your answer", right)
    return reader.press("button", "Check answer")


@pytest.mark.full
@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_of_learn_304_is_done_with_the_keyboard_alone(open_page: Open, name: str) -> None:
    lesson = lesson_named(name)
    assert lesson is not None
    page = open_page("/learn")
    reader = Keyboard(page)
    reader.press("link", lesson.title)
    page.wait_for_url(f"**/learn/{name}/**")
    steps = answered = 0
    left = list(questions(name))
    while True:
        page.wait_for_selector("table-view .felt")
        steps += 1
        where = re.search(r"/(\d+)/(\d+)", page.url)
        assert where
        place = int(where[1]), int(where[2])
        if left and place == (left[0][0], left[0][1]["step"]):
            _, step, right = left.pop(0)
            answer(reader, step["question"]["kind"], right, step["faces"])
            is_bid = step["question"]["kind"] == "bid"
            expect(page.get_by_role("status")).to_contain_text("Allowed." if is_bid else "Right.")
            answered += 1
        forward = page.locator("a[rel=next]")
        if not forward.count():
            break
        before = page.url
        reader.press("link", forward.inner_text())
        page.wait_for_url(lambda url, before=before: url != before)
    assert not left
    assert answered >= 2
    assert steps > answered
    reader.press("link", "All lessons")
    page.wait_for_url("**/learn")


@pytest.mark.full
@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_of_learn_304_can_be_heard(open_page: Open, name: str) -> None:
    """The accessibility tree has all that a step shows: the text, each card that the seat sees, calls, the question."""
    page = open_page("/learn")
    for chapter, step, _ in questions(name):
        page.goto(f"/learn/{name}/{chapter}/{step['step']}")
        page.wait_for_selector("table-view .felt")
        heard = page.get_by_role("main").aria_snapshot()
        view, faces = step["view"], step["faces"]
        known = {card for hand in view["hands"].values() for card in hand if card != "??"}
        played = [sentence for trick in (*view["tricks"].values(), view["trick"]) for sentence in trick["cards"]]
        known |= set(re.findall(r"[0-9TJQKA][SHDC]", " ".join(played)))
        missing = [card for card in sorted(known) if spoken(faces, card) not in heard]
        assert not missing, (chapter, step["step"])
        for call in view.get("auction", {}).values():
            word = call.split(" ", 1)[1]
            assert f'cell "{word}"' in heard or not word.isdecimal(), (chapter, step["step"], call)
        assert words(step.get("text", "")) <= words(heard)
