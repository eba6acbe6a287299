"""Shapes of most answers. Those that are sent as bytes stand in `views`, `audits`, `recorder` and `rulebooks`."""

from __future__ import annotations

from marshmallow import fields

from schemas import answer_fields as f
from schemas.base import Answer, Listed, page_of
from schemas.fields import instant

PROVISIONAL = "whether a team has yet to confirm the result; absent if there is no result"


class EventLine(Answer):
    """A stored fact, as far as the caller may see it."""

    version = f.integer("the number of facts about the deal that the caller may see")
    at = f.text()
    topic = f.text(example="nought.Deal.CardPlayed")
    act = f.optional(
        f.text(
            "the act as a sentence; absent if the fact is no act. ?? is a card that the viewer did not see",
            example="E JH",
        )
    )
    fact = f.any_object()
    by = f.optional(f.text())
    key = f.optional(f.text())
    broke = f.optional(f.text())
    device_at = f.optional(f.text("the time of the sender's device if its clock was wrong; for officials"))


class SavedAnswer(Answer):
    """The result of a command: the facts that it recorded."""

    id = fields.UUID(required=True)
    version = f.integer()
    replayed = f.flag("whether an earlier request with this Idempotency-Key carried out the command")
    recorded = f.many(fields.Raw())


class SavedDealAnswer(SavedAnswer):
    """The result of a command on a deal: the facts that it recorded, and the state of the deal."""

    recorded = f.many(EventLine)
    plies = f.integer("the number of acts of the deal")
    over = f.flag()


class Thing(Listed):
    """A club, a player or a table."""

    id = fields.UUID(required=True)
    kind = f.text()
    name = f.attribute("title", f.text())
    club = fields.UUID()
    opened_at = instant(required=True, attribute="created_at")
    delay = fields.Float(
        metadata={"description": "of a table: the delay in seconds after which outsiders see what happens there"}
    )
    zone = fields.String(metadata={"description": "of a club: the IANA name of its venue's time zone, if it is set"})
    seen = fields.Dict(
        metadata={
            "description": "of a club that is not open: `level` and `age`; of a player, for members: how others see the"
            " name (`form`, `pseudonym`, `minor`, `consent`)"
        }
    )


class MatchLine(Listed):
    """A match in a list."""

    id = fields.UUID(required=True)
    title = f.text()
    opened_at = instant(required=True, attribute="created_at")
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
    outcome = f.attribute("counted.outcome", f.optional(f.text()))
    tokens = f.attribute("counted.tokens", f.optional(f.by_key(f.integer())))
    paid = f.attribute("counted.paid", f.optional(f.by_key(f.integer())))
    balance = f.attribute("counted.balance", f.optional(f.by_key(f.integer())))


class MatchAnswer(Answer):
    """A match, deal by deal."""

    id = fields.UUID(required=True)
    version = f.integer()
    opened_at = f.text()
    ruleset = f.attribute("ruleset.key", f.text())
    ruleset_version = f.attribute("ruleset.version", f.integer())
    club = f.attribute("opened.club", f.optional(f.text()))
    table = f.attribute("opened.table", f.optional(f.text()))
    event = f.attribute("opened.event", f.optional(f.text()))
    note = f.attribute("opened.note", f.optional(f.text()))
    teams = f.attribute("opened.teams", f.by_key(f.text()))
    players = f.attribute("opened.players", f.by_key(f.text()))
    tokens = f.attribute("opened.tokens", f.integer())
    balance = f.by_key(f.integer())
    status = f.text()
    winner = f.attribute("ended.winner", f.optional(f.text()))
    next_number = f.integer()
    next_dealer = f.optional(f.text())
    deals = f.attribute("ordered", f.many(MatchDeal))


class DealLine(Answer):
    """A deal in a list. It has nothing that is hidden from anybody."""

    id = fields.UUID(required=True)
    title = f.text()
    opened_at = instant(required=True)
    day = f.optional(f.text("the day of a deal whose time nobody gave; `opened_at` is then its noon in UTC"))
    club = fields.UUID()
    table = f.optional(f.text())
    match = f.optional(f.text())
    number = f.integer()
    ruleset = f.text()
    own_game = f.optional(
        f.part(
            "of a club's own ruleset",
            name=f.text(),
            seats=f.many(f.seat()),
            teams=f.many(f.text()),
            suits=f.by_key(f.text(), "the names of the suits"),
            decimals=f.optional(f.flag("whether card points are written as tenths")),
        )
    )
    dealer = f.text()
    players = f.optional(f.by_key(f.text()))
    status = f.text()
    result = f.optional(f.text("the status, or `made` or `failed`"))
    contract = f.optional(f.any_object("of a settled deal: seat and bid, and the suit if all hands are shown"))
    tokens = f.optional(f.by_key(f.integer()))
    provisional = f.optional(f.flag(PROVISIONAL))
    confirmed_by = f.optional(f.many(f.text()))
    points = f.optional(f.by_key(f.integer()))
    event = f.optional(f.text())
    has_caps = f.optional(f.flag())
    has_irregularities = f.optional(f.flag("present once all hands are shown"))


class Settlement(Answer):
    """The settlement of a deal."""

    outcome = f.text()
    tokens = f.by_key(f.integer())
    points = f.by_key(f.integer())
    tricks = f.by_key(f.integer())
    made = f.optional(f.flag())
    score = f.optional(f.by_key(f.integer(), "the points of each team, in games that are played for points"))
    reasons = f.many(f.text())


