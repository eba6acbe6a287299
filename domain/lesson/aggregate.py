"""The aggregate of one lesson: its parts with their revisions, its authors, and what is published.

History is not rewritten: an edit is undone by another event, which gives its part the content from before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeAlias
from uuid import UUID

from domain.engine.words.values import sentence
from domain.kernel.aggregate import ListedAggregate
from domain.kernel.commands import LONGEST_TEXT, check_text, name
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.kernel.ports import Listing
from domain.lesson import facts
from domain.lesson.facts import (
    AuthorAdded,
    AuthorRemoved,
    Chapter,
    ChapterEdited,
    ChapterRemoved,
    EditUndone,
    HeadEdited,
    LessonOpened,
    LessonPublished,
    LessonWithdrawn,
    PartTranslated,
    Step,
    StepEdited,
    StepRemoved,
)

if TYPE_CHECKING:
    from domain.engine.words.values import Term
    from domain.kernel.events import Recorded

MOST_STEPS: Final = 2000
"""The most chapters, and the most steps, of a lesson; removed ones count."""
MOST_AUTHORS: Final = 50
MOST_ACTS: Final = 200
DEEPEST: Final = 20
"""The most branches within each other."""

NEEDED: Final = {
    facts.TEXT: sentence("a text"),
    facts.GO: sentence("an entry"),
    facts.LOOK: sentence("a seat"),
    facts.BRANCH: sentence("acts"),
    facts.QUESTION: sentence("a question"),
}
"""The words for what a step of a kind cannot do without."""

Head: TypeAlias = LessonOpened | HeadEdited
Content: TypeAlias = Head | Chapter | Step | dict[str, str]
HEAD: Final = "head"


def chapter_part(number: int) -> str:
    """Return the name of a chapter's part."""
    return f"chapter {number}"


def step_part(number: int) -> str:
    """Return the name of a step's part."""
    return f"step {number}"


def translation_part(part: str, language: str) -> str:
    """Return the name of the part that holds a translation."""
    return f"{part} in {language}"


