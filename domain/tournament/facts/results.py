"""The facts of the results of a table of a round, and of their confirmations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from domain.engine.facts import Fact
from domain.tournament.results.sheet import NO_SHEET, Sheet, Total


@dataclass(frozen=True, slots=True)
class ResultEntered(Fact):
    """The result of the encounter, or of one ``board`` of it, was entered.

    ``source``: ``sheet`` (typed in) or ``match`` (computed from recorded deals).
    """

    TOPIC: ClassVar[str] = "nought.Tournament.ResultEntered"
    score: Total
    source: str
    board: int = 0
    sheet: Sheet = NO_SHEET


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Fact):
    """A side confirmed the result. ``side``: 0, 1, or None if an official accepted the result for both."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultConfirmed"
    side: int | None
    board: int = 0


@dataclass(frozen=True, slots=True)
class ConfirmationWithdrawn(Fact):
    """An official took back the confirmations of a result, of sides and officials alike: it is provisional again."""

    TOPIC: ClassVar[str] = "nought.Tournament.ConfirmationWithdrawn"
    why: str
    board: int = 0


@dataclass(frozen=True, slots=True)
class ResultContested(Fact):
    """A side says that the result is wrong. ``side``: 0 or 1. It lasts until the result is corrected or confirmed."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultContested"
    side: int
    why: str
    board: int = 0


@dataclass(frozen=True, slots=True)
class ResultCorrected(Fact):
    """The result of the encounter, or of one ``board``, was corrected.

    ``source``: ``sheet``, ``match`` or ``ruling``.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.ResultCorrected"
    score: Total
    source: str
    why: str
    board: int = 0
    sheet: Sheet = NO_SHEET


@dataclass(frozen=True, slots=True)
class ResultWithdrawn(Fact):
    """The result of the encounter, or of one ``board``, was withdrawn."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultWithdrawn"
    why: str
    board: int = 0


KINDS: Final[tuple[type[Fact], ...]] = (
    ResultEntered,
    ResultConfirmed,
    ConfirmationWithdrawn,
    ResultContested,
    ResultCorrected,
    ResultWithdrawn,
)
