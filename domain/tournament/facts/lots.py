"""The facts of lots, open or sealed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from domain.tournament.facts.base import TournamentFact
from domain.tournament.state import EntryId


@dataclass(frozen=True, slots=True)
class LotsDrawn(TournamentFact):
    """An order of entries was drawn by lot. ``lots``: plain values (`domain.fair.lots.plain`), for anyone to check."""

    purpose: str
    order: tuple[EntryId, ...]
    lots: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LotsPromised(TournamentFact):
    """Lots were drawn and sealed, and only the commitment is public. A later promise for the purpose replaces it."""

    number: int
    purpose: str
    commitment: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LotsSealed(TournamentFact):
    """Sealed lots were stored, in a separate stream that nobody can read before they are opened."""

    tournament: str
    number: int
    lots: dict[str, Any]
