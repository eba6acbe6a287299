"""The facts of the match that is recorded for a table of a round."""

from __future__ import annotations

from dataclasses import dataclass

from domain.engine.personal import PersonalText
from domain.tournament.facts.base import TournamentFact
from domain.tournament.results.sheet import Both, Count


@dataclass(frozen=True, slots=True)
class MatchSeated(TournamentFact):
    """A match was opened for the encounter; its deals make the result. ``match``: its id."""

    match: str


@dataclass(frozen=True, slots=True)
class MatchAdopted(TournamentFact):
    """A match that was already being recorded was assigned to the encounter. ``place``: the id of the club's table."""

    match: str
    place: str | None = None
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class DealScored(TournamentFact):
    """A deal of the encounter's match was settled, or settled anew.

    ``counts``: the numbers of each side. ``won``: the tokens or points that each side won by the deal.
    """

    deal: str
    number: int
    counts: tuple[Count, Count]
    won: Both


@dataclass(frozen=True, slots=True)
class DealUnscored(TournamentFact):
    """A deal of the encounter's match is no longer settled."""

    deal: str
    number: int


@dataclass(frozen=True, slots=True)
class DealAgreed(TournamentFact):
    """Both sides confirmed the settlement of a deal of the encounter's match."""

    deal: str
    number: int
