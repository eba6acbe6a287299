"""Shapes of answers about the boards of a duplicate."""

from __future__ import annotations

from marshmallow import fields

from schemas import answer_fields as f
from schemas.base import Answer
from schemas.tournaments.answers import AssignedOutcome


class ComparedResult(Answer):
    """The result of a table on a board, and the score of each side; North and South first."""

    round = f.integer()
    table = f.integer()
    sides = f.many(f.text(), "the entry that sat North and South, and the other")
    confirmed = f.flag()
    won = f.optional(f.integer("what North and South won, less what they lost; absent if a director gave the score"))
    artificial = f.optional(f.many(f.text(), "the artificial score of each side"))
    assigned = f.optional(f.many(f.many(AssignedOutcome), "the possible results assigned to each side"))
    scores = f.many(f.number(), "in the unit that the terms count")
    why = f.many(f.text(), "the calculation of each side's score")


class BoardAnswer(Answer):
    """A board of a duplicate, with the results that the caller may know."""

    tournament = fields.UUID(required=True)
    board = f.integer()
    boards = f.many(f.integer(), "all boards of the drawn rounds")
    withheld = f.flag("whether results are left out until everybody has played the board")
    results = f.many(ComparedResult, "by round and table")
