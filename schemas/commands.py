"""Shapes of the commands. The domain decides whether a command is legal."""

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
    days,
    name,
    new_people,
    pin,
    players,
    ply,
    ruleset_key,
    seat,
    text,
)


class OpenClub(Command):
    """A new club."""

    id = fields.UUID(metadata={"description": "chosen by the client; by default by the server"})
    name = name(required=True)
    who_sees = code(
        load_default="names-for-members",
        metadata={"description": "what others see: `open`, `names-for-members` or `members-only`"},
    )
    at = at()


class ChooseWhoSees(Command):
    """The choice of a club: how much of it others see."""

    level = code(
        required=True,
        metadata={
            "description": "`open`: names; `names-for-members`: initials; `members-only`: that the club exists",
            "example": "names-for-members",
        },
    )
    age = fields.Integer(
        load_default=0,
        validate=validate.Range(0, 25),
        metadata={"description": "the age below which the club marks players as minors; 0 for none"},
    )
    at = at()


class ChooseRetention(Command):
    """The days after which a club has things removed."""

    files = days("files of evidence of decided disputes, from when they were given")
    classes = days("nicknames and answers of classes that a teacher keeps, from the end of the class")
    at = at()


class RetentionQuery(Command):
    """A choice to preview; by default the current one."""

    files = days("as in the choice", required=False)
    classes = days("as in the choice", required=False)


class ChooseShownAs(Command):
    """The form in which others see a player's name."""

    form = code(required=True, metadata={"description": "`full`, `initials` or `pseudonym`", "example": "initials"})
    pseudonym = text(200, load_default="")
    at = at()


class MarkMinor(Command):
    """The mark of a minor, who is shown by initials at most."""

    is_minor = fields.Boolean(required=True)
    at = at()


class RecordConsent(Command):
    """A guardian's consent that a minor is shown like an adult."""

    day = text(10, required=True, metadata={"description": "the day of the consent", "example": "2026-11-29"})
    guardian = name(required=True)
    at = at()


class WithdrawConsent(Command):
    """The end of a guardian's consent."""

    day = text(10, required=True, metadata={"description": "the day", "example": "2026-11-29"})
    at = at()


class OpenInClub(Command):
    """A new player or table, with or without a club."""

    id = fields.UUID()
    name = name(required=True)
    club = fields.UUID(allow_none=True)
    at = at()


class Rename(Command):
    """A new name."""

    name = name(required=True)
    at = at()


class SetZone(Command):
    """The time zone of a club's venue."""

    zone = text(
        64,
        required=True,
        metadata={"description": "by its IANA name; empty for none", "example": "Asia/Colombo"},
    )
    at = at()


class DelayBroadcast(Command):
    """The delay after which outsiders see what happens at a table."""

    seconds = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(0, 86_400),
        metadata={"description": "0: at once", "example": 300},
    )
    at = at()


class House(Command):
    """Changes to a game: new values by parameter, such as ``redeal.threshold``."""

    key = ruleset_key(required=True, metadata={"example": "lagoon-fives"})
    name = name(required=True)
    changes = changes()


class NameRuleset(House):
    """A ruleset of a club, or its next version."""

    base = ruleset_key(required=True, metadata={"description": "the key of a game of the catalogue", "example": "304"})
    note = text(metadata={"description": "the reason, or who agreed on it"})
    at = at()


