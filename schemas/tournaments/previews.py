"""Shapes of previews of commands to a tournament."""

from __future__ import annotations

from marshmallow import ValidationError, fields, validate

from domain.tournament.entries.file_rows import LONGEST_FILE
from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.fields import is_bounded


def _check_body(value: object) -> None:
    if not is_bounded(value, longest=LONGEST_FILE):
        raise ValidationError("This body is too large.")


class PreviewCommand(Command):
    """A command that is to be previewed."""

    method = fields.String(load_default="POST", validate=validate.OneOf(["POST", "PATCH"]))
    path = fields.String(
        required=True,
        validate=validate.Length(1, 300),
        metadata={"description": "of the command", "example": "/api/v1/encounters/{id}/forfeit"},
    )
    body = fields.Dict(
        keys=fields.String(validate=validate.Length(max=100)),
        values=fields.Raw(),
        load_default=dict,
        validate=[validate.Length(max=100), _check_body],
        metadata={"description": "of the command"},
    )


class PlaceAnswer(Answer):
    """A place in the standings."""

    place = f.integer()
    score = f.text("with its unit")
    provisional = f.flag()


class ChangedPlace(Answer):
    """An entry whose row of the standings changes."""

    entry = f.text()
    name = f.text()
    before = f.optional(f.nested_field(PlaceAnswer, "absent if the entry is not in the standings before"))
    after = f.optional(f.nested_field(PlaceAnswer, "absent if the entry is not in the standings afterwards"))


class ChangedRow(Answer):
    """One thing before and afterwards."""

    what = f.text("such as a table, a term or a part of the clock, in words")
    before = f.text("– if there is nothing")
    after = f.text("– if there is nothing")


class ChangedGroup(Answer):
    """The changes of one kind."""

    kind = f.text("`tables`, `places`, `next-draw`, `clock`, `lots` or `terms`")
    title = f.text()
    rows = f.many(ChangedRow)
    notes = f.many(f.text(), "sentences")


class TournamentPreview(Answer):
    """The facts that a command would record, the changes, and how it is undone."""

    recorded = f.many(f.text(), "the facts that it would record, in sentences")
    changes = f.many(ChangedGroup, "the tables, the next draw, the clock, lots and terms that it would change")
    standings = f.many(ChangedPlace, "the rows of the standings that it would change; empty if lots decide them")
    by_lot = f.flag("whether lots that are not drawn yet decide the draw or places")
    undo = f.text("how the command is undone, in a sentence")
