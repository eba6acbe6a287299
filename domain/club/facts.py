"""The facts of clubs, their rulesets, players and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from domain.engine.facts import Fact

# --- clubs, players, tables -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClubOpened(Fact):
    """A club was opened."""

    TOPIC: ClassVar[str] = "nought.Club.ClubOpened"
    name: str


@dataclass(frozen=True, slots=True)
class ClubRenamed(Fact):
    """The club was renamed."""

    TOPIC: ClassVar[str] = "nought.Club.ClubRenamed"
    name: str


@dataclass(frozen=True, slots=True)
class ZoneSet(Fact):
    """The time zone of the club's venue was set, by its IANA name such as Asia/Colombo; empty for none."""

    TOPIC: ClassVar[str] = "nought.Club.ZoneSet"
    zone: str


@dataclass(frozen=True, slots=True)
class RulesetNamed(Fact):
    """The club named its own ruleset, or its next version: a ruleset of the catalogue with some changes.

    ``base``: the key of the catalogue's ruleset; ``changes``: the changed parameters by name; ``ruleset``: the whole
    ruleset in the form that deals store.
    """

    TOPIC: ClassVar[str] = "nought.Club.RulesetNamed"
    key: str
    version: int
    """The number of the version, counted from 1 for each key."""
    name: str
    base: str
    base_version: int
    changes: dict[str, Any]
    ruleset: dict[str, Any]
    note: str = ""


@dataclass(frozen=True, slots=True)
class RulesetWithdrawn(Fact):
    """The club withdrew its own ruleset: new deals cannot use it; earlier ones keep it."""

    TOPIC: ClassVar[str] = "nought.Club.RulesetWithdrawn"
    key: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class PlayerRegistered(Fact):
    """A player was registered, with or without a club."""

    TOPIC: ClassVar[str] = "nought.Player.PlayerRegistered"
    name: str
    club: str | None = None


@dataclass(frozen=True, slots=True)
class PlayerRenamed(Fact):
    """The player was renamed."""

    TOPIC: ClassVar[str] = "nought.Player.PlayerRenamed"
    name: str


@dataclass(frozen=True, slots=True)
class TableOpened(Fact):
    """A table was added, with or without a club."""

    TOPIC: ClassVar[str] = "nought.Table.TableOpened"
    name: str
    club: str | None = None


@dataclass(frozen=True, slots=True)
class TableRenamed(Fact):
    """The table was renamed."""

    TOPIC: ClassVar[str] = "nought.Table.TableRenamed"
    name: str


@dataclass(frozen=True, slots=True)
class BroadcastDelaySet(Fact):
    """The broadcast delay was set: viewers away from the table see its deals ``seconds`` after recording."""

    TOPIC: ClassVar[str] = "nought.Table.BroadcastDelaySet"
    seconds: int


KINDS: Final[tuple[type[Fact], ...]] = (
    ClubOpened,
    ClubRenamed,
    ZoneSet,
    RulesetNamed,
    RulesetWithdrawn,
    PlayerRegistered,
    PlayerRenamed,
    TableOpened,
    TableRenamed,
    BroadcastDelaySet,
)
