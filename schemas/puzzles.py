"""Shapes of problems to solve."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.fields import ruleset_key, text
from schemas.lessons import LONGEST_ANSWER, QUESTIONS, LessonMark

MOST_SKIPPED = 100_000
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


class ClubPuzzleQuery(PuzzleQuery):
    """The filter of the problems of a club's deals, and the part of the list."""

    skip = fields.Integer(
        load_default=0,
        validate=validate.Range(0, MOST_SKIPPED),
        metadata={"description": "the items to leave out: `next` of the previous page"},
    )


class ClubPuzzleLine(PuzzleLine):
    """A problem of a recorded deal in a list."""

    deal = fields.UUID(required=True)


class ClubPuzzleList(Answer):
    """Problems of a club's deals, those of the newest deals first."""

    KEEP = frozenset({"next"})
    items = f.many(ClubPuzzleLine)
    counts = f.by_key(f.integer(), "how many there are of each theme, in all games")
    next = fields.Integer(allow_none=True, required=True, metadata={"description": "null on the last page"})


class PuzzleList(Answer):
    """A list of problems."""

    items = f.many(PuzzleLine)


class PuzzleAnswer(PuzzleLine):
    """A problem as its seat sees it, without the answer."""

    deal = f.optional(f.text("the recorded deal that it is of: only for the problem of the day"))
    view = f.any_object("the deal as its viewer sees it (docs/views.md), without legal acts")
    faces = f.any_object()
    question = f.part(
        kind=f.one_of(*QUESTIONS),
        about=f.text(),
        example=f.text(),
        options=f.by_key(f.text()),
        choices=f.many(
            f.text(),
            "what is chosen from: for a breach the clauses, for a bid all calls, allowed or not",
        ),
    )


class DealPuzzles(Answer):
    """The problems of a deal, each as its seat sees it."""

    items = f.many(PuzzleAnswer)


# --- the deck -------------------------------------------------------------------------------------


def puzzle_id() -> fields.String:
    """Return a field for the id of a problem."""
    return fields.String(required=True, validate=validate.Regexp(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z"))


class DeckPuzzle(Command):
    """A problem to be added to the deck, or removed from it."""

    puzzle = puzzle_id()


class DeckReview(DeckPuzzle):
    """An answer. A wrong one is rated `again`; a right one as the sender says, `good` by default."""

    answer = text(LONGEST_ANSWER, required=True)
    rating = fields.String(load_default="good", validate=validate.OneOf(["again", "hard", "good", "easy"]))


class DeckNothing(Command):
    """An empty body."""


class DeckAnswer(Answer):
    """The deck of the caller's account: its problems, those due first."""

    is_open = f.flag()
    reviews = f.integer("the answers recorded so far")
    due = f.integer("the problems that are due now")
    items = f.many(
        f.part(
            puzzle=f.text(),
            due=f.text("when it is to be answered next"),
            is_due=f.flag(),
            deal=f.optional(f.text("the recorded deal that it is of")),
            lesson=f.optional(f.text("if it is a question of a lesson: the lesson's name or id")),
            chapter=f.optional(f.integer("of that lesson")),
            step=f.optional(f.integer("of that chapter")),
            title=f.optional(f.text("the title of that chapter")),
            is_there=f.flag("false if the problem cannot be solved now"),
            why=f.optional(
                f.one_of(
                    "hidden",
                    "changed",
                    "waiting",
                    "withdrawn",
                    description="why it cannot: you may not see the hands of its deal; the deal was corrected, or its "
                    "problems were mined anew, without this one; they are being mined; it no longer comes with Nought",
                )
            ),
            theme=f.optional(f.one_of(*THEMES)),
            ruleset=f.optional(f.text()),
            level=f.optional(f.integer()),
        )
    )


class DeckReviewed(LessonMark):
    """The mark of an answer, its rating, and when the problem is due again."""

    rating = f.one_of("again", "hard", "good", "easy")
    due = f.text()
