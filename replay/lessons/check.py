"""Check a lesson before pupils read it: every step has a position, every question a right answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from domain.engine.words.values import Listing, Term, sentence
from domain.kernel.errors import Declined
from replay.lessons.positions import ChapterReader
from replay.lessons.questions import kind_of

if TYPE_CHECKING:
    from domain.lesson.commands import NewChapter, NewLesson


class Fault(NamedTuple):
    """A fault of a lesson: where it is, and what is wrong. ``step`` 0: the chapter itself."""

    chapter: int
    step: int
    reason: Term

    @property
    def sentence(self) -> Term:
        """Return the fault with its place."""
        if not self.step:
            return sentence("chapter {chapter}: {reason}", chapter=self.chapter, reason=self.reason)
        return sentence(
            "chapter {chapter}, step {step}: {reason}", chapter=self.chapter, step=self.step, reason=self.reason
        )

    def __str__(self) -> str:
        return str(self.sentence)


def faults(lesson: NewLesson) -> Iterator[Fault]:
    """Yield every fault of a lesson. A step without a position hides the faults of those after it."""
    if not lesson.chapters:
        yield Fault(0, 0, sentence("the lesson has no chapter"))
    for n, chapter in enumerate(lesson.chapters, 1):
        yield from chapter_faults(n, chapter)


def chapter_faults(n: int, chapter: NewChapter) -> Iterator[Fault]:
    """Yield every fault of a chapter."""
    number = 0
    try:
        for placed in ChapterReader(chapter).steps():
            number = placed.number
            question = placed.new.step.question
            if question is None:
                continue
            try:
                kind = kind_of(question)
                kind.check_text(placed.new.step.text)
                kind.check(question, placed.position)
            except Declined as error:
                yield Fault(n, number, error.sentence)
    except Declined as error:
        yield Fault(n, 0, error.sentence)


def check(lesson: NewLesson) -> None:
    """Raise `Declined` with every fault of a lesson."""
    if all_faults := list(faults(lesson)):
        listed = tuple(fault.sentence for fault in all_faults[:20])
        raise Declined("lesson-faults", "{faults}", faults=Listing(listed, "; "))
