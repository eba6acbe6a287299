"""The facts of a tournament as a whole: its name and terms, the tables of the club, and its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from domain.engine.facts import Fact


@dataclass(frozen=True, slots=True)
class TournamentOpened(Fact):
    """A tournament was opened.

    ``terms``: plain values (`domain.tournament.terms.plain`). ``ruleset``: the whole ruleset as plain values.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.TournamentOpened"
    name: str
    terms: dict[str, Any]
    ruleset: dict[str, Any]
    club: str | None = None
    note: str = ""
    group: str = ""
    """The id of the first section, if the tournament is one of several parallel sections; otherwise empty."""


@dataclass(frozen=True, slots=True)
class TournamentRenamed(Fact):
    """The tournament got another name."""

    TOPIC: ClassVar[str] = "nought.Tournament.TournamentRenamed"
    name: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class TermsChanged(Fact):
    """The terms of the tournament were changed."""

    TOPIC: ClassVar[str] = "nought.Tournament.TermsChanged"
    terms: dict[str, Any]
    why: str = ""


@dataclass(frozen=True, slots=True)
class TablesNamed(Fact):
    """The tables of the club were assigned to the table numbers of draws, from the last round on.

    ``tables``: the ids of the club's tables, by table number.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.TablesNamed"
    tables: dict[int, str]


@dataclass(frozen=True, slots=True)
class TournamentEnded(Fact):
    """The final result was announced: rows of ``place``, ``entry`` and ``score`` (in words)."""

    TOPIC: ClassVar[str] = "nought.Tournament.TournamentEnded"
    places: tuple[dict[str, Any], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class TournamentCancelled(Fact):
    """The tournament was cancelled: it is over without a result."""

    TOPIC: ClassVar[str] = "nought.Tournament.TournamentCancelled"
    why: str


@dataclass(frozen=True, slots=True)
class TournamentReopened(Fact):
    """The tournament was reopened, to play on or to announce the final result anew."""

    TOPIC: ClassVar[str] = "nought.Tournament.TournamentReopened"
    why: str = ""


KINDS: Final[tuple[type[Fact], ...]] = (
    TournamentOpened,
    TournamentRenamed,
    TermsChanged,
    TablesNamed,
    TournamentEnded,
    TournamentCancelled,
    TournamentReopened,
)
