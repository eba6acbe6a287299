"""Shapes of lessons: what authors send, the lesson file, and what authors and pupils get."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, pre_load, validate, validates_schema

from schemas import answer_fields as f
from schemas.answers import SavedAnswer
from schemas.base import Answer, Command, Listed, PageQuery, page_of
from schemas.fields import LONGEST_NAME, LONGEST_SENTENCE, MOST_MEMBERS, InstantText, at, card, is_bounded, name, text

LONGEST = 4000
"""The most characters of a text."""
LONGEST_ANSWER = 1000
LONGEST_HAND_FILE = 20_000
MOST_STEPS = 2000
MOST_ACTS = 200
DEEPEST = 100
"""The most objects and lists within each other in a lesson file."""
LARGEST_NUMBER = 1_000_000_000
STEPS = ("text", "go", "look", "branch", "question", "reveal")
SOURCES = ("deal", "hand", "worked", "composed", "drawn")
QUESTIONS = (
    "card", "bid", "game", "caps", "holder", "trumps", "points", "breach", "settle", "weis", "text",
)  # fmt: skip


def language(**more: Any) -> fields.String:
    """Return a field for the tag of a language."""
    more.setdefault("metadata", {"example": "en"})
    return fields.String(validate=validate.Regexp(r"[A-Za-z0-9]{2,8}(?:-[A-Za-z0-9]{1,3})?\Z"), **more)


def base() -> fields.Integer:
    """Return a field for the revision that the author saw."""
    return fields.Integer(
        strict=True,
        load_default=0,
        validate=validate.Range(0, LARGEST_NUMBER),
        metadata={"description": "the revision of the part that the author saw; 0 for a new one"},
    )


def number(**more: Any) -> fields.Integer:
    """Return a field for the number of a chapter or step, or for a version."""
    return fields.Integer(strict=True, validate=validate.Range(0, LARGEST_NUMBER), **more)


def after() -> fields.Integer:
    """Return a field for the neighbour before a chapter or step."""
    return number(
        allow_none=True,
        load_default=None,
        metadata={"description": "the number of the one before it; 0: the first; if left out, at the end or unmoved"},
    )


def some_ply(**more: Any) -> fields.Integer:
    """Return a field for a ply, or -1 for before the first act."""
    return fields.Integer(strict=True, validate=validate.Range(-1, 9999), **more)


def texts() -> fields.Dict:
    """Return a field for the translated texts of a part, by name."""
    return fields.Dict(
        keys=fields.String(validate=validate.OneOf(["title", "summary", "text"])),
        values=text(LONGEST),
        validate=validate.Length(max=3),
        metadata={"example": {"title": "Farbe bekenne"}},
    )


def translations() -> fields.Dict:
    """Return a field for the translations of a part, by language."""
    return fields.Dict(keys=language(), values=texts(), validate=validate.Length(max=50))


def acts() -> fields.List[Any]:
    """Return a field for the acts of a branch, as sentences."""
    return fields.List(
        fields.String(validate=validate.Length(1, LONGEST_SENTENCE)), validate=validate.Length(max=MOST_ACTS)
    )


def _check_terms(value: Any) -> None:
    if not is_bounded(value):
        raise ValidationError("These terms are too large.")


def _check_hand(value: Any) -> None:
    """Raise ValidationError for more than 2000 lines, or for longer lines and fields than any deal has."""
    lines = value.get("lines") if isinstance(value, dict) else None
    rest = {name: part for name, part in value.items() if name not in ("lines", "note", "ruleset")}
    too_long = isinstance(lines, list) and (len(lines) > MOST_STEPS or any(len(str(line)) > 20_000 for line in lines))
    if too_long or len(str(rest)) > 200_000 or len(str(value.get("ruleset"))) > 200_000:
        raise ValidationError("This deal is too large.")


def digest(*, required: bool = True, **more: Any) -> fields.String:
    """Return a field for a digest, a seed or a number written as text."""
    return fields.String(required=required, validate=validate.Length(1, LONGEST_NAME), **more)


class QuestionSchema(Command):
    """A question. `accept`: the answers that the author accepts in place of the computed ones."""

    kind = fields.String(required=True, validate=validate.OneOf(QUESTIONS))
    options = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"[a-z]{1,20}\Z")),
        values=text(LONGEST_SENTENCE),
        validate=validate.Length(max=10),
        metadata={"description": "`card` for holder, `weis` for weis, `margin` for card", "example": {"card": "9S"}},
    )
    accept = fields.List(fields.String(validate=validate.Length(1, LONGEST_ANSWER)), validate=validate.Length(max=100))


# --- the file -------------------------------------------------------------------------------------


class FilePrices(Command):
    """The stored result of an analysis: what each card costs, or of a bid the makers' points in each deal."""

    kernel = digest(metadata={"description": "the digest of the kernel that computed it"})
    position = digest(metadata={"description": "the digest of the position"})
    seed = digest()
    deals = fields.Integer(required=True, strict=True, validate=validate.Range(1, LARGEST_NUMBER))
    fitting = digest(required=False, metadata={"description": "the number of deals that fit"})
    behind = fields.Dict(
        keys=card(),
        values=fields.Float(validate=validate.Range(0, 10_000)),
        validate=validate.Length(max=100),
        metadata={"description": "by how many points each card is worse than the best"},
    )
    trump = fields.String(validate=validate.Length(1, 1), metadata={"description": "the trump of the deals of a bid"})
    points = fields.List(
        fields.Integer(strict=True, validate=validate.Range(0, 10_000)),
        validate=validate.Length(max=100),
        metadata={"description": "the points of the bidder's side in each deal, the least first"},
    )


