"""Shapes of queries about tournaments and their answers."""

from __future__ import annotations

from marshmallow import fields, validate

from domain.tournament.log_kinds import LOG_KINDS
from domain.tournament.state import EntryDetails
from schemas import answer_fields as f
from schemas.answers import SavedAnswer
from schemas.base import Answer, Command, Listed, PageQuery, page_of
from schemas.fields import instant
from schemas.options import with_options

# --- queries --------------------------------------------------------------------------------------


class TournamentQuery(PageQuery):
    """The filter of a list of tournaments."""

    club = fields.UUID()
    status = fields.String(validate=validate.OneOf(["entries", "playing", "over"]))
    format = fields.String(validate=validate.Regexp(r"[a-z-]{1,40}\Z"))


class AsItStood(Command):
    """The moment of a query."""

    at = fields.AwareDateTime(metadata={"description": "the state at this moment; by default the current state"})


class VersionOf(AsItStood):
    """The moment or the version of a query."""

    version = fields.Integer(
        validate=validate.Range(1, 1_000_000),
        metadata={"description": "the state at this moment; by default the current state"},
    )


class RoundQuery(AsItStood):
    """The round of the standings."""

    round = fields.Integer(
        validate=validate.Range(1, 999),
        metadata={"description": "the round after which the standings are asked for; by default the latest"},
    )


class LogQuery(AsItStood):
    """The query for a part of the log."""

    round = fields.Integer(
        validate=validate.Range(0, 999),
        metadata={"description": "the tables of a round; 0 for the tournament without its tables; by default all"},
    )
    table = fields.Integer(validate=validate.Range(1, 9999), metadata={"description": "a table of each round"})
    kind = fields.String(validate=validate.OneOf(LOG_KINDS), metadata={"description": "of what happened"})
    person = fields.String(validate=validate.Length(1, 200), metadata={"description": "who recorded it"})


# --- answers --------------------------------------------------------------------------------------


@with_options(EntryDetails)
class EntryAnswer(Answer):
    """An entry."""

    id = f.text()
    name = f.text()
    players = f.many(f.text())
    seed = f.optional(f.integer())
    since = f.integer("the first round in which it takes part")
    out = f.optional(f.integer("the first round in which it no longer takes part"))
    requested = f.many(f.integer(), "the rounds for which it asked for a bye")
    withdrawn = f.optional(f.text("why it is out"))
    categories = f.optional(f.many(f.text(), "the prize categories in which it is also ranked"))


class CategoryAnswer(Answer):
    """A prize category, with the places within it."""

    name = f.text()
    places = f.many(f.part(place=f.integer(), entry=f.text(), name=f.text()))


class SectionsChecked(Answer):
    """The sections that a list of entries would be divided into. Nothing is recorded."""

    sections = f.many(f.part(name=f.text(), entries=f.many(f.text(), "their names")))


class SectionAnswer(Answer):
    """One of several parallel sections."""

    id = fields.UUID(required=True)
    name = f.text()
    status = f.text()
    entries = f.integer()
    rounds = f.integer("drawn")


class SectionsAnswer(Answer):
    """All parallel sections of a tournament; empty if it is not one of several."""

    items = f.many(SectionAnswer)


class StartingScoreAnswer(Answer):
    """The score with which an entry begins."""

    entry = f.text()
    amount = f.number("in the unit of the standings")
    why = f.text("the reason of a handicap")
    stage = f.optional(f.text("the earlier stage from which it is carried over"))
    place = f.optional(f.integer("the place there"))


class AvoidanceAnswer(Answer):
    """Entries that draws keep apart."""

    number = f.integer()
    entries = f.many(f.text())
    absolute = f.flag("whether no draw may bring them together; otherwise draws avoid it if possible")
    why = f.text()


class QualifiersAnswer(Answer):
    """The entries that qualify, in the order of their seeds."""

    qualifiers = f.many(
        f.part(
            name=f.text(),
            players=f.many(f.text()),
            stage=f.text("the name of the earlier stage"),
            place=f.integer("the place there"),
            amount=f.number("the score carried over"),
        )
    )


class TournamentLine(Listed):
    """A tournament in a list."""

    id = fields.UUID(required=True)
    name = f.attribute("title", f.text())
    opened_at = instant(required=True, attribute="created_at")
    club = fields.UUID()
    status = f.text()
    format = f.text()
    ruleset = f.text()
    entries = f.integer()
    rounds = f.integer()


