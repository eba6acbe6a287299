"""Shapes of slates: the commands and the answers."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from schemas import answer_fields as f
from schemas.base import Answer, Command, Listed, PageQuery, page_of
from schemas.fields import LONGEST_NAME, at, code, instant, is_bounded, name, text


def _check_terms(value: Any) -> None:
    if not is_bounded(value):
        raise ValidationError("These terms are too large.")


def slate_terms() -> fields.Dict:
    """A field for the terms of a game on a slate. The domain decides whether they are legal."""
    return fields.Dict(
        keys=name(40),
        values=fields.Raw(),
        load_default=dict,
        validate=[validate.Length(max=12), _check_terms],
        metadata={
            "description": "of a Schieber: `target` or `deals`, `contracts`, `match_bonus`, `weis`, `order`, `halfway`,"
            " `first`; of a Coiffeur: `sides`, `contracts`, `match_bonus`, `first`; each has a default",
            "example": {"target": 2500, "contracts": [["roses", 1], ["bells", 2], ["obenabe", 3]]},
        },
    )


def team_code(**more: Any) -> fields.String:
    """Return a field for the code of a team: ``A``, ``B`` or ``C``."""
    more.setdefault("metadata", {"example": "A"})
    return fields.String(validate=validate.Regexp(r"[A-C]\Z"), **more)


def team_names(**more: Any) -> fields.Dict:
    """Return a field for the names of teams by their codes."""
    return fields.Dict(keys=team_code(), values=name(), validate=validate.Length(max=3), **more)


def team_players() -> fields.Dict:
    """Return a field for the players of teams by their codes: ids or names."""
    return fields.Dict(
        keys=team_code(),
        values=fields.List(name(), validate=validate.Length(max=4)),
        validate=validate.Length(max=3),
        load_default=dict,
        metadata={"description": "ids or names by team", "example": {"A": ["Vreni", "Beat"]}},
    )


def point_count(most: int = 157, **more: Any) -> fields.Integer:
    """Return a field for card points, not multiplied."""
    return fields.Integer(strict=True, validate=validate.Range(0, most), **more)


class LineFields(Command):
    """The line of one deal. Points are card points, not multiplied."""

    announcer = team_code(metadata={"description": "by default the team whose turn it is", "example": "A"})
    contract = name(40, metadata={"description": "what was announced, by its name in the terms", "example": "roses"})
    team = team_code(metadata={"description": "the team whose points are given; by default the announcer"})
    points = point_count(metadata={"example": 97})
    match = fields.Boolean(metadata={"description": "whether the team made all tricks; then `points` can be left out"})
    weis = fields.Dict(
        keys=team_code(),
        values=point_count(1000),
        validate=validate.Length(max=2),
        metadata={"description": "points by team; only one team scores", "example": {"B": 50}},
    )
    stoeck = team_code(metadata={"description": "the team with Stöck", "example": "A"})
    out = team_code(metadata={"description": "the team that declared that it has reached the target"})
    others = point_count(metadata={"description": "the other team's points in a deal that was broken off after `out`"})


class SlateQuery(PageQuery):
    """The filter of a list of slates."""

    club = fields.UUID()
    table = fields.UUID()
    game = code()
    status = fields.String(validate=validate.OneOf(["open", "over", "void"]))


class OpenSlate(Command):
    """A new slate."""

    id = fields.UUID()
    game = code(required=True, metadata={"description": "`schieber` or `coiffeur`", "example": "schieber"})
    terms = slate_terms()
    teams = team_names(load_default=dict)
    players = team_players()
    club = fields.UUID(allow_none=True)
    table = fields.UUID(allow_none=True)
    event = text(LONGEST_NAME)
    note = text()
    at = at()


class WriteLine(LineFields):
    """The line of a deal."""

    before = fields.Integer(
        strict=True,
        load_default=0,
        validate=validate.Range(0, 100_000),
        metadata={"description": "the number of the line in front of which a forgotten deal belongs; 0: at the end"},
    )
    at = at()


class CorrectLine(LineFields):
    """The whole line of a deal as it should be."""

    why = text(LONGEST_NAME)
    at = at()


class RemoveLine(Command):
    """A line that should not be on the slate."""

    why = text(LONGEST_NAME)
    at = at()


class ChangeSlateTerms(Command):
    """Other terms, for all lines of the slate."""

    terms = slate_terms()
    why = text(LONGEST_NAME)
    at = at()


class NameTeams(Command):
    """Other names and players of the teams."""

    teams = team_names(required=True)
    players = team_players()
    at = at()


class StopSlate(Command):
    """The end of a game before its end, or of a slate that was opened by mistake."""

    void = fields.Boolean(load_default=False, metadata={"description": "the slate was opened by mistake"})
    at = at()


class ReopenSlate(Command):
    """The undoing of a stop."""

    why = text(LONGEST_NAME)
    at = at()


class PreviewSlate(Command):
    """One change to preview: a line that is written, corrected or removed, or other terms."""

    number = fields.Integer(
        strict=True,
        validate=validate.Range(1, 100_000),
        metadata={"description": "the line that is corrected, or removed if there is no `line`"},
    )
    line = fields.Nested(LineFields)
    before = fields.Integer(strict=True, load_default=0, validate=validate.Range(0, 100_000))
    terms = fields.Dict(keys=name(40), values=fields.Raw(), validate=[validate.Length(max=12), _check_terms])

    @validates_schema
    def _check_one(self, data: dict[str, object], **_: object) -> None:
        if ("terms" in data) == ("line" in data or "number" in data):
            raise ValidationError("Give either `terms`, or `line`, `number` or both.")


class SlateLine(Listed):
    """A slate in a list."""

    id = fields.UUID(required=True)
    title = f.text()
    opened_at = instant(required=True, attribute="created_at")
    club = fields.UUID()
    table = f.optional(f.text())
    game = f.text()
    status = f.one_of("open", "over", "void")
    winners = f.many(f.text(), "codes of teams; several if they are level")
    totals = f.by_key(f.integer(), "points by team")
    lines = f.integer("the number of lines")
    teams = f.by_key(f.text(), "names by team, of those that have one")
    players = f.by_key(f.many(f.text()), "ids or names by team")
    event = f.optional(f.text())


class SlateContract(Answer):
    """A contract that can be announced."""

    name = f.text()
    factor = f.integer()


class ScoredLine(Answer):
    """A line with its score."""

    number = f.integer("the permanent number of the line")
    announcer = f.text()
    contract = f.optional(f.text())
    factor = f.integer()
    team = f.text("the team whose points were typed")
    points = f.integer()
    match = f.optional(f.flag())
    weis = f.optional(f.by_key(f.integer()))
    stoeck = f.optional(f.text())
    out = f.optional(f.text())
    others = f.optional(f.integer())
    scored = f.by_key(f.integer(), "what the line adds, by team")
    totals = f.by_key(f.integer(), "the totals after the line")
    is_counted = f.flag("false for a line after the end of the game")


class SlateEvent(Answer):
    """One stored fact of a slate."""

    version = f.integer()
    at = f.text()
    topic = f.text(example="nought.Slate.LineWritten")
    fact = f.any_object()
    by = f.optional(f.text("for officials of the club"))


class SlateScore(Answer):
    """The score of a slate."""

    status = f.one_of("open", "over", "void")
    winners = f.many(f.text(), "codes of teams; several if they are level")
    totals = f.by_key(f.integer(), "points by team")
    turn = f.optional(f.text("the team that may announce next"))
    left = f.by_key(f.many(f.text()), "in a Coiffeur: the contracts that each team has yet to play")
    halfway = f.optional(f.text("the team that reached half of the target first, where that is noted"))
    is_disputed = f.flag("both teams reached the target in one deal, and no line says who declared it first")
    lines = f.many(ScoredLine)


class SlateAnswer(SlateScore):
    """A slate with its score, its lines and everything that was written on it."""

    id = fields.UUID(required=True)
    version = f.integer()
    opened_at = f.text()
    game = f.text()
    terms = f.any_object()
    contracts = f.many(SlateContract)
    full = f.integer("the card points of a deal")
    teams = f.by_key(f.text(), "names by team")
    players = f.by_key(f.many(f.text()), "ids or names by team")
    club = f.optional(f.text())
    table = f.optional(f.text())
    event = f.optional(f.text())
    note = f.optional(f.text())
    history = f.many(SlateEvent, "the facts as they were stored, oldest first")


SlatePage = page_of(SlateLine)