def part_words(part: str) -> str | Term:
    """Return the name of a part in words; a text that is no part's name stays as it is."""
    whole, separator, language = part.rpartition(" in ")
    if separator:
        return sentence("{part} in {language}", part=part_words(whole), language=language)
    kind, _, number = part.partition(" ")
    match kind:
        case "head" if not number:
            return sentence("head")
        case "chapter" if number:
            return sentence("chapter {number}", number=number)
        case "step" if number:
            return sentence("step {number}", number=number)
    return part


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit of a part: its version, author and time, and the content after it; None if that removed the part."""

    version: int
    by: str
    at: str
    part: str
    content: Content | None


@dataclass(slots=True)
class Outline:
    """A step with the steps within it, in reading order."""

    number: int
    step: Step
    steps: list[Outline] = field(default_factory=list)


class Lesson(ListedAggregate):
    """One lesson in the record book. A decision that is not possible now raises `Declined` with the reason."""

    NAME = sentence("lesson")
    OPENING = LessonOpened
    opened: LessonOpened

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.parts: dict[str, list[Edit]] = {}
        """The edits of each part, oldest first."""
        self.edits: dict[int, Edit] = {}
        """All edits by version."""
        self.chapter_count = self.step_count = 0
        """The highest number of a chapter and of a step so far."""
        self.authors: list[str] = []
        """The accounts that may edit the lesson, the owner first."""
        self.visibility = facts.DRAFT
        self.published = 0
        """The version that pupils read; 0 if they may not."""
        self.published_head: Head | None = None
        """The head that pupils read; None if they may not."""

    def fold(self, event: Recorded) -> None:
        fact = event.fact
        match fact:
            case LessonOpened():
                self.opened = fact
                self.authors = [fact.owner] if fact.owner else []
                self._put(event, HEAD, fact)
            case HeadEdited():
                self._put(event, HEAD, fact)
            case ChapterEdited(chapter, content):
                self.chapter_count = max(self.chapter_count, chapter)
                self._put(event, chapter_part(chapter), content)
            case ChapterRemoved(chapter):
                self._put(event, chapter_part(chapter), None)
            case StepEdited(step, content):
                self.step_count = max(self.step_count, step)
                self._put(event, step_part(step), content)
            case StepRemoved(step):
                self._put(event, step_part(step), None)
            case PartTranslated(part, language, texts):
                self._put(event, translation_part(part, language), texts or None)
            case EditUndone(edit) if edit in self.edits:
                part = self.edits[edit].part
                self._put(event, part, self._before(self.edits[edit]))
            case AuthorAdded(account):
                self.authors.append(account)
            case AuthorRemoved(account) if account in self.authors:
                self.authors.remove(account)
            case LessonPublished(visibility):
                self.visibility, self.published = visibility, event.originator_version
                self.published_head = self.head
            case LessonWithdrawn():
                self.visibility, self.published, self.published_head = facts.DRAFT, 0, None

    def _put(self, event: Recorded, part: str, content: Content | None) -> None:
        edit = Edit(event.originator_version, event.by, event.at, part, content)
        self.parts.setdefault(part, []).append(edit)
        self.edits[edit.version] = edit

    def _before(self, edit: Edit) -> Content | None:
        """Return the content of a part before an edit; None if the edit added the part."""
        earlier = [each for each in self.parts[edit.part] if each.version < edit.version]
        return earlier[-1].content if earlier else None

    def listing(self) -> Listing:
        # Pupils see the published head: a draft of the next version stays with the authors.
        head = self.published_head or self.head
        data = {"visibility": self.visibility, "authors": tuple(self.authors), "language": head.language}
        return Listing(self.id, self.KIND, as_id(self.opened.club), None, head.title, self.opened_at, data)

    # --- questions ----------------------------------------------------------------------------------

    @property
    def head(self) -> Head:
        """Return the title, the language and the summary."""
        content = self.parts[HEAD][-1].content
        assert isinstance(content, Head)  # noqa: S101 - the head is never removed
        return content

    def content(self, part: str) -> Content | None:
        """Return the content of a part; None if there is none, or if it was removed."""
        return self.parts[part][-1].content if part in self.parts else None

    def revision(self, part: str) -> int:
        """Return the version of the last edit of a part; 0 if there is no such part."""
        return self.parts[part][-1].version if part in self.parts else 0

    def chapter(self, number: int) -> Chapter:
        """Return a chapter by its number. Raises `Declined` if there is none."""
        content = self.content(chapter_part(number))
        if not isinstance(content, Chapter):
            raise Declined("not-found", "there is no chapter {number} in this lesson", number=number)
        return content

    def step(self, number: int) -> Step:
        """Return a step by its number. Raises `Declined` if there is none."""
        content = self.content(step_part(number))
        if not isinstance(content, Step):
            raise Declined("not-found", "there is no step {number} in this lesson", number=number)
        return content

    def chapters(self) -> list[tuple[int, Chapter]]:
        """Return the chapters with their numbers, in reading order."""
        numbers = range(1, self.chapter_count + 1)
        chapters = [(n, content) for n in numbers if isinstance(content := self.content(chapter_part(n)), Chapter)]
        return sorted(chapters, key=lambda each: (Fraction(each[1].place), each[0]))

    def outline(self, chapter: int) -> list[Outline]:
        """Return the steps of a chapter as a tree, in reading order."""
        steps = [(n, content) for n, content in self._steps() if content.chapter == chapter]
        nodes = {n: Outline(n, step) for n, step in steps}
        top: list[Outline] = []
        for n, step in sorted(steps, key=lambda each: (Fraction(each[1].place), each[0])):
            if not step.parent:
                top.append(nodes[n])
            elif step.parent in nodes:
                nodes[step.parent].steps.append(nodes[n])
        return top

    def chapter_place(self, after: int | None) -> str:
        """Return the place for a chapter after another one (`place_after`)."""
        return place_after([(n, chapter.place) for n, chapter in self.chapters()], after)

    def step_place(self, chapter: int, parent: int, after: int | None) -> str:
        """Return the place for a step after another one of the same chapter and branch (`place_after`)."""
        level = [(n, step.place) for n, step in self._steps() if (step.chapter, step.parent) == (chapter, parent)]
        return place_after(sorted(level, key=lambda each: (Fraction(each[1]), each[0])), after)

    def translation(self, part: str, language: str) -> dict[str, str]:
        """Return the texts of a part in another language; empty if it is not translated."""
        content = self.content(translation_part(part, language))
        return content if isinstance(content, dict) else {}

    def languages(self) -> list[str]:
        """Return the languages that some part is translated into, in order."""
        translated = (part.rpartition(" in ") for part, edits in self.parts.items() if edits[-1].content is not None)
        return sorted({language for _, separator, language in translated if separator})

    def _steps(self) -> Iterator[tuple[int, Step]]:
        for n in range(1, self.step_count + 1):
            if isinstance(content := self.content(step_part(n)), Step):
                yield n, content

    # --- decisions ------------------------------------------------------------------------------------

    def edit_head(self, title: str, language: str, summary: str, base: int) -> HeadEdited:
        """Change the head."""
        self._check_base(HEAD, base)
        check_language(language)
        return HeadEdited(name(title, sentence("a title")), language, text(summary), base)

    def edit_chapter(self, chapter: int, content: Chapter, base: int) -> ChapterEdited:
        """Change a chapter; ``chapter`` 0 adds one, at its place or after all others if that is empty."""
        if not chapter:
            chapter = self._next_number(self.chapter_count, sentence("chapters"))
        else:
            self.chapter(chapter)
        self._check_base(chapter_part(chapter), base)
        _check_place(content.place)
        if content.source.kind not in facts.SOURCES:
            raise Declined("lesson-source", "a chapter comes from {sources}", sources=", ".join(facts.SOURCES))
        return ChapterEdited(chapter, content, base)

    def remove_chapter(self, chapter: int, base: int) -> ChapterRemoved:
        """Remove a chapter with its steps."""
        self.chapter(chapter)
        self._check_base(chapter_part(chapter), base)
        return ChapterRemoved(chapter, base)

    def edit_step(self, step: int, content: Step, base: int) -> StepEdited:
        """Change or move a step; ``step`` 0 adds one."""
        if not step:
            step = self._next_number(self.step_count, sentence("steps"))
        else:
            self.step(step)
        self._check_base(step_part(step), base)
        self._check_step(step, content)
        return StepEdited(step, content, base)

    def remove_step(self, step: int, base: int) -> StepRemoved:
        """Remove a step, and with a branch all steps within it."""
        self.step(step)
        self._check_base(step_part(step), base)
        return StepRemoved(step, base)

    def translate(self, part: str, language: str, texts: dict[str, str], base: int) -> PartTranslated:
        """Translate a part; without texts, remove its translation."""
        check_language(language)
        match self.content(part):
            case Step():
                allowed = {"text"}
            case Chapter():
                allowed = {"title"}
            case LessonOpened() | HeadEdited():
                allowed = {"title", "summary"}
            case _:
                raise Declined("not-found", "there is no {part} in this lesson", part=part_words(part))
        if unknown := sorted(texts.keys() - allowed):
            raise Declined(
                "lesson-translation",
                "{part} has {names}, and no {name}",
                part=part_words(part),
                names=", ".join(sorted(allowed)),
                name=unknown[0],
            )
        if language == self.head.language:
            raise Declined("lesson-translation", "{language} is the language of the lesson itself", language=language)
        self._check_base(translation_part(part, language), base)
        return PartTranslated(part, language, {key: text(value) for key, value in texts.items()}, base)

    def undo(self, version: int) -> EditUndone:
        """Undo an edit, if its part has not been changed since. An undo is an edit too, and can be undone."""
        edit = self.edits.get(version)
        if edit is None:
            raise Declined("lesson-undo", "version {version} of this lesson is no edit of a part", version=version)
        last = self.parts[edit.part][-1]
        if last.version != version:
            raise Declined(
                "lesson-undo",
                "{author} changed {part} since (version {version}): undo that first",
                author=last.by,
                part=part_words(edit.part),
                version=last.version,
            )
        if edit.part == HEAD and len(self.parts[HEAD]) == 1:
            raise Declined("lesson-undo", "the beginning of a lesson cannot be undone; leave it as a draft")
        return EditUndone(version)

    def add_author(self, account: str) -> AuthorAdded:
        """Let another account edit the lesson."""
        if account in self.authors:
            raise Declined("lesson-author", "this account is an author already")
        if len(self.authors) >= MOST_AUTHORS:
            raise Declined("lesson-author", "a lesson has up to {most} authors", most=MOST_AUTHORS)
        return AuthorAdded(account)

    def remove_author(self, account: str) -> AuthorRemoved:
        """End an account's right to edit the lesson."""
        if account not in self.authors:
            raise Declined("lesson-author", "this account is no author of the lesson")
        if account == self.opened.owner:
            raise Declined("lesson-author", "the owner of a lesson stays its author")
        return AuthorRemoved(account)

    def publish(self, visibility: str) -> LessonPublished:
        """Publish the lesson as it is now."""
        if visibility not in (facts.BY_LINK, facts.PUBLIC):
            raise Declined(
                "lesson-visibility",
                "a lesson is published as {link} or {public}",
                link=facts.BY_LINK,
                public=facts.PUBLIC,
            )
        if not self.chapters():
            raise Declined("lesson-empty", "a lesson needs a chapter before it is published")
        if self.visibility == visibility and self.published == self.version:
            raise Declined("lesson-visibility", "the lesson is published like this already")
        return LessonPublished(visibility)

    def withdraw(self) -> LessonWithdrawn:
        """Make the lesson a draft again."""
        if self.visibility == facts.DRAFT:
            raise Declined("lesson-visibility", "the lesson is a draft already")
        return LessonWithdrawn()

    # --- helpers --------------------------------------------------------------------------------------

    def _check_base(self, part: str, base: int) -> None:
        """Raise `Declined` if somebody changed the part after the revision that the author saw."""
        current = self.revision(part)
        if base == current:
            return
        if not current:
            raise Declined("edit-conflict", "there is no {part} yet: send base 0 to add it", part=part_words(part))
        last = self.parts[part][-1]
        raise Declined(
            "edit-conflict",
            "{author} changed {part} at {time} (revision {current}), and your edit is of revision {base}:"
            " read it again, then send your edit with base {current}",
            author=last.by,
            part=part_words(part),
            time=last.at,
            current=current,
            base=base,
        )

    def _next_number(self, count: int, parts: Term) -> int:
        if count >= MOST_STEPS:
            raise Declined(
                "lesson-size",
                "a lesson has up to {most} {parts}, removed ones included",
                most=MOST_STEPS,
                parts=parts,
            )
        return count + 1

    def _check_step(self, number: int, step: Step) -> None:
        """Raise `Declined` if a step is incomplete, or in no branch or chapter of the lesson."""
        self.chapter(step.chapter)
        _check_place(step.place)
        text(step.text)
        check_text(step.acts)
        if step.kind not in facts.STEPS:
            raise Declined("lesson-step", "a step is one of {kinds}", kinds=", ".join(facts.STEPS))
        needs = {
            facts.TEXT: bool(step.text), facts.GO: step.ply is not None, facts.LOOK: bool(step.seat),
            facts.BRANCH: bool(step.acts), facts.QUESTION: step.question is not None,
        }  # fmt: skip
        if not needs.get(step.kind, True):
            raise Declined("lesson-step", "a step “{kind}” needs {part}", kind=step.kind, part=NEEDED[step.kind])
        if len(step.acts) > MOST_ACTS:
            raise Declined("lesson-step", "a branch has up to {most} acts", most=MOST_ACTS)
        self._check_parents(number, step)

    def _check_parents(self, number: int, step: Step) -> None:
        """Raise `Declined` if the branches around a step lead back to it, are too deep, or are of another chapter."""
        depth, parent = 0, step.parent
        while parent:
            branch, depth = self.step(parent), depth + 1
            if parent == number or depth > DEEPEST:
                raise Declined("lesson-step", "branches are up to {most} deep, and none is within itself", most=DEEPEST)
            if branch.kind != facts.BRANCH or branch.chapter != step.chapter:
                raise Declined(
                    "lesson-step",
                    "step {number} is no branch of chapter {chapter}",
                    number=parent,
                    chapter=step.chapter,
                )
            parent = branch.parent


