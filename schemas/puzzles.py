"""Shapes of problems to solve."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.fields import ruleset_key
from schemas.lessons import QUESTIONS

THEMES = ("caps", "draw-trumps", "card", "holder", "trumps", "points", "breach", "settle")


class PuzzleQuery(Command):
    """The filter of a list of problems."""

    theme = fields.String(validate=validate.OneOf(THEMES))
    game = ruleset_key()


class PuzzleLine(Answer):
    """A problem in a list."""

    id = fields.UUID(required=True)
    theme = f.one_of(*THEMES)
    level = f.integer("1 easy, 2 medium, 3 hard: an estimate")
    game = f.text("the first ruleset of its game")
    ruleset = f.text()
    viewer = f.text("the seat that it is seen from; `arbiter`: all hands are open")


class PuzzleList(Answer):
    """Problems."""

    items = f.many(PuzzleLine)


class PuzzleAnswer(PuzzleLine):
    """A problem as its seat sees it, without the answer."""

    view = f.any_object("the deal as its viewer sees it (docs/views.md), without legal acts")
    faces = f.any_object()
    question = f.part(
        kind=f.one_of(*QUESTIONS),
        about=f.text(),
        example=f.text(),
        options=f.by_key(f.text()),
        choices=f.many(f.text(), "for a breach: the clauses that can be broken in this game"),
    )
