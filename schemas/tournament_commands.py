"""The shapes of commands on tournaments: what a director and the tables send."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.tournament import artificial
from schemas.base import Command
from schemas.fields import LONGEST_NAME, at, bounded, name, pin, players, ruleset_key, seat, text

ENTRY = r"[1-9][0-9]{0,3}\Z"


def entry(**more: Any) -> fields.String:
    """The number of an entry on the list."""
    more.setdefault("metadata", {"example": "3"})
    return fields.String(validate=validate.Regexp(ENTRY), **more)


def why(**more: Any) -> fields.String:
    """A reason that must be given."""
    return text(LONGEST_NAME, required=True, **more)


def _terms(value: Any) -> None:
    if not bounded(value):
        raise ValidationError("These terms are too large.")


def terms() -> fields.Dict:
    """The terms of a tournament; whether they fit together is the domain's to say."""
    return fields.Dict(
        keys=name(40),
        values=fields.Raw(allow_none=True),
        required=True,
        validate=[validate.Length(1, 20), _terms],
        metadata={
            "description": "the format and what it leaves open: `rounds`, `encounter`, `scoring`, `tie_breaks` …",
            "example": {"format": "swiss", "rounds": 5, "side": 2, "encounter": {"race": 7}},
        },
    )


def number(most: int, least: int = 0, **more: Any) -> fields.Integer:
    """A whole number."""
    return fields.Integer(strict=True, validate=validate.Range(least, most), **more)


def _half_steps(value: float) -> None:
    if value * 2 % 1:
        raise ValidationError("Send a whole number, or a whole number and a half.")


def score_amount(**more: Any) -> fields.Float:
    """What a ruling adds to a score or takes from it, in the unit that the standings are in."""
    return fields.Float(
        validate=[validate.Range(-50_000, 50_000), _half_steps],
        metadata={
            "description": "in points where wins count (-0.5 takes half a point), else in the unit of the score",
            "multipleOf": 0.5,
            "example": -1,
        },
        **more,
    )


def people(**more: Any) -> fields.List[Any]:
    """Who plays for an entry: ids or names."""
    return fields.List(name(), validate=validate.Length(max=8), **more)


# --- commands -------------------------------------------------------------------------------------


class OpenTournament(Command):
    """A tournament is opened."""

    id = fields.UUID()
    name = name(required=True)
    terms = terms()
    ruleset = ruleset_key(
        required=True, metadata={"description": "the game, or a ruleset of the club's", "example": "304"}
    )
    club = fields.UUID(allow_none=True)
    note = text()
    at = at()


class ChangeTerms(Command):
    """Other terms."""

    terms = terms()
    why = text(LONGEST_NAME)
    at = at()


class NameTables(Command):
    """The tables of the club by their numbers in the draw."""

    tables = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"[1-9][0-9]{0,3}\Z")),
        values=fields.UUID(),
        required=True,
        validate=validate.Length(1, 500),
    )
    at = at()


class MakeEntry(Command):
    """A pair, a team, or a player where partners are drawn."""

    name = name(required=True)
    players = people(load_default=list)
    since = number(999, 1, allow_none=True, metadata={"description": "its first round; the next if left out"})
    at = at()


class ChangeEntry(Command):
    """Another name, or others who play."""

    name = name(required=True)
    players = people(required=True)
    why = text(LONGEST_NAME)
    at = at()


class SetSeeds(Command):
    """The seeding list, the first seed first."""

    order = fields.List(entry(), required=True, validate=validate.Length(max=1000))
    why = text(LONGEST_NAME)
    at = at()


class Because(Command):
    """Only a reason, which must be given."""

    why = why()
    at = at()


class PairingSchema(Command):
    """Who sits down against whom, the side in North and South first."""

    table = number(999, 1, required=True)
    sides = fields.List(
        fields.List(entry(), validate=validate.Length(max=2)), required=True, validate=validate.Length(equal=2)
    )
    why = text(LONGEST_NAME)
    boards = fields.List(number(999, 1), load_default=list, validate=validate.Length(max=64))
    stage = text(40)


class ByHand(Command):
    """A director's own draw. ``byes``: why, by entry."""

    pairings = fields.List(fields.Nested(PairingSchema), required=True, validate=validate.Length(1, 500))
    byes = fields.Dict(keys=entry(), values=text(LONGEST_NAME), load_default=dict, validate=validate.Length(max=1000))


