"""Clubs, players and tables: who keeps the record book, and for whom."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from domain.ledger.deal_file import as_id
from domain.ledger.errors import Declined
from domain.ledger.events import ClubOpened, ClubRenamed, PlayerRegistered, PlayerRenamed, TableOpened
from domain.ledger.file import File
from domain.ledger.ports import Listing

if TYPE_CHECKING:
    from uuid import UUID

    from domain.facts import Fact
    from domain.ledger.events import Recorded


class _Named(File):
    """Something that has a name and may belong to a club."""

    __slots__ = ("club", "name")

    name: str
    club: UUID | None

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.name = ""
        self.club = None

    def fold(self, event: Recorded) -> None:
        fact = event.fact
        if isinstance(fact, ClubOpened | ClubRenamed | PlayerRegistered | PlayerRenamed | TableOpened):
            self.name = fact.name
        if isinstance(fact, PlayerRegistered | TableOpened):
            self.club = as_id(fact.club)

    def listing(self) -> Listing:
        return Listing(self.id, self.KIND, self.club, None, self.name, self.opened_at, {})

    def other_name(self, name: str) -> str:
        """The new name, unless it is the old one."""
        if name == self.name:
            raise Declined("same-name", f"the {self.KIND} is called {name} already")
        return name


class Club(_Named):
    """A club."""

    __slots__ = ()
    KIND = "club"

    @classmethod
    def begins(cls, fact: Fact) -> bool:
        return isinstance(fact, ClubOpened)


class Player(_Named):
    """A player, with or without a club."""

    __slots__ = ("names",)
    KIND = "player"

    names: list[str]
    """All names the player ever had: deals of that time have the old ones."""

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.names = []

    def fold(self, event: Recorded) -> None:
        super().fold(event)
        if self.name not in self.names:
            self.names.append(self.name)

    def listing(self) -> Listing:
        return replace(super().listing(), data={"names": tuple(self.names)})

    @classmethod
    def begins(cls, fact: Fact) -> bool:
        return isinstance(fact, PlayerRegistered)


class Table(_Named):
    """A table that deals are played at."""

    __slots__ = ()
    KIND = "table"

    @classmethod
    def begins(cls, fact: Fact) -> bool:
        return isinstance(fact, TableOpened)
