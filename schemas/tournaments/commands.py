"""Shapes of commands on tournaments, sent by directors and tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.tournament.entries.sections import MOST as MOST_SECTIONS
from domain.tournament.entries.sections import SNAKE, WAYS
from domain.tournament.rulings import artificial, assigned
from domain.tournament.state import EntryDetails
from schemas.base import Command
from schemas.fields import LONGEST_NAME, at, is_bounded, name, pin, players, ruleset_key, seat, text
from schemas.options import with_options

ENTRY = r"[1-9][0-9]{0,3}\Z"


def entry(**more: Any) -> fields.String:
    """Return a field for the number of an entry."""
    more.setdefault("metadata", {"example": "3"})
    return fields.String(validate=validate.Regexp(ENTRY), **more)


def why(**more: Any) -> fields.String:
    """Return a field for a reason, which is required."""
    return text(LONGEST_NAME, required=True, **more)


def check_terms(value: Any) -> None:
    """Raise `ValidationError` for terms that are too deep or too large."""
    if not is_bounded(value):
        raise ValidationError("These terms are too large.")


def terms() -> fields.Dict:
    """Return a field for the terms of a tournament. The domain decides whether they fit together."""
    return fields.Dict(
        keys=name(40),
        values=fields.Raw(allow_none=True),
        required=True,
        validate=[validate.Length(1, 40), check_terms],
        metadata={
            "description": "the format and its options: `rounds`, `encounter`, `scoring`, `tie_breaks`, `unplayed` …",
            "example": {"format": "swiss", "rounds": 5, "side": 2, "encounter": {"race": 7}},
        },
    )


def number(most: int, least: int = 0, **more: Any) -> fields.Integer:
    """Return a field for a whole number."""
    return fields.Integer(strict=True, validate=validate.Range(least, most), **more)


class Amount(fields.Float):
    """A number with at most two decimals, read exactly; the domain decides which of them fit what counts."""

    def _deserialize(self, *args: Any, **more: Any) -> Any:
        amount = Fraction(str(super()._deserialize(*args, **more)))
        if amount * 100 % 1:
            raise ValidationError("Send a number with at most two decimals.")
        return amount


def score_amount(**more: Any) -> Amount:
    """Return a field for the number that a ruling adds to a score, in the unit of the standings."""
    return Amount(
        validate=validate.Range(-50_000, 50_000),
        metadata={
            "description": "in points if wins count (-0.5 takes half a point), otherwise in the unit of the score; two"
            " decimals only for victory points",
            "example": -1,
        },
        **more,
    )


def people(**more: Any) -> fields.List[Any]:
    """Return a field for the players of an entry: ids or names."""
    return fields.List(name(), validate=validate.Length(max=8), **more)


def people_text() -> fields.String:
    """Return a field for the players of an entry as one text, as people write it in a form."""
    return fields.String(
        validate=validate.Length(max=400),
        metadata={
            "description": "the players in one text, not as `players`; if empty, a new entry’s name tells them",
            "example": "Anula & Farook",
        },
    )


# --- commands -------------------------------------------------------------------------------------


class OpenTournament(Command):
    """A new tournament."""

    id = fields.UUID()
    name = name(required=True)
    terms = terms()
    ruleset = ruleset_key(
        required=True, metadata={"description": "a game of the catalogue, or a ruleset of the club", "example": "304"}
    )
    club = fields.UUID(allow_none=True)
    note = text()
    at = at()


class SectionsEntry(Command):
    """An entry of a list that is divided into sections."""

    name = name(required=True)
    players = people(load_default=list)


class CheckSections(Command):
    """A list of entries to divide into parallel sections."""

    sections = number(MOST_SECTIONS, 2, required=True)
    divide = fields.String(
        load_default=SNAKE,
        validate=validate.OneOf(WAYS),
        metadata={
            "description": "`snake`: A B B A …; `in-turn`: A B A B …; `blocks`: the first part to A, the next to B"
        },
    )
    entries = fields.List(fields.Nested(SectionsEntry), required=True, validate=validate.Length(min=4, max=400))


class OpenSections(CheckSections):
    """Parallel sections: several tournaments with the same terms, from one list of entries."""

    name = name(190, required=True)
    terms = terms()
    ruleset = ruleset_key(required=True)
    club = fields.UUID(allow_none=True)
    note = text()
    at = at()


class OpenFour(Command):
    """A rotating four: four players, three sets."""

    id = fields.UUID()
    players = fields.List(
        name(), required=True, validate=validate.Length(equal=4), metadata={"description": "ids or names"}
    )
    name = name(metadata={"description": "by default the names of the four"})
    race = number(999, 1, load_default=10, metadata={"description": "the tokens that win a set"})
    ruleset = ruleset_key(load_default="304")
    club = fields.UUID(allow_none=True)
    note = text()


class RenameTournament(Command):
    """Another name of a tournament."""

    name = name(required=True)
    why = text(LONGEST_NAME)
    at = at()


class ChangeTerms(Command):
    """New terms of a tournament."""

    terms = terms()
    why = text(LONGEST_NAME)
    at = at()


class NameTables(Command):
    """The club's tables, by their numbers in the draw."""

    tables = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"[1-9][0-9]{0,3}\Z")),
        values=fields.UUID(),
        required=True,
        validate=validate.Length(0, 500),
    )
    at = at()


