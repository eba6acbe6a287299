"""The facts of notes on deals and of sealed cards, which have streams of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from domain.engine.cards import Card, Seat
from domain.engine.facts import Fact


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


@dataclass(frozen=True, slots=True)
class SealKept(Fact):
    """A sealed card, known to the record book alone: the card, and the salt of the digest that was published."""

    TOPIC: ClassVar[str] = "nought.Seal.SealKept"
    deal: str
    seat: Seat
    digest: str
    card: Card
    salt: str


KINDS: Final[tuple[type[Fact], ...]] = (NoteWritten, NoteRetracted, SealKept)
