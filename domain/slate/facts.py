"""The facts of slates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from domain.engine.facts import Fact


@dataclass(frozen=True, slots=True)
class SlateOpened(Fact):
    """A slate was opened. ``teams``: names by team code; ``players``: ids or names by team code."""

    TOPIC: ClassVar[str] = "nought.Slate.SlateOpened"
    game: str
    """The key of the game in `domain.slate.games.GAMES`."""
    terms: dict[str, Any]
    """The terms of the game, as its ``plain`` returns them."""
    teams: dict[str, str] = field(default_factory=dict)
    players: dict[str, tuple[str, ...]] = field(default_factory=dict)
    club: str | None = None
    table: str | None = None
    event: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class LineWritten(Fact):
    """The line of a deal was written: at the end, or in front of the line with the number ``before``."""

    TOPIC: ClassVar[str] = "nought.Slate.LineWritten"
    number: int
    line: dict[str, Any]
    """The line in the form of `domain.slate.line.plain`."""
    before: int = 0


@dataclass(frozen=True, slots=True)
class LineCorrected(Fact):
    """A line was replaced by another one. The line before the correction stays in the stream."""

    TOPIC: ClassVar[str] = "nought.Slate.LineCorrected"
    number: int
    line: dict[str, Any]
    why: str = ""


@dataclass(frozen=True, slots=True)
class LineRemoved(Fact):
    """A line was removed: the deal was not played, or its line was written twice."""

    TOPIC: ClassVar[str] = "nought.Slate.LineRemoved"
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class SlateTermsChanged(Fact):
    """The terms were changed, for all lines of the slate."""

    TOPIC: ClassVar[str] = "nought.Slate.SlateTermsChanged"
    terms: dict[str, Any]
    why: str = ""


@dataclass(frozen=True, slots=True)
class SlateTeamsNamed(Fact):
    """The teams were given other names or players."""

    TOPIC: ClassVar[str] = "nought.Slate.SlateTeamsNamed"
    teams: dict[str, str]
    players: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SlateStopped(Fact):
    """The slate was closed before the game was over.

    ``why``: ``stopped`` (the players stopped; the team with most points has won) or ``void`` (the slate was opened by
    mistake; it counts nowhere).
    """

    TOPIC: ClassVar[str] = "nought.Slate.SlateStopped"
    why: str = "stopped"


@dataclass(frozen=True, slots=True)
class SlateReopened(Fact):
    """A slate that was stopped is written on again."""

    TOPIC: ClassVar[str] = "nought.Slate.SlateReopened"
    why: str = ""


KINDS: Final[tuple[type[Fact], ...]] = (
    SlateOpened,
    LineWritten,
    LineCorrected,
    LineRemoved,
    SlateTermsChanged,
    SlateTeamsNamed,
    SlateStopped,
    SlateReopened,
)
