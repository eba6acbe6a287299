"""The shapes of most answers; `views`, `audits`, `recorder` and `rulebooks` have those that are sent as bytes."""

from __future__ import annotations

from marshmallow import fields

from schemas import answer_fields as f
from schemas.base import Answer, page_of
from schemas.fields import instant

PROVISIONAL = "there is a result, and a team has not confirmed it yet; left out while there is none"


class EventLine(Answer):
    """One stored fact, as the caller may see it."""

    version = f.integer("counted as the caller sees the deal")
    at = f.text()
    topic = f.text(example="nought.Deal.CardPlayed")
    act = f.optional(f.text("as a sentence, if it is an act; ?? is a card the viewer did not see", example="E JH"))
    fact = f.anything()
    by = f.optional(f.text())
    key = f.optional(f.text())
    broke = f.optional(f.text())


class SavedAnswer(Answer):
    """What a command recorded."""

    id = fields.UUID(required=True)
    version = f.integer()
    replayed = f.flag("the command had been carried out before under this key")
    recorded = f.many(fields.Raw())


class SavedDealAnswer(SavedAnswer):
    """What a command to a deal recorded, and how the deal stands."""

    recorded = f.many(EventLine)
    plies = f.integer("how many acts the deal has now")
    over = f.flag()


class Thing(Answer):
    """A club, a player or a table."""

    id = fields.UUID(required=True)
    kind = f.text()
    name = f.text()
    club = fields.UUID()
    opened_at = instant(required=True)
    delay = fields.Float(
        metadata={"description": "of a table: after how many seconds outsiders see what happens there"}
    )


class MatchLine(Answer):
    """A match in a list."""

    id = fields.UUID(required=True)
    title = f.text()
    opened_at = instant(required=True)
    club = fields.UUID()
    table = f.optional(f.text())
    ruleset = f.text()
    status = f.text()
    winner = f.optional(f.text())
    balance = f.by_key(f.integer())
    deals = f.integer()
    teams = f.optional(f.by_key(f.text()))
    players = f.optional(f.by_key(f.text()))
    event = f.optional(f.text())


class MatchDeal(Answer):
    """A deal of a match."""

    deal = f.text()
    number = f.integer()
    dealer = f.text()
    outcome = f.optional(f.text())
    tokens = f.optional(f.by_key(f.integer()))
    paid = f.optional(f.by_key(f.integer()))
    balance = f.optional(f.by_key(f.integer()))


class MatchAnswer(Answer):
    """A match, deal by deal."""

    id = fields.UUID(required=True)
    version = f.integer()
    opened_at = f.text()
    ruleset = f.text()
    ruleset_version = f.integer()
    club = f.optional(f.text())
    table = f.optional(f.text())
    event = f.optional(f.text())
    note = f.optional(f.text())
    teams = f.by_key(f.text())
    players = f.by_key(f.text())
    tokens = f.integer()
    balance = f.by_key(f.integer())
    status = f.text()
    winner = f.optional(f.text())
    next_number = f.integer()
    next_dealer = f.optional(f.text())
    deals = f.many(MatchDeal)


class DealLine(Answer):
    """A deal in a list. It says nothing that is hidden."""

    id = fields.UUID(required=True)
    title = f.text()
    opened_at = instant(required=True)
    club = fields.UUID()
    table = f.optional(f.text())
    match = f.optional(f.text())
    number = f.integer()
    ruleset = f.text()
    dealer = f.text()
    players = f.optional(f.by_key(f.text()))
    status = f.text()
    result = f.optional(f.text("the status, or `made` or `failed`"))
    contract = f.optional(f.anything("of a settled deal: seat, bid, and suit where the hands are shown"))
    tokens = f.optional(f.by_key(f.integer()))
    provisional = f.optional(f.flag(PROVISIONAL))
    confirmed_by = f.optional(f.many(f.text()))
    points = f.optional(f.by_key(f.integer()))
    event = f.optional(f.text())
    has_caps = f.optional(f.flag())
    has_irregularities = f.optional(f.flag("told once the hands are shown"))


class Settlement(Answer):
    """How a deal was scored."""

    outcome = f.text()
    tokens = f.by_key(f.integer())
    points = f.by_key(f.integer())
    tricks = f.by_key(f.integer())
    made = f.optional(f.flag())
    score = f.optional(f.by_key(f.integer(), "what each team scores, in games that are played for points"))
    reasons = f.many(f.text())