class MakeEntry(Command):
    """A new entry: a pair, a team, or a player if partners are drawn."""

    name = name(required=True)
    players = people()
    players_text = people_text()
    since = number(999, 1, allow_none=True, metadata={"description": "its first round; by default the next one"})
    at = at()

    @validates_schema
    def check_players(self, data: dict[str, Any], **_: Any) -> None:
        """Raise ``ValidationError`` if the players are given twice."""
        if "players" in data and "players_text" in data:
            raise ValidationError("give either players or players_text")


class ChangeEntry(Command):
    """A change of an entry's name or players."""

    name = name(required=True)
    players = people()
    players_text = people_text()
    why = text(LONGEST_NAME)
    at = at()

    @validates_schema
    def check_players(self, data: dict[str, Any], **_: Any) -> None:
        """Raise ``ValidationError`` unless the players are given once."""
        if ("players" in data) == ("players_text" in data):
            raise ValidationError("give either players or players_text")


class SetSeeds(Command):
    """The seeding list, first seed first."""

    order = fields.List(entry(), required=True, validate=validate.Length(max=1000))
    why = text(LONGEST_NAME)
    at = at()


class SetStartingScore(Command):
    """The score with which an entry begins, as a handicap; 0 takes it away."""

    amount = score_amount(required=True)
    why = why()
    at = at()


class RequestBye(Command):
    """A round that an entry asks not to play."""

    round = number(999, 1, required=True)
    why = text(LONGEST_NAME)
    at = at()


class AddAvoidance(Command):
    """Entries that draws should keep apart, such as a family or a club."""

    entries = fields.List(entry(), required=True, validate=validate.Length(2, 1000))
    absolute = fields.Boolean(
        load_default=False,
        metadata={
            "description": "true: no draw may bring two of them together; false: a draw avoids it if that is possible"
        },
    )
    why = text(LONGEST_NAME)
    at = at()


class StageSchema(Command):
    """An earlier stage, and the number of its first places that qualify."""

    tournament = fields.UUID(required=True)
    places = number(999, 1, required=True)


class CheckQualifiers(Command):
    """Earlier stages, the first places that qualify from each, and how much of their scores they carry over."""

    stages = fields.List(fields.Nested(StageSchema), required=True, validate=validate.Length(min=1, max=64))
    carry = fields.String(
        load_default="none",
        validate=validate.OneOf(["none", "half", "all"]),
        metadata={
            "description": "the part of the score; rounded down to half points if wins count, else to whole ones"
        },
    )


class EnterQualifiers(CheckQualifiers):
    """Entries of earlier stages that qualify."""

    at = at()


class SetCategories(Command):
    """The prize categories of an entry, which replace those before."""

    categories = fields.List(
        name(60),
        required=True,
        validate=validate.Length(max=5),
        metadata={"description": "as you name them", "example": ["Juniors", "Mixed"]},
    )
    at = at()


@with_options(EntryDetails)
class SetDetails(Command):
    """The details of an entry, which replace those before; one that is left out is taken away."""

    at = at()


class Because(Command):
    """A reason, which is required."""

    why = why()
    at = at()


