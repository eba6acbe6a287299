"""The facts of slates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from domain.engine.facts import Fact
from domain.engine.personal import PersonalText, PersonName


class SlateFact(Fact):
    """A fact of a slate."""

    __slots__ = ()
    SUBJECT = "Slate"


@dataclass(frozen=True, slots=True)
class SlateOpened(SlateFact):
    """A slate was opened. ``teams``: names by team code; ``players``: ids or names by team code."""

    game: str
    """The key of the game in `domain.slate.games.GAMES`."""
    terms: dict[str, Any]
    """The terms of the game, as its ``plain`` returns them."""
    teams: dict[str, PersonName] = field(default_factory=dict)
    players: dict[str, tuple[PersonName, ...]] = field(default_factory=dict)
    club: str | None = None
    table: str | None = None
    event: str = ""
    note: PersonalText = ""


@dataclass(frozen=True, slots=True)
class LineWritten(SlateFact):
    """The line of a deal was written: at the end, or in front of the line with the number ``before``."""

    number: int
    line: dict[str, Any]
    """The line in the form of `domain.slate.line.plain`."""
    before: int = 0


@dataclass(frozen=True, slots=True)
class LineCorrected(SlateFact):
    """A line was replaced by another one. The line before the correction stays in the stream."""

    number: int
    line: dict[str, Any]
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class LineRemoved(SlateFact):
    """A line was removed: the deal was not played, or its line was written twice."""

    number: int
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class SlateTermsChanged(SlateFact):
    """The terms were changed, for all lines of the slate."""

    terms: dict[str, Any]
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class SlateTeamsNamed(SlateFact):
    """The teams were given other names or players."""

    teams: dict[str, PersonName]
    players: dict[str, tuple[PersonName, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SlateStopped(SlateFact):
    """The slate was closed before the game was over.

    ``why``: ``stopped`` (the players stopped; the team with most points has won) or ``void`` (the slate was opened by
    mistake; it counts nowhere).
    """

    why: str = "stopped"


@dataclass(frozen=True, slots=True)
class SlateReopened(SlateFact):
    """A slate that was stopped is written on again."""

    why: PersonalText = ""
