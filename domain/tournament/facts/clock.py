"""The facts of the clock of a round."""

from __future__ import annotations

from dataclasses import dataclass

from domain.tournament.facts.base import TournamentFact


@dataclass(frozen=True, slots=True)
class ClockStarted(TournamentFact):
    """The clock of a round was started, at the time of the event.

    ``break_minutes``: the break after the round. ``warnings``: minutes before the end of the round.
    """

    round: int
    minutes: int
    break_minutes: int = 0
    warnings: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockPaused(TournamentFact):
    """The clock of a round was paused."""

    round: int


@dataclass(frozen=True, slots=True)
class ClockResumed(TournamentFact):
    """The clock of a round runs again, with what was left when it was paused or stopped."""

    round: int


@dataclass(frozen=True, slots=True)
class ClockChanged(TournamentFact):
    """Minutes were added to a round; below 0, some were taken away."""

    round: int
    minutes: int


@dataclass(frozen=True, slots=True)
class ClockStopped(TournamentFact):
    """The clock of a round was stopped, and is no longer shown."""

    round: int
