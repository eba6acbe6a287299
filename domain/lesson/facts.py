"""The facts of lessons: chapters, steps, translations, authors, publication.

A lesson is made of *parts*: its head, each chapter, each step, and each translation of one of these. An edit replaces
one part as a whole. A part's revision is the version of the event that changed it last; each edit names the revision
that its author saw.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from domain.engine.facts import Fact

# --- sources ------------------------------------------------------------------------------------------

DEAL: Final = "deal"
HAND: Final = "hand"
WORKED: Final = "worked"
COMPOSED: Final = "composed"
DRAWN: Final = "drawn"
SOURCES: Final = (DEAL, HAND, WORKED, COMPOSED, DRAWN)


@dataclass(frozen=True, slots=True)
class Source:
    """The deal of a chapter.

    ``kind``: ``deal``, a recorded deal at a version; ``hand``, a hand file; ``worked``, a worked hand that comes with
    Nought, by its name; ``composed``, hands that the author set; ``drawn``, hands drawn at random under conditions.
    ``hand`` is always the deal itself, in the layout of the archive (docs/formats.md), so that a chapter never changes
    with its source, and reading a lesson draws nothing.
    """

    kind: str
    hand: dict[str, Any]
    start: int = -1
    """The ply at which the chapter begins; -1 for before the first act."""
    deal: str = ""
    """The id of the recorded deal; a lesson's file leaves it out."""
    version: int = 0
    """The version of the recorded deal."""
    name: str = ""
    """The name of the worked hand."""
    terms: dict[str, Any] = field(default_factory=dict)
    """The author's terms of composed or drawn hands: the game, the position, the conditions, the seed."""


# --- steps --------------------------------------------------------------------------------------------

TEXT: Final = "text"
GO: Final = "go"
LOOK: Final = "look"
BRANCH: Final = "branch"
QUESTION: Final = "question"
REVEAL: Final = "reveal"
STEPS: Final = (TEXT, GO, LOOK, BRANCH, QUESTION, REVEAL)


@dataclass(frozen=True, slots=True)
class Question:
    """A question. ``kind``: one of `replay.lessons.questions.KINDS`."""

    kind: str
    options: dict[str, str] = field(default_factory=dict)
    """The details that the kind needs, such as the card whose holder is asked for."""
    accept: tuple[str, ...] = ()
    """The answers that the author accepts in place of the computed ones; empty if the author does not overrule."""
    prices: dict[str, Any] = field(default_factory=dict)
    """The result of an analysis, with the digest of its kernel and of the position; empty without one."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: a title and a deal."""

    title: str
    place: str
    """The place among the chapters: a fraction such as ``3/2``; the smallest comes first."""
    source: Source


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a chapter. The values of ``kind`` are:

    ``text``      shows a text
    ``go``        goes to ``ply`` of the deal, or forward to it within a branch
    ``look``      looks from ``seat``, or as ``public``
    ``branch``    plays ``acts`` after ``ply``; the steps within it have its number as their ``parent``
    ``question``  asks ``question``
    ``reveal``    shows all hands

    Every step may have a text, in Markdown.
    """

    kind: str
    chapter: int
    place: str
    parent: int = 0
    """The number of the branch that the step is in; 0 for the chapter itself."""
    text: str = ""
    ply: int | None = None
    seat: str = ""
    acts: tuple[str, ...] = ()
    """The acts of a branch, as sentences."""
    question: Question | None = None


# --- facts --------------------------------------------------------------------------------------------

BY_LINK: Final = "link"
PUBLIC: Final = "public"
DRAFT: Final = "draft"
VISIBILITY: Final = (DRAFT, BY_LINK, PUBLIC)


class LessonFact(Fact):
    """A fact of a lesson."""

    __slots__ = ()
    SUBJECT = "Lesson"


@dataclass(frozen=True, slots=True)
class LessonOpened(LessonFact):
    """A lesson was begun. ``owner``: the author's account; empty if the lesson belongs to its ``club`` alone."""

    title: str
    language: str
    owner: str = ""
    club: str | None = None
    summary: str = ""


@dataclass(frozen=True, slots=True)
class HeadEdited(LessonFact):
    """Title, language or summary changed. ``base``: the revision that the author saw."""

    title: str
    language: str
    summary: str
    base: int


@dataclass(frozen=True, slots=True)
class ChapterEdited(LessonFact):
    """A chapter was added or changed. ``base``: the revision that the author saw; 0 for a new one."""

    chapter: int
    """The number of the chapter, which it keeps; counted in the order in which chapters were added."""
    content: Chapter
    base: int


@dataclass(frozen=True, slots=True)
class ChapterRemoved(LessonFact):
    """A chapter was removed, with its steps."""

    chapter: int
    base: int


@dataclass(frozen=True, slots=True)
class StepEdited(LessonFact):
    """A step was added, changed or moved. ``base``: the revision that the author saw; 0 for a new one."""

    step: int
    """The number of the step in the lesson, which it keeps; counted in the order in which steps were added."""
    content: Step
    base: int


@dataclass(frozen=True, slots=True)
class StepRemoved(LessonFact):
    """A step was removed, and with a branch all steps within it."""

    step: int
    base: int


@dataclass(frozen=True, slots=True)
class PartTranslated(LessonFact):
    """A part was translated. ``part``: ``head``, ``chapter 3`` or ``step 12``; ``texts``: by name; empty to remove."""

    part: str
    language: str
    texts: dict[str, str]
    base: int


@dataclass(frozen=True, slots=True)
class EditUndone(LessonFact):
    """An edit was undone: its part is again as it was before. ``edit``: the version of the edit."""

    edit: int


@dataclass(frozen=True, slots=True)
class AuthorAdded(LessonFact):
    """Another account may edit the lesson."""

    account: str


@dataclass(frozen=True, slots=True)
class AuthorRemoved(LessonFact):
    """An account may no longer edit the lesson."""

    account: str


@dataclass(frozen=True, slots=True)
class LessonPublished(LessonFact):
    """Pupils may read the lesson as it is now. ``visibility``: ``link`` or ``public``."""

    visibility: str


@dataclass(frozen=True, slots=True)
class LessonWithdrawn(LessonFact):
    """Only authors may read the lesson."""
