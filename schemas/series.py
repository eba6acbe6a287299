"""Shapes of series: the commands and the answers."""

from __future__ import annotations

from marshmallow import fields, validate

from schemas import answer_fields as f
from schemas.base import Answer, Command, PageQuery, page_of
from schemas.fields import LONGEST_NAME, at, instant, name, text
from schemas.tournament_commands import check_terms


def series_terms() -> fields.Dict:
    """A field for the terms of a series. The domain decides whether they are legal."""
    return fields.Dict(
        keys=name(40),
        values=fields.Raw(),
        load_default=dict,
        validate=[validate.Length(max=10), check_terms],
        metadata={
            "description": "`counts`, `ranks`, `points`, `best`, `attendance`, `tie_breaks`; each has a default",
            "example": {"counts": "place-points", "ranks": "player", "points": [5, 3, 1], "best": 8, "attendance": 1},
        },
    )


class SeriesQuery(PageQuery):
    """The filter of a list of series."""

    club = fields.UUID()


class OpenSeries(Command):
    """A new series."""

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
    """An evening for a series."""

    tournament = fields.UUID(required=True)
    at = at()


class RemoveEvening(Command):
    """An evening that does not belong to the series."""

    tournament = fields.UUID(required=True)
    why = text(LONGEST_NAME)
    at = at()


class SeriesLine(Answer):
    """A series in a list."""

    id = fields.UUID(required=True)
    name = f.text()
    opened_at = instant(required=True)
    club = fields.UUID()
    evenings = f.integer()


class SeriesEvening(Answer):
    """An evening of a series."""

    tournament = f.text()
    name = f.text()
    is_over = f.flag("whether it counts: its final result was announced")


class SeriesCell(Answer):
    """What one evening was worth."""

    tournament = f.text()
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


class SeriesAnswer(Answer):
    """A series with its standings."""

    id = fields.UUID(required=True)
    version = f.integer()
    name = f.text()
    club = f.text()
    terms = f.any_object()
    evenings = f.many(SeriesEvening)
    standings = f.many(SeriesRow)


SeriesPage = page_of(SeriesLine)
