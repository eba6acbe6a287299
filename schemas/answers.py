"""The shapes of most answers; `views`, `audits`, `recorder` and `rulebooks` have those that are sent as bytes."""

from __future__ import annotations

from marshmallow import fields

from schemas.base import Answer, page_of
from schemas.fields import instant

PROVISIONAL = "there is a result, and a team has not confirmed it yet; left out while there is none"


class EventLine(Answer):
    """One stored fact, as the caller may see it."""

    version = fields.Integer(required=True, metadata={"description": "counted as the caller sees the deal"})
    at = fields.String(required=True)
    topic = fields.String(required=True, metadata={"example": "nought.Deal.CardPlayed"})
    act = fields.String(
        metadata={
            "description": "as a sentence, if it is an act; ?? is a card the viewer did not see",
            "example": "E JH",
        }
    )
    fact = fields.Dict(required=True)
    by = fields.String()
    key = fields.String()
    broke = fields.String()


class SavedAnswer(Answer):
    """What a command recorded."""

    id = fields.UUID(required=True)
    version = fields.Integer(required=True)
    replayed = fields.Boolean(
        required=True, metadata={"description": "the command had been carried out before under this key"}
    )
    recorded = fields.List(fields.Raw(), required=True)


class SavedDealAnswer(SavedAnswer):
    """What a command to a deal recorded, and how the deal stands."""

    recorded = fields.List(fields.Nested(EventLine), required=True)
    plies = fields.Integer(required=True, metadata={"description": "how many acts the deal has now"})
    over = fields.Boolean(required=True)


class Thing(Answer):
    """A club, a player or a table."""

    id = fields.UUID(required=True)
    kind = fields.String(required=True)
    name = fields.String(required=True)
    club = fields.UUID()
    opened_at = instant(required=True)
    delay = fields.Float(
        metadata={"description": "of a table: after how many seconds outsiders see what happens there"}
    )


class MatchLine(Answer):
    """A match in a list."""

    id = fields.UUID(required=True)
    title = fields.String(required=True)
    opened_at = instant(required=True)
    club = fields.UUID()
    table = fields.String()
    ruleset = fields.String(required=True)
    status = fields.String(required=True)
    winner = fields.String()
    balance = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    deals = fields.Integer(required=True)
    teams = fields.Dict(keys=fields.String(), values=fields.String())
    players = fields.Dict(keys=fields.String(), values=fields.String())
    event = fields.String()


class MatchDeal(Answer):
    """A deal of a match."""

    deal = fields.String(required=True)
    number = fields.Integer(required=True)
    dealer = fields.String(required=True)
    outcome = fields.String()
    tokens = fields.Dict(keys=fields.String(), values=fields.Integer())
    paid = fields.Dict(keys=fields.String(), values=fields.Integer())
    balance = fields.Dict(keys=fields.String(), values=fields.Integer())


class MatchAnswer(Answer):
    """A match, deal by deal."""

    id = fields.UUID(required=True)
    version = fields.Integer(required=True)
    opened_at = fields.String(required=True)
    ruleset = fields.String(required=True)
    ruleset_version = fields.Integer(required=True)
    club = fields.String()
    table = fields.String()
    event = fields.String()
    note = fields.String()
    teams = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    players = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    tokens = fields.Integer(required=True)
    balance = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    status = fields.String(required=True)
    winner = fields.String()
    next_number = fields.Integer(required=True)
    next_dealer = fields.String()
    deals = fields.List(fields.Nested(MatchDeal), required=True)


class DealLine(Answer):
    """A deal in a list. It says nothing that is hidden."""

    id = fields.UUID(required=True)
    title = fields.String(required=True)
    opened_at = instant(required=True)
    club = fields.UUID()
    table = fields.String()
    match = fields.String()
    number = fields.Integer(required=True)
    ruleset = fields.String(required=True)
    dealer = fields.String(required=True)
    players = fields.Dict(keys=fields.String(), values=fields.String())
    status = fields.String(required=True)
    result = fields.String(metadata={"description": "the status, or `made` or `failed`"})
    contract = fields.Dict(metadata={"description": "of a settled deal: seat, bid, and suit where the hands are shown"})
    tokens = fields.Dict(keys=fields.String(), values=fields.Integer())
    provisional = fields.Boolean(metadata={"description": PROVISIONAL})
    confirmed_by = fields.List(fields.String())
    points = fields.Dict(keys=fields.String(), values=fields.Integer())
    event = fields.String()
    has_caps = fields.Boolean()
    has_irregularities = fields.Boolean(metadata={"description": "told once the hands are shown"})


class Settlement(Answer):
    """How a deal was scored."""

    outcome = fields.String(required=True)
    tokens = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    points = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    tricks = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    made = fields.Boolean()
    score = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        metadata={"description": "what each team scores, in games that are played for points"},
    )
    reasons = fields.List(fields.String(), required=True)


class Name(Answer):
    """What a suit or a rank is called where people read it."""

    name = fields.String(required=True, metadata={"example": "roses"})
    local = fields.String(metadata={"description": "at the table, if that is another word", "example": "Rosen"})
    sign = fields.String(metadata={"description": "in short, if a character shows it", "example": "♥"})