class Opening(Command):
    """The fields that a new match and a new deal have in common."""

    id = fields.UUID()
    ruleset = ruleset_key(
        metadata={"description": "the key of a ruleset of the club, or of a game of the catalogue", "example": "304"}
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
    """A new match between two teams."""

    teams = fields.Dict(keys=name(), values=name(), validate=validate.Length(max=4))

    @validates_schema
    def _check_complete(self, data: dict[str, object], **_: object) -> None:
        for needed in ("ruleset", "dealer"):
            if needed not in data:
                raise ValidationError("Missing data for required field.", needed)


class OpenDeal(Opening):
    """A new deal. Outside a match it needs a ruleset and a dealer."""

    match = fields.UUID(allow_none=True)
    dealer_reason = text(LONGEST_NAME)
    number = fields.Integer(strict=True, load_default=1, validate=validate.Range(1, 100_000))
    source = text(LONGEST_NAME)


class Stamped(Command):
    """A command without other fields than its time."""

    at = at()


class RecordActs(Command):
    """One act or several; either all are recorded or none."""

    act = ActField()
    acts = ActsField()
    as_it_happened = fields.Boolean(
        load_default=False, metadata={"description": "record the act even if it broke a rule; an arbiter rules later"}
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
    def _check_one_of(self, data: dict[str, object], **_: object) -> None:
        if ("act" in data) == ("acts" in data):
            raise ValidationError("Either `act` or `acts` is needed.")


def shift() -> fields.Boolean:
    """Return a field for whether the cards after a missed one are given to the next seats."""
    return fields.Boolean(
        load_default=False,
        metadata={"description": "insert: give each following card to the seat whose turn it then is"},
    )


class Amend(Command):
    """A correction of the scribe: another act happened at a ply."""

    ply = ply(required=True)
    act = ActField(required=True)
    why = text()
    at = at()


class Insert(Amend):
    """A correction of the scribe: an act before the one at a ply was missed."""

    shift = shift()


class Retract(Command):
    """A correction of the scribe: the act at a ply did not happen."""

    ply = ply(required=True)
    onward = fields.Boolean(load_default=False, metadata={"description": "retract all later acts as well"})
    why = text()
    at = at()


class Preview(Command):
    """A correction to preview: ``act`` replaces the act at ``ply`` or is inserted before it, or that act is removed."""

    correction = fields.String(required=True, validate=validate.OneOf(["amend", "insert", "retract"]))
    ply = ply(required=True)
    act = ActField()
    shift = shift()

    @validates_schema
    def _check_complete(self, data: dict[str, object], **_: object) -> None:
        if ("act" in data) == (data.get("correction") == "retract"):
            raise ValidationError("`amend` and `insert` need `act`; `retract` takes none.", "act")


class DeskQuery(Command):
    """The moment of a deal, and the seat whose cards are listed."""

    ply = fields.Integer(
        validate=validate.Range(0, 9999),
        metadata={"description": "list what could be recorded at this ply instead; by default at the next one"},
    )
    seat = seat(metadata={"description": "the seat; by default the seat to act", "example": "E"})


class Why(Command):
    """A command that takes only a reason and a time."""

    why = text()
    at = at()


class WithdrawImport(Why):
    """A step of the withdrawal of an import, or of the end of that withdrawal."""

    after = fields.Integer(
        strict=True,
        load_default=0,
        validate=validate.Range(0, 10_000_000),
        metadata={"description": "the number of deals of the import before this step: `next` of the last answer"},
    )


class Disclose(Command):
    """Cards that the record did not have: hands batch by batch, and the cards of single acts."""

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
    def _check_given(self, data: dict[str, object], **_: object) -> None:
        if not data.get("hands") and not data.get("plies"):
            raise ValidationError("Say `hands`, `plies` or both.")


class Confirm(Command):
    """The confirmation of a result, by the player's own token or session, or by its PIN on another device."""

    seat = seat(required=True)
    pin = pin()
    at = at()


class SetPin(Command):
    """A new PIN of a seat; ``old`` is required if it has one."""

    seat = seat(required=True)
    old = pin()
    pin = pin(required=True)


class Irregularity(Command):
    """A note on a breach that the cards do not show."""

    ply = ply(required=True)
    code = code(required=True)
    seat = seat(allow_none=True)
    note = text()
    at = at()


class RuleCaps(Command):
    """An arbiter's verdict on a call of Caps, or on a missing one."""

    verdict = fields.String(required=True, validate=validate.OneOf(["right", "early", "late", "missing"]))
    seat = seat(required=True)
    why = text()
    at = at()


class RuleViolation(Command):
    """An arbiter's ruling that a rule was broken."""

    seat = seat(required=True)
    code = code(required=True)
    why = text()
    at = at()


class LiftRuling(Command):
    """The withdrawal of a ruling, which is identified by its content."""

    ruling = fields.String(
        required=True,
        validate=validate.OneOf(["caps", "violation", "assigned", "annulled"]),
        metadata={
            "description": "the kind of ruling: on Caps, on a breach, on the result, or that the deal does not count"
        },
    )
    seat = seat(
        metadata={"description": "the seat that was ruled against; absent for an annulled deal", "example": "E"}
    )
    code = code(load_default="", metadata={"description": "the verdict on Caps, or the code of the breach"})
    why = text()
    at = at()


class Explore(Command):
    """A line of cards from a ply of a deal."""

    ply = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(-1, 9999),
        metadata={"description": "the last act of the record before the line", "example": 17},
    )
    line = fields.List(
        card(), load_default=list, validate=validate.Length(max=80), metadata={"description": "the cards, in order"}
    )


class ViewQuery(Command):
    """The moment of a deal."""

    ply = fields.Integer(
        validate=validate.Range(-1, 9999),
        metadata={"description": "the last act taken into account; -1 for none, by default the latest"},
    )


class WhatIfQuery(Command):
    """The other ruleset."""

    ruleset = ruleset_key(required=True, metadata={"description": "the key of a game", "example": "304-jaffna"})


class KnowledgeQuery(Command):
    """The seat whose knowledge is asked for, and the moment."""

    seat = seat(metadata={"description": "the seat; by default the caller's own", "example": "E"})
    until = fields.Integer(
        validate=validate.Range(-1, 9999),
        metadata={"description": "the last act taken into account; -1 for none, by default the latest"},
    )


class WriteNote(Command):
    """A note on an act, or on the deal as a whole."""

    ply = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(-1, 9999),
        metadata={"description": "the number of the act; -1 for the deal as a whole"},
    )
    text = text(required=True)
    at = at()


class SealIndicator(Command):
    """The card that is placed as the trump indicator and kept secret."""

    card = fields.String(
        required=True,
        validate=validate.Regexp(r"[2-9TJQKA][SHDC]\Z", error="A card is its rank and its suit, as in JH."),
        metadata={"example": "JH"},
    )
    at = at()


class ReplayQuery(Command):
    """The part of a replay."""

    until = fields.Integer(
        validate=validate.Range(-1, 9999),
        metadata={"description": "the last act of the answer; nothing in the answer depends on later acts"},
    )


class TimelineQuery(Command):
    """The viewer; by default the caller's own."""

    viewer = fields.String(validate=validate.Regexp(r"[A-Za-z0-9]{1,16}\Z"))


class ViewerQuery(TimelineQuery):
    """The viewer, and where to start."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, 1_000_000))
    limit = fields.Integer(load_default=1000, validate=validate.Range(1, 1000))


class ImportQuery(Command):
    """The options of an import."""

    complete = fields.Boolean(
        load_default=False,
        metadata={"description": "add the acts that the rules compel, and the settlement, if they are missing"},
    )
    as_recorded = fields.Boolean(
        load_default=False,
        metadata={"description": "also import acts against the rules that are not marked with `!`"},
    )
    new_people = new_people()
    dry_run = fields.Boolean(load_default=False, metadata={"description": "say what would be imported; import nothing"})


class FeedQuery(Command):
    """The position in the store."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, 2**62))
    limit = fields.Integer(load_default=500, validate=validate.Range(1, 1000))
