"""The breach is a card to tap among the tricks, not one of a list of all acts (design: "Learn is a path")."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from replay.lessons import payloads
from replay.lessons.built_in import lesson_named
from replay.puzzles.file import built_in

if TYPE_CHECKING:
    from flask import Flask

PAGE = "/learn/02-following-suit/2/5"


def fields_of_breach(text: str) -> tuple[str, str]:
    """Return the cards that can be tapped, and the calls that are folded away."""
    tricks, _, calls = text.split('<fieldset class="breaches">')[1].split("</fieldset>")[0].partition("<details>")
    return tricks, calls


def test_the_cards_of_each_trick_are_tapped(site: Flask) -> None:
    client = site.test_client()
    tricks, calls = fields_of_breach(client.get(PAGE).text)
    assert tricks.count("<b ") == 8
    assert len(re.findall(r'<input type="radio"', tricks)) == 32
    assert 'value="39" required aria-label="South: eight of diamonds"' in tricks
    assert calls == "", "the lesson has not explained bids yet"
    assert "Right." in client.get(PAGE, query_string={"answer": ["39", "000 “Play”"]}).text


def test_the_calls_of_a_problem_are_folded_away(site: Flask) -> None:
    puzzle = next(each for each in built_in().values() if each.theme == "breach")
    tricks, calls = fields_of_breach(site.test_client().get(f"/problems/{puzzle.id}").text)
    plies = sorted(int(ply) for ply in re.findall(r'name="answer" value="(\d+)"', tricks + calls))
    assert plies == list(range(len(plies))), "every act can be chosen"
    assert calls.count("<input") >= 2


@pytest.mark.parametrize("chapter", [1, 2])
def test_a_lesson_shows_what_it_has_explained_so_far_and_nothing_else(chapter: int) -> None:
    """Bids come in lesson 3, the indicator and closed trumps later; the card of the indicator is in the hand."""
    lesson = lesson_named("02-following-suit")
    assert lesson is not None
    for step in range(1, len(lesson.chapters[chapter - 1].steps) + 1):
        placed, _ = payloads.find_step(lesson, chapter, step)
        view = payloads.placed_payload(lesson, chapter, placed, "en")["view"]
        assert not {"contract", "auction", "auctions", "maker", "dealer", "stage"} & set(view)
        assert "indicator" not in view.get("trump", {})
        assert ("trump" in view) == (chapter == 2)
        cards = len(view["hands"]["E"]) + len(view["tricks"]) + any(card[0] == "E" for card in view["trick"]["cards"])
        assert cards == 8