class CardNames(Answer):
    """What the cards of a game are called, by the letters of the notation, in the order of the pack."""

    suits = fields.Dict(keys=fields.String(), values=fields.Nested(Name), required=True)
    ranks = fields.Dict(keys=fields.String(), values=fields.Nested(Name), required=True)


class NoteAnswer(Answer):
    """A note on a deal."""

    number = fields.Integer(required=True, metadata={"description": "by which it is taken back"})
    ply = fields.Integer(
        metadata={"description": "the act it is about as it is numbered now, -1 for the deal; none: it was taken out"}
    )
    text = fields.String(required=True)
    by = fields.String(required=True)
    at = fields.String(required=True)


class NoteList(Answer):
    """The notes on a deal, in the order of writing."""

    items = fields.List(fields.Nested(NoteAnswer), required=True)


class DealAnswer(Answer):
    """A deal, as the caller may see it."""

    id = fields.UUID(required=True)
    version = fields.Integer(required=True, metadata={"description": "counted as the caller sees the deal"})
    viewer = fields.String(required=True, metadata={"description": "through whose eyes the caller sees it"})
    viewers = fields.List(
        fields.String(), required=True, metadata={"description": "whose views are open to the caller"}
    )
    opened_at = fields.String(required=True)
    ruleset = fields.String(required=True)
    ruleset_version = fields.Integer(required=True)
    dealer = fields.String(required=True)
    seats = fields.List(fields.String(), required=True)
    teams = fields.Dict(keys=fields.String(), values=fields.List(fields.String()), required=True)
    names = fields.Nested(CardNames, required=True)
    players = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    number = fields.Integer(required=True)
    match = fields.String()
    table = fields.String()
    club = fields.String()
    event = fields.String()
    source = fields.String()
    note = fields.String()
    plies = fields.Integer(required=True)
    status = fields.String(required=True)
    over = fields.Boolean(required=True)
    settlement = fields.Nested(Settlement)
    provisional = fields.Boolean(metadata={"description": PROVISIONAL})
    confirmed_by = fields.List(
        fields.String(), metadata={"description": "the seats that agreed with the result as it stands"}
    )


class RulesetLine(Answer):
    """A game that is known."""

    key = fields.String(required=True)
    version = fields.Integer(required=True)
    name = fields.String(required=True)
    seats = fields.List(fields.String(), required=True)


class RulesetList(Answer):
    """All games that are known."""

    items = fields.List(fields.Nested(RulesetLine), required=True)


class RulesetCalled(Answer):
    """Which ruleset."""

    key = fields.String(required=True)
    version = fields.Integer(required=True)
    name = fields.String(required=True)


class SavedRulesetAnswer(SavedAnswer):
    """What a command recorded, and the ruleset that it named."""

    ruleset = fields.Nested(RulesetCalled, required=True)


class ClubRulesetVersion(Answer):
    """One version of a club's own ruleset."""

    version = fields.Integer(required=True)
    name = fields.String(required=True)
    base = fields.String(required=True, metadata={"example": "304"})
    base_version = fields.Integer(required=True)
    changes = fields.Dict(required=True, metadata={"example": {"redeal.threshold": 20}})
    at = fields.String()
    note = fields.String()


class ClubRulesetLine(ClubRulesetVersion):
    """A club's own ruleset as it stands: its newest version."""

    key = fields.String(required=True, metadata={"example": "lagoon-fives"})
    withdrawn_at = fields.String(metadata={"description": "since when nothing is opened by it"})
    why = fields.String(metadata={"description": "why it was withdrawn"})


class ClubRulesetList(Answer):
    """A club's own rulesets."""

    items = fields.List(fields.Nested(ClubRulesetLine), required=True)


class ClubRulesetAnswer(ClubRulesetLine):
    """A club's own ruleset, with every version it has had."""

    ruleset = fields.Dict(required=True, metadata={"description": "the newest version with all its parameters"})
    versions = fields.List(fields.Nested(ClubRulesetVersion), required=True)


class Imported(Answer):
    """What became of one deal of an archive."""

    line = fields.Integer(required=True)
    id = fields.UUID()
    version = fields.Integer()
    outcome = fields.String(required=True, metadata={"description": "`saved`, `known` or `refused`"})
    code = fields.String()
    detail = fields.String()


class ImportAnswer(Answer):
    """What became of an archive."""

    saved = fields.Integer(required=True)
    known = fields.Integer(required=True)
    refused = fields.Integer(required=True)
    lines = fields.List(fields.Nested(Imported), required=True)


class Health(Answer):
    """Whether the server is up."""

    status = fields.String(required=True)
    version = fields.String()


class ProblemLine(Answer):
    """What a code means."""

    code = fields.String(required=True)
    status = fields.Integer(required=True)
    title = fields.String(required=True)
    next = fields.String()
    document = fields.String()
    heading = fields.String()


ThingPage = page_of(Thing)
MatchPage = page_of(MatchLine)
DealPage = page_of(DealLine)
