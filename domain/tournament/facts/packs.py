"""The facts of packs that are dealt before play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from domain.engine.personal import PersonalText
from domain.tournament.facts.base import TournamentFact


@dataclass(frozen=True, slots=True)
class PacksCommitted(TournamentFact):
    """The packs of some boards were dealt and sealed, and only the commitment is public."""

    number: int
    boards: tuple[int, ...]
    commitment: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PacksDiscarded(TournamentFact):
    """The packs of commitment ``number`` are not played: others can be dealt for their boards."""

    number: int
    why: PersonalText


@dataclass(frozen=True, slots=True)
class PacksOpened(TournamentFact):
    """The packs of commitment ``number`` were published, so that everybody can check them."""

    number: int
    opening: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PacksSealed(TournamentFact):
    """Sealed packs were stored, in a separate stream. Until they are opened, only officials may read it."""

    tournament: str
    number: int
    packs: dict[str, Any]
