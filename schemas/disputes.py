"""The shapes of disputes: what a side and an arbiter send, and what is answered."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from schemas import answer_fields as f
from schemas.answers import SavedAnswer
from schemas.base import Answer, Command, PageQuery, page_of
from schemas.fields import LONGEST_NAME, code, name, ply, ruleset_key, seat, text
from schemas.tournament_commands import SheetSchema, entry, number, score_amount

LONGEST = 4000
REMEDIES = ("nothing", "undo", "replay", "violation", "caps", "result", "penalty", "warning")
STATUS = ("open", "ruled", "appealed", "final", "withdrawn")


def side(**more: Any) -> fields.String:
    """A side of the deal: a team, or in some games a seat. A seat's own token speaks for its side."""
    more.setdefault("metadata", {"example": "NS"})
    return fields.String(validate=validate.Regexp(r"[A-Za-z0-9]{1,16}\Z"), **more)


def clause() -> fields.String:
    """Where the rule stands."""
    return text(LONGEST_NAME, metadata={"example": "000 “Play”"})


def maybe_code() -> fields.String:
    """The code of a rule, or nothing."""
    return fields.String(
        load_default="",
        validate=validate.Regexp(r"(?:[a-z][a-z0-9-]{0,63})?\Z"),
        metadata={"description": "the refusal's code, as /api/v1/problems lists them", "example": "revoke"},
    )


# --- commands -------------------------------------------------------------------------------------


class OpenDispute(Command):
    """A side claims that something was not by the rules. All but the side may be said later."""

    id = fields.UUID()
    side = side()
    seat = seat()
    until = ply(metadata={"description": "the last act that it is about"})
    ply = ply(metadata={"description": "the act that it is about; the deal as a whole if left out"})
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
    """Whether a side agrees with a fact."""

    side = side()
    agrees = fields.Boolean(required=True, truthy={True}, falsy={False})


class GiveEvidence(Command):
    """Acts to look at, or words."""

    side = side()
    text = text(LONGEST)
    until = ply()
    ply = ply()


class FileQuery(Command):
    """About a file whose bytes are the body."""

    name = name(required=True, metadata={"example": "score-sheet.jpg"})
    side = side()
    text = text(500)


class RemedySchema(Command):
    """One thing that follows from a ruling. `note` is read by everybody, beside the effect."""

    kind = fields.String(required=True, validate=validate.OneOf(REMEDIES))
    seat = seat()
    code = code(metadata={"description": "of a `violation`: the rule that was broken"})
    verdict = fields.String(
        validate=validate.OneOf(["right", "early", "late", "missing"]), metadata={"description": "on `caps`"}
    )
    ply = ply(metadata={"description": "of an `undo`: the first act that is taken back"})
    sheet = fields.Nested(SheetSchema, metadata={"description": "of a `result`: what the encounter comes to"})
    board = number(999)
    entry = entry(metadata={"description": "of a `penalty`: who gets or loses it"})
    amount = score_amount()
    unit = fields.String(validate=validate.OneOf(["score", "tokens"]))
    note = text(500)

    @validates_schema
    def _whole(self, data: dict[str, Any], **_: object) -> None:
        needs = {"result": ("sheet",), "penalty": ("entry", "amount"), "undo": ("ply",), "caps": ("seat", "verdict")}
        for field in needs.get(data.get("kind", ""), ()):
            if field not in data:
                raise ValidationError("This remedy needs it.", field)


class InsteadSchema(Command):
    """What follows in place of a ruling that is overturned; why is the decision's reason."""

    remedies = fields.List(fields.Nested(RemedySchema), required=True, validate=validate.Length(1, 20))
    code = maybe_code()
    clause = clause()
    casebook = text(
        LONGEST,
        metadata={"description": "the case told without names, for the casebook; it is not published if left out"},
    )


class RulingSchema(InsteadSchema):
    """What was found, and what follows."""

    reason = text(LONGEST, required=True)


class SignRuling(RulingSchema):
    """A ruling, and for how long a side may appeal."""

    appeal_minutes = number(20_160, load_default=30, metadata={"description": "0: no appeal is possible"})


class LodgeAppeal(Command):
    """A side does not accept the ruling."""

    side = side()
    grounds = text(LONGEST, required=True)


class DecideAppeal(Command):
    """The ruling is upheld, or `ruling` takes its place."""

    reason = text(LONGEST, required=True)
    ruling = fields.Nested(InsteadSchema, metadata={"description": "left out: the first one is upheld"})


class WithdrawDispute(Command):
    """The side that claimed does so no more."""

    side = side()
    why = text(LONGEST)


class WithdrawRuling(Command):
    """Why the ruling is taken back."""

    why = text(LONGEST, required=True)


class CloseDispute(Command):
    """Nothing is to be said: nobody appealed."""


class DisputeQuery(PageQuery):
    """Which disputes."""

    club = fields.UUID()
    table = fields.UUID()
    deal = fields.UUID()
    match = fields.UUID()
    tournament = fields.UUID()
    encounter = fields.UUID()
    status = fields.String(validate=validate.OneOf(STATUS))


class CaseQuery(Command):
    """Which cases."""

    code = maybe_code()
    clause = text(LONGEST_NAME)
    words = text(LONGEST_NAME, metadata={"description": "what its text says"})
    ruleset = ruleset_key()
    skip = fields.Integer(load_default=0, validate=validate.Range(0, 100_000))
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))


# --- answers --------------------------------------------------------------------------------------


class DisputeLine(Answer):
    """A dispute in a list: that there is one, where, and how it stands. What is claimed is not told here."""

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
    number = f.optional(f.integer("of the tournament's table"))


DisputePage = page_of(DisputeLine)


class DisputeAnswer(DisputeLine):
    """A dispute, as the caller may know it.

    What was claimed, stated and ruled is told to the parties and to officials, and to everybody who may see all hands
    of the deal (`whole`); until then others learn no more than a list tells.
    """

    version = f.optional(f.integer())
    whole = f.flag()
    side = f.optional(f.text())
    sides = f.optional(f.many(f.text()))
    seat = f.optional(f.text())
    on_behalf = f.optional(f.flag("an official or a scribe wrote it down for the side"))
    by = f.optional(f.text())
    claim = f.optional(f.text())
    code = f.optional(f.text())
    clause = f.optional(f.text())
    plies = f.optional(f.many(f.integer(), "the first and the last act it is about, as of now"))
    facts = f.optional(f.many(f.anything()))
    evidence = f.optional(f.many(f.anything()))
    ruling = f.optional(f.anything("the one that stands"))
    overturned = f.optional(f.anything("the one whose place it took on appeal"))
    appeal = f.optional(f.anything())
    closed_at = f.optional(f.text())
    timeline = f.optional(f.many(f.anything(), "what happened, in sentences, the first first"))


class SavedDispute(SavedAnswer):
    """What a command to a dispute recorded, and how it stands."""

    status = f.text()


class PreviewAnswer(Answer):
    """What a ruling would change, before and after: nothing is recorded."""

    deal = f.anything()
    match = f.optional(f.anything())
    table = f.optional(f.anything())
    standings = f.optional(f.many(f.anything(), "the entries whose place or score would change"))


class CaseAnswer(Answer):
    """A case of the casebook: no name of anybody."""

    text = f.text()
    code = f.text()
    clause = f.text()
    ruleset = f.text("empty for a house's own, which would name it")
    remedies = f.many(f.text())
    appeal = f.optional(f.text("`upheld` or `overturned`"))
    month = f.text()


class Casebook(Answer):
    """Cases, the newest first."""

    items = f.many(CaseAnswer)
