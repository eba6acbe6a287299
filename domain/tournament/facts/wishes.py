"""The facts of what directors ask of the next draws: entries to keep apart, and byes that entries ask for."""

from __future__ import annotations

from dataclasses import dataclass

from domain.engine.personal import PersonalText
from domain.tournament.facts.base import TournamentFact
from domain.tournament.state import EntryId


@dataclass(frozen=True, slots=True)
class ByeRequested(TournamentFact):
    """An entry asked in advance not to play a round."""

    entry: EntryId
    round: int
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class ByeRequestWithdrawn(TournamentFact):
    """An entry will play a round for which it had asked for a bye."""

    entry: EntryId
    round: int
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class AvoidanceAdded(TournamentFact):
    """Draws should keep some entries apart. The number of the avoidance is the version of this event.

    ``absolute``: True if no draw may bring two of them together.
    """

    entries: tuple[EntryId, ...]
    absolute: bool = False
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class AvoidanceWithdrawn(TournamentFact):
    """An avoidance no longer applies. ``number``: the version of its `AvoidanceAdded`."""

    number: int
    why: PersonalText = ""
