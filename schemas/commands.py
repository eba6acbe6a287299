"""The shapes of the commands. Whether a command is legal is the domain's to say."""

from __future__ import annotations

from marshmallow import ValidationError, fields, validate, validates_schema

from schemas.base import Command
from schemas.fields import (
    LONGEST_NAME,
    ActField,
    ActsField,
    at,
    card,
    changes,
    code,
    name,
    pin,
    players,
    ply,
    ruleset_key,
    seat,
    text,
)


class OpenClub(Command):
    """A club opens its book."""

    id = fields.UUID(metadata={"description": "chosen by the sender, or else by the server"})
    name = name(required=True)
    at = at()


class OpenInClub(Command):
    """A player or a table, with or without a club."""

    id = fields.UUID()
    name = name(required=True)
    club = fields.UUID(allow_none=True)
    at = at()


class Rename(Command):
    """Another name for the same thing."""

    name = name(required=True)
    at = at()


class DelayBroadcast(Command):
    """How much later outsiders see what happens at a table."""

    seconds = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(0, 86_400),
        metadata={"description": "0: at once", "example": 300},
    )
    at = at()


class House(Command):
    """A house's way of playing a known game: the parameters it changes, as in ``redeal.threshold``."""

    key = ruleset_key(required=True, metadata={"example": "lagoon-fives"})
    name = name(required=True)
    changes = changes()


class NameRuleset(House):
    """A club names a ruleset of its own, or its next version."""

    base = ruleset_key(required=True, metadata={"description": "the key of the known game", "example": "304"})
    note = text(metadata={"description": "why, or who agreed on it"})
    at = at()


class Opening(Command):
    """What a match and a deal have in common when they begin."""

    id = fields.UUID()
    ruleset = ruleset_key(
        metadata={"description": "the key of a ruleset of the club's own, or of a known game", "example": "304"}
    )
    house = fields.Nested(House)
    dealer = seat()
    club = fields.UUID(allow_none=True)
    table = fields.UUID(allow_none=True)
    players = players()
    event = text(LONGEST_NAME)
    note = text()
    at = at()

    @validates_schema
    def _house_of_a_game(self, data: dict[str, object], **_: object) -> None:
        if "house" in data and "ruleset" not in data:
            raise ValidationError("A house's way of playing needs the ruleset it changes.", "ruleset")


class OpenMatch(Opening):
    """Two teams sit down to a match."""

    teams = fields.Dict(keys=name(), values=name(), validate=validate.Length(max=4))

    @validates_schema
    def _complete(self, data: dict[str, object], **_: object) -> None:
        for needed in ("ruleset", "dealer"):
            if needed not in data:
                raise ValidationError("Missing data for required field.", needed)


class OpenDeal(Opening):
    """A deal begins. Outside a match a ruleset and a dealer are needed."""

    match = fields.UUID(allow_none=True)
    dealer_reason = text(LONGEST_NAME)
    number = fields.Integer(strict=True, load_default=1, validate=validate.Range(1, 100_000))
    source = text(LONGEST_NAME)


class Stamped(Command):
    """Only when."""

    at = at()


class RecordActs(Command):
    """One act or several: all of it is recorded, or nothing."""

    act = ActField()
    acts = ActsField()
    as_it_happened = fields.Boolean(
        load_default=False, metadata={"description": "record it even if it broke a rule; an arbiter rules later"}
    )
    onward = fields.Boolean(
        load_default=False,
        metadata={
            "description": "record with it what a scribe need not write: the dealing of cards that nobody names, an"
            " indicator that nobody saw, and what a card that is led says without a word (passes, a closed game)"
        },
    )
    at = at()

    @validates_schema
    def _one_of(self, data: dict[str, object], **_: object) -> None:
        if ("act" in data) == ("acts" in data):
            raise ValidationError("Either `act` or `acts` is needed.")


class Amend(Command):
    """The scribe had slipped at a ply: something else happened there."""

    ply = ply(required=True)
    act = ActField(required=True)
    why = text()
    at = at()


class Retract(Command):
    """The act at a ply never happened."""

    ply = ply(required=True)
    onward = fields.Boolean(load_default=False, metadata={"description": "nor anything that came after it"})
    why = text()
    at = at()


class Preview(Command):
    """A correction that is only tried: ``act`` at a ply instead of what stands there, before it, or nothing there."""

    correction = fields.String(required=True, validate=validate.OneOf(["amend", "insert", "retract"]))
    ply = ply(required=True)
    act = ActField()

    @validates_schema
    def _complete(self, data: dict[str, object], **_: object) -> None:
        if ("act" in data) == (data.get("correction") == "retract"):
            raise ValidationError("To amend or insert takes `act`; to retract takes none.", "act")


