"""A lesson as one file: JSON for people and programs (schemas/lesson.schema.json, docs/teaching-api.md).

The file has the content of a lesson and nothing of its history, authors or ids. Reading a written file and writing it
again gives the same bytes.
"""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec

from domain.ledger.errors import Declined
from domain.lesson.commands import NewChapter, NewLesson, NewStep
from domain.lesson.facts import BRANCH, Question, Source, Step
from replay.lessons.positions import canonical_hand
from replay.lessons.sources import Terms

VERSION: Final = 1
LONGEST: Final = 4 * 1024 * 1024
"""The most characters of a file."""


class FilePrices(msgspec.Struct, forbid_unknown_fields=True):
    """The stored result of an analysis (`analysis.lesson_prices`)."""

    kernel: str
    position: str
    seed: str
    deals: int
    fitting: str
    behind: dict[str, float]


class FileQuestion(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A question in a file."""

    kind: str
    options: dict[str, str] = {}
    accept: list[str] = []
    prices: FilePrices | None = None


class FileStep(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A step in a file, with the steps of its branch."""

    kind: str
    text: str = ""
    ply: int | None = None
    seat: str = ""
    acts: list[str] = []
    question: FileQuestion | None = None
    translations: dict[str, dict[str, str]] = {}
    steps: list[FileStep] = []


class FileSource(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The deal of a chapter in a file."""

    kind: str
    hand: dict[str, Any]
    start: int = -1
    name: str = ""
    terms: dict[str, Any] = {}


class FileChapter(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A chapter in a file."""

    title: str
    source: FileSource
    steps: list[FileStep] = []
    translations: dict[str, dict[str, str]] = {}


class LessonFile(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A lesson file: title, language, summary, translations and chapters."""

    nought_lesson: int
    title: str
    language: str
    summary: str = ""
    translations: dict[str, dict[str, str]] = {}
    chapters: list[FileChapter] = []


def write_lesson(lesson: NewLesson) -> str:
    """Return the file of a lesson."""
    file = LessonFile(
        VERSION,
        lesson.title,
        lesson.language,
        lesson.summary,
        lesson.translations,
        [
            FileChapter(chapter.title, _write_source(chapter.source), _write_steps(chapter.steps), chapter.translations)
            for chapter in lesson.chapters
        ],
    )
    return json.dumps(msgspec.to_builtins(file), ensure_ascii=False, indent=1) + "\n"


def to_plain(lesson: NewLesson) -> dict[str, Any]:
    """Return the file of a lesson as JSON values."""
    plain: dict[str, Any] = json.loads(write_lesson(lesson))
    return plain


def read_lesson(text: str | bytes) -> NewLesson:
    """Return the lesson of a file. Raises `Declined` with the reason if it cannot be read."""
    if len(text) > LONGEST:
        raise Declined("lesson-file", "a lesson file has up to {most} characters", most=LONGEST)
    try:
        return from_plain(msgspec.json.decode(text))
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise _no_lesson(error) from None


def from_plain(data: Any) -> NewLesson:
    """Return the lesson of a file's JSON values. Raises `Declined` with the reason if it cannot be read."""
    try:
        file = msgspec.convert(data, LessonFile)
    except msgspec.ValidationError as error:
        raise _no_lesson(error) from None
    if file.nought_lesson != VERSION:
        raise Declined(
            "lesson-file",
            "this reads lesson files of version {version}, not {other}",
            version=VERSION,
            other=file.nought_lesson,
        )
    try:
        chapters = tuple(
            NewChapter(chapter.title, _read_source(chapter.source), _read_steps(chapter.steps), chapter.translations)
            for chapter in file.chapters
        )
    except msgspec.ValidationError as error:
        raise Declined("lesson-file", "the terms of a chapter cannot be read: {reason}", reason=str(error)) from None
    return NewLesson(file.title, file.language, file.summary, chapters, file.translations)


def _no_lesson(error: Exception) -> Declined:
    return Declined("lesson-file", "this is no lesson file: {reason}", reason=str(error))


def _write_source(source: Source) -> FileSource:
    # A recorded deal becomes a hand: another record book does not have it.
    return FileSource(source.kind, source.hand, source.start, source.name, source.terms)


def _read_source(source: FileSource) -> Source:
    hand = canonical_hand(source.hand)
    terms: dict[str, Any] = msgspec.to_builtins(msgspec.convert(source.terms, Terms)) if source.terms else {}
    return Source(source.kind, hand, source.start, name=source.name, terms=terms)


def _write_steps(steps: tuple[NewStep, ...]) -> list[FileStep]:
    return [
        FileStep(
            new.step.kind,
            new.step.text,
            new.step.ply,
            new.step.seat,
            list(new.step.acts),
            _write_question(new.step.question),
            new.translations,
            _write_steps(new.steps),
        )
        for new in steps
    ]


def _write_question(question: Question | None) -> FileQuestion | None:
    if question is None:
        return None
    prices = msgspec.convert(question.prices, FilePrices) if question.prices else None
    return FileQuestion(question.kind, question.options, list(question.accept), prices)


def _read_steps(steps: list[FileStep]) -> tuple[NewStep, ...]:
    return tuple(map(_read_step, steps))


def _read_step(step: FileStep) -> NewStep:
    if step.steps and step.kind != BRANCH:
        raise Declined("lesson-file", "only a branch has steps of its own, not a step “{kind}”", kind=step.kind)
    row = step.question
    prices = msgspec.to_builtins(row.prices) if row and row.prices else {}
    question = Question(row.kind, row.options, tuple(row.accept), prices) if row else None
    content = Step(step.kind, 0, "", 0, step.text, step.ply, step.seat, tuple(step.acts), question)
    return NewStep(content, _read_steps(step.steps), step.translations)
