"""Shapes of previews of commands to a tournament."""

from __future__ import annotations

from marshmallow import ValidationError, fields, validate

from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.fields import is_bounded


def _check_body(value: object) -> None:
    if not is_bounded(value):
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


class TournamentPreview(Answer):
    """What a command would record and change, and how it is undone."""

    recorded = f.many(f.text(), "the facts that it would record, in sentences")
    standings = f.many(ChangedPlace, "the rows of the standings that it would change")
    undo = f.text("how the command is undone, in a sentence")
