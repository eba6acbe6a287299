"""Lessons as pupils get them: the contents, one step, and the mark of an answer.

A step holds the view of its own seat and nothing of later steps: neither their number, nor the length of the deal.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from domain.engine.faces import plain_faces
from domain.kernel.errors import Declined
from domain.lesson import facts
from replay.lessons.leaving_out import leave_out, parts_left_out
from replay.lessons.markdown import render
from replay.lessons.pages import in_reading_order
from replay.lessons.positions import ChapterReader, PlacedStep
from replay.lessons.questions import is_empty, kind_of
from replay.words import ENGLISH

if TYPE_CHECKING:
    from domain.lesson.commands import NewChapter, NewLesson
    from domain.lesson.facts import Question
    from replay.lessons.positions import Position
    from replay.lessons.questions import Mark
    from replay.words import Language

Payload = dict[str, Any]


def contents(lesson: NewLesson, language: str = "") -> Payload:
    """Return the head and the titles of the chapters. ``language``: a translation is used where there is one."""
    head = lesson.translations.get(language, {})
    return {
        "title": head.get("title", lesson.title),
        "summary": head.get("summary", lesson.summary),
        "language": lesson.language,
        "shown_in": language if language in languages_of(lesson) else lesson.language,
        "translations": sorted(languages_of(lesson)),
        "chapters": [
            {"chapter": n, "title": chapter.translations.get(language, {}).get("title", chapter.title)}
            for n, chapter in enumerate(lesson.chapters, 1)
        ],
    }


def languages_of(lesson: NewLesson) -> set[str]:
    """Return the languages that a lesson is offered in besides its own: those with a translated title."""
    return {language for language, texts in lesson.translations.items() if texts.get("title")}


def find_step(lesson: NewLesson, chapter: int, step: int) -> tuple[PlacedStep, bool]:
    """Return a step of a chapter, both counted from 1, and whether another one follows in the chapter.

    Raises `Declined` if there is no such step.
    """
    if not 1 <= chapter <= len(lesson.chapters):
        raise no_chapter(chapter)
    reader = ChapterReader(lesson.chapters[chapter - 1])
    placed = reader.step(step)
    if placed is None:
        raise no_step(step, chapter)
    return placed, step < reader.count


def no_chapter(chapter: int) -> Declined:
    """Return the error of a chapter that a lesson does not have."""
    return Declined("not-found", "there is no chapter {chapter} in this lesson", chapter=chapter)


def no_step(step: int, chapter: int) -> Declined:
    """Return the error of a step that a chapter does not have."""
    return Declined("not-found", "there is no step {step} in chapter {chapter}", step=step, chapter=chapter)


def step_payload(lesson: NewLesson, chapter: int, step: int, language: str = "") -> Payload:
    """Return a step as a pupil sees it. Raises `Declined` if there is no such step."""
    placed, more = find_step(lesson, chapter, step)
    return {**placed_payload(lesson, chapter, placed, language), "more": more}


def placed_payload(lesson: NewLesson, chapter: int, placed: PlacedStep, language: str = "") -> Payload:
    """Return a step at its place as `step_payload` does, without whether another one follows."""
    new, position = placed.new, placed.position
    of_chapter = lesson.chapters[chapter - 1]
    text = new.translations.get(language, {}).get("text", new.step.text)
    question = new.step.question
    payload: Payload = {
        "chapter": chapter,
        "step": placed.number,
        "kind": new.step.kind,
        "title": of_chapter.translations.get(language, {}).get("title", of_chapter.title),
        "viewer": position.viewer,
        "depth": placed.depth,
        "view": leave_out(position.view(_still_asked(of_chapter, placed.number)), parts_left_out(of_chapter.source)),
        "faces": plain_faces(position.rules.ruleset),
    }
    if text:
        payload |= {"text": text, "html": render(text)}
    if new.step.kind == facts.BRANCH:
        payload["acts"] = placed.acts
    if question:
        payload["question"] = question_payload(question, position)
    return payload


def question_payload(question: Question, position: Position) -> Payload:
    """Return a question as a pupil sees it, without what would answer it."""
    kind = kind_of(question)
    return {
        "kind": kind.code,
        "about": kind.about,
        "example": kind.example_at(position),
        "options": {name: value for name, value in question.options.items() if name in kind.shown},
        "choices": list(kind.choices(position)),
    }


def _still_asked(chapter: NewChapter, step: int) -> frozenset[str]:
    """Return the fields of a view that would answer a question at a step or after it."""
    questions = (new.step.question for new in islice(in_reading_order(chapter.steps), step - 1, None))
    return frozenset().union(*(kind_of(question).hides for question in questions if question))


def mark(lesson: NewLesson, chapter: int, step: int, answer: str, language: Language = ENGLISH) -> Payload:
    """Return the mark of a pupil's answer. An empty answer gives up and returns the right ones.

    Raises `Declined` if the step asks no question, or if the text is no answer to it.
    """
    return mark_at(chapter, find_step(lesson, chapter, step)[0], answer, language)


def mark_at(chapter: int, placed: PlacedStep, answer: str, language: Language = ENGLISH) -> Payload:
    """Return the mark of an answer at a step that was read already, as `mark` does.

    Raises `Declined` as `mark` does.
    """
    question = placed.new.step.question
    if question is None:
        raise Declined(
            "lesson-answer", "step {step} of chapter {chapter} asks no question", step=placed.number, chapter=chapter
        )
    kind = kind_of(question)
    if is_empty(answer):
        right = kind.accepted(question, placed.position)
        return {"answers": list(right), "by_author": bool(question.accept)}
    return mark_payload(kind.mark(answer, question, placed.position, language))


def mark_payload(result: Mark) -> Payload:
    """Return a mark as JSON values. ``right`` is null if the teacher marks the answer."""
    reasons = [
        {name: value for name in ("text", "code", "clause") if (value := getattr(reason, name))}
        for reason in result.reasons
    ]
    return {"answer": result.answer, "right": result.right, "by_author": result.by_author, "reasons": reasons}
