"""Shapes of disputes: what sides and arbiters send, and the answers."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.dispute.facts import Ruling
from schemas import answer_fields as f
from schemas.answers import SavedAnswer
from schemas.base import Answer, Command, PageQuery, page_of
from schemas.fields import LONGEST_NAME, code, name, ply, ruleset_key, seat, text
from schemas.options import with_options
from schemas.tournaments.commands import SheetSchema, entry, number, score_amount

LONGEST = 4000
MOST_GAIN = 100_000
"""The most tokens or points of an assigned result."""
REMEDIES = ("nothing", "undo", "replay", "violation", "caps", "assign", "result", "penalty", "warning")
STATUS = ("open", "ruled", "appealed", "final", "withdrawn")


def side(**more: Any) -> fields.String:
    """Return a field for a side of the deal: a team, or in some games a seat. A seat's token speaks for it."""
    more.setdefault("metadata", {"example": "NS"})
    return fields.String(validate=validate.Regexp(r"[A-Za-z0-9]{1,16}\Z"), **more)


def clause() -> fields.String:
    """Return a field for the document and heading of a rule."""
    return text(LONGEST_NAME, metadata={"example": "000 “Play”"})


def maybe_code() -> fields.String:
    """Return a field for the code of a rule, or nothing."""
    return fields.String(
        load_default="",
        validate=validate.Regexp(r"(?:[a-z][a-z0-9-]{0,63})?\Z"),
        metadata={"description": "the refusal's code, as /api/v1/problems lists them", "example": "revoke"},
    )


# --- commands -------------------------------------------------------------------------------------


class OpenDispute(Command):
    """A claim by a side that a rule was broken. Everything but the side may be added later."""

    id = fields.UUID()
    side = side()
    seat = seat()
    until = ply(metadata={"description": "the last act of the claim"})
    ply = ply(metadata={"description": "the act of the claim; by default the deal as a whole"})
    claim = text(LONGEST)
    code = maybe_code()
    clause = clause()


class WordClaim(Command):
    """The claim in full."""

    claim = text(LONGEST, required=True)
    code = maybe_code()
    clause = clause()


class StateFact(Command):
    """A fact, as a side or an official sees it."""

    side = side()
    text = text(LONGEST, required=True)


class TickFact(Command):
    """The answer of a side to a fact: it agrees, or contests it."""

    side = side()
    agrees = fields.Boolean(required=True, truthy={True}, falsy={False})


class GiveEvidence(Command):
    """Evidence: acts to look at, or a text."""

    side = side()
    text = text(LONGEST)
    until = ply()
    ply = ply()


class FileQuery(Command):
    """The description of a file whose bytes are the request body."""

    name = name(required=True, metadata={"example": "score-sheet.jpg"})
    side = side()
    text = text(500)


class RemedySchema(Command):
    """A consequence of a ruling. Everybody can read `note`."""

    kind = fields.String(required=True, validate=validate.OneOf(REMEDIES))
    seat = seat()
    code = code(metadata={"description": "for a `violation`: the rule that was broken"})
    verdict = fields.String(
        validate=validate.OneOf(["right", "early", "late", "missing"]), metadata={"description": "on `caps`"}
    )
    ply = ply(metadata={"description": "for an `undo`: the first act that is taken back"})
    gains = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"[A-Za-z0-9]{1,16}\Z")),
        values=number(MOST_GAIN, -MOST_GAIN),
        validate=validate.Length(max=12),
        metadata={
            "description": "for an `assign`: what each team gains, in tokens, or in points if the game is played for "
            "points; the teams are ruled on apart",
            "example": {"NS": 1, "EW": -2},
        },
    )
    sheet = fields.Nested(SheetSchema, metadata={"description": "for a `result`: the result of the encounter"})
    board = number(999)
    entry = entry(metadata={"description": "for a `penalty`: the entry that gains or loses it"})
    amount = score_amount()
    unit = fields.String(validate=validate.OneOf(["score", "tokens"]))
    note = text(500)

    @validates_schema
    def _check_whole(self, data: dict[str, Any], **_: object) -> None:
        needs = {"result": ("sheet",), "penalty": ("entry", "amount"), "undo": ("ply",), "caps": ("seat", "verdict")}
        needs["assign"] = ("gains",)
        for field in needs.get(data.get("kind", ""), ()):
            if field not in data:
                raise ValidationError("This remedy needs it.", field)


@with_options(Ruling)
class InsteadSchema(Command):
    """The ruling that takes the place of an overturned one. The reason is that of the decision."""

    remedies = fields.List(fields.Nested(RemedySchema), required=True, validate=validate.Length(1, 20))
    code = maybe_code()