class DeskQuery(Command):
    """Which moment of a deal, and whose cards."""

    ply = fields.Integer(
        validate=validate.Range(0, 9999),
        metadata={"description": "what might have been recorded at this ply instead; the next one if left out"},
    )
    seat = seat(metadata={"description": "whose cards; those of the seat to act if left out", "example": "E"})


class Why(Command):
    """Only a reason."""

    why = text()
    at = at()


class Disclose(Command):
    """Cards that the record did not know are told: hands batch by batch, and the cards of single acts."""

    hands = fields.Dict(
        keys=seat(),
        values=fields.List(fields.List(card(), validate=validate.Length(max=40)), validate=validate.Length(max=8)),
        validate=validate.Length(max=12),
    )
    plies = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"[0-9]{1,4}\Z")),
        values=card(),
        validate=validate.Length(max=200),
    )
    at = at()

    @validates_schema
    def _something(self, data: dict[str, object], **_: object) -> None:
        if not data.get("hands") and not data.get("plies"):
            raise ValidationError("Say `hands`, `plies` or both.")


class Confirm(Command):
    """A player agrees with the result: by its own token or session, or by its PIN on somebody else's device."""

    seat = seat(required=True)
    pin = pin()
    at = at()


class SetPin(Command):
    """A seat's PIN; ``old`` is needed where it has one."""

    seat = seat(required=True)
    old = pin()
    pin = pin(required=True)


class Irregularity(Command):
    """A breach that the cards do not show."""

    ply = ply(required=True)
    code = code(required=True)
    seat = seat(allow_none=True)
    note = text()
    at = at()


class RuleCaps(Command):
    """An arbiter's verdict on a Caps call, or on its absence."""

    verdict = fields.String(required=True, validate=validate.OneOf(["right", "early", "late", "missing"]))
    seat = seat(required=True)
    why = text()
    at = at()


class RuleViolation(Command):
    """An arbiter found a breach of the rules."""

    seat = seat(required=True)
    code = code(required=True)
    why = text()
    at = at()


class LiftRuling(Command):
    """A ruling is taken back. It is named by what it said."""

    ruling = fields.String(
        required=True,
        validate=validate.OneOf(["caps", "violation", "annulled"]),
        metadata={"description": "what was ruled: on Caps, on a breach, or that the deal does not count"},
    )
    seat = seat(metadata={"description": "whom it was about; left out for an annulled deal", "example": "E"})
    code = code(load_default="", metadata={"description": "its verdict on Caps, or the code of the breach"})
    why = text()
    at = at()


class ViewQuery(Command):
    """Which moment of a deal."""

    ply = fields.Integer(
        validate=validate.Range(-1, 9999),
        metadata={"description": "the act that was the last to be seen; -1 for none, the latest if left out"},
    )


class WhatIfQuery(Command):
    """Which ruleset instead."""

    ruleset = fields.String(
        required=True,
        validate=validate.Regexp(r"[a-z0-9][a-z0-9-]{0,63}\Z"),
        metadata={"description": "the key of a game", "example": "304-jaffna"},
    )


class KnowledgeQuery(Command):
    """Whose knowledge, and when."""

    seat = seat(metadata={"description": "whose; the caller's own if left out", "example": "E"})
    until = fields.Integer(
        validate=validate.Range(-1, 9999),
        metadata={"description": "the act that was the last to be seen; -1 for none, the latest if left out"},
    )


class WriteNote(Command):
    """A note on an act, or on the deal as a whole."""

    ply = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(-1, 9999),
        metadata={"description": "the act that the note is about; -1 for the deal as a whole"},
    )
    text = text(required=True)
    at = at()


class SealIndicator(Command):
    """The card that is laid as the trump indicator, and told to nobody."""

    card = fields.String(required=True, validate=validate.Regexp(r"[2-9TJQKA][SHDC]\Z"), metadata={"example": "JH"})
    at = at()


class ReplayQuery(Command):
    """How much of a replay."""

    until = fields.Integer(
        validate=validate.Range(-1, 9999),
        metadata={"description": "the last act to be told; nothing of the answer depends on what came after it"},
    )


class TimelineQuery(Command):
    """Through whose eyes; the caller's own if left out."""

    viewer = fields.String(validate=validate.Regexp(r"[A-Za-z0-9]{1,16}\Z"))


class ViewerQuery(TimelineQuery):
    """Through whose eyes, and from where."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, 1_000_000))
    limit = fields.Integer(load_default=1000, validate=validate.Range(1, 1000))


class ImportQuery(Command):
    """How an archive is taken in."""

    complete = fields.Boolean(
        load_default=False, metadata={"description": "add what the rules compel, and the settlement, where missing"}
    )


class FeedQuery(Command):
    """From where in the store."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, 2**62))
    limit = fields.Integer(load_default=500, validate=validate.Range(1, 1000))