class TournamentAnswer(Answer):
    """A tournament, without its tables."""

    id = fields.UUID(required=True)
    version = f.integer()
    opened_at = f.text()
    name = f.text()
    club = f.optional(f.text())
    note = f.optional(f.text())
    ruleset = f.text()
    ruleset_version = f.integer()
    status = f.text("`entries`, `playing` or `over`")
    terms = f.any_object()
    entries = f.many(EntryAnswer)
    tables = f.by_key(f.text())
    rounds = f.many(f.any_object())
    next_round = f.integer()
    last_round = f.optional(f.integer("the greatest number of rounds, if it is known"))
    adjustments = f.many(f.any_object())
    starting_scores = f.many(f.nested_field(StartingScoreAnswer))
    avoidances = f.many(f.nested_field(AvoidanceAnswer), "entries that draws keep apart")
    lots = f.many(f.any_object())
    promised = f.many(f.any_object(), "the commitments to lots that are not opened yet")
    packs = f.many(f.any_object())
    ended_at = f.optional(f.text())
    places = f.optional(f.many(f.any_object(), "the final result, as announced"))
    closing_note = f.optional(f.text())
    categories = f.optional(
        f.many(CategoryAnswer, "the places within each prize category, once the result is announced")
    )


class ArtificialScore(Answer):
    """The artificial scores of a board."""

    board = f.integer()
    scores = f.many(f.text(), "the score of the side that sits North and South, then that of the other")
    why = f.optional(f.text())


class AssignedOutcome(Answer):
    """One of the possible results of an assigned score."""

    percent = f.integer()
    won = f.integer("what North and South won, less what they lost")


class AssignedScore(Answer):
    """The assigned score of a board."""

    board = f.integer()
    north_south = f.many(AssignedOutcome, "the possible results for the side that sits North and South")
    east_west = f.many(AssignedOutcome, "those for the other side")
    why = f.text()


class SwitchedBoard(Answer):
    """A board on which the table sat the other way round: its results belong to the other side."""

    board = f.integer()
    why = f.text()


class WrongBoard(Answer):
    """A board that was played instead of another one."""

    board = f.integer()
    instead = f.integer("the board that was to be played; it has an artificial score")
    stands = f.flag("whether its result counts: nobody at the table had played the board before")
    scores = f.many(f.text(), "the artificial scores for the board that was not played")
    why = f.text()


class TableOfRound(Answer):
    """A table of a round, in short."""

    id = fields.UUID(required=True)
    table = f.integer()
    sides = f.many(f.many(f.text()))
    why = f.text("the reasons of the draw")
    boards = f.many(f.integer())
    stage = f.text()
    status = f.text()
    forfeits = f.many(f.integer())
    results = f.many(f.any_object())
    withheld = f.many(f.integer(), "boards whose result is withheld until everybody has played them")
    artificial = f.many(ArtificialScore)


class ChangedResult(Answer):
    """A result of an earlier round that was changed after a round was drawn."""

    KEEP = frozenset({"was", "now"})

    round = f.integer()
    table = f.integer()
    board = f.integer("0 for a whole encounter")
    sides = f.many(f.text())
    was = f.or_null(
        f.any_object(
            "`won`, `forfeits`, `artificial` or `assigned`; with `assumed`, what the draw assumed; null if there was "
            "no result"
        )
    )
    now = f.or_null(f.any_object())
    sentence = f.text()
    old_name = f.with_key("told", f.text(f.OLD_NAME))


class ChangedRuling(Answer):
    """A ruling about a score that was made or taken back after a round was drawn."""

    number = f.integer()
    taken_back = f.flag()
    sentence = f.text()
    old_name = f.with_key("told", f.text(f.OLD_NAME))


class AssumedResultAnswer(Answer):
    """A result that the draw of a round assumed, since the table still played."""

    KEEP = frozenset({"now"})

    round = f.integer()
    table = f.integer()
    sides = f.many(f.text())
    won = f.many(f.integer(), "what each side was assumed to have; if wins count, only who has more matters")
    state = f.text("`playing`, `as-assumed` or `differs`")
    now = f.or_null(f.any_object("the real result: `won` or `forfeits`; null if there is none yet"))
    sentence = f.text()
    old_name = f.with_key("told", f.text(f.OLD_NAME))


class DrawChanges(Answer):
    """The changes since a draw to what it was based on. The draw and its reasons stay as they were."""

    results = f.many(ChangedResult)
    rulings = f.many(ChangedRuling)


