"""The facts of clubs, their rulesets, players and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from domain.engine.facts import Fact

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


KINDS: Final[tuple[type[Fact], ...]] = (
    ClubOpened,
    ClubRenamed,
    RulesetNamed,
    RulesetWithdrawn,
    PlayerRegistered,
    PlayerRenamed,
    TableOpened,
    BroadcastDelaySet,
)
