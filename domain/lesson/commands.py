"""The commands on lessons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Unpack
from uuid import UUID

from domain.club.aggregates import Club
from domain.engine.words.values import sentence
from domain.kernel.changes import Decided, change
from domain.kernel.commands import Saved, Sent, SentTo, name, request
from domain.kernel.errors import Declined
from domain.kernel.repository import Draft, new_id
from domain.lesson import facts
from domain.lesson.aggregate import HEAD, Lesson, Outline, chapter_part, check_language, place_between, step_part, text
from domain.lesson.facts import Chapter, LessonOpened, Source, Step

if TYPE_CHECKING:
    from domain.engine.facts import Fact
    from domain.kernel.repository import Repository

Texts = dict[str, dict[str, str]]
"""Translations: texts by name, by language."""


@dataclass(frozen=True, slots=True)
class NewStep:
    """A step of a whole lesson, with the steps of its branch. Chapter, place and parent of ``step`` do not count."""

    step: Step
    steps: tuple[NewStep, ...] = ()
    translations: Texts = field(default_factory=dict)
    number: int = field(default=0, compare=False)
    """The number of the step in the lesson that this content was read from; 0 if it was not."""


@dataclass(frozen=True, slots=True)
class NewChapter:
    """A chapter of a whole lesson."""

    title: str
    source: Source
    steps: tuple[NewStep, ...] = ()
    translations: Texts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewLesson:
    """A whole lesson, as a file holds it: nothing of its history, its authors and its numbers."""

    title: str
    language: str
    summary: str = ""
    chapters: tuple[NewChapter, ...] = ()
    translations: Texts = field(default_factory=dict)


class Lessons:
    """Commands on lessons. ``base``: the revision of the part that the author saw; 0 for a new part."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def get(self, lesson_id: UUID, version: int | None = None) -> Lesson:
        """Return a lesson as it stands, or as it stood at a version."""
        return self._repository.get(Lesson, lesson_id, version)

    def open(
        self,
        content: NewLesson,
        *,
        owner: str = "",
        club: UUID | None = None,
        lesson_id: UUID | None = None,
        **sent: Unpack[Sent],
    ) -> Saved:
        """Begin a lesson: an empty one, or a whole one from a file, in one transaction.

        ``owner``: the account of the author; empty for a lesson of the club alone.
        """
        command = request("", sent, "open lesson", content, owner, club, lesson_id)

        def begin() -> Draft:
            check_language(content.language)
            lesson = Lesson(lesson_id or new_id(command.at))
            home = self._repository.known_id(Club, club)
            title, summary = name(content.title, sentence("a title")), text(content.summary)
            opened = LessonOpened(title, content.language, owner, home, summary)
            lesson.take(opened, *command.stamp)
            _Copy(lesson, command.stamp).add(content)
            return (lesson,)

        return self._repository.execute(command, None, begin)

    @change(Lesson, "head")
    def edit_head(
        self, lesson: Lesson, title: str, language: str, summary: str, base: int, **_: Unpack[SentTo]
    ) -> Decided:
        """Change title, language and summary."""
        return lesson.edit_head(title, language, summary, base)

    @change(Lesson, "chapter")
    def edit_chapter(
        self,
        lesson: Lesson,
        chapter: int,
        title: str,
        source: Source | None,
        base: int,
        *,
        after: int | None = None,
        **_: Unpack[SentTo],
    ) -> Decided:
        """Change or move a chapter; ``chapter`` 0 adds one.

        ``source``: None keeps the deal. ``after``: the number of the chapter before it; 0 for the beginning; None
        keeps the place, or puts a new chapter at the end.
        """
        before = lesson.chapter(chapter) if chapter else None
        place = before.place if before and after is None else lesson.chapter_place(after)
        deal = source or (before.source if before else Source("", {}))
        return lesson.edit_chapter(chapter, Chapter(name(title, sentence("a title")), place, deal), base)

    @change(Lesson, "remove chapter")
    def remove_chapter(self, lesson: Lesson, chapter: int, base: int, **_: Unpack[SentTo]) -> Decided:
        """Remove a chapter with its steps."""
        return lesson.remove_chapter(chapter, base)

    @change(Lesson, "step")
    def edit_step(
        self, lesson: Lesson, step: int, content: Step, base: int, *, after: int | None = None, **_: Unpack[SentTo]
    ) -> Decided:
        """Change or move a step; ``step`` 0 adds one. ``after``: as for chapters. The step's own place is not read."""
        return lesson.edit_step(step, placed_step(lesson, step, content, after), base)

    @change(Lesson, "add steps")
    def add_steps(
        self, lesson: Lesson, contents: Sequence[Step], *, after: int | None = None, **_: Unpack[SentTo]
    ) -> Iterator[Fact]:
        """Add steps one after another, in one transaction. ``after``: the number of the step before the first one."""
        before = after
        for content in contents:
            yield (edit := lesson.edit_step(0, placed_step(lesson, 0, content, before), 0))
            before = edit.step

    @change(Lesson, "remove step")
    def remove_step(self, lesson: Lesson, step: int, base: int, **_: Unpack[SentTo]) -> Decided:
        """Remove a step, and with a branch all steps within it."""
        return lesson.remove_step(step, base)

    @change(Lesson, "translate")
    def translate(
        self, lesson: Lesson, part: str, language: str, texts: dict[str, str], base: int, **_: Unpack[SentTo]
    ) -> Decided:
        """Translate a part: ``head``, ``chapter 3`` or ``step 12``; without texts, remove its translation."""
        return lesson.translate(part, language, texts, base)

    @change(Lesson, "undo")
    def undo(self, lesson: Lesson, edit: int, **_: Unpack[SentTo]) -> Decided:
        """Undo an edit, given by its version."""
        return lesson.undo(edit)

    @change(Lesson, "add author")
    def add_author(self, lesson: Lesson, account: str, **_: Unpack[SentTo]) -> Decided:
        """Let another account edit the lesson."""
        return lesson.add_author(account)

    @change(Lesson, "remove author")
    def remove_author(self, lesson: Lesson, account: str, **_: Unpack[SentTo]) -> Decided:
        """End an account's right to edit the lesson."""
        return lesson.remove_author(account)

    @change(Lesson, "publish")
    def publish(self, lesson: Lesson, visibility: str, **_: Unpack[SentTo]) -> Decided:
        """Publish the lesson as it is now, ``public`` or by ``link``."""
        return lesson.publish(visibility)

    @change(Lesson, "withdraw")
    def withdraw(self, lesson: Lesson, **_: Unpack[SentTo]) -> Decided:
        """Make the lesson a draft again."""
        return lesson.withdraw()


