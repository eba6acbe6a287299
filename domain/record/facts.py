"""The facts of notes on deals, of sealed cards and of imports, which have streams of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from domain.engine.cards import Card, Seat
from domain.engine.facts import Fact


@dataclass(frozen=True, slots=True)
class NoteWritten(Fact):
    """A note was written on an act of a deal. Notes are not part of the deal's record.

    ``entry``: the version of the event that entered the act, so that the note stays with the act after corrections of
    earlier acts; 0 for the deal as a whole.
    """

    TOPIC: ClassVar[str] = "nought.Notes.NoteWritten"
    deal: str
    entry: int
    text: str


@dataclass(frozen=True, slots=True)
class NoteRetracted(Fact):
    """A note was taken back. ``number``: the version of its `NoteWritten` event."""

    TOPIC: ClassVar[str] = "nought.Notes.NoteRetracted"
    number: int


@dataclass(frozen=True, slots=True)
class SealKept(Fact):
    """A card was sealed: the card and the salt, both secret, and the digest, which is public."""

    TOPIC: ClassVar[str] = "nought.Seal.SealKept"
    deal: str
    seat: Seat
    digest: str
    card: Card
    salt: str


@dataclass(frozen=True, slots=True)
class ImportBegun(Fact):
    """The beginning of an import. ``files``: the names of the files; ``club``: the club of the director who sent it."""

    TOPIC: ClassVar[str] = "nought.Import.ImportBegun"
    files: tuple[str, ...] = ()
    club: str | None = None


@dataclass(frozen=True, slots=True)
class DealsImported(Fact):
    """Deals that the import saved in one transaction, by id."""

    TOPIC: ClassVar[str] = "nought.Import.DealsImported"
    deals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportWithdrawn(Fact):
    """The withdrawal of all deals of the import; each deal has a `DealWithdrawn` of its own."""

    TOPIC: ClassVar[str] = "nought.Import.ImportWithdrawn"
    why: str = ""


@dataclass(frozen=True, slots=True)
class ImportRestored(Fact):
    """The end of a withdrawal of the import that was wrong; each deal has a `DealRestored` of its own."""

    TOPIC: ClassVar[str] = "nought.Import.ImportRestored"
    why: str = ""


KINDS: Final[tuple[type[Fact], ...]] = (
    NoteWritten, NoteRetracted, SealKept, ImportBegun, DealsImported, ImportWithdrawn,
    ImportRestored,
)  # fmt: skip
