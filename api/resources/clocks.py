"""The clock of a round: start, pause, resume, stop, add minutes, and read it.

The clock is shown without the broadcast delay; the number of its round only as soon as its draw is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.permissions import EVERYBODY, OFFICE
from api.replicas import from_replica
from api.resources.tournaments import run
from api.services import ledger
from api.tournaments import clock as clock_access
from schemas.answers import SavedAnswer
from schemas.tournaments.clocks import AddMinutes, ClockAnswer, StartClock

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("clocks", __name__, url_prefix="/api/v1/tournaments", description="The clock of a round")


@blp.get("/<uuid:tournament_id>/clock")
@blp.response(200, ClockAnswer)
@blp.reads(EVERYBODY)
@from_replica
def get_clock(tournament_id: UUID) -> Response:
    """Get the clock of the round, and the time of the server. Count down by both, with your own clock's difference."""
    return clock_access.response(tournament_id)


@blp.post("/<uuid:tournament_id>/clock")
@blp.arguments(StartClock)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def start_clock(params: dict[str, Any], tournament_id: UUID) -> commands.Answer:
    """Start the clock of the last round, with an optional break and warnings."""
    length = params["round"], params["minutes"], params["break_minutes"], params["warnings"]
    return run(tournament_id, params, lambda sent: ledger().clocks.start(tournament_id, *length, **sent))


@blp.post("/<uuid:tournament_id>/clock/pause")
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def pause_clock(tournament_id: UUID) -> commands.Answer:
    """Pause the clock."""
    return run(tournament_id, {}, lambda sent: ledger().clocks.pause(tournament_id, **sent))


@blp.post("/<uuid:tournament_id>/clock/resume")
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def resume_clock(tournament_id: UUID) -> commands.Answer:
    """Let a paused or stopped clock run on, with what was left then."""
    return run(tournament_id, {}, lambda sent: ledger().clocks.resume(tournament_id, **sent))


@blp.post("/<uuid:tournament_id>/clock/stop")
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def stop_clock(tournament_id: UUID) -> commands.Answer:
    """Stop the clock: it is no longer shown. Resuming undoes this."""
    return run(tournament_id, {}, lambda sent: ledger().clocks.stop(tournament_id, **sent))


@blp.post("/<uuid:tournament_id>/clock/minutes")
@blp.arguments(AddMinutes)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def add_minutes(params: dict[str, Any], tournament_id: UUID) -> commands.Answer:
    """Add minutes to the round, or take some away."""
    return run(
        tournament_id, params, lambda sent: ledger().clocks.add_minutes(tournament_id, params["minutes"], **sent)
    )
