"""Shapes of what is kept about a person, and of its removal."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas import answer_fields as f
from schemas.answers import SavedAnswer
from schemas.base import Answer, Command, PageQuery, page_of
from schemas.fields import at, code, name, text

MOST_NAMES = 20


class PersonQuery(Command):
    """A person: a registered player, or names as they were written. By default the caller."""

    name = fields.List(
        name(),
        load_default=list,
        validate=validate.Length(max=MOST_NAMES),
        metadata={"description": "a name as it was written; repeat it for each spelling", "example": ["Ravi Kumaran"]},
    )
    player = fields.UUID(metadata={"description": "a registered player, with every name that the player has had"})


class FileQuery(PersonQuery):
    """A person, and which part of the file."""

    cursor = fields.String(
        validate=validate.Length(1, 200), metadata={"description": "the `Nought-Next` of the part before"}
    )


class ForgetPerson(Command):
    """The person to be forgotten."""

    names = fields.List(
        name(),
        load_default=list,
        validate=validate.Length(max=MOST_NAMES),
        metadata={"description": "each name as it was written", "example": ["Ravi Kumaran", "R. Kumaran"]},
    )
    player = fields.UUID(metadata={"description": "a registered player, with every name that the player has had"})
    at = at()


class RemoveText(Command):
    """A text that somebody wrote, by the event that holds it, and why it is removed."""

    stream = fields.String(
        required=True,
        validate=validate.Length(equal=36),
        metadata={"description": "the id of the deal, the dispute, or what else the event is of"},
    )
    version = fields.Integer(required=True, strict=True, validate=validate.Range(1, 10**9))
    why = text(required=True, metadata={"description": "the reason, which is shown in place of the text"})
    at = at()


class HeldText(Answer):
    """A text with a name of the person in it."""

    id = f.text("of what it was written about")
    text = f.text()


class HeldAnswer(Answer):
    """The names and texts about a person in a club."""

    names = f.many(fields.String())
    player = f.optional(f.text())
    kept = f.integer("the names and other texts that would be removed")
    streams = f.with_key("in", f.by_key(f.integer(), "in how many deals, matches, tournaments and so on they stand"))
    texts = f.many(HeldText, "reasons, notes and claims with a name in them, at most 200")
    accounts = f.integer("the accounts of officials in the club with one of the names, which end")
    more_texts = f.integer("how many such texts are left out")


class ForgottenAnswer(SavedAnswer):
    """A person was forgotten."""

    called = f.text("what stands there from now on", example="Former player 7")
    number = f.integer()
    lists = f.integer("how many lists are still being made anew; they are shown without the name")


class RemovalLine(Answer):
    """A removal."""

    version = f.integer()
    at = f.text()
    by = f.text()
    kind = f.one_of("person", "text")
    called = f.optional(f.text("what stands in place of the person's names", example="Former player 7"))
    texts = f.optional(f.integer("how many names and other texts were removed"))
    streams = f.optional(f.integer("from how many deals, matches, tournaments and so on"))
    lists = f.optional(f.integer("how many lists are still being made anew, shown without the name; absent if none is"))
    of_lists = f.optional(f.integer("of how many"))
    id = f.optional(f.text("of what the text was written about"))
    event = f.optional(f.integer("the version of the event that held it"))
    why = f.optional(f.text())


RemovalPage = page_of(RemovalLine)


class ReceiveRequest(Command):
    """A request of somebody: what they ask, who asks, and since when."""

    kind = code(
        required=True,
        metadata={"description": "`know` what is kept, have it `correct`ed, or `forget`", "example": "forget"},
    )
    person = name(required=True, metadata={"description": "a name, or the id of a registered player"})
    received = text(10, metadata={"description": "the day on which it was received; by default today"})
    at = at()


class AnswerRequest(Command):
    """The answer to a request."""

    how = name(required=True, metadata={"description": "what was done, in a few words"})
    answered = text(10, metadata={"description": "the day of the answer; by default today"})
    at = at()


class RequestLine(Answer):
    """A request of somebody to know what is kept, to have it corrected, or to be forgotten."""

    number = f.integer()
    kind = f.one_of("know", "correct", "forget")
    person = f.text("the name, or the id of a registered player")
    received = f.text("the day on which it was received")
    due = f.text("the last day for the answer, 30 days later")
    days_left = f.optional(f.integer("how many days are left until then; absent once it is answered"))
    answered = f.optional(f.text("the day of the answer"))
    how = f.optional(f.text("what was done"))
    by = f.text("who entered it")
    about = f.optional(f.text("the id of the deal or of the table of a round that a player wants corrected"))
    text = f.optional(f.text("what the player says is wrong"))


class RequestQuery(PageQuery):
    """The query for a part of the requests."""


RequestPage = page_of(RequestLine)


class RemovalQuery(PageQuery):
    """The query for a part of the removals."""
