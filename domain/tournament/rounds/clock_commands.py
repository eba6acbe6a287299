"""The commands on the clock of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from domain.kernel.changes import Decided, change
from domain.kernel.commands import SentTo
from domain.kernel.errors import Declined
from domain.tournament.aggregate import Tournament
from domain.tournament.base_commands import TournamentCommands
from domain.tournament.rounds import clock

if TYPE_CHECKING:
    from collections.abc import Sequence


class Clocks(TournamentCommands):
    """The commands that directors give to the clock of a round. The time of a command is the time of its event."""

    @change(Tournament, "start clock")
    def start(
        self,
        tournament: Tournament,
        number: int,
        minutes: int,
        break_minutes: int = 0,
        warnings: Sequence[int] = (),
        **_: Unpack[SentTo],
    ) -> Decided:
        """Start the clock of the last round. ``warnings``: minutes before the end of the round."""
        running = _clock(tournament)
        if tournament.round(number).closed:
            raise Declined("round-closed", "round {number} is closed", number=number)
        if number != len(tournament.rounds):
            raise Declined(
                "round-drawn",
                "round {number} is drawn: its clock can be started",
                number=len(tournament.rounds),
            )
        return clock.start(running, number, minutes, break_minutes, warnings)

    @change(Tournament, "pause clock")
    def pause(self, tournament: Tournament, **_: Unpack[SentTo]) -> Decided:
        """Pause the clock."""
        return clock.pause(_clock(tournament))

    @change(Tournament, "resume clock")
    def resume(self, tournament: Tournament, **_: Unpack[SentTo]) -> Decided:
        """Let a paused or stopped clock run on."""
        return clock.resume(_clock(tournament))

    @change(Tournament, "stop clock")
    def stop(self, tournament: Tournament, **_: Unpack[SentTo]) -> Decided:
        """Stop the clock: it is no longer shown."""
        return clock.stop(_clock(tournament))

    @change(Tournament, "clock minutes")
    def add_minutes(self, tournament: Tournament, minutes: int, **_: Unpack[SentTo]) -> Decided:
        """Add minutes to the round; below 0 takes some away."""
        return clock.add(_clock(tournament), minutes)


def _clock(tournament: Tournament) -> clock.Clock | None:
    """Return the clock of a tournament. Raises `Declined` if the tournament is over."""
    tournament.check_not_over()
    return tournament.clock
