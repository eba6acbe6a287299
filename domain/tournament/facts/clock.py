"""The facts of the clock of a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from domain.engine.facts import Fact


@dataclass(frozen=True, slots=True)
class ClockStarted(Fact):
    """The clock of a round was started, at the time of the event.

    ``break_minutes``: the break after the round. ``warnings``: minutes before the end of the round.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.ClockStarted"
    round: int
    minutes: int
    break_minutes: int = 0
    warnings: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockPaused(Fact):
    """The clock of a round was paused."""

    TOPIC: ClassVar[str] = "nought.Tournament.ClockPaused"
    round: int


@dataclass(frozen=True, slots=True)
class ClockResumed(Fact):
    """The clock of a round runs again, with what was left when it was paused or stopped."""

    TOPIC: ClassVar[str] = "nought.Tournament.ClockResumed"
    round: int


@dataclass(frozen=True, slots=True)
class ClockChanged(Fact):
    """Minutes were added to a round; below 0, some were taken away."""

    TOPIC: ClassVar[str] = "nought.Tournament.ClockChanged"
    round: int
    minutes: int


@dataclass(frozen=True, slots=True)
class ClockStopped(Fact):
    """The clock of a round was stopped, and is no longer shown."""

    TOPIC: ClassVar[str] = "nought.Tournament.ClockStopped"
    round: int


KINDS: Final[tuple[type[Fact], ...]] = (
    ClockStarted,
    ClockPaused,
    ClockResumed,
    ClockChanged,
    ClockStopped,
)
