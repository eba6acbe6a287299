"""The facts of series."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from domain.engine.facts import Fact
from domain.engine.personal import PLAYERS, PersonalText


class SeriesFact(Fact):
    """A fact of a series."""

    __slots__ = ()
    SUBJECT = "Series"


@dataclass(frozen=True, slots=True)
class SeriesOpened(SeriesFact):
    """A series of a club was opened."""

    name: str
    club: str
    terms: dict[str, Any]
    """The terms in the form of `domain.series.terms.plain`."""


@dataclass(frozen=True, slots=True)
class SeriesRenamed(SeriesFact):
    """The series was renamed."""

    name: str


@dataclass(frozen=True, slots=True)
class SeriesTermsChanged(SeriesFact):
    """The terms were changed, for all evenings of the series."""

    terms: dict[str, Any]
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class EveningAdded(SeriesFact):
    """A tournament was added as the last evening of the series."""

    tournament: str


@dataclass(frozen=True, slots=True)
class EveningRemoved(SeriesFact):
    """An evening was removed from the series. It can be added again. ``tournament``: the id of any evening."""

    tournament: str
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class MatchAdded(SeriesFact):
    """A match outside a tournament was added as the last evening of the series."""

    match: str


@dataclass(frozen=True, slots=True)
class SlateAdded(SeriesFact):
    """A slate, the scores of a Schieber or a Coiffeur, was added as the last evening of the series."""

    slate: str


@dataclass(frozen=True, slots=True)
class SheetRecorded(SeriesFact):
    """An evening was recorded from the score sheet of a club: scores only, no deals.

    ``day``: ISO date, empty if unknown. ``rows``: ``place``, ``score`` (as text) and ``players`` (ids or names).
    """

    evening: str
    name: str
    day: str
    rows: Annotated[tuple[dict[str, Any], ...], PLAYERS]


@dataclass(frozen=True, slots=True)
class SeriesEnded(SeriesFact):
    """The final result was announced: rows of ``place``, ``players`` (ids or names) and ``total`` (as text)."""

    places: Annotated[tuple[dict[str, Any], ...], PLAYERS]
    note: PersonalText = ""


@dataclass(frozen=True, slots=True)
class SeriesReopened(SeriesFact):
    """The final result was taken back, to change the series or to announce the result anew."""

    why: PersonalText = ""
