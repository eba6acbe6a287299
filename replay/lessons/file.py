"""A lesson as one file: JSON for people and programs (schemas/lesson.schema.json, docs/teaching-api.md).

The file has the content of a lesson and nothing of its history, authors or ids. Reading a written file and writing it
again gives the same bytes.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from itertools import count
from typing import Any, Final

import msgspec

from domain.engine.words.values import sentence
from domain.kernel.commands import check_text
from domain.kernel.errors import Declined
from domain.lesson.commands import NewChapter, NewLesson, NewStep
from domain.lesson.facts import BRANCH, GO, LOOK, QUESTION, REVEAL, SOURCES, STEPS, TEXT, Question, Source, Step
from replay.lessons.positions import canonical_hand
from replay.lessons.sources import Terms

VERSION: Final = 1
LONGEST: Final = 4 * 1024 * 1024
"""The most characters of a file."""
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    TEXT: (), GO: ("ply",), LOOK: ("seat",), BRANCH: ("ply", "acts", "steps"), QUESTION: ("question",), REVEAL: (),
}  # fmt: skip
"""The fields that a step of a kind can have, besides its kind, text and translations."""


class FilePrices(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The stored result of an analysis: what cards cost (`analysis.lesson_prices`), or what is made with a bid's cards.

    The latter are the trump and the makers' points in each deal (`api.learning.bid_chances`).
    """

    kernel: str
    position: str
    seed: str
    deals: int
    fitting: str = ""
    behind: dict[str, float] = {}
    trump: str = ""
    points: list[int] = []


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
    if isinstance(text, bytes):
        text = _decoded(text)
    if len(text) > LONGEST:
        raise Declined("lesson-file", "a lesson file has up to {most} characters", most=LONGEST)
    try:
        plain = msgspec.json.decode(text)
        _check_names(text)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise _no_lesson(error) from None
    return from_plain(plain)


def _decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 with its mark, as some editors save it."""
    encoding = "utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Declined("lesson-file", "line {line} is not in UTF-8: save the file in UTF-8", line=line) from None


def _check_names(text: str) -> None:
    """Raise `Declined` if an object of the file has a name twice: one of the two values would be lost."""
    twice: dict[int, str] = {}
    kept: list[dict[str, Any]] = []  # an id is that of one object only while the object lives

    def take(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        row = dict(pairs)
        if len(row) < len(pairs):
            names = [name for name, _ in pairs]
            twice[id(row)] = next(name for name in names if names.count(name) > 1)
            kept.append(row)
        return row

    plain = json.loads(text, object_pairs_hook=take)
    if twice:
        path, name = next(_places(plain, twice, "$"))
        raise Declined("lesson-file", "this is no lesson file: {path} has “{name}” twice", path=path, name=name)


def _places(value: Any, twice: dict[int, str], path: str) -> Iterator[tuple[str, str]]:
    """Yield the path of each object that has a name twice, and the name."""
    if id(value) in twice:
        yield path, twice[id(value)]
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in rows:
        yield from _places(each, twice, f"{path}.{key}" if isinstance(value, dict) else f"{path}[{key}]")


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
    for path, value in (("$.title", file.title), ("$.summary", file.summary), ("$.translations", file.translations)):
        try:
            check_text(value)
        except Declined as error:
            raise Declined(error.code, "{path}: {reason}", path=path, reason=error.sentence) from None
    chapters = tuple(_read_chapter(number, chapter) for number, chapter in enumerate(file.chapters, 1))
    return NewLesson(file.title, file.language, file.summary, chapters, file.translations)


def _no_lesson(error: Exception) -> Declined:
    return Declined("lesson-file", "this is no lesson file: {reason}", reason=str(error))


def _write_source(source: Source) -> FileSource:
    # A recorded deal becomes a hand: another record book does not have it.
    return FileSource(source.kind, source.hand, source.start, source.name, source.terms)


def _read_chapter(number: int, chapter: FileChapter) -> NewChapter:
    numbers = count(1)
    try:
        check_text((chapter.title, chapter.translations))
        source = _read_source(chapter.source)
        steps = tuple(_read_step(step, numbers) for step in chapter.steps)
    except Declined as error:
        raise Declined(error.code, "chapter {chapter}: {reason}", chapter=number, reason=error.sentence) from None
    return NewChapter(chapter.title, source, steps, chapter.translations)


def _read_source(source: FileSource) -> Source:
    if source.kind not in SOURCES:
        raise Declined("lesson-source", "a chapter comes from {sources}", sources=", ".join(SOURCES))
    hand = canonical_hand(source.hand)
    try:
        terms: dict[str, Any] = msgspec.to_builtins(msgspec.convert(source.terms, Terms)) if source.terms else {}
    except msgspec.ValidationError as error:
        raise Declined("lesson-file", "the terms of a chapter cannot be read: {reason}", reason=str(error)) from None
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


def _read_step(step: FileStep, numbers: Iterator[int]) -> NewStep:
    """Return a step with those of its branch. ``numbers``: the numbers of steps in reading order."""
    _check_fields(step, next(numbers))
    row = step.question
    prices = msgspec.to_builtins(row.prices) if row and row.prices else {}
    question = Question(row.kind, row.options, tuple(row.accept), prices) if row else None
    content = Step(step.kind, 0, "", 0, step.text, step.ply, step.seat, tuple(step.acts), question)
    return NewStep(content, tuple(_read_step(each, numbers) for each in step.steps), step.translations)


def _check_fields(step: FileStep, number: int) -> None:
    """Raise `Declined` if a step is of no kind, has a field that its kind does not use, or a text that no text is."""
    try:
        check_text((step.text, step.seat, step.acts, step.translations))
    except Declined as error:
        raise Declined(error.code, "step {step}: {reason}", step=number, reason=error.sentence) from None
    if step.kind not in STEPS:
        reason = sentence("a step is one of {kinds}", kinds=", ".join(STEPS))
    else:
        given = [name for names in FIELDS.values() for name in names if getattr(step, name) not in (None, "", [])]
        unused = next((name for name in given if name not in FIELDS[step.kind]), None)
        if unused is None:
            return
        reason = sentence("a step “{kind}” has no “{name}”", kind=step.kind, name=unused)
    raise Declined("lesson-file", "step {step}: {reason}", step=number, reason=reason)
