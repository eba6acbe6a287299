"""Shapes of series: the commands and the answers."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.series.standings import KINDS
from domain.series.terms import SeriesTerms
from schemas import answer_fields as f
from schemas.base import Answer, Command, Listed, PageQuery, page_of
from schemas.fields import LONGEST_NAME, at, instant, name, text
from schemas.options import names_of
from schemas.tournaments.commands import check_terms


def series_terms(**more: Any) -> fields.Dict:
    """Return a field for the terms of a series with the options ``more``; the domain decides whether they are legal."""
    more.setdefault("load_default", dict)
    return fields.Dict(
        keys=name(40),
        values=fields.Raw(),
        validate=[validate.Length(max=10), check_terms],
        metadata={
            "description": f"{names_of(SeriesTerms)}; each has a default",
            "example": {"counts": "place-points", "ranks": "player", "points": [5, 3, 1], "best": 8, "attendance": 1},
        },
        **more,
    )


class SeriesQuery(PageQuery):
    """The filter of a list of series."""

    club = fields.UUID()


class OpenSeries(Command):
    """The name, the club and the terms of a new series."""

    id = fields.UUID()
    name = name(required=True)
    club = fields.UUID(metadata={"description": "by default the director's own"})
    terms = series_terms()
    at = at()


class ChangeSeriesTerms(Command):
    """Other terms, for all evenings of the series."""

    terms = series_terms()
    why = text(LONGEST_NAME)
    at = at()


class AddEvening(Command):
    """The addition of a tournament, a match or a slate to a series, as its last evening."""

    tournament = fields.UUID()
    match = fields.UUID(metadata={"description": "a match outside a tournament"})
    slate = fields.UUID()
    at = at()

    @validates_schema
    def check_one(self, data: dict[str, Any], **_: Any) -> None:
        """Raise ``ValidationError`` unless there is one evening."""
        check_one(data, "tournament", "match", "slate")


class RemoveEvening(Command):
    """The removal of an evening from a series."""

    tournament = fields.UUID()
    evening = fields.UUID(metadata={"description": "the id of any evening"})
    why = text(LONGEST_NAME)
    at = at()

    @validates_schema
    def check_one(self, data: dict[str, Any], **_: Any) -> None:
        """Raise ``ValidationError`` unless there is one evening."""
        check_one(data, "tournament", "evening")


class CheckSeries(Command):
    """A change of a series to preview: other terms, or an evening removed."""

    terms = series_terms(load_default=None, allow_none=True)
    without = fields.UUID(metadata={"description": "the id of an evening"})


class EndSeries(Command):
    """The announcement of the final result."""

    note = text(LONGEST_NAME)
    at = at()


def check_one(data: dict[str, Any], *names: str) -> None:
    """Raise ``ValidationError`` unless exactly one of these fields is there."""
    if sum(name in data for name in names) != 1:
        raise ValidationError(f"give either {' or '.join(names)}")


class SeriesLine(Listed):
    """A series in a list."""

    id = fields.UUID(required=True)
    name = f.attribute("title", f.text())
    opened_at = instant(required=True, attribute="created_at")
    club = fields.UUID()
    evenings = fields.Integer(required=True, dump_default=0)


class SeriesEvening(Answer):
    """An evening of a series."""

    id = f.text()
    kind = f.one_of(*KINDS)
    tournament = f.text("its id if it is a tournament, otherwise empty")
    name = f.text()
    day = f.text("the date of an evening from a score sheet, if it has one; otherwise empty")
    is_over = f.flag("whether it counts: its final result was announced")


class SeriesCell(Answer):
    """The value of one evening for a player or a pair."""

    tournament = f.text("the id of the evening")
    place = f.integer()
    score = f.text()
    value = f.text()
    is_counted = f.flag()


class SeriesRow(Answer):
    """A row of the standings of a series."""

    place = f.integer()
    players = f.many(f.text(), "ids or names")
    name = f.text()
    total = f.text()
    attendance = f.integer("the points for attendance in the total")
    evenings = f.integer("the number of evenings that the player came to")
    best = f.text("the value of the best evening")
    cells = f.many(SeriesCell)
    steps = f.text("the sum that gives the total", example="12 + 10 + 2 = 24")
    place_now = f.optional(f.integer("in a preview: the place before the change, if there was one"))


class AnnouncedPlace(Answer):
    """A row of the announced result of a series."""

    place = f.integer()
    players = f.many(f.text(), "ids or names")
    name = f.text()
    total = f.text()


class SeriesResult(Answer):
    """The announced result of a series."""

    at = f.text("the time of the announcement")
    note = f.text()
    places = f.many(AnnouncedPlace)
    has_changed = f.flag("whether the standings differ now, because an evening was changed later")


class SeriesAnswer(Answer):
    """A series with its standings."""

    id = fields.UUID(required=True)
    version = f.integer()
    name = f.text()
    club = f.text()
    terms = f.any_object()
    evenings = f.many(SeriesEvening)
    standings = f.many(SeriesRow)
    gone = f.many(f.text(), "in a preview: the names of those who would no longer be ranked")
    result = fields.Nested(SeriesResult, metadata={"description": "if the final result was announced"})


class SeriesLogLine(Answer):
    """An entry of the log of a series, in a sentence."""

    version = f.integer()
    at = f.text()
    by = f.text()
    topic = f.text()
    sentence = f.text()


class SeriesLog(Answer):
    """The log of a series, oldest first."""

    items = f.many(SeriesLogLine)


SeriesPage = page_of(SeriesLine)
