"""The facts of series."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from domain.engine.facts import Fact


@dataclass(frozen=True, slots=True)
class SeriesOpened(Fact):
    """A series of a club was opened."""

    TOPIC: ClassVar[str] = "nought.Series.SeriesOpened"
    name: str
    club: str
    terms: dict[str, Any]
    """The terms in the form of `domain.series.terms.plain`."""


@dataclass(frozen=True, slots=True)
class SeriesRenamed(Fact):
    """The series was renamed."""

    TOPIC: ClassVar[str] = "nought.Series.SeriesRenamed"
    name: str


@dataclass(frozen=True, slots=True)
class SeriesTermsChanged(Fact):
    """The terms were changed, for all evenings of the series."""

    TOPIC: ClassVar[str] = "nought.Series.SeriesTermsChanged"
    terms: dict[str, Any]
    why: str = ""


@dataclass(frozen=True, slots=True)
class EveningAdded(Fact):
    """A tournament was added as the last evening of the series."""

    TOPIC: ClassVar[str] = "nought.Series.EveningAdded"
    tournament: str


@dataclass(frozen=True, slots=True)
class EveningRemoved(Fact):
    """An evening was removed from the series. It can be added again. ``tournament``: the id of any evening."""

    TOPIC: ClassVar[str] = "nought.Series.EveningRemoved"
    tournament: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class MatchAdded(Fact):
    """A match outside a tournament was added as the last evening of the series."""

    TOPIC: ClassVar[str] = "nought.Series.MatchAdded"
    match: str


@dataclass(frozen=True, slots=True)
class SlateAdded(Fact):
    """A slate, the scores of a Schieber or a Coiffeur, was added as the last evening of the series."""

    TOPIC: ClassVar[str] = "nought.Series.SlateAdded"
    slate: str


@dataclass(frozen=True, slots=True)
class SheetRecorded(Fact):
    """An evening was recorded from the score sheet of a club: scores only, no deals.

    ``day``: ISO date, empty if unknown. ``rows``: ``place``, ``score`` (as text) and ``players`` (ids or names).
    """

    TOPIC: ClassVar[str] = "nought.Series.SheetRecorded"
    evening: str
    name: str
    day: str
    rows: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class SeriesEnded(Fact):
    """The final result was announced: rows of ``place``, ``players`` (ids or names) and ``total`` (as text)."""

    TOPIC: ClassVar[str] = "nought.Series.SeriesEnded"
    places: tuple[dict[str, Any], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class SeriesReopened(Fact):
    """The final result was taken back, to change the series or to announce the result anew."""

    TOPIC: ClassVar[str] = "nought.Series.SeriesReopened"
    why: str = ""


KINDS: Final[tuple[type[Fact], ...]] = (
    SeriesOpened,
    SeriesRenamed,
    SeriesTermsChanged,
    EveningAdded,
    EveningRemoved,
    MatchAdded,
    SlateAdded,
    SheetRecorded,
    SeriesEnded,
    SeriesReopened,
)
