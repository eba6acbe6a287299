"""The facts of clubs, their rulesets, players and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from domain.engine.facts import Fact
from domain.engine.personal import OwnName, PersonalText

# --- clubs, players, tables -----------------------------------------------------------------------


class ClubFact(Fact):
    """A fact of a club."""

    __slots__ = ()
    SUBJECT = "Club"


class PlayerFact(Fact):
    """A fact of a player."""

    __slots__ = ()
    SUBJECT = "Player"


class TableFact(Fact):
    """A fact of a table of a club."""

    __slots__ = ()
    SUBJECT = "Table"


@dataclass(frozen=True, slots=True)
class ClubOpened(ClubFact):
    """A club was opened. ``sees``: what others see of it at first; empty for everything, as in older records."""

    SPARE = ("sees",)
    name: str
    sees: str = ""


@dataclass(frozen=True, slots=True)
class ClubRenamed(ClubFact):
    """The club was renamed."""

    name: str


@dataclass(frozen=True, slots=True)
class ZoneSet(ClubFact):
    """The time zone of the club's venue was set, by its IANA name such as Asia/Colombo; empty for none."""

    zone: str


@dataclass(frozen=True, slots=True)
class WhoSeesChosen(ClubFact):
    """The club chose what others see of it: ``open``, ``names-for-members`` or ``members-only``.

    ``age``: the age in years below which the club marks players as minors; 0 for none.
    """

    level: str
    age: int = 0


@dataclass(frozen=True, slots=True)
class RetentionChosen(ClubFact):
    """The club chose after how many days files of evidence and pupils of classes are removed; 0 for never."""

    files: int
    classes: int


@dataclass(frozen=True, slots=True)
class RulesetNamed(ClubFact):
    """The club named its own ruleset, or its next version: a ruleset of the catalogue with some changes.

    ``base``: the key of the catalogue's ruleset; ``changes``: the changed parameters by name; ``ruleset``: the whole
    ruleset in the form that deals store.
    """

    key: str
    version: int
    """The number of the version, counted from 1 for each key."""
    name: str
    base: str
    base_version: int
    changes: dict[str, Any]
    ruleset: dict[str, Any]
    note: PersonalText = ""


@dataclass(frozen=True, slots=True)
class RulesetWithdrawn(ClubFact):
    """The club withdrew its own ruleset: new deals cannot use it; earlier ones keep it."""

    key: str
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class PlayerRegistered(PlayerFact):
    """A player was registered, with or without a club."""

    name: OwnName
    club: str | None = None


@dataclass(frozen=True, slots=True)
class PlayerRenamed(PlayerFact):
    """The player was renamed."""

    name: OwnName


@dataclass(frozen=True, slots=True)
class ShownAsChosen(PlayerFact):
    """The player chose how others see the name: ``full``, ``initials`` or ``pseudonym``."""

    form: str
    pseudonym: OwnName = ""


@dataclass(frozen=True, slots=True)
class MinorMarked(PlayerFact):
    """The club marked the player as a minor, or as no longer one."""

    is_minor: bool


@dataclass(frozen=True, slots=True)
class ConsentRecorded(PlayerFact):
    """A guardian consented that the minor is shown like an adult. ``day``: as YYYY-MM-DD; ``guardian``: by whom."""

    day: str
    guardian: OwnName


@dataclass(frozen=True, slots=True)
class ConsentWithdrawn(PlayerFact):
    """The guardian's consent was withdrawn."""

    day: str


@dataclass(frozen=True, slots=True)
class TableOpened(TableFact):
    """A table was added, with or without a club."""

    name: str
    club: str | None = None


@dataclass(frozen=True, slots=True)
class TableRenamed(TableFact):
    """The table was renamed."""

    name: str


@dataclass(frozen=True, slots=True)
class BroadcastDelaySet(TableFact):
    """The broadcast delay was set: viewers away from the table see its deals ``seconds`` after recording."""

    seconds: int


class MoveFact(Fact):
    """A fact about the server at which a club is kept."""

    __slots__ = ()
    SUBJECT = "Move"


@dataclass(frozen=True, slots=True)
class ClubMovedOut(MoveFact):
    """The club moved to another server: nothing is written to it here any more.

    ``url``: the address of that server; ``log``: the key of its log; ``size``: the entries of the log here of which
    the club's were carried over.
    """

    club: str
    url: str
    log: str
    size: int


@dataclass(frozen=True, slots=True)
class ClubMovedIn(MoveFact):
    """The club moved here from another server, whose log has its earlier events.

    ``url``: the address of that server, empty if it has none; ``log``: the key of its log; ``size``: the entries of
    that log of which the club's were carried over; ``events``: their number.
    """

    club: str
    url: str
    log: str
    size: int
    events: int
