"""Shapes of the import of a club's own score sheets into a series."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.club.file_people import KEEP, PEOPLE, UNKNOWN
from domain.series.score_file import CELLS, LONGEST_FILE, SCORES
from domain.series.score_plan import STATES
from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.fields import at, name, new_people

LONGEST_SPREADSHEET = 250_000
"""The most characters of a spreadsheet in Base64."""


class CheckScoreFile(Command):
    """A score sheet to preview."""

    csv = fields.String(
        validate=validate.Length(1, LONGEST_FILE),
        metadata={"description": "the sheet as CSV", "example": "Name,2025-01-17,2025-01-24\nAnula,12,7\nFarook,9,\n"},
    )
    xlsx = fields.String(
        validate=validate.Length(1, LONGEST_SPREADSHEET), metadata={"description": "the sheet as XLSX, in Base64"}
    )
    worksheet = name(100, metadata={"description": "of the spreadsheet; by default the first"})
    numbers = fields.String(
        load_default=SCORES,
        validate=validate.OneOf(CELLS),
        metadata={"description": "what the numbers are, if there is a column for each evening"},
    )
    players = fields.String(
        load_default=KEEP,
        validate=validate.OneOf(UNKNOWN),
        metadata={
            "description": "what becomes of players who are not registered: they keep their names, are registered, or "
            "get pseudonyms; `all-pseudonyms` also for registered players"
        },
    )

    @validates_schema
    def check_one(self, data: dict[str, Any], **_: Any) -> None:
        """Raise ``ValidationError`` unless there is one file."""
        if ("csv" in data) == ("xlsx" in data):
            raise ValidationError("give either csv or xlsx")


class RecordScoreFile(CheckScoreFile):
    """A score sheet to record."""

    new_people = new_people()
    at = at()


class ScoreFilePlayer(Answer):
    """A player of a row."""

    written = f.text("as in the file")
    name = f.text("as recorded")
    state = f.one_of(*PEOPLE)
    similar = f.many(f.text(), "names of other players who may be the same person")


class ScoreFileLine(Answer):
    """A row of the file."""

    line = f.integer("its number in the file, from 1")
    players = f.many(ScoreFilePlayer)
    results = f.integer("the number of results in the row")
    state = f.one_of(*STATES, description="`same`: all of it is in the series already; `left-out`: it has no result")
    why = f.optional(f.text("why it is refused"))


class ScoreFileEvening(Answer):
    """An evening of the file."""

    name = f.text()
    day = f.text("ISO date, empty if the file has none")
    results = f.integer("the number of results")
    state = f.one_of(*STATES)
    why = f.optional(f.text("why it is refused"))


class ScoreFileChecked(Answer):
    """The preview of a score sheet. Nothing is recorded."""

    declined = f.optional(f.text("why the file cannot be recorded; absent if it can"))
    new_people = f.many(f.text(), "the names that are new to the club, if it has forgotten somebody")
    evenings = f.many(ScoreFileEvening)
    lines = f.many(ScoreFileLine)
    left_out = f.many(f.text(), "the titles of columns that are left out")
