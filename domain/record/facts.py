"""The facts of notes on deals, of sealed cards and of imports, which have streams of their own."""

from __future__ import annotations

from dataclasses import dataclass

from domain.engine.cards import Card, Seat
from domain.engine.facts import Fact
from domain.engine.personal import PersonalText


class NoteFact(Fact):
    """A fact of the notes on a deal."""

    __slots__ = ()
    SUBJECT = "Notes"


class SealFact(Fact):
    """A fact of a sealed card."""

    __slots__ = ()
    SUBJECT = "Seal"


class ImportFact(Fact):
    """A fact of an import."""

    __slots__ = ()
    SUBJECT = "Import"


@dataclass(frozen=True, slots=True)
class NoteWritten(NoteFact):
    """A note was written on an act of a deal. Notes are not part of the deal's record.

    ``entry``: the version of the event that entered the act, so that the note stays with the act after corrections of
    earlier acts; 0 for the deal as a whole.
    """

    deal: str
    entry: int
    text: PersonalText


@dataclass(frozen=True, slots=True)
class NoteRetracted(NoteFact):
    """A note was taken back. ``number``: the version of its `NoteWritten` event."""

    number: int


@dataclass(frozen=True, slots=True)
class SealKept(SealFact):
    """A card was sealed: the card and the salt, both secret, and the digest, which is public."""

    deal: str
    seat: Seat
    digest: str
    card: Card
    salt: str


@dataclass(frozen=True, slots=True)
class ImportBegun(ImportFact):
    """The beginning of an import. ``files``: the names of the files; ``club``: the club of the director who sent it."""

    files: tuple[PersonalText, ...] = ()
    club: str | None = None


@dataclass(frozen=True, slots=True)
class DealsImported(ImportFact):
    """Deals that the import saved in one transaction, by id."""

    deals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportWithdrawn(ImportFact):
    """The withdrawal of all deals of the import; each deal has a `DealWithdrawn` of its own."""

    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class ImportRestored(ImportFact):
    """The end of a withdrawal of the import that was wrong; each deal has a `DealRestored` of its own."""

    why: PersonalText = ""
