"""Shapes of commands about boards that were not played as they were drawn, and of their previews."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.tournament_commands import Because, number


def boards() -> fields.List[Any]:
    """Return a field for boards of a table, by number."""
    return fields.List(number(999, 1), required=True, validate=validate.Length(1, 64), metadata={"example": [5, 6]})


class SwitchArrows(Because):
    """Boards on which a table sat the other way round."""

    boards = boards()


class CheckArrowSwitch(Command):
    """An arrow switch to preview."""

    boards = boards()
    withdraw = fields.Boolean(load_default=False, metadata={"description": "preview taking it back"})


class ScoreChange(Answer):
    """An entry whose score or place would change. Scores are in words."""

    entry = f.text("its number")
    name = f.text()
    score = f.text("its score now")
    new_score = f.text()
    place = f.integer("its place now")
    new_place = f.integer()


class BoardFaultChecked(Answer):
    """What a command would change. Nothing is recorded."""

    declined = f.optional(f.text("why it cannot be recorded; absent if it can"))
    changes = f.many(ScoreChange)
