"""The clock of a round: start, pause, resume, stop, add minutes, and read it.

The clock is shown without the broadcast delay; the number of its round only as soon as its draw is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.blueprint import Blueprint
from api.changes import Command, changes
from api.permissions import EVERYBODY, OFFICE
from api.replicas import from_replica
from api.resources.tournaments import run
from api.tournaments import clock as clock_access
from schemas.tournaments.clocks import AddMinutes, ClockAnswer, StartClock

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.ledger import Ledger

blp = Blueprint("clocks", __name__, url_prefix="/api/v1/tournaments", description="The clock of a round")
change = changes(blp, "tournament_id", OFFICE, run)


@blp.get("/<uuid:tournament_id>/clock")
@blp.response(200, ClockAnswer)
@blp.reads(EVERYBODY)
@from_replica
def get_clock(tournament_id: UUID) -> Response:
    """Get the clock of the round, and the time of the server. Count down by both, with your own clock's difference."""
    return clock_access.response(tournament_id)


@change("/clock", StartClock, names={"round": "number"})
def start_clock(to: Ledger) -> Command:
    """Start the clock of the last round, with an optional break and warnings."""
    return to.clocks.start


@change("/clock/pause")
def pause_clock(to: Ledger) -> Command:
    """Pause the clock."""
    return to.clocks.pause


@change("/clock/resume")
def resume_clock(to: Ledger) -> Command:
    """Let a paused or stopped clock run on, with what was left then."""
    return to.clocks.resume


@change("/clock/stop")
def stop_clock(to: Ledger) -> Command:
    """Stop the clock: it is no longer shown. Resuming undoes this."""
    return to.clocks.stop


@change("/clock/minutes", AddMinutes)
def add_minutes(to: Ledger) -> Command:
    """Add minutes to the round, or take some away."""
    return to.clocks.add_minutes