class FileQuestion(QuestionSchema):
    """A question in a lesson file. `prices`: the stored result of an analysis, which the record book computes."""

    prices = fields.Nested(FilePrices)


class FileStep(Command):
    """A step in a lesson file. Only a branch has steps of its own."""

    kind = fields.String(required=True, validate=validate.OneOf(STEPS))
    text = text(LONGEST)
    ply = some_ply(metadata={"description": "of a `go` or a `branch`"})
    seat = fields.String(
        validate=validate.Length(max=10), metadata={"description": "of a `look`: a seat, or `public`", "example": "E"}
    )
    acts = acts()
    question = fields.Nested(FileQuestion)
    translations = translations()
    steps = fields.List(fields.Nested(lambda: FileStep()), validate=validate.Length(max=MOST_STEPS))


class FileSource(Command):
    """The deal of a chapter: `hand` is a line of the archive, `start` the ply at which the chapter begins."""

    kind = fields.String(required=True, validate=validate.OneOf(SOURCES))
    hand = fields.Dict(
        required=True,
        validate=[validate.Length(max=MOST_MEMBERS), _check_hand],
        metadata={"description": "a deal as in schemas/archive.schema.json"},
    )
    start = some_ply(load_default=-1)
    name = fields.String(
        validate=validate.Length(max=LONGEST_NAME), metadata={"description": "the name of a worked hand"}
    )
    terms = fields.Dict(
        validate=[validate.Length(max=MOST_MEMBERS), _check_terms],
        metadata={"description": "the author's terms of composed or drawn hands"},
    )


class FileChapter(Command):
    """A chapter in a lesson file."""

    title = name(required=True)
    source = fields.Nested(FileSource, required=True)
    steps = fields.List(fields.Nested(FileStep), validate=validate.Length(max=MOST_STEPS))
    translations = translations()


class LessonFile(Command):
    """A lesson as one file: its content, and nothing of its history, its authors and its ids (docs/teaching-api.md)."""

    nought_lesson = fields.Integer(required=True, strict=True, validate=validate.Equal(1))
    title = name(required=True)
    language = language(required=True)
    summary = text(LONGEST)
    translations = translations()
    chapters = fields.List(fields.Nested(FileChapter), validate=validate.Length(max=MOST_STEPS))


# --- commands -------------------------------------------------------------------------------------


class OpenLesson(Command):
    """A new lesson: a lesson file, which may be only a title and a language."""

    id = fields.UUID()
    club = fields.UUID(metadata={"description": "the club that owns the lesson; if left out, the account does"})
    lesson = fields.Nested(LessonFile, required=True)
    at = at()

    @pre_load
    def _check_depth(self, data: Any, **_: object) -> Any:
        level, depth = [data], 0
        while level:
            depth += 1
            if depth > DEEPEST:
                raise ValidationError("The branches are too deep.", "lesson")
            parts = (value.values() if isinstance(value, dict) else value for value in level)
            level = [part for values in parts for part in values if isinstance(part, dict | list)]
        return data


class EditHead(Command):
    """Title, language and summary of a lesson."""

    title = name(required=True)
    language = language(required=True)
    summary = text(LONGEST)
    base = base()
    at = at()


class SourceSchema(Command):
    """The deal of a chapter: exactly one of `deal`, `hand`, `worked` and `terms`."""

    deal = fields.UUID(metadata={"description": "a recorded deal, if the author may see all its hands"})
    version = number(metadata={"description": "the version of the deal; by default the current one"})
    first = some_ply(load_default=0, metadata={"description": "the first act of the chapter"})
    last = some_ply(metadata={"description": "the last act of the chapter; by default the last of the deal"})
    hand = fields.String(
        validate=validate.Length(1, LONGEST_HAND_FILE), metadata={"description": "the text of a hand file, in TOML"}
    )
    worked = name(metadata={"description": "the name of a worked hand", "example": "17-a-revoke"})
    terms = fields.Dict(
        validate=[validate.Length(max=MOST_MEMBERS), _check_terms],
        metadata={
            "description": "composed hands; with a seed, hands drawn under conditions (docs/teaching-api.md)",
            "example": {
                "ruleset": "304",
                "hands": {"E": "JH 9H"},
                "seed": "1",
                "conditions": [{"of": "NS", "at_least": 200}],
            },
        },
    )

    @validates_schema
    def _check_one(self, data: dict[str, Any], **_: object) -> None:
        if sum(kind in data for kind in ("deal", "hand", "worked", "terms")) != 1:
            raise ValidationError("Give one of deal, hand, worked and terms.", "deal")


