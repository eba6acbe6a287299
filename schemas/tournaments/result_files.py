"""Shapes of the import of a round's results from a file."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.tournament.files.results import LEFT_OUT, LONGEST_FILE, NEW, REFUSED, SAME
from schemas import answer_fields as f
from schemas.answers import SavedAnswer
from schemas.base import Answer, Command
from schemas.fields import at
from schemas.score_files import LONGEST_SPREADSHEET


class CheckResultFile(Command):
    """A file of results to preview."""

    csv = fields.String(
        validate=validate.Length(1, LONGEST_FILE),
        metadata={
            "description": "CSV; a row of titles names the columns `table`, `board` (in a duplicate), `ns` and `ew`",
            "example": "table,board,ns,ew\n1,1,1,0\n1,2,0,2\n",
        },
    )
    xlsx = fields.String(
        validate=validate.Length(1, LONGEST_SPREADSHEET),
        metadata={"description": "the file in Base64: a spreadsheet (XLSX), or CSV in the encoding of any program"},
    )

    @validates_schema
    def check_one(self, data: dict[str, Any], **_: Any) -> None:
        """Raise ``ValidationError`` unless there is one file."""
        if ("csv" in data) == ("xlsx" in data):
            raise ValidationError("give either csv or xlsx")


class EnterResultFile(CheckResultFile):
    """A file of results to enter."""

    at = at()


class ResultFileLine(Answer):
    """A line of the file."""

    line = f.integer("its number in the file, from 1")
    table = f.integer("0 if it cannot be read")
    board = f.integer("0 without boards, and if it cannot be read")
    won = f.many(f.integer(), "the columns `ns` and `ew`; empty without a result, and if one cannot be read")
    state = f.one_of(
        NEW, SAME, REFUSED, LEFT_OUT, description="`same`: this result is there already; `left-out`: it has no result"
    )
    why = f.optional(f.text("why it is refused or left out"))


class ResultFileChecked(Answer):
    """The preview of a file of results. Nothing is recorded."""

    declined = f.optional(f.text("why nothing of the file can be entered; absent if something can"))
    new = f.integer("the number of results that would be entered")
    lines = f.many(ResultFileLine)


class ResultFileEntered(SavedAnswer):
    """The results of a file that were entered."""

    refused = f.many(ResultFileLine, "the lines that cannot be read, and were not entered")
