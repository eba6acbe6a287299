"""The facts of matches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from domain.engine.cards import Seat
from domain.engine.facts import Fact

# --- matches ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchOpened(Fact):
    """Two teams sat down to a match. ``dealer`` deals first; ``teams`` are the names the teams go by."""

    TOPIC: ClassVar[str] = "nought.Match.MatchOpened"
    ruleset: dict[str, Any]
    dealer: Seat
    teams: dict[str, str] = field(default_factory=dict)
    players: dict[Seat, str] = field(default_factory=dict)
    tokens: int = 11
    """How many each team starts with."""
    club: str | None = None
    table: str | None = None
    event: str = ""
    note: str = ""
    encounter: str = ""
    """The table of a tournament's round that it is played for."""


@dataclass(frozen=True, slots=True)
class DealBegun(Fact):
    """The next deal of the match began. ``why``: if it is not the dealer whose turn it was."""

    TOPIC: ClassVar[str] = "nought.Match.DealBegun"
    deal: str
    number: int
    dealer: Seat
    why: str = ""


@dataclass(frozen=True, slots=True)
class DealCounted(Fact):
    """A deal was settled and paid for. ``tokens``: what was due; ``paid``: what moved; ``balance``: after it.

    In games that are played for points these are points.
    """

    TOPIC: ClassVar[str] = "nought.Match.DealCounted"
    deal: str
    number: int
    outcome: str
    tokens: dict[str, int]
    paid: dict[str, int]
    dealer: Seat
    balance: dict[str, int]


@dataclass(frozen=True, slots=True)
class DealUncounted(Fact):
    """A deal's payment was taken back: its settlement was withdrawn or replaced, or an earlier deal's was."""

    TOPIC: ClassVar[str] = "nought.Match.DealUncounted"
    deal: str
    number: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class DealDropped(Fact):
    """A deal was abandoned or annulled; the match goes on as if it had not begun."""

    TOPIC: ClassVar[str] = "nought.Match.DealDropped"
    deal: str
    number: int


@dataclass(frozen=True, slots=True)
class MatchEnded(Fact):
    """The match is over. ``winner``: None when it is drawn; ``number``: the last deal that counts.

    ``why``: ``tokens`` (a team has none left), ``target`` (a team has reached it), ``double`` (it has, and
    wins a double game), ``stopped`` (the players stopped) or ``encounter`` (what it was played for in a tournament is
    decided).
    """

    TOPIC: ClassVar[str] = "nought.Match.MatchEnded"
    winner: str | None
    number: int
    balance: dict[str, int]
    why: str = "tokens"


@dataclass(frozen=True, slots=True)
class MatchReopened(Fact):
    """A correction undid the end of the match, or changed how it ended."""

    TOPIC: ClassVar[str] = "nought.Match.MatchReopened"
    why: str = ""


@dataclass(frozen=True, slots=True)
class MatchTaken(Fact):
    """The table of a tournament's round took the match in: from now on it is played for that encounter, which ends it.

    ``ruleset``: as it was, but for the end of the match. ``table``: the table of the club, ``event`` the tournament's.
    """

    TOPIC: ClassVar[str] = "nought.Match.MatchTaken"
    encounter: str
    ruleset: dict[str, Any]
    event: str
    table: str | None = None
    why: str = ""


KINDS: Final[tuple[type[Fact], ...]] = (
    MatchOpened,
    DealBegun,
    DealCounted,
    DealUncounted,
    DealDropped,
    MatchEnded,
    MatchReopened,
    MatchTaken,
)
