"""Lessons to test with: steps and questions in few words."""

from __future__ import annotations

from typing import Any

from domain.lesson.commands import NewChapter, NewLesson, NewStep
from domain.lesson.facts import BRANCH, GO, LOOK, QUESTION, REVEAL, TEXT, Question, Source, Step
from replay.lessons.sources import of_worked_hand

AUTHOR = {"by": "Kala", "at": "2026-02-14T20:15:09.318Z"}
OTHER = {"by": "Suren", "at": "2026-02-14T20:16:09.318Z"}
REVOKE = "17-a-revoke"
"""The worked hand of most tests: East makes 160 closed in diamonds; South revokes at ply 39."""


def say(text: str) -> NewStep:
    return NewStep(Step(TEXT, 0, "", text=text))


def look(seat: str) -> NewStep:
    return NewStep(Step(LOOK, 0, "", seat=seat))


def go(ply: int) -> NewStep:
    return NewStep(Step(GO, 0, "", ply=ply))


def reveal() -> NewStep:
    return NewStep(Step(REVEAL, 0, ""))


def branch(*acts: str, ply: int | None = None, steps: tuple[NewStep, ...] = ()) -> NewStep:
    return NewStep(Step(BRANCH, 0, "", ply=ply, acts=acts), steps)


def ask(kind: str, accept: tuple[str, ...] = (), prices: dict[str, Any] | None = None, **options: str) -> NewStep:
    text = "Why did South win?" if kind == "text" else ""
    return NewStep(Step(QUESTION, 0, "", text=text, question=Question(kind, options, accept, prices or {})))


def lesson(*steps: NewStep, source: Source | None = None, **head: Any) -> NewLesson:
    chapter = NewChapter("The deal", source or of_worked_hand(REVOKE), steps)
    return NewLesson(head.pop("title", "A revoke"), head.pop("language", "en"), chapters=(chapter,), **head)
