"""The facts of what directors ask of the next draws: entries to keep apart, and byes that entries ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from domain.engine.facts import Fact
from domain.tournament.state import EntryId


@dataclass(frozen=True, slots=True)
class ByeRequested(Fact):
    """An entry asked in advance not to play a round."""

    TOPIC: ClassVar[str] = "nought.Tournament.ByeRequested"
    entry: EntryId
    round: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class ByeRequestWithdrawn(Fact):
    """An entry will play a round for which it had asked for a bye."""

    TOPIC: ClassVar[str] = "nought.Tournament.ByeRequestWithdrawn"
    entry: EntryId
    round: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class AvoidanceAdded(Fact):
    """Draws should keep some entries apart. The number of the avoidance is the version of this event.

    ``absolute``: True if no draw may bring two of them together.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.AvoidanceAdded"
    entries: tuple[EntryId, ...]
    absolute: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class AvoidanceWithdrawn(Fact):
    """An avoidance no longer applies. ``number``: the version of its `AvoidanceAdded`."""

    TOPIC: ClassVar[str] = "nought.Tournament.AvoidanceWithdrawn"
    number: int
    why: str = ""


KINDS: Final[tuple[type[Fact], ...]] = (
    ByeRequested,
    ByeRequestWithdrawn,
    AvoidanceAdded,
    AvoidanceWithdrawn,
)