def text(value: str, most: int = LONGEST_TEXT) -> str:
    """Return the text without surrounding spaces. Raises `Declined` if it is too long or cannot be shown."""
    check_text(value)
    if len(value) > most:
        raise Declined("text", "a text has {number} characters; the most is {most}", number=len(value), most=most)
    return value.strip()


def check_language(language: str) -> None:
    """Raise `Declined` if a text is no language tag, such as ``en`` or ``gsw``."""
    if not (2 <= len(language) <= 12 and language.isascii() and language.replace("-", "").isalnum()):
        raise Declined(
            "lesson-language",
            "{language} is no language: write its tag, such as en, ta, si or gsw",
            language=repr(language),
        )


def place_between(before: str, after: str) -> str:
    """Return a place between two others; an empty text stands for no such neighbour."""
    if before and after:
        return str((Fraction(before) + Fraction(after)) / 2)
    if after:
        return str(Fraction(after) - 1)
    return str(Fraction(before) + 1) if before else "1"


def place_after(places: Sequence[tuple[int, str]], after: int | None) -> str:
    """Return the place after a neighbour; at the end for None, at the beginning for 0.

    ``places``: the numbers and places of the neighbours, in order. Raises `Declined` if ``after`` is none of them.
    """
    numbers = [number for number, _ in places]
    if after and after not in numbers:
        raise Declined(
            "not-found",
            "there is no {number} to come after; there are {numbers}",
            number=after,
            numbers=", ".join(map(str, numbers)),
        )
    at = len(places) if after is None else numbers.index(after) + 1 if after else 0
    before = places[at - 1][1] if at else ""
    return place_between(before, places[at][1] if at < len(places) else "")


def _check_place(place: str) -> None:
    try:
        if len(place) > 400:
            raise ValueError
        Fraction(place)
    except (ValueError, ZeroDivisionError):
        raise Declined("lesson-place", "a place is a fraction, such as 3/2") from None