class RoundAnswer(Answer):
    """The latest draw of a round, and the status of its tables."""

    tournament = fields.UUID(required=True)
    round = f.integer()
    at = f.text()
    closed = f.flag()
    by_hand = f.flag()
    broke = f.many(f.text(), "the faults of a draw by hand, and the boards that an entry knows already, in sentences")
    why = f.optional(f.text("the reason for drawing it again"))
    byes = f.many(f.any_object())
    absent = f.many(f.text())
    requested = f.many(f.text(), "the entries that had asked for a bye")
    encounters = f.many(TableOfRound)
    changed = f.nested_field(DrawChanges)
    assumed = f.many(AssumedResultAnswer, "the results that the draw assumed")


class RoundChecked(Answer):
    """The preview of a director's own draw."""

    declined = f.optional(f.text("why it cannot be recorded; absent if it can"))
    broke = f.many(f.text(), "the conditions that it breaks, in sentences")


class ContestAnswer(Answer):
    """A side that says that a result is wrong."""

    side = f.integer("0 sits North and South, 1 East and West")
    why = f.text()


class ResultAnswer(Answer):
    """The result of an encounter, or of one board of it."""

    board = f.integer()
    won = f.many(f.integer(), "what North and South won, then what East and West won")
    deals = f.many(f.integer())
    points = f.many(f.integer())
    source = f.text("`sheet`, `match` or `ruling`")
    at = f.text()
    confirmed = f.flag()
    agreed = f.many(f.integer(), "the sides that confirmed")
    contested = f.optional(f.many(ContestAnswer, "the sides that say that the result is wrong; absent if none does"))
    why = f.optional(f.text("the reason for the correction"))
    sheet = f.any_object()


class EncounterAnswer(Answer):
    """A table of a round."""

    id = fields.UUID(required=True)
    version = f.integer()
    tournament = fields.UUID(required=True)
    round = f.integer()
    table = f.integer()
    stage = f.text()
    place = f.optional(f.text("the id of the club's table"))
    sides = f.many(f.many(f.text()))
    names = f.by_key(f.text())
    seats = f.by_key(f.text())
    dealer = f.text("the first dealer")
    boards = f.many(f.integer())
    status = f.text("`open`, `playing`, `provisional`, `confirmed`, `forfeit` or `dropped` (by a redraw)")
    closed = f.flag()
    forfeits = f.many(f.integer())
    match = f.optional(f.text("the id of its match"))
    so_far = f.optional(f.many(f.integer(), "the result of its settled deals"))
    results = f.many(ResultAnswer)
    withheld = f.many(f.integer(), "boards whose result is withheld until everybody has played them")
    artificial = f.many(ArtificialScore)
    assigned = f.many(AssignedScore)
    switched = f.many(SwitchedBoard)
    wrong_boards = f.many(WrongBoard)


class StandingAnswer(Answer):
    """A row of the standings."""

    KEEP = frozenset({"breaks"})

    place = f.integer()
    entry = f.text()
    name = f.text()
    score = fields.Float(required=True)
    score_text = f.with_key("said", f.text(example="3½ points"))
    played = f.integer()
    won = f.integer("encounters won, forfeits included; a bye is none")
    drawn = f.integer()
    lost = f.integer()
    breaks = f.by_key(fields.Float(allow_none=True))
    why = f.text("the reasons for its rank")
    provisional = f.flag("whether a result of the entry is not confirmed yet")
    withdrawn = f.flag()
    direction = f.optional(f.text("`NS` or `EW`, if the two are ranked apart; the places of each begin with 1"))


class StandingsAnswer(Answer):
    """The standings of a tournament."""

    tournament = fields.UUID(required=True)
    name = f.text()
    round = f.integer("the round after which they stand")
    provisional = f.flag()
    items = f.many(StandingAnswer)
    categories = f.optional(f.many(CategoryAnswer, "the places within each prize category"))


class Explained(StandingAnswer):
    """The explanation of a row of the standings, step by step."""

    steps = f.many(f.text())
    unused = f.many(f.text(), "the values of the tie-breaks that the place did not need")


class LogLine(Answer):
    """An entry of the log, in a sentence."""

    version = f.integer()
    at = f.text()
    by = f.text()
    topic = f.text()
    sentence = f.text()
    old_name = f.with_key("told", f.text(f.OLD_NAME))
    round = f.optional(f.integer("the table, if it happened at one"))
    table = f.optional(f.integer())


class Log(Answer):
    """A part of the log, oldest first."""

    items = f.many(LogLine)


class PacksAnswer(Answer):
    """Packs that were committed to, with their cards once they are opened."""

    number = f.integer()
    boards = f.many(f.integer())
    commitment = f.any_object()
    opening = f.optional(f.any_object())


class SavedTable(SavedAnswer):
    """The result of a command on a table: the facts that it recorded, and the table."""

    encounter = f.nested_field(EncounterAnswer)


TournamentPage = page_of(TournamentLine)
