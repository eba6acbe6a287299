"""Shapes of the import of a round's results from a file."""

from __future__ import annotations

from marshmallow import fields, validate

from domain.tournament.result_file import LONGEST_FILE, NEW, REFUSED, SAME
from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.fields import at


def csv_text() -> fields.String:
    """Return a field for a file of results."""
    return fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_FILE),
        metadata={
            "description": "CSV; the first line names the columns `table`, `board` (in a duplicate), `ns` and `ew`",
            "example": "table,board,ns,ew\n1,1,1,0\n1,2,0,2\n",
        },
    )


class CheckResultFile(Command):
    """A file of results to preview."""

    csv = csv_text()


class EnterResultFile(Command):
    """A file of results to enter."""

    csv = csv_text()
    at = at()


class ResultFileLine(Answer):
    """A line of the file."""

    line = f.integer("its number in the file, from 1")
    table = f.integer("0 if the line cannot be read")
    board = f.integer("0 without boards")
    won = f.many(f.integer(), "the columns `ns` and `ew`")
    state = f.one_of(NEW, SAME, REFUSED, description="`same`: this result is there already")
    why = f.optional(f.text("why it is refused"))


class ResultFileChecked(Answer):
    """The preview of a file of results. Nothing is recorded."""

    declined = f.optional(f.text("why the file cannot be entered; absent if it can"))
    new = f.integer("the number of results that would be entered")
    lines = f.many(ResultFileLine)
