"""The clock of a round: how long the round is, and what is left of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from domain.engine.words.values import Term
from domain.kernel.errors import Declined
from domain.kernel.moments import milliseconds
from domain.tournament.facts.clock import ClockChanged, ClockPaused, ClockResumed, ClockStarted, ClockStopped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.engine.facts import Fact
    from domain.kernel.events import Recorded

RUNNING: Final = "running"
PAUSED: Final = "paused"
STOPPED: Final = "stopped"
STATES: Final = {RUNNING: Term("running"), PAUSED: Term("paused"), STOPPED: Term("stopped")}
MINUTE: Final = 60_000
"""Milliseconds."""
MOST_MINUTES: Final = 600
MOST_WARNINGS: Final = 5


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round as its last event left it.

    ``minutes``: the length of the round, with the minutes that were added. ``left``: milliseconds that were left of the
    round at the time ``at``; below 0 in the break. A stopped clock is no longer shown, and can be resumed.
    """

    round: int
    minutes: int
    break_minutes: int
    warnings: tuple[int, ...]
    """The minutes before the end at which a warning is shown, the first warning first."""
    state: str
    left: int
    at: str

    def left_at(self, at: str) -> int:
        """Return the milliseconds that are left of the round at a stored time; below 0 in the break."""
        if self.state != RUNNING:
            return self.left
        return self.left - max(0, milliseconds(at) - milliseconds(self.at))

    def change(self, at: str, state: str = "", minutes: int = 0) -> Clock:
        """Return the clock after an event at a stored time. ``state``: the new state; ``minutes``: to be added."""
        left = self.left_at(at) + minutes * MINUTE
        return replace(self, state=state or self.state, left=left, at=at, minutes=self.minutes + minutes)


def fold(clock: Clock | None, event: Recorded) -> Clock | None:
    """Return the clock of a tournament after an event; unchanged if the event is not about a clock."""
    match event.fact:
        case ClockStarted(number, minutes, break_minutes, warnings):
            return Clock(number, minutes, break_minutes, warnings, RUNNING, minutes * MINUTE, event.at)
        case ClockPaused():
            return clock and clock.change(event.at, PAUSED)
        case ClockResumed():
            return clock and clock.change(event.at, RUNNING)
        case ClockStopped():
            return clock and clock.change(event.at, STOPPED)
        case ClockChanged(_, minutes):
            return clock and clock.change(event.at, minutes=minutes)
    return clock


def start(
    clock: Clock | None, number: int, minutes: int, break_minutes: int, warnings: Sequence[int]
) -> ClockStarted:  # fmt: skip
    """Start the clock of a round. A clock of an earlier round is replaced."""
    if clock is not None and clock.round == number and clock.state != STOPPED:
        raise Declined("clock-runs", "the clock of round {number} is there already; stop it first", number=number)
    if not 1 <= minutes <= MOST_MINUTES or not 0 <= break_minutes <= MOST_MINUTES:
        raise Declined("clock", "a round has 1 to {most} minutes, a break 0 to {most}", most=MOST_MINUTES)
    if len(warnings) > MOST_WARNINGS or any(not 0 < each < minutes for each in warnings):
        raise Declined(
            "clock", "up to {most} warnings come some minutes before the end of the round", most=MOST_WARNINGS
        )
    return ClockStarted(number, minutes, break_minutes, tuple(sorted(set(warnings), reverse=True)))


def pause(clock: Clock | None) -> Fact:
    """Pause a running clock."""
    return ClockPaused(_in_state(clock, RUNNING).round)


def resume(clock: Clock | None) -> Fact:
    """Let a paused or stopped clock run on, with what was left then."""
    return ClockResumed(_in_state(clock, PAUSED, STOPPED).round)


def stop(clock: Clock | None) -> Fact:
    """Stop a clock: it is no longer shown."""
    return ClockStopped(_in_state(clock, RUNNING, PAUSED).round)


def close_round(clock: Clock | None, number: int, at: str) -> Fact | None:
    """Stop the clock of a round that is closed; None if there is nothing to stop. A break that has begun goes on."""
    if clock is None or clock.round != number or clock.state == STOPPED:
        return None
    left = clock.left_at(at)
    in_break = left <= 0 < left + clock.break_minutes * MINUTE
    return None if in_break else ClockStopped(number)


def add(clock: Clock | None, minutes: int) -> Fact:
    """Add minutes to the round; below 0 takes some away."""
    there = _in_state(clock, RUNNING, PAUSED)
    if not minutes or not 1 <= there.minutes + minutes <= MOST_MINUTES:
        raise Declined(
            "clock", "a round has 1 to {most} minutes; this one has {minutes}", most=MOST_MINUTES, minutes=there.minutes
        )
    return ClockChanged(there.round, minutes)


def _in_state(clock: Clock | None, *states: str) -> Clock:
    """Return the clock. Raises `Declined` if there is none or it is in another state."""
    if clock is None:
        raise Declined("no-clock", "no clock was started")
    if clock.state not in states:
        raise Declined(
            "no-clock", "the clock of round {number} is {state}", number=clock.round, state=STATES[clock.state]
        )
    return clock
