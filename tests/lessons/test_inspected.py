"""The trump maker knows the face-down cards at which it has looked (000 “Closed Trump games”)."""

from __future__ import annotations

from dataclasses import replace

from domain.lesson.commands import NewLesson
from replay.lessons.built_in import lesson_named
from replay.lessons.payloads import step_payload
from tests.lessons.lessons import look


def fifth_trick(seat: str) -> list[str]:
    """The trick of “Closed trumps” in which two seats played face down, as a seat knows it."""
    lesson = lesson_named("07-closed-trumps")
    assert lesson is not None
    chapter = lesson.chapters[0]
    looked: NewLesson = replace(lesson, chapters=(replace(chapter, steps=(*chapter.steps[:9], look(seat))),))
    cards: list[str] = step_payload(looked, 1, 10)["view"]["tricks"]["5"]["cards"]
    return cards


def test_the_maker_sees_the_cards_at_which_it_looked_and_nobody_else_does() -> None:
    assert fifth_trick("N") == ["S 7D", "E (QH)", "N AD", "W (8H)"]
    assert fifth_trick("E") == ["S 7D", "E (QH)", "N AD", "W (??)"], "its own card alone"
    for other in ("S", "public"):
        assert fifth_trick(other) == ["S 7D", "E (??)", "N AD", "W (??)"]
