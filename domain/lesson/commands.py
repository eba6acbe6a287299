"""The commands on lessons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Unpack
from uuid import UUID

from domain.club.aggregates import Club
from domain.engine.words.values import sentence
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

    def edit_head(
        self, lesson_id: UUID, title: str, language: str, summary: str, base: int, **sent: Unpack[SentTo]
    ) -> Saved:
        """Change title, language and summary."""
        content = ("head", title, language, summary, base)
        return self._change(lesson_id, sent, content, lambda lesson: lesson.edit_head(title, language, summary, base))

    def edit_chapter(
        self,
        lesson_id: UUID,
        chapter: int,
        title: str,
        source: Source | None,
        base: int,
        *,
        after: int | None = None,
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Change or move a chapter; ``chapter`` 0 adds one.

        ``source``: None keeps the deal. ``after``: the number of the chapter before it; 0 for the beginning; None
        keeps the place, or puts a new chapter at the end.
        """
        command = ("chapter", chapter, title, source, base, after)

        def decide(lesson: Lesson) -> Fact:
            before = lesson.chapter(chapter) if chapter else None
            place = before.place if before and after is None else lesson.chapter_place(after)
            deal = source or (before.source if before else Source("", {}))
            return lesson.edit_chapter(chapter, Chapter(name(title, sentence("a title")), place, deal), base)

        return self._change(lesson_id, sent, command, decide)

    def remove_chapter(self, lesson_id: UUID, chapter: int, base: int, **sent: Unpack[SentTo]) -> Saved:
        """Remove a chapter with its steps."""
        return self._change(
            lesson_id, sent, ("remove chapter", chapter, base), lambda lesson: lesson.remove_chapter(chapter, base)
        )

    def edit_step(
        self, lesson_id: UUID, step: int, content: Step, base: int, *, after: int | None = None, **sent: Unpack[SentTo]
    ) -> Saved:
        """Change or move a step; ``step`` 0 adds one. ``after``: as for chapters. The step's own place is not read."""

        def decide(lesson: Lesson) -> Fact:
            return lesson.edit_step(step, placed_step(lesson, step, content, after), base)

        return self._change(lesson_id, sent, ("step", step, content, base, after), decide)

    def add_steps(
        self, lesson_id: UUID, contents: Sequence[Step], *, after: int | None = None, **sent: Unpack[SentTo]
    ) -> Saved:
        """Add steps one after another, in one transaction. ``after``: the number of the step before the first one."""

        def decide(lesson: Lesson) -> Iterator[Fact]:
            before = after
            for content in contents:
                yield (edit := lesson.edit_step(0, placed_step(lesson, 0, content, before), 0))
                before = edit.step

        return self._change(lesson_id, sent, ("add steps", list(contents), after), decide)

    def remove_step(self, lesson_id: UUID, step: int, base: int, **sent: Unpack[SentTo]) -> Saved:
        """Remove a step, and with a branch all steps within it."""
        return self._change(lesson_id, sent, ("remove step", step, base), lambda lesson: lesson.remove_step(step, base))

    def translate(
        self, lesson_id: UUID, part: str, language: str, texts: dict[str, str], base: int, **sent: Unpack[SentTo]
    ) -> Saved:
        """Translate a part: ``head``, ``chapter 3`` or ``step 12``; without texts, remove its translation."""
        content = ("translate", part, language, texts, base)
        return self._change(lesson_id, sent, content, lambda lesson: lesson.translate(part, language, texts, base))

    def undo(self, lesson_id: UUID, edit: int, **sent: Unpack[SentTo]) -> Saved:
        """Undo an edit, given by its version."""
        return self._change(lesson_id, sent, ("undo", edit), lambda lesson: lesson.undo(edit))

    def add_author(self, lesson_id: UUID, account: str, **sent: Unpack[SentTo]) -> Saved:
        """Let another account edit the lesson."""
        return self._change(lesson_id, sent, ("add author", account), lambda lesson: lesson.add_author(account))

    def remove_author(self, lesson_id: UUID, account: str, **sent: Unpack[SentTo]) -> Saved:
        """End an account's right to edit the lesson."""
        return self._change(lesson_id, sent, ("remove author", account), lambda lesson: lesson.remove_author(account))

    def publish(self, lesson_id: UUID, visibility: str, **sent: Unpack[SentTo]) -> Saved:
        """Publish the lesson as it is now, ``public`` or by ``link``."""
        return self._change(lesson_id, sent, ("publish", visibility), lambda lesson: lesson.publish(visibility))

    def withdraw(self, lesson_id: UUID, **sent: Unpack[SentTo]) -> Saved:
        """Make the lesson a draft again."""
        return self._change(lesson_id, sent, ("withdraw",), lambda lesson: lesson.withdraw())

    def _change(
        self,
        lesson_id: UUID,
        sent: SentTo,
        content: Sequence[object],
        decide: Callable[[Lesson], Fact | Iterable[Fact]],
    ) -> Saved:
        command = request(f"lesson {lesson_id}", sent, *content)
        return self._repository.change(command, Lesson, lesson_id, decide)


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
