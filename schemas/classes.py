"""Shapes of classes: what teachers and pupils send, and what they get."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from schemas import answer_fields as f
from schemas.answers import SavedAnswer
from schemas.base import Answer, Command, Listed, PageQuery, page_of
from schemas.fields import InstantText, at, name, text
from schemas.lessons import LONGEST_ANSWER, LessonStep, language, number

LONGEST_NICKNAME = 40
PACES = ("led", "free")
STATUSES = ("open", "ended")


def pace(**more: Any) -> fields.String:
    """Return a field for the pace of a class."""
    return fields.String(
        validate=validate.OneOf(PACES),
        metadata={"description": "`led`: pupils go no further than the teacher; `free`: each at its own pace"},
        **more,
    )


# --- the teacher ----------------------------------------------------------------------------------


class OpenClass(Command):
    """A new class on a published lesson, by its id, or on one that comes with Nought, by its name."""

    lesson = fields.String(required=True, validate=validate.Length(1, 64), metadata={"example": "02-following-suit"})
    language = language(load_default="", metadata={"description": "the language of the title of the class"})
    pace = pace(load_default="led")
    club = fields.UUID(metadata={"description": "the club that owns the class; if left out, the account does"})
    at = at()


class PlaceSchema(Command):
    """A step of the lesson."""

    chapter = number(required=True)
    step = number(required=True)
    at = at()


class PaceSchema(Command):
    """The pace of a class."""

    pace = pace(required=True)
    at = at()


class MarkAnswer(Command):
    """The teacher's mark of a free text."""

    pupil = number(required=True)
    chapter = number(required=True)
    step = number(required=True)
    right = fields.Boolean(required=True)


class ChangePupil(Command):
    """The removal or the return of the pupil in the path."""

    at = at()


class EndClass(Command):
    """The end of a class. Nicknames and answers are deleted, unless the teacher keeps them."""

    keep = fields.Boolean(load_default=False)
    at = at()


class ForgetPupils(Command):
    """The deletion of nicknames and answers that were kept."""

    at = at()


class ClassQuery(PageQuery):
    """A part of the list of the caller's classes."""


# --- pupils ---------------------------------------------------------------------------------------


class JoinClass(Command):
    """A pupil joins with a nickname."""

    nickname = name(LONGEST_NICKNAME, required=True, metadata={"example": "Anu"})
    secret = fields.String(
        validate=validate.Regexp(r"[A-Za-z0-9_-]{32,100}\Z"),
        metadata={"description": "chosen at random by the phone, so that joining sent again is the same pupil"},
    )


class AnswerClass(Command):
    """A pupil's answer. The first one counts."""

    answer = text(LONGEST_ANSWER, required=True)


# --- answers --------------------------------------------------------------------------------------


def _place() -> fields.Nested:
    return f.part(chapter=f.integer(), step=f.integer())


class StepTally(Answer):
    """The counts of each answer to the question of a step."""

    chapter = f.integer()
    step = f.integer()
    answers = f.by_key(f.integer(), "the number of each answer; empty for free texts")
    right = f.integer()
    wrong = f.integer()
    unmarked = f.integer()
    late = f.integer("how many of them came after the right answers were shown")


class OpenedClass(SavedAnswer):
    """A new class, with the code with which pupils join."""

    code = f.text()


class ClassLine(Listed):
    """A class in a list."""

    id = fields.UUID(required=True)
    title = f.text()
    status = f.one_of(*STATUSES)
    club = fields.UUID()
    opened_at = InstantText(required=True, attribute="created_at")


ClassPage = page_of(ClassLine)


class ClassTeacher(Answer):
    """A class as its teacher sees it. `answers` are those to the question of the step `at`."""

    id = fields.UUID(required=True)
    code = f.text()
    title = f.text()
    lesson = f.text("the id of the lesson, or the name of one that comes with Nought")
    status = f.one_of(*STATUSES)
    pace = f.one_of(*PACES)
    at = _place()
    asks = f.text("the kind of question of the step; empty if it asks none")
    shown = f.many(_place(), "the steps whose right answers were shown")
    kept = f.flag("whether nicknames and answers are kept after the end")
    pupils = f.many(
        f.part(
            pupil=f.integer(),
            nickname=f.text(),
            at=_place(),
            answered=f.integer(),
            right=f.integer(),
        )
    )
    removed = f.many(f.part(pupil=f.integer(), nickname=f.text()), "the pupils whom the teacher removed")
    answers = f.many(
        f.part(pupil=f.integer(), answer=f.text(), right=f.or_null(f.flag("null if not marked")), late=f.flag())
    )
    tallies = f.many(StepTally)


class ClassScreen(Answer):
    """A class as the projector shows it: no names, and no tally before the teacher shows the answers."""

    code = f.text()
    title = f.text()
    status = f.one_of(*STATUSES)
    pace = f.one_of(*PACES)
    at = _place()
    asks = f.flag("whether the step asks a question")
    pupils = f.integer()
    answered = f.integer("the number of answers to the question of the step")
    is_shown = f.flag()
    right_answers = f.optional(f.many(f.text()))
    tally = f.or_null(f.optional(f.nested_field(StepTally)))


class JoinedClass(Answer):
    """A new pupil. The secret is its token: Authorization: Bearer …"""

    pupil = f.integer("the number of the pupil in the class")
    nickname = f.text()
    secret = f.text()


class ClassStanding(Answer):
    """The state of a class, the same for all its pupils."""

    status = f.one_of(*STATUSES)
    pace = f.one_of(*PACES)
    shown = f.many(_place())
    at = f.optional(_place())


class ClassPupil(ClassStanding):
    """The state of a class, for one of its pupils."""

    title = f.text()
    nickname = f.text()
    place = f.part("where the pupil is", chapter=f.integer(), step=f.integer())


class OwnAnswer(Answer):
    """The answer of a pupil that counts: the first one; with its mark as soon as the pupil may see it."""

    KEEP = frozenset({"right"})
    answer = f.text()
    right = f.or_null(f.optional(f.flag("null if the teacher marks it")))
    by_author = f.optional(f.flag("whether the author decided which answers are right"))
    reasons = f.optional(f.many(f.part(text=f.text(), code=f.optional(f.text()), clause=f.optional(f.text()))))


class ClassStep(LessonStep):
    """A step of the lesson as pupils see it, with the pupil's own answer."""

    own = f.optional(f.nested_field(OwnAnswer))
    right_answers = f.optional(f.many(f.text()))
    tally = f.or_null(f.optional(f.nested_field(StepTally)))


class ClassAnswer(Answer):
    """The answer that counts, with its mark as soon as the pupil may see it."""

    own = f.nested_field(OwnAnswer)
    right_answers = f.optional(f.many(f.text()))
