"""The facts of notes on deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from domain.engine.facts import Fact

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


KINDS: Final[tuple[type[Fact], ...]] = (NoteWritten, NoteRetracted)
