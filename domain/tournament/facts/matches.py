"""The facts of the match that is recorded for a table of a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from domain.engine.facts import Fact
from domain.tournament.results.sheet import Both, Count


@dataclass(frozen=True, slots=True)
class MatchSeated(Fact):
    """A match was opened for the encounter; its deals make the result. ``match``: its id."""

    TOPIC: ClassVar[str] = "nought.Tournament.MatchSeated"
    match: str


@dataclass(frozen=True, slots=True)
class MatchAdopted(Fact):
    """A match that was already being recorded was assigned to the encounter. ``place``: the id of the club's table."""

    TOPIC: ClassVar[str] = "nought.Tournament.MatchAdopted"
    match: str
    place: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class DealScored(Fact):
    """A deal of the encounter's match was settled, or settled anew.

    ``counts``: the numbers of each side. ``won``: the tokens or points that each side won by the deal.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.DealScored"
    deal: str
    number: int
    counts: tuple[Count, Count]
    won: Both


@dataclass(frozen=True, slots=True)
class DealUnscored(Fact):
    """A deal of the encounter's match is no longer settled."""

    TOPIC: ClassVar[str] = "nought.Tournament.DealUnscored"
    deal: str
    number: int


@dataclass(frozen=True, slots=True)
class DealAgreed(Fact):
    """Both sides confirmed the settlement of a deal of the encounter's match."""

    TOPIC: ClassVar[str] = "nought.Tournament.DealAgreed"
    deal: str
    number: int


KINDS: Final[tuple[type[Fact], ...]] = (
    MatchSeated,
    MatchAdopted,
    DealScored,
    DealUnscored,
    DealAgreed,
)