def placed_step(lesson: Lesson, step: int, content: Step, after: int | None) -> Step:
    """Return the content of a step with its place: the old one, or one after another step (`Lessons.edit_step`)."""
    before = lesson.step(step) if step else None
    place = lesson.step_place(content.chapter, content.parent, after)
    if before and after is None and (before.chapter, before.parent) == (content.chapter, content.parent):
        place = before.place
    return replace(content, place=place, text=text(content.text))


class _Copy:
    """Adds the content of a file to a new lesson."""

    def __init__(self, lesson: Lesson, stamp: tuple[str, str, str]) -> None:
        self.lesson = lesson
        self.stamp = stamp

    def add(self, content: NewLesson) -> None:
        """Add all chapters, steps and translations, numbered in reading order."""
        self._translate(HEAD, content.translations)
        place = ""
        for number, chapter in enumerate(content.chapters, 1):
            place = place_between(place, "")
            try:
                added = self._add_chapter(chapter, place)
            except Declined as error:
                raise Declined(
                    error.code, "chapter {chapter}: {reason}", chapter=number, reason=error.sentence
                ) from None
            self._add_steps((number, added), 0, chapter.steps, count(1))

    def _add_chapter(self, chapter: NewChapter, place: str) -> int:
        added = self.lesson.edit_chapter(0, Chapter(name(chapter.title, sentence("a title")), place, chapter.source), 0)
        self._take(added)
        self._translate(chapter_part(added.chapter), chapter.translations)
        return added.chapter

    def _add_steps(
        self, chapter: tuple[int, int], parent: int, steps: Sequence[NewStep], numbers: Iterator[int]
    ) -> None:
        """Add steps and those of their branches. ``chapter``: as readers count it, and its number in the lesson."""
        place = ""
        for new in steps:
            place = place_between(place, "")
            number = next(numbers)
            try:
                added = self._add_step(new, chapter[1], parent, place)
            except Declined as error:
                raise Declined(
                    error.code,
                    "chapter {chapter}, step {step}: {reason}",
                    chapter=chapter[0],
                    step=number,
                    reason=error.sentence,
                ) from None
            if new.step.kind == facts.BRANCH:
                self._add_steps(chapter, added, new.steps, numbers)

    def _add_step(self, new: NewStep, chapter: int, parent: int, place: str) -> int:
        step = replace(new.step, chapter=chapter, parent=parent, place=place, text=text(new.step.text))
        added = self.lesson.edit_step(0, step, 0)
        self._take(added)
        self._translate(step_part(added.step), new.translations)
        return added.step

    def _translate(self, part: str, translations: Texts) -> None:
        for language, texts in translations.items():
            self._take(self.lesson.translate(part, language, texts, 0))

    def _take(self, fact: Fact) -> None:
        self.lesson.take(fact, *self.stamp)


def content_of(lesson: Lesson) -> NewLesson:
    """Return the whole content of a lesson, as `Lessons.open` takes it."""
    languages = lesson.languages()

    def translations(part: str) -> Texts:
        return {language: texts for language in languages if (texts := lesson.translation(part, language))}

    def steps(outline: Sequence[Outline]) -> tuple[NewStep, ...]:
        return tuple(
            NewStep(
                replace(each.step, chapter=0, place="", parent=0),
                steps(each.steps),
                translations(step_part(each.number)),
                each.number,
            )
            for each in outline
        )

    head = lesson.head
    chapters = tuple(
        NewChapter(chapter.title, chapter.source, steps(lesson.outline(n)), translations(chapter_part(n)))
        for n, chapter in lesson.chapters()
    )
    return NewLesson(head.title, head.language, head.summary, chapters, translations(HEAD))