class RulingSchema(InsteadSchema):
    """The findings of a ruling and its consequences."""

    reason = text(LONGEST, required=True)


class SignRuling(RulingSchema):
    """A ruling, and the time within which a side may appeal."""

    appeal_minutes = number(20_160, load_default=30, metadata={"description": "0: no appeal is possible"})


class LodgeAppeal(Command):
    """An appeal of a side against the ruling."""

    side = side()
    grounds = text(LONGEST, required=True)


class DecideAppeal(Command):
    """A decision on an appeal: the ruling is upheld, or `ruling` replaces it."""

    reason = text(LONGEST, required=True)
    ruling = fields.Nested(InsteadSchema, metadata={"description": "if absent, the first ruling is upheld"})


class WithdrawDispute(Command):
    """The withdrawal of a claim by its side."""

    side = side()
    why = text(LONGEST)


class WithdrawRuling(Command):
    """The withdrawal of a ruling, with the reason."""

    why = text(LONGEST, required=True)


class CloseDispute(Command):
    """An empty body: the ruling becomes final without an appeal."""


class DisputeQuery(PageQuery):
    """The filter of a list of disputes."""

    club = fields.UUID()
    table = fields.UUID()
    deal = fields.UUID()
    match = fields.UUID()
    tournament = fields.UUID()
    encounter = fields.UUID()
    status = fields.String(validate=validate.OneOf(STATUS))


class CaseQuery(Command):
    """The filter of the casebook."""

    code = maybe_code()
    clause = text(LONGEST_NAME)
    words = text(LONGEST_NAME, metadata={"description": "words in its text"})
    ruleset = ruleset_key()
    skip = fields.Integer(load_default=0, validate=validate.Range(0, 100_000))
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))


# --- answers --------------------------------------------------------------------------------------


class DisputeLine(Answer):
    """A dispute in a list: where it is and its status, without its content."""

    id = fields.UUID(required=True)
    deal = fields.UUID(required=True)
    status = f.one_of(*STATUS)
    opened_at = f.text()
    club = fields.UUID()
    table = f.optional(f.text())
    match = f.optional(f.text())
    tournament = f.optional(f.text())
    encounter = f.optional(f.text())
    round = f.optional(f.integer())
    number = f.optional(f.integer("the number of the tournament's table"))


DisputePage = page_of(DisputeLine)


class DisputeAnswer(DisputeLine):
    """A dispute, as far as the caller may know it.

    The parties, officials and everybody who may see all hands of the deal get the claim, the statements and the ruling
    (`whole`). Others get no more than a list has.
    """

    version = f.optional(f.integer())
    whole = f.flag()
    side = f.optional(f.text())
    sides = f.optional(f.many(f.text()))
    seat = f.optional(f.text())
    on_behalf = f.optional(f.flag("whether an official or a scribe entered it for the side"))
    by = f.optional(f.text())
    claim = f.optional(f.text())
    code = f.optional(f.text())
    clause = f.optional(f.text())
    plies = f.optional(f.many(f.integer(), "the first and the last act of the claim, by their current numbers"))
    facts = f.optional(f.many(f.any_object()))
    evidence = f.optional(f.many(f.any_object()))
    ruling = f.optional(f.any_object("the ruling in force"))
    overturned = f.optional(f.any_object("the ruling that was replaced on appeal"))
    appeal = f.optional(f.any_object())
    closed_at = f.optional(f.text())
    timeline = f.optional(f.many(f.any_object(), "the log of the dispute in sentences, oldest first"))


class SavedDispute(SavedAnswer):
    """The result of a command on a dispute: the facts that it recorded, and the dispute."""

    status = f.text()


class PreviewAnswer(Answer):
    """The preview of a ruling: everything that it would change, before and after. Nothing is recorded."""

    unchanged = f.many(f.text(), "for each remedy that changes no result: why, in the language of the reader")
    deal = f.any_object()
    match = f.optional(f.any_object())
    table = f.optional(f.any_object())
    standings = f.optional(f.many(f.any_object(), "the entries whose rank or score would change"))


class CaseAnswer(Answer):
    """A case of the casebook, without names."""

    text = f.text()
    code = f.text()
    clause = f.text()
    ruleset = f.text("empty for a club's own ruleset, whose name could identify the club")
    remedies = f.many(f.text())
    appeal = f.optional(f.text("`upheld` or `overturned`"))
    month = f.text()


class Casebook(Answer):
    """A list of cases, newest first."""

    items = f.many(CaseAnswer)