class EditChapter(Command):
    """A chapter: its title, its deal, its place."""

    title = name(required=True)
    source = fields.Nested(SourceSchema, metadata={"description": "if left out, the deal stays"})
    base = base()
    after = after()
    at = at()


class EditStep(Command):
    """A step: its content, its place."""

    chapter = number(required=True)
    parent = number(load_default=0, metadata={"description": "the branch that the step is in; 0 for none"})
    kind = fields.String(required=True, validate=validate.OneOf(STEPS))
    text = text(LONGEST)
    ply = some_ply(allow_none=True, load_default=None)
    seat = fields.String(load_default="", validate=validate.Length(max=10))
    acts = acts()
    question = fields.Nested(QuestionSchema, allow_none=True, load_default=None)
    base = base()
    after = after()
    at = at()


class RemovePart(Command):
    """The removal of a chapter or a step, at the revision that the author saw."""

    base = base()
    at = at()


class TranslatePart(Command):
    """A translation of a part of a lesson; without texts it is removed."""

    part = fields.String(required=True, validate=validate.Regexp(r"(?:head|(?:chapter|step) [0-9]{1,6})\Z"))
    language = language(required=True)
    texts = texts()
    base = base()
    at = at()


class UndoEdit(Command):
    """An edit to be undone."""

    edit = number(required=True, metadata={"description": "the version of the edit"})
    at = at()


class AuthorSchema(Command):
    """An account that may edit the lesson, by its login."""

    login = name(required=True, metadata={"example": "kala"})
    at = at()


class PublishLesson(Command):
    """The readers of a published lesson: those who know its address, or everybody who looks at the list."""

    visibility = fields.String(required=True, validate=validate.OneOf(["link", "public"]))
    at = at()


class LessonQuery(PageQuery):
    """The filter of a list of lessons: public ones, or with `mine` those that the caller may edit as an author."""

    club = fields.UUID()
    language = language()
    mine = fields.Boolean(load_default=False)


class ReadQuery(Command):
    """The language of a reader; `draft`: an author sees the draft as a pupil would."""

    language = language(load_default="")
    draft = fields.Boolean(load_default=False)


class AnswerStep(Command):
    """An answer; empty to give up and see the right ones."""

    answer = text(LONGEST_ANSWER)


# --- answers --------------------------------------------------------------------------------------


class SavedPart(SavedAnswer):
    """The result of an edit: the number of the chapter or step, and its new revision."""

    number = f.integer()
    revision = f.integer()


class LessonLine(Listed):
    """A lesson in a list."""

    id = fields.UUID(required=True)
    title = f.text()
    language = f.text()
    visibility = f.one_of("draft", "link", "public")
    club = fields.UUID()
    opened_at = InstantText(required=True, attribute="created_at")


LessonPage = page_of(LessonLine)


class LessonContents(Answer):
    """A lesson as pupils see it: its head and its chapters."""

    title = f.text()
    summary = f.text()
    language = f.text()
    shown_in = f.text("the language of the title in this answer")
    translations = f.many(f.text())
    chapters = f.many(f.part(chapter=f.integer(), title=f.text()))


class LessonStep(Answer):
    """A step as pupils see it: the view of its seat, and nothing of later steps."""

    chapter = f.integer()
    step = f.integer()
    kind = f.one_of(*STEPS)
    title = f.text()
    viewer = f.text()
    depth = f.integer("the number of branches around the step")
    view = f.any_object("the deal as its viewer sees it (docs/views.md), without legal acts")
    faces = f.any_object()
    more = f.flag("whether another step follows in the chapter")
    text = f.optional(f.text("Markdown"))
    html = f.optional(f.text())
    acts = f.optional(f.many(f.sentence()))
    question = f.optional(
        f.part(
            kind=f.one_of(*QUESTIONS),
            about=f.text(),
            example=f.text(),
            options=f.by_key(f.text()),
            choices=f.many(
                f.text(),
                "what is chosen from: for a breach the clauses, for a bid all calls, allowed or not",
            ),
        )
    )


class LessonMark(Answer):
    """The mark of an answer with its reasons; for an empty answer all right answers."""

    answer = f.optional(f.text())
    right = f.or_null(f.optional(f.flag("null if the teacher marks it")))
    by_author = f.flag("whether the author decided which answers are right")
    reasons = f.optional(f.many(f.part(text=f.text(), code=f.optional(f.text()), clause=f.optional(f.text()))))
    answers = f.optional(f.many(f.text()))


class LessonDraft(Answer):
    """A lesson as its authors see it: every part with its revision, and what is wrong with it."""

    id = fields.UUID(required=True)
    version = f.integer()
    visibility = f.one_of("draft", "link", "public")
    published = f.integer("the version that pupils read; 0 if they may not")
    owner = f.text()
    club = f.optional(f.text())
    authors = f.many(f.text())
    head = f.any_object()
    chapters = f.many(f.any_object())
    faults = f.many(f.text())


class LessonHistory(Answer):
    """The edits of a lesson, oldest first."""

    items = f.many(f.part(version=f.integer(), by=f.text(), at=f.text(), part=f.text()))
