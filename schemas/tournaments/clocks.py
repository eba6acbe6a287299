"""Shapes of the clock of a round."""

from __future__ import annotations

from marshmallow import fields, validate

from domain.tournament.rounds.clock import MOST_MINUTES, MOST_WARNINGS, STATES
from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.tournaments.commands import number


class StartClock(Command):
    """The clock of the last round. It starts when the server receives this."""

    round = number(999, 1, required=True)
    minutes = number(MOST_MINUTES, 1, required=True, metadata={"example": 50})
    break_minutes = number(MOST_MINUTES, load_default=0, metadata={"description": "the break after the round"})
    warnings = fields.List(
        number(MOST_MINUTES, 1),
        load_default=list,
        validate=validate.Length(max=MOST_WARNINGS),
        metadata={"description": "the minutes before the end at which a warning is shown", "example": [10, 5]},
    )


class AddMinutes(Command):
    """Minutes that are added to the round; below 0, they are taken away."""

    minutes = number(MOST_MINUTES, -MOST_MINUTES, required=True, metadata={"example": 5})


class ClockState(Answer):
    """The clock of a round, as its last event left it."""

    round = f.optional(f.integer("absent if the draw of the round is not shown to the caller yet"))
    state = f.one_of(*STATES)
    minutes = f.integer("the length of the round, with added minutes")
    break_minutes = f.integer()
    warnings = f.many(f.integer(), "the minutes before the end at which a warning is shown")
    left = f.integer(
        "milliseconds left of the round at the time `at`; they pass while the state is running. Below 0 in the break"
    )
    at = f.text("the time of the last event on the clock")


class ClockAnswer(Answer):
    """The clock of a tournament, and the time of the server."""

    now = f.text("the time of the server, by which `left` is counted down")
    clock = f.optional(f.nested_field(ClockState, description="absent if no clock was started"))
