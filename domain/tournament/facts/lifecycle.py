"""The facts of a tournament as a whole: its name and terms, the tables of the club, and its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from domain.engine.personal import PersonalText
from domain.tournament.facts.base import TournamentFact


@dataclass(frozen=True, slots=True)
class TournamentOpened(TournamentFact):
    """A tournament was opened.

    ``terms``: plain values (`domain.tournament.terms.plain`). ``ruleset``: the whole ruleset as plain values.
    """

    SPARE = ("group",)
    name: str
    terms: dict[str, Any]
    ruleset: dict[str, Any]
    club: str | None = None
    note: PersonalText = ""
    group: str = ""
    """The id of the first section, if the tournament is one of several parallel sections; otherwise empty."""


@dataclass(frozen=True, slots=True)
class TournamentRenamed(TournamentFact):
    """The tournament got another name."""

    name: str
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class TermsChanged(TournamentFact):
    """The terms of the tournament were changed."""

    terms: dict[str, Any]
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class TablesNamed(TournamentFact):
    """The tables of the club were assigned to the table numbers of draws, from the last round on.

    ``tables``: the ids of the club's tables, by table number.
    """

    tables: dict[int, str]


@dataclass(frozen=True, slots=True)
class TournamentEnded(TournamentFact):
    """The final result was announced: rows of ``place``, ``entry`` and ``score`` (in words)."""

    places: tuple[dict[str, Any], ...]
    note: PersonalText = ""


@dataclass(frozen=True, slots=True)
class TournamentCancelled(TournamentFact):
    """The tournament was cancelled: it is over without a result."""

    why: PersonalText


@dataclass(frozen=True, slots=True)
class TournamentReopened(TournamentFact):
    """The tournament was reopened, to play on or to announce the final result anew."""

    why: PersonalText = ""
