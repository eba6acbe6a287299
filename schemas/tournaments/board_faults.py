"""Shapes of commands about boards that were not played as they were drawn, and of their previews."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.tournament.rulings import artificial
from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.tournaments.commands import Because, number


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


def artificial_scores() -> fields.List[Any]:
    """Return a field for the artificial scores of a board that was not played."""
    return fields.List(
        fields.String(validate=validate.OneOf(artificial.KINDS)),
        load_default=[artificial.AVERAGE, artificial.AVERAGE],
        validate=validate.Length(equal=2),
        metadata={
            "description": "the scores of North and South and of the other side for the board that was not played;"
            " `late-play` if it is to be played later. By default averages",
            "example": [artificial.LATE_PLAY, artificial.LATE_PLAY],
        },
    )


class RecordWrongBoard(Because):
    """A board that was played instead of another."""

    board = number(999, 1, required=True, metadata={"description": "the board that was played"})
    instead = number(999, 1, required=True, metadata={"description": "the board that was to be played"})
    scores = artificial_scores()


class WithdrawWrongBoard(Because):
    """The withdrawal of a wrong board."""

    board = number(999, 1, required=True, metadata={"description": "the board that was played"})


class CheckWrongBoard(Command):
    """A wrong board to preview."""

    board = number(999, 1, required=True, metadata={"description": "the board that was played"})
    instead = number(999, 1, metadata={"description": "the board that was to be played; needed unless `withdraw`"})
    scores = artificial_scores()
    withdraw = fields.Boolean(load_default=False, metadata={"description": "preview taking it back"})

    @validates_schema
    def check_instead(self, values: dict[str, Any], **_: Any) -> None:
        """Raise `ValidationError` if the board that was to be played is missing."""
        if not values.get("withdraw") and "instead" not in values:
            raise ValidationError("Say which board was to be played.", "instead")


class ScoreChange(Answer):
    """An entry whose score or place would change. Scores are in words."""

    entry = f.text("its number")
    name = f.text()
    score = f.text("its score now")
    new_score = f.text()
    place = f.integer("its place now")
    new_place = f.integer()


class BoardFaultChecked(Answer):
    """The changes that a command would make. Nothing is recorded."""

    declined = f.optional(f.text("why it cannot be recorded; absent if it can"))
    notes = f.many(f.text(), "what else it does, and why")
    changes = f.many(ScoreChange)
