"""Shapes of practice deals."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.fields import ActField, name, ruleset_key, seat
from schemas.lessons import LARGEST_NUMBER, number, some_ply
from schemas.match_scores import PracticeMatch
from schemas.recorder import Choice
from schemas.views import Replay, View

STRENGTHS = ("beginner", "club", "expert")
MOST_CONDITIONS = 20


class HandCondition(Command):
    """A condition on the cards of a seat or a side: on their points or, with a suit, on its length."""

    of = fields.String(required=True, validate=validate.Length(1, 10), metadata={"example": "NS"})
    suit = fields.String(validate=validate.Regexp(r"[SHDC]\Z"))
    at_least = fields.Integer(strict=True, validate=validate.Range(0, LARGEST_NUMBER))
    at_most = fields.Integer(strict=True, validate=validate.Range(0, LARGEST_NUMBER))


class PracticeSeat(Command):
    """The seat of the person, and how well the bots in the other seats play."""

    seat = seat(required=True)
    strength = fields.String(
        load_default="club",
        validate=validate.OneOf(STRENGTHS),
        metadata={"description": "docs/teaching.md says how the strengths were measured"},
    )


class PracticeFrom(PracticeSeat):
    """A practice deal that goes on from a recorded deal."""

    ply = some_ply(load_default=-1, metadata={"description": "the last act to keep; -1: from the beginning"})


class OpenPractice(PracticeFrom):
    """A practice deal: a fresh deal of a `ruleset`, or one like a `worked` hand, a `lesson` or a `practice` deal."""

    ruleset = ruleset_key(
        metadata={"description": "the key of a ruleset of the catalogue, or of the `club`", "example": "304"}
    )
    club = fields.UUID(metadata={"description": "the club whose ruleset it is, if it is a club's own"})
    dealer = seat(metadata={"description": "by default a random seat"})
    seat = seat(metadata={"description": "required, except with `practice`"})
    hands = fields.Dict(
        keys=fields.String(validate=validate.Length(1, 2)),
        values=fields.String(validate=validate.Length(max=200)),
        validate=validate.Length(max=8),
        metadata={"description": "cards that a seat shall hold", "example": {"E": "JH 9H"}},
    )
    conditions = fields.List(fields.Nested(HandCondition), validate=validate.Length(max=MOST_CONDITIONS))
    match = fields.Boolean(
        load_default=False,
        metadata={"description": "whether it is the first deal of a match, which `POST …/next` goes on with"},
    )
    seed = name(metadata={"description": "the same seed deals the same hands; by default a random one"})
    worked = name(metadata={"description": "the name of a worked hand", "example": "17-a-revoke"})

    lesson = name(
        metadata={
            "description": "a lesson, by its id, or by its name if it comes with Nought: play on from a step of it, "
            "in the seat of the step. The cards that the seat has not seen are dealt anew",
            "example": "02-following-suit",
        }
    )
    chapter = number(load_default=1)
    step = number(load_default=1)
    practice = fields.UUID(
        metadata={
            "description": "a practice deal that is over: the same cards in the same seat, for anybody with its id"
        }
    )

    @validates_schema
    def _check_one(self, data: dict[str, Any], **_: object) -> None:
        if sum(source in data for source in ("ruleset", "worked", "lesson", "practice")) != 1:
            raise ValidationError("Give one of `ruleset`, `worked`, `lesson` and `practice`.", "ruleset")
        if data["match"] and "ruleset" not in data:
            raise ValidationError("Only a fresh deal of a `ruleset` begins a match.", "match")
        if "seat" not in data and "practice" not in data:
            raise ValidationError("Missing data for required field.", "seat")


class PracticeAct(Command):
    """An act of the person in the seat."""

    act = ActField(required=True)


class OpenedPractice(Answer):
    """A new practice deal, and the secret of the person in its seat. The secret is shown only now."""

    id = f.text()
    seat = f.seat()
    secret = f.text("the token of the seat: Authorization: Bearer …")


class PracticeDeal(Answer):
    """A practice deal as the person in its seat sees it; all hands once it is over."""

    id = f.text()
    seat = f.seat("the seat of the person")
    strength = f.one_of(*STRENGTHS)
    ruleset = f.part(key=f.text(), name=f.text())
    source = f.optional(f.text("the id of the recorded deal that it goes on from"))
    repeats = f.optional(f.text("the id of the deal of a match that is played once more, outside the match"))
    match = f.optional(f.nested_field(PracticeMatch, "if the deal is one of a match"))
    plies = f.integer("the number of acts")
    over = f.flag()
    acts = f.many(f.sentence(), "the acts as the seat saw them")
    view = f.nested_field(View)
    plays = f.many(f.any_object(), "the cards that the seat may play, each as POST …/acts takes it")
    choices = f.many(Choice, "the other acts that the seat may do")
    bids = f.many(f.any_object(), "every bid of this auction without a seat, the lowest first, legal now or not")
    bot = f.optional(
        f.sentence(
            "after POST …/bots: what a bot did, as the seat saw it; absent if it waits for you, or the deal is over"
        )
    )
    call_before_next_card = f.flag(
        "whether a call of Caps that you owe now would be too late after the next card, which a bot plays "
        "(caps.grace); false once you let the moment pass at which you had to call"
    )
    hands = f.optional(f.by_key(f.cards(), "the hands that were dealt, once the deal is over"))


class PracticeReplay(Replay):
    """A practice deal that is over, act by act with all hands."""


class PracticeHint(Answer):
    """The act that the strongest bot would choose for the person, by what the seat knows."""

    act = f.optional(f.sentence("absent if it would wait"))
    reason = f.one_of(
        "certain",
        "deals",
        "rules-of-thumb",
        "wait",
        description="a call of Caps that wins wherever the unseen cards lie; compared over drawn deals that fit what "
        "the seat knows; rules of thumb; another seat has to act",
    )
    for_makers = f.optional(f.flag("whether the seat is on the makers' side, which wants a high mean"))
    fitting = f.optional(f.text("the exact number of deals that fit what the seat knows"))
    cards = f.many(
        f.part(
            card=f.card(),
            deals=f.integer("the number of deals in the mean"),
            mean=f.number("the mean of the makers' result"),
            made=f.share("the share of these deals in which the contract is made"),
            pay=f.number("the mean of what the makers get by the deal's settlement"),
        ),
        "the prices of the legal cards; none with rules of thumb",
    )
