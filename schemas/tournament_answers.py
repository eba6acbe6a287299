"""The shapes of what is asked about tournaments, and of what is answered."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas import answer_fields as f
from schemas.answers import SavedAnswer
from schemas.base import Answer, Command, PageQuery, page_of
from schemas.fields import instant

# --- queries --------------------------------------------------------------------------------------


class TournamentQuery(PageQuery):
    """Which tournaments."""

    club = fields.UUID()
    status = fields.String(validate=validate.OneOf(["entries", "playing", "over"]))
    format = fields.String(validate=validate.Regexp(r"[a-z-]{1,40}\Z"))


class AsItStood(Command):
    """At what moment."""

    at = fields.AwareDateTime(
        metadata={"description": "as it stood in the record book at this moment; as it stands if left out"}
    )


class VersionOf(AsItStood):
    """A past state."""

    version = fields.Integer(
        validate=validate.Range(1, 1_000_000), metadata={"description": "as it stood then; as it stands if left out"}
    )


class RoundQuery(AsItStood):
    """Up to which round."""

    round = fields.Integer(
        validate=validate.Range(1, 999), metadata={"description": "the standings after it; the latest if left out"}
    )


class LogQuery(AsItStood):
    """Which part of the log."""

    round = fields.Integer(
        validate=validate.Range(0, 999),
        metadata={"description": "the tables of a round; 0: the tournament without its tables; all if left out"},
    )


# --- answers --------------------------------------------------------------------------------------


class EntryAnswer(Answer):
    """An entry."""

    id = f.text()
    name = f.text()
    players = f.many(f.text())
    seed = f.optional(f.integer())
    since = f.integer("the first round that it is drawn for")
    out = f.optional(f.integer("the first round that it is not drawn for any more"))
    withdrawn = f.optional(f.text("why it is out"))


class TournamentLine(Answer):
    """A tournament in a list."""

    id = fields.UUID(required=True)
    name = f.text()
    opened_at = instant(required=True)
    club = fields.UUID()
    status = f.text()
    format = f.text()
    ruleset = f.text()
    entries = f.integer()
    rounds = f.integer()


class TournamentAnswer(Answer):
    """A tournament, but for what happened at its tables."""

    id = fields.UUID(required=True)
    version = f.integer()
    opened_at = f.text()
    name = f.text()
    club = f.optional(f.text())
    note = f.optional(f.text())
    ruleset = f.text()
    ruleset_version = f.integer()
    status = f.text("`entries`, `playing` or `over`")
    terms = f.anything()
    entries = f.many(EntryAnswer)
    tables = f.by_key(f.text())
    rounds = f.many(f.anything())
    next_round = f.integer()
    last_round = f.optional(f.integer("how many rounds there are at most, where that is known"))
    adjustments = f.many(f.anything())
    lots = f.many(f.anything())
    promised = f.many(f.anything(), "what commits to lots that are not opened yet")
    packs = f.many(f.anything())
    ended_at = f.optional(f.text())
    places = f.optional(f.many(f.anything(), "the final result as it was announced"))
    closing_note = f.optional(f.text())


class ArtificialScore(Answer):
    """What a director gave for a board."""

    board = f.integer()
    scores = f.many(f.text(), "of the side that sits North and South, and the other")
    why = f.optional(f.text())


class TableOfRound(Answer):
    """One table of a round, in short."""

    id = fields.UUID(required=True)
    table = f.integer()
    sides = f.many(f.many(f.text()))
    why = f.text("why it was drawn so")
    boards = f.many(f.integer())
    stage = f.text()
    status = f.text()
    forfeits = f.many(f.integer())
    results = f.many(f.anything())
    withheld = f.many(f.integer(), "boards that have a result which is not told before everybody has played them")
    artificial = f.many(ArtificialScore)


class ChangedResult(Answer):
    """A result of an earlier round that is another than when a round was drawn."""

    KEEP = frozenset({"was", "now"})

    round = f.integer()
    table = f.integer()
    sides = f.many(f.text())
    was = f.or_null(f.anything("`won` or `forfeits`; null: there was no result"))
    now = f.or_null(f.anything())
    told = f.text()


class ChangedRuling(Answer):
    """A ruling about a score that was made or taken back since a round was drawn."""

    number = f.integer()
    taken_back = f.flag()
    told = f.text()


class DrawChanges(Answer):
    """What a draw rested on and is different now. The draw and its reasons stay as they were."""

    results = f.many(ChangedResult)
    rulings = f.many(ChangedRuling)


class RoundAnswer(Answer):
    """A round as it was drawn last, and how its tables stand."""

    tournament = fields.UUID(required=True)
    round = f.integer()
    at = f.text()
    closed = f.flag()
    by_hand = f.flag()
    broke = f.many(f.text())
    why = f.optional(f.text("why it was drawn anew"))
    byes = f.many(f.anything())
    absent = f.many(f.text())
    encounters = f.many(TableOfRound)
    changed = f.nested(DrawChanges)


class RoundChecked(Answer):
    """What a director's own draw would come to."""

    declined = f.optional(f.text("why it cannot be recorded; left out if it can"))
    broke = f.many(f.text(), "what it breaks, in sentences")


