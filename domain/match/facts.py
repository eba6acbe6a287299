"""The facts of matches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from domain.engine.cards import Seat
from domain.engine.facts import Fact
from domain.engine.personal import PersonalText, PersonName

# --- matches ------------------------------------------------------------------------------------


class MatchFact(Fact):
    """A fact of a match."""

    __slots__ = ()
    SUBJECT = "Match"


@dataclass(frozen=True, slots=True)
class MatchOpened(MatchFact):
    """A match was opened. ``dealer`` deals first; ``teams``: names by team code; ``players``: ids or names by seat."""

    SPARE = ("encounter",)
    ruleset: dict[str, Any]
    dealer: Seat
    teams: dict[str, PersonName] = field(default_factory=dict)
    players: dict[Seat, PersonName] = field(default_factory=dict)
    tokens: int = 11
    """The number of tokens (0 for points) that each team starts with."""
    club: str | None = None
    table: str | None = None
    event: str = ""
    note: PersonalText = ""
    encounter: str = ""
    """The id of the encounter that the match is played for; empty outside a tournament."""


@dataclass(frozen=True, slots=True)
class DealBegun(MatchFact):
    """A deal of the match began. ``why``: the reason if the dealer was not the one in turn, else empty."""

    deal: str
    number: int
    dealer: Seat
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class DealCounted(MatchFact):
    """A deal was settled and paid. By team, in tokens or points: ``tokens`` due, ``paid``, and the new ``balance``."""

    deal: str
    number: int
    outcome: str
    tokens: dict[str, int]
    paid: dict[str, int]
    dealer: Seat
    balance: dict[str, int]


@dataclass(frozen=True, slots=True)
class DealUncounted(MatchFact):
    """A deal's payment was taken back, because its settlement or an earlier deal's was withdrawn or replaced."""

    deal: str
    number: int
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class DealDropped(MatchFact):
    """A deal was abandoned or annulled; the match continues as if the deal had not begun."""

    deal: str
    number: int


@dataclass(frozen=True, slots=True)
class MatchEnded(MatchFact):
    """The match ended. ``winner``: a team, None for a draw; ``number``: the last deal that counts.

    ``why``: ``tokens`` (a team has none left), ``target`` (a team has reached the target), ``double`` (a team has
    reached it and wins a double game), ``stopped`` (the players stopped) or ``encounter`` (the encounter of the match
    is decided).
    """

    winner: str | None
    number: int
    balance: dict[str, int]
    why: str = "tokens"


@dataclass(frozen=True, slots=True)
class MatchReopened(MatchFact):
    """A correction undid the end of the match, or changed how it ended."""

    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class MatchTaken(MatchFact):
    """An encounter of a tournament took the match over: the match is now played for the encounter, which ends it.

    ``ruleset``: the ruleset of the match without an end of its own; ``event``: the name of the tournament and the
    round; ``table``: the id of the club's table, if known.
    """

    encounter: str
    ruleset: dict[str, Any]
    event: str
    table: str | None = None
    why: PersonalText = ""