class Name(Answer):
    """What a suit or a rank is called where people read it."""

    name = f.text(example="roses")
    local = f.optional(f.text("at the table, if that is another word", example="Rosen"))
    sign = f.optional(f.text("in short, if a character shows it", example="♥"))


class CardNames(Answer):
    """What the cards of a game are called, by the letters of the notation, in the order of the pack."""

    suits = f.by_key(Name)
    ranks = f.by_key(Name)


class NoteAnswer(Answer):
    """A note on a deal."""

    number = f.integer("by which it is taken back")
    ply = f.optional(f.integer("the act it is about as it is numbered now, -1 for the deal; none: it was taken out"))
    text = f.text()
    by = f.text()
    at = f.text()


class NoteList(Answer):
    """The notes on a deal, in the order of writing."""

    items = f.many(NoteAnswer)


class DealAnswer(Answer):
    """A deal, as the caller may see it."""

    id = fields.UUID(required=True)
    version = f.integer("counted as the caller sees the deal")
    viewer = f.text("through whose eyes the caller sees it")
    viewers = f.many(f.text(), "whose views are open to the caller")
    opened_at = f.text()
    ruleset = f.text()
    ruleset_version = f.integer()
    dealer = f.text()
    seats = f.many(f.text())
    teams = f.by_key(f.many(f.text()))
    names = f.nested(CardNames)
    players = f.by_key(f.text())
    number = f.integer()
    match = f.optional(f.text())
    table = f.optional(f.text())
    club = f.optional(f.text())
    event = f.optional(f.text())
    source = f.optional(f.text())
    note = f.optional(f.text())
    plies = f.integer()
    status = f.text()
    over = f.flag()
    settlement = f.optional(f.nested(Settlement))
    provisional = f.optional(f.flag(PROVISIONAL))
    confirmed_by = f.optional(f.many(f.text(), "the seats that agreed with the result as it stands"))


class RulesetLine(Answer):
    """A game that is known."""

    key = f.text()
    version = f.integer()
    name = f.text()
    seats = f.many(f.text())


class RulesetList(Answer):
    """All games that are known."""

    items = f.many(RulesetLine)


class RulesetCalled(Answer):
    """Which ruleset."""

    key = f.text()
    version = f.integer()
    name = f.text()


class SavedRulesetAnswer(SavedAnswer):
    """What a command recorded, and the ruleset that it named."""

    ruleset = f.nested(RulesetCalled)


class ClubRulesetVersion(Answer):
    """One version of a club's own ruleset."""

    version = f.integer()
    name = f.text()
    base = f.text(example="304")
    base_version = f.integer()
    changes = fields.Dict(required=True, metadata={"example": {"redeal.threshold": 20}})
    at = f.optional(f.text())
    note = f.optional(f.text())


class ClubRulesetLine(ClubRulesetVersion):
    """A club's own ruleset as it stands: its newest version."""

    key = f.text(example="lagoon-fives")
    withdrawn_at = f.optional(f.text("since when nothing is opened by it"))
    why = f.optional(f.text("why it was withdrawn"))


class ClubRulesetList(Answer):
    """A club's own rulesets."""

    items = f.many(ClubRulesetLine)


class ClubRulesetAnswer(ClubRulesetLine):
    """A club's own ruleset, with every version it has had."""

    ruleset = f.anything("the newest version with all its parameters")
    versions = f.many(ClubRulesetVersion)


class Imported(Answer):
    """What became of one deal of an archive."""

    line = f.integer()
    id = fields.UUID()
    version = f.optional(f.integer())
    outcome = f.text("`saved`, `known` or `refused`")
    code = f.optional(f.text())
    detail = f.optional(f.text())


class ImportAnswer(Answer):
    """What became of an archive."""

    saved = f.integer()
    known = f.integer()
    refused = f.integer()
    lines = f.many(Imported)


class Health(Answer):
    """Whether the server is up."""

    status = f.text()
    version = f.optional(f.text())


class ProblemLine(Answer):
    """What a code means."""

    code = f.text()
    status = f.integer()
    title = f.text()
    next = f.optional(f.text())
    document = f.optional(f.text())
    heading = f.optional(f.text())


ThingPage = page_of(Thing)
MatchPage = page_of(MatchLine)
DealPage = page_of(DealLine)
