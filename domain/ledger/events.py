"""What is stored: facts of deals, notes on deals, matches, clubs, players and tables, in one envelope, `Recorded`.

The facts of tournaments and of disputes stand in modules of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final
from uuid import UUID

import msgspec

from domain import facts
from domain.cards import Seat
from domain.facts import Fact
from domain.ledger import dispute_facts, tournament_facts
from domain.ledger.seal_facts import SealKept


class Recorded(msgspec.Struct, frozen=True):
    """One fact as it stands in the record book: in which stream, when, and by whom."""

    originator_id: UUID
    originator_version: int
    fact: Fact
    at: str
    """ISO 8601 in UTC with milliseconds."""
    by: str
    """Who recorded it: a name, never a secret."""
    key: str = ""
    """The key of the command, chosen by whoever sent it."""
    broke: str = ""
    """The code of the refusal that it was recorded against, as it happened."""


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


# --- clubs, players, tables -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClubOpened(Fact):
    """A club opened its book."""

    TOPIC: ClassVar[str] = "nought.Club.ClubOpened"
    name: str


@dataclass(frozen=True, slots=True)
class ClubRenamed(Fact):
    """The club goes by another name."""

    TOPIC: ClassVar[str] = "nought.Club.ClubRenamed"
    name: str


@dataclass(frozen=True, slots=True)
class RulesetNamed(Fact):
    """The club named a ruleset of its own, or its next version: a known one with some rules changed.

    ``changes`` holds the changed parameters by name, ``ruleset`` the whole, as deals keep it.
    """

    TOPIC: ClassVar[str] = "nought.Club.RulesetNamed"
    key: str
    version: int
    """Counted from 1 under each key."""
    name: str
    base: str
    base_version: int
    changes: dict[str, Any]
    ruleset: dict[str, Any]
    note: str = ""


@dataclass(frozen=True, slots=True)
class RulesetWithdrawn(Fact):
    """The club no longer opens deals by this ruleset of its own; those that were played by it stay."""

    TOPIC: ClassVar[str] = "nought.Club.RulesetWithdrawn"
    key: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class PlayerRegistered(Fact):
    """A player was entered, with or without a club."""

    TOPIC: ClassVar[str] = "nought.Player.PlayerRegistered"
    name: str
    club: str | None = None


@dataclass(frozen=True, slots=True)
class PlayerRenamed(Fact):
    """The player goes by another name."""

    TOPIC: ClassVar[str] = "nought.Player.PlayerRenamed"
    name: str


@dataclass(frozen=True, slots=True)
class TableOpened(Fact):
    """A table was put up, in a club or anywhere."""

    TOPIC: ClassVar[str] = "nought.Table.TableOpened"
    name: str
    club: str | None = None


@dataclass(frozen=True, slots=True)
class BroadcastDelaySet(Fact):
    """From now on, whoever is not at the table sees what happens there so many seconds after it was recorded."""

    TOPIC: ClassVar[str] = "nought.Table.BroadcastDelaySet"
    seconds: int


# --- notes on deals ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NoteWritten(Fact):
    """Somebody wrote a note on an act of a deal. Notes are no part of the deal's record and change nothing in it.

    ``entry``: the version of the deal's event that entered the act, so that the note stays with it whatever is
    corrected before it; 0 for the deal as a whole.
    """

    TOPIC: ClassVar[str] = "nought.Notes.NoteWritten"
    deal: str
    entry: int
    text: str


@dataclass(frozen=True, slots=True)
class NoteRetracted(Fact):
    """A note was taken back. ``number``: the version of the event that it was written with."""

    TOPIC: ClassVar[str] = "nought.Notes.NoteRetracted"
    number: int


KINDS: Final[tuple[type[Fact], ...]] = (
    MatchOpened, DealBegun, DealCounted, DealUncounted, DealDropped, MatchEnded, MatchReopened,
    MatchTaken, ClubOpened, ClubRenamed, RulesetNamed, RulesetWithdrawn, PlayerRegistered, PlayerRenamed, TableOpened,
    BroadcastDelaySet, NoteWritten, NoteRetracted, SealKept, *tournament_facts.KINDS, *dispute_facts.KINDS,
)  # fmt: skip

TOPICS: Final[dict[str, type[Fact]]] = {**facts.TOPICS, **{kind.TOPIC: kind for kind in KINDS}}
"""Every fact that is ever stored, by its permanent topic."""