class ResultAnswer(Answer):
    """What an encounter came to, or one board of it."""

    board = f.integer()
    won = f.many(f.integer())
    deals = f.many(f.integer())
    points = f.many(f.integer())
    source = f.text("`sheet`, `match` or `ruling`")
    at = f.text()
    confirmed = f.flag()
    agreed = f.many(f.integer(), "the sides that agreed")
    why = f.optional(f.text("of a corrected one"))
    sheet = f.anything()


class EncounterAnswer(Answer):
    """One table of a round."""

    id = fields.UUID(required=True)
    version = f.integer()
    tournament = fields.UUID(required=True)
    round = f.integer()
    table = f.integer()
    stage = f.text()
    place = f.optional(f.text("the table of the club"))
    sides = f.many(f.many(f.text()))
    names = f.by_key(f.text())
    seats = f.by_key(f.text())
    dealer = f.text("who deals first")
    boards = f.many(f.integer())
    status = f.text("`open`, `playing`, `provisional`, `confirmed`, `forfeit` or `dropped` (by a redraw)")
    closed = f.flag()
    forfeits = f.many(f.integer())
    match = f.optional(f.text("the match that is recorded for it"))
    so_far = f.optional(f.many(f.integer(), "what its settled deals come to"))
    results = f.many(ResultAnswer)
    withheld = f.many(f.integer(), "boards that have a result which is not told before everybody has played them")
    artificial = f.many(ArtificialScore)


class StandingAnswer(Answer):
    """One row of the standings."""

    KEEP = frozenset({"breaks"})

    place = f.integer()
    entry = f.text()
    name = f.text()
    score = fields.Float(required=True)
    said = f.text(example="3½ points")
    played = f.integer()
    won = f.integer()
    drawn = f.integer()
    lost = f.integer()
    breaks = f.by_key(fields.Float(allow_none=True))
    why = f.text("why it stands where it does")
    provisional = f.flag("a result of its own is not confirmed yet")
    withdrawn = f.flag()


class StandingsAnswer(Answer):
    """The standings of a tournament."""

    tournament = fields.UUID(required=True)
    name = f.text()
    round = f.integer("after which round")
    provisional = f.flag()
    items = f.many(StandingAnswer)


class Explained(StandingAnswer):
    """One row of the standings, step by step."""

    steps = f.many(f.text())


class LogLine(Answer):
    """What happened, in a sentence."""

    version = f.integer()
    at = f.text()
    by = f.text()
    topic = f.text()
    told = f.text()
    round = f.optional(f.integer("of what happened at a table"))
    table = f.optional(f.integer())


class Log(Answer):
    """What happened, the first first."""

    items = f.many(LogLine)


class PacksAnswer(Answer):
    """Packs that were promised, and once they are open, they themselves."""

    number = f.integer()
    boards = f.many(f.integer())
    commitment = f.anything()
    opening = f.optional(f.anything())


class SavedTable(SavedAnswer):
    """What a command to a table recorded, and how it stands."""

    encounter = f.nested(EncounterAnswer)


TournamentPage = page_of(TournamentLine)