class DrawRound(Command):
    """The next round: drawn by the format, or by the director."""

    round = number(999, 1, metadata={"description": "the round that is meant: no other is drawn"})
    by_hand = fields.Nested(ByHand)
    challenges = fields.List(
        fields.List(entry(), validate=validate.Length(equal=2)),
        load_default=list,
        validate=validate.Length(max=500),
        metadata={"description": "on a ladder: who challenges, and who is challenged"},
    )
    at = at()


class RedrawRound(DrawRound):
    """The last round anew, before anything is recorded at its tables."""

    class Meta(DrawRound.Meta):
        exclude = ("round",)

    why = why()
    lots = fields.Boolean(load_default=False, metadata={"description": "draw new lots, too"})


class CheckRound(Command):
    """A director's own draw, before it is recorded."""

    round = number(999, 1, required=True, metadata={"description": "the next round, or the last to be drawn anew"})
    by_hand = fields.Nested(ByHand, required=True)


class DrawLots(Command):
    """All entries in an order that chance decides."""

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
        metadata={"description": "`score`: in what the standings count; `tokens`: they move the difference"},
    )
    round = number(999, load_default=0)
    why = why()
    at = at()


class CommitPacks(Command):
    """Boards whose packs are to be dealt and sealed."""

    boards = fields.List(number(999, 1), required=True, validate=validate.Length(1, 200))
    at = at()


class End(Command):
    """The final result is announced."""

    note = text()
    at = at()


class CountSchema(Command):
    """What one side has, of one deal or of all together."""

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
    played = number(1000, 1, allow_none=True, metadata={"description": "how many deals, where the terms leave it open"})
    ruled = fields.List(
        fields.Integer(strict=True, validate=validate.Range(-10_000, 10_000)), validate=validate.Length(equal=2)
    )

    @validates_schema
    def _something(self, data: dict[str, object], **_: object) -> None:
        if not data.get("whole") and not data.get("deals"):
            raise ValidationError("Say `whole`, `deals` or both.")


class EnterResult(Command):
    """A score sheet is typed in.

    A board of a duplicate is one deal: `{"board": 5, "sheet": {"deals": [[{"tokens": 1}, {"tokens": 0}]]}}`.
    """

    sheet = fields.Nested(SheetSchema, required=True)
    board = number(999, load_default=0, metadata={"description": "of a duplicate; 0 where there are none"})
    at = at()


class CorrectResult(EnterResult):
    """The result was another; or it is by a ruling, which need not be one that can be played."""

    ruled = fields.Boolean(load_default=False)
    why = why()


class WithdrawResult(Because):
    """A result is taken back."""

    board = number(999, load_default=0)


class ConfirmResult(Command):
    """A side agrees with the result as it stands.

    A seat's own token or session confirms for its side; at another device a seat sends its PIN. An official without a
    seat lets the result stand for both sides.
    """

    seat = seat()
    pin = pin()
    board = number(999, metadata={"description": "one board of a duplicate; all that are there if left out"})
    at = at()


class Forfeit(Because):
    """Sides that forfeit: 0 sits North and South, 1 East and West."""

    sides = fields.List(number(1), required=True, validate=validate.Length(1, 2))


def some_boards() -> fields.List[Any]:
    """Boards of a table, by number."""
    return fields.List(
        number(999, 1),
        load_default=list,
        validate=validate.Length(max=64),
        metadata={"description": "all that have no result, or all that have an artificial score, if left out"},
    )


class GiveArtificialScore(Because):
    """What a director gives the sides for boards that have no result."""

    boards = some_boards()
    scores = fields.List(
        fields.String(validate=validate.OneOf(artificial.KINDS)),
        required=True,
        validate=validate.Length(equal=2),
        metadata={
            "description": "of the side that sits North and South, and of the other; `not-played` only for both",
            "example": [artificial.AVERAGE_PLUS, artificial.AVERAGE_MINUS],
        },
    )


class WithdrawArtificialScore(Because):
    """Artificial scores are taken back."""

    boards = some_boards()


class ChangeSeats(Command):
    """Others sit at the table."""

    seats = players(required=True)
    why = text(LONGEST_NAME)
    at = at()


class SeatMatch(Command):
    """A match is opened for the table: its deals make the result."""

    id = fields.UUID()
    at = at()


class AdoptMatch(Command):
    """A match that was being recorded already becomes the table's."""

    match = fields.UUID(required=True)
    why = why()
    at = at()