class Name(Answer):
    """The name of a suit or a rank, for people."""

    name = f.text(example="roses")
    local = f.optional(f.text("the word used at the table, if it is another one", example="Rosen"))
    sign = f.optional(f.text("a symbol, if there is one", example="♥"))


class CardNames(Answer):
    """The names of a game's suits and ranks, by their letter in the notation, in the order of the pack."""

    suits = f.by_key(Name)
    ranks = f.by_key(Name)


class NoteAnswer(Answer):
    """A note on a deal."""

    number = f.integer("the number of the note, for retracting it")
    ply = f.optional(
        f.integer(
            "the current number of the act that the note is about, -1 for the deal; null if the act was retracted"
        )
    )
    text = f.text()
    by = f.text()
    at = f.text()


class NoteList(Answer):
    """The notes on a deal, oldest first."""

    items = f.many(NoteAnswer)


class DealAnswer(Answer):
    """A deal, as far as the caller may see it."""

    id = fields.UUID(required=True)
    version = f.integer("the number of facts about the deal that the caller may see")
    viewer = f.text("the viewer as which the caller sees the deal")
    viewers = f.many(f.text(), "the viewers whose views the caller may see")
    opened_at = f.text()
    day = f.optional(f.text("the day of a deal whose time nobody gave; `opened_at` is then its noon in UTC"))
    ruleset = f.text()
    ruleset_version = f.integer()
    dealer = f.text()
    seats = f.many(f.text())
    teams = f.by_key(f.many(f.text()))
    names = f.nested_field(CardNames)
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
    settlement = f.optional(f.nested_field(Settlement))
    provisional = f.optional(f.flag(PROVISIONAL))
    confirmed_by = f.optional(f.many(f.text(), "the seats that confirmed the current result"))


class RulesetLine(Answer):
    """A game of the catalogue."""

    key = f.text()
    version = f.integer()
    name = f.text()
    seats = f.attribute("seating.seats", f.many(f.text()))


class RulesetList(Answer):
    """All games of the catalogue."""

    items = f.many(RulesetLine)


class RulesetCalled(Answer):
    """The key, version and name of a ruleset."""

    key = f.text()
    version = f.integer()
    name = f.text()


class SavedRulesetAnswer(SavedAnswer):
    """The result of a command: the facts that it recorded, and the ruleset that it named."""

    ruleset = f.nested_field(RulesetCalled)


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
    """The newest version of a club's own ruleset."""

    key = f.text(example="lagoon-fives")
    withdrawn_at = f.optional(f.text("when it was withdrawn; no deal is opened with it since"))
    why = f.optional(f.text("why it was withdrawn"))


class ClubRulesetList(Answer):
    """A club's own rulesets."""

    items = f.many(ClubRulesetLine)


class ClubRulesetAnswer(ClubRulesetLine):
    """A club's own ruleset, with every version it has had."""

    ruleset = f.any_object("the newest version with all its parameters")
    versions = f.many(ClubRulesetVersion)


class RetentionAnswer(Answer):
    """The days after which a club has things removed; 0 for never."""

    files = f.integer("files of evidence of decided disputes")
    classes = f.integer("nicknames and answers of classes that a teacher keeps")
    overdue = f.part("what this choice would remove now", files=f.integer(), classes=f.integer())


class Imported(Answer):
    """The result of importing one deal of an archive."""

    line = f.integer()
    id = fields.UUID()
    version = f.optional(f.integer())
    outcome = f.text("`saved`, `known` or `refused`")
    code = f.optional(f.text())
    detail = f.optional(f.text())
    added = f.optional(f.many(f.sentence(), "acts that nobody recorded; what follows is possible only with them"))
    unmarked = f.optional(f.integer("the number of acts against the rules that are not marked with `!`"))


class ImportAnswer(Answer):
    """The result of importing an archive."""

    import_id = f.optional(fields.UUID(metadata={"description": "the import, if it saved a deal"}))
    saved = f.integer()
    known = f.integer()
    refused = f.integer()
    new_people = f.many(f.text(), "the names for which deals were refused: they are new to a club that forgot somebody")
    lines = f.many(Imported)


class ImportLine(Listed):
    """An import in a list."""

    id = fields.UUID(required=True)
    at = instant(required=True, attribute="created_at")
    files = f.attribute("title", f.text("the names of the files; empty for an import by the API"))
    by = f.text()
    deals = f.integer()
    status = f.text("`saved` or `withdrawn`")
    withdrawn_by = f.optional(f.text())
    why = f.optional(f.text("why it was withdrawn"))


class ImportDealRefused(Answer):
    """A deal of an import that could not be withdrawn or restored."""

    id = fields.UUID(required=True)
    code = f.text()
    detail = f.text()


class ImportStepAnswer(Answer):
    """A step of the withdrawal of an import, or of the end of that withdrawal."""

    changed = f.many(fields.UUID(), "the deals that this request withdrew or restored")
    refused = f.many(ImportDealRefused)
    deals = f.integer("the number of deals of the import")
    next = f.optional(f.integer("`after` for the next request; absent after the last deal"))


class Health(Answer):
    """The state of the server."""

    status = f.text()
    version = f.optional(f.text())


class ProblemLine(Answer):
    """An error code and its meaning."""

    code = f.text()
    status = f.integer()
    title = f.text()
    next = f.optional(f.text())
    document = f.optional(f.text())
    heading = f.optional(f.text())


ThingPage = page_of(Thing)
ImportPage = page_of(ImportLine)
MatchPage = page_of(MatchLine)
DealPage = page_of(DealLine)