class PairingSchema(Command):
    """A pairing of two sides, North and South first."""

    table = number(999, 1, required=True)
    sides = fields.List(
        fields.List(entry(), validate=validate.Length(max=2)), required=True, validate=validate.Length(equal=2)
    )
    why = text(LONGEST_NAME)
    boards = fields.List(number(999, 1), load_default=list, validate=validate.Length(max=64))
    stage = text(40)


class ByHand(Command):
    """A director's own draw. ``byes``: the reason, by entry."""

    pairings = fields.List(fields.Nested(PairingSchema), required=True, validate=validate.Length(1, 500))
    byes = fields.Dict(keys=entry(), values=text(LONGEST_NAME), load_default=dict, validate=validate.Length(max=1000))


class AssumedResult(Command):
    """The result that a draw assumes of a table that still plays."""

    round = number(999, 1, required=True)
    table = number(999, 1, required=True)
    won = fields.List(
        fields.Integer(strict=True, validate=validate.Range(-100_000, 100_000)),
        load_default=lambda: [0, 0],
        validate=validate.Length(equal=2),
        metadata={
            "description": "what each side has, North and South first, in the unit that counts; if wins count, only "
            "who has more matters; by default a draw",
            "example": [1, 0],
        },
    )


class DrawRound(Command):
    """The draw of the next round, by the format or by the director."""

    round = number(
        999, 1, metadata={"description": "the number of the round; the command is refused if another round is next"}
    )
    by_hand = fields.Nested(ByHand)
    challenges = fields.List(
        fields.List(entry(), validate=validate.Length(equal=2)),
        load_default=list,
        validate=validate.Length(max=500),
        metadata={"description": "on a ladder: the challenger and the challenged"},
    )
    assumed = fields.List(
        fields.Nested(AssumedResult),
        load_default=list,
        validate=validate.Length(max=500),
        metadata={"description": "in a Swiss: the results that the draw assumes of tables that still play"},
    )
    assume_rest = fields.Boolean(
        load_default=False, metadata={"description": "assume a draw at every other table without a result"}
    )
    at = at()


class RedrawRound(DrawRound):
    """A new draw of the last round, before anything is recorded at its tables."""

    class Meta(DrawRound.Meta):
        exclude = ("round",)

    why = why()
    lots = fields.Boolean(load_default=False, metadata={"description": "draw new lots, too"})


class CheckRound(Command):
    """A director's own draw to preview."""

    round = number(
        999, 1, required=True, metadata={"description": "the next round, or the last one, to be drawn again"}
    )
    by_hand = fields.Nested(ByHand, required=True)


class DrawLots(Command):
    """A request to draw lots: all entries in a random order."""

    purpose = fields.String(
        required=True,
        validate=validate.OneOf(["tie-break", "draws"]),
        metadata={"description": "`tie-break`: for the tie-break `lot`; `draws`: where nothing else decides in a draw"},
    )
    at = at()


class Adjust(Command):
    """A ruling about an entry's score."""

    entry = entry(required=True)
    amount = score_amount(required=True)
    unit = fields.String(
        load_default="score",
        validate=validate.OneOf(["score", "tokens"]),
        metadata={"description": "`score` changes what the standings count, `tokens` changes the difference of tokens"},
    )
    round = number(999, load_default=0)
    why = why()
    at = at()


class CommitPacks(Command):
    """Boards whose packs are dealt and sealed."""

    boards = fields.List(number(999, 1), required=True, validate=validate.Length(1, 200))
    at = at()


class End(Command):
    """The announcement of the final result."""

    note = text()
    at = at()


class CountSchema(Command):
    """The score of one side, of one deal or of all deals together."""

    tokens = number(10_000, allow_none=True)
    points = number(100_000, allow_none=True)
    weis = number(100_000, allow_none=True)
    contract = number(100_000, allow_none=True)
    total = number(100_000, allow_none=True)
    deals = number(1000, allow_none=True)


def _pair(**more: Any) -> fields.List[Any]:
    return fields.List(fields.Nested(CountSchema), validate=validate.Length(equal=2), **more)


