"""The facts of entries: pairs, teams or players, their seeds, categories and details."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from domain.engine.facts import Fact
from domain.tournament.state import EntryId


@dataclass(frozen=True, slots=True)
class EntryMade(Fact):
    """A pair, a team or a player was entered. ``since``: the first round that the entry is drawn for."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryMade"
    entry: EntryId
    name: str
    players: tuple[str, ...] = ()
    since: int = 1


@dataclass(frozen=True, slots=True)
class EntryChanged(Fact):
    """The name or the players of an entry were changed."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryChanged"
    entry: EntryId
    name: str
    players: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class SeedsSet(Fact):
    """The seeding list was set, the first seed first. Entries that are not on the list have no seed."""

    TOPIC: ClassVar[str] = "nought.Tournament.SeedsSet"
    order: tuple[EntryId, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class CategoriesSet(Fact):
    """The prize categories of an entry were set; they replace those before."""

    TOPIC: ClassVar[str] = "nought.Tournament.CategoriesSet"
    entry: EntryId
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryDetailsSet(Fact):
    """The rating and the club of an entry were set; they replace those before. ``rating``: None if it has none."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryDetailsSet"
    entry: EntryId
    rating: int | None = None
    club: str = ""


@dataclass(frozen=True, slots=True)
class EntryWithdrawn(Fact):
    """An entry withdrew. ``out``: the first round that the entry is not drawn for."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryWithdrawn"
    entry: EntryId
    out: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class EntryReturned(Fact):
    """An entry that had withdrawn plays again."""

    TOPIC: ClassVar[str] = "nought.Tournament.EntryReturned"
    entry: EntryId
    why: str = ""


KINDS: Final[tuple[type[Fact], ...]] = (
    EntryMade,
    EntryChanged,
    SeedsSet,
    CategoriesSet,
    EntryDetailsSet,
    EntryWithdrawn,
    EntryReturned,
)
