"""The facts of the results of a table of a round, and of their confirmations."""

from __future__ import annotations

from dataclasses import dataclass

from domain.engine.personal import PersonalText
from domain.tournament.facts.base import TournamentFact
from domain.tournament.results.sheet import NO_SHEET, Sheet, Total


@dataclass(frozen=True, slots=True)
class ResultEntered(TournamentFact):
    """The result of the encounter, or of one ``board`` of it, was entered.

    ``source``: ``sheet`` (typed in) or ``match`` (computed from recorded deals).
    """

    score: Total
    source: str
    board: int = 0
    sheet: Sheet = NO_SHEET


@dataclass(frozen=True, slots=True)
class ResultConfirmed(TournamentFact):
    """A side confirmed the result. ``side``: 0, 1, or None if an official accepted the result for both."""

    side: int | None
    board: int = 0


@dataclass(frozen=True, slots=True)
class ConfirmationWithdrawn(TournamentFact):
    """An official took back the confirmations of a result, of sides and officials alike: it is provisional again."""

    why: PersonalText
    board: int = 0


@dataclass(frozen=True, slots=True)
class ResultContested(TournamentFact):
    """A side says that the result is wrong. ``side``: 0 or 1. It lasts until the result is corrected or confirmed."""

    side: int
    why: PersonalText
    board: int = 0


@dataclass(frozen=True, slots=True)
class ResultCorrected(TournamentFact):
    """The result of the encounter, or of one ``board``, was corrected.

    ``source``: ``sheet``, ``match`` or ``ruling``.
    """

    score: Total
    source: str
    why: PersonalText
    board: int = 0
    sheet: Sheet = NO_SHEET


@dataclass(frozen=True, slots=True)
class ResultWithdrawn(TournamentFact):
    """The result of the encounter, or of one ``board``, was withdrawn."""

    why: PersonalText
    board: int = 0