class SheetSchema(Command):
    """A score sheet: all deals together, deal by deal, or both. The first side sits North and South."""

    whole = _pair(metadata={"description": "all deals together"})
    deals = fields.List(_pair(), validate=validate.Length(max=200), metadata={"description": "deal by deal"})
    played = number(
        1000, 1, allow_none=True, metadata={"description": "the number of deals, if the terms do not fix it"}
    )
    ruled = fields.List(
        fields.Integer(strict=True, validate=validate.Range(-10_000, 10_000)), validate=validate.Length(equal=2)
    )

    @validates_schema
    def _check_given(self, data: dict[str, object], **_: object) -> None:
        if not data.get("whole") and not data.get("deals"):
            raise ValidationError("Say `whole`, `deals` or both.")


class EnterResult(Command):
    """A score sheet.

    A board of a duplicate is one deal: `{"board": 5, "sheet": {"deals": [[{"tokens": 1}, {"tokens": 0}]]}}`.
    """

    sheet = fields.Nested(SheetSchema, required=True)
    board = number(999, load_default=0, metadata={"description": "the board of a duplicate; 0 if there are none"})
    at = at()


class CorrectResult(EnterResult):
    """A correction of a result, or a result by ruling, which need not be possible in play."""

    ruled = fields.Boolean(load_default=False)
    why = why()


class WithdrawConfirmation(Because):
    """The withdrawal of the confirmations of a result."""

    board = number(999, load_default=0)


class WithdrawResult(Because):
    """The withdrawal of a result."""

    board = number(999, load_default=0)


class ConfirmResult(Command):
    """A confirmation of the current result by a side.

    A seat's own token or session confirms for its side; at another device a seat sends its PIN. An official without a
    seat accepts the result for both sides.
    """

    seat = seat()
    pin = pin()
    board = number(999, metadata={"description": "one board of a duplicate; by default all with a result"})
    at = at()


class ContestResult(Command):
    """A side says that the current result is wrong. The seat and its PIN are as in a confirmation."""

    seat = seat()
    pin = pin()
    board = number(999, load_default=0)
    why = why()
    at = at()


class Forfeit(Because):
    """Sides that forfeit: 0 sits North and South, 1 East and West."""

    sides = fields.List(number(1), required=True, validate=validate.Length(1, 2))


def some_boards() -> fields.List[Any]:
    """Return a field for boards of a table, by number."""
    return fields.List(
        number(999, 1),
        load_default=list,
        validate=validate.Length(max=64),
        metadata={"description": "by default all without a result, or all with an artificial score"},
    )


class GiveArtificialScore(Because):
    """Artificial scores for boards without a result."""

    boards = some_boards()
    scores = fields.List(
        fields.String(validate=validate.OneOf(artificial.KINDS)),
        required=True,
        validate=validate.Length(equal=2),
        metadata={
            "description": "the scores of the North and South side and of the other side; `not-played` only for both",
            "example": [artificial.AVERAGE_PLUS, artificial.AVERAGE_MINUS],
        },
    )


class WithdrawArtificialScore(Because):
    """The withdrawal of artificial scores."""

    boards = some_boards()


class Outcome(Command):
    """One of the possible results of an assigned score."""

    percent = number(100, 1, required=True)
    won = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(-assigned.MOST_WON, assigned.MOST_WON),
        metadata={"description": "what North and South won, less what they lost"},
    )


def outcomes(**more: Any) -> fields.List[Any]:
    """Return a field for the possible results that a side gets; their percentages sum to 100."""
    return fields.List(fields.Nested(Outcome), validate=validate.Length(1, assigned.MOST_OUTCOMES), **more)


class AssignScore(Because):
    """An assigned score of a board: possible results with percentages."""

    board = number(999, 1, required=True)
    north_south = outcomes(required=True)
    east_west = outcomes(metadata={"description": "for the other side; by default the same"})


class WithdrawAssignedScore(Because):
    """The withdrawal of an assigned score."""

    board = number(999, 1, required=True)


class ChangeSeats(Command):
    """A change of the players at a table."""

    seats = players(required=True)
    why = text(LONGEST_NAME)
    at = at()


class SeatMatch(Command):
    """A new match at a table; its deals give the result."""

    id = fields.UUID()
    at = at()


class AdoptMatch(Command):
    """An existing match that becomes the table's."""

    match = fields.UUID(required=True)
    why = why()
    at = at()
