"""The commands on the clock of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from domain.kernel.commands import Saved, SentTo
from domain.kernel.errors import Declined
from domain.tournament.base_commands import TournamentCommands
from domain.tournament.rounds import clock

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from uuid import UUID

    from domain.engine.facts import Fact
    from domain.tournament.aggregate import Tournament


class Clocks(TournamentCommands):
    """The commands that directors give to the clock of a round. The time of a command is the time of its event."""

    def start(
        self,
        tournament_id: UUID,
        number: int,
        minutes: int,
        break_minutes: int = 0,
        warnings: Sequence[int] = (),
        **sent: Unpack[SentTo],
    ) -> Saved:
        """Start the clock of the last round. ``warnings``: minutes before the end of the round."""

        def decide(tournament: Tournament) -> Fact:
            if tournament.round(number).closed:
                raise Declined("round-closed", "round {number} is closed", number=number)
            if number != len(tournament.rounds):
                raise Declined(
                    "round-drawn",
                    "round {number} is drawn: its clock can be started",
                    number=len(tournament.rounds),
                )
            return clock.start(tournament.clock, number, minutes, break_minutes, warnings)

        content = ("start clock", number, minutes, break_minutes, list(warnings))
        return self._save(tournament_id, sent, content, decide)

    def pause(self, tournament_id: UUID, **sent: Unpack[SentTo]) -> Saved:
        """Pause the clock."""
        return self._save(tournament_id, sent, ("pause clock",), lambda t: clock.pause(t.clock))

    def resume(self, tournament_id: UUID, **sent: Unpack[SentTo]) -> Saved:
        """Let a paused or stopped clock run on."""
        return self._save(tournament_id, sent, ("resume clock",), lambda t: clock.resume(t.clock))

    def stop(self, tournament_id: UUID, **sent: Unpack[SentTo]) -> Saved:
        """Stop the clock: it is no longer shown."""
        return self._save(tournament_id, sent, ("stop clock",), lambda t: clock.stop(t.clock))

    def add_minutes(self, tournament_id: UUID, minutes: int, **sent: Unpack[SentTo]) -> Saved:
        """Add minutes to the round; below 0 takes some away."""
        return self._save(tournament_id, sent, ("clock minutes", minutes), lambda t: clock.add(t.clock, minutes))

    def _save(
        self, tournament_id: UUID, sent: SentTo, content: tuple[Any, ...], decide: Callable[[Tournament], Fact]
    ) -> Saved:
        def decide_open(tournament: Tournament) -> Fact:
            tournament.check_not_over()
            return decide(tournament)

        return self._save_fact(tournament_id, sent, content, decide_open)
