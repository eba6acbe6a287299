"""The facts of one table of a round: how it is set, who sits there, and when it is closed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from domain.engine.cards import Seat
from domain.engine.personal import PersonalText, PersonName
from domain.tournament.facts.base import TournamentFact
from domain.tournament.state import EntryId, Sides


@dataclass(frozen=True, slots=True)
class EncounterSet(TournamentFact):
    """A table of a round was set with its two sides. After a redraw, a new fact of this type replaces it.

    ``sides``: the side that sits North and South, then the other. ``place``: the id of the club's table, or None.
    ``terms``: a copy of the terms at that time, so that entering a result need not read the tournament's stream.
    """

    tournament: str
    round: int
    table: int
    sides: Sides
    names: dict[EntryId, PersonName]
    """The names of the entries, by id."""
    seats: dict[Seat, PersonName]
    dealer: Seat
    boards: tuple[int, ...] = ()
    stage: str = ""
    place: str | None = None
    club: str | None = None
    terms: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EncounterDropped(TournamentFact):
    """The table was dropped: after a redraw, the round has no table of this number."""

    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class SeatsChanged(TournamentFact):
    """The players at the table were changed, as for a substitute."""

    seats: dict[Seat, PersonName]
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class EncounterClosed(TournamentFact):
    """The encounter was closed with its round: its results are final."""


@dataclass(frozen=True, slots=True)
class EncounterReopened(TournamentFact):
    """The encounter was reopened with its round.

    ``restores``: results that nobody had confirmed before the round was closed are provisional again. False in older
    records: there they stay final.
    """

    SPARE = ("restores",)
    restores: bool = False
