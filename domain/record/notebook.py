"""The aggregate of the notes on one deal, in a stream of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from domain.engine.words.values import sentence
from domain.kernel.aggregate import Aggregate
from domain.record.facts import NoteRetracted, NoteWritten

if TYPE_CHECKING:
    from domain.kernel.events import Recorded

_NOTES: Final = UUID("5c1f3c0e-5d0a-5a0e-9d35-6a3f5b7c3040")


def notebook_id(deal_id: UUID) -> UUID:
    """Return the id of the stream of a deal's notes."""
    return uuid5(_NOTES, str(deal_id))


@dataclass(frozen=True, slots=True)
class Note:
    """A note that was not taken back."""

    number: int
    entry: int
    """The version of the event that entered the act of the note; 0 for the deal as a whole."""
    text: str
    by: str
    at: str


class Notebook(Aggregate):
    """The notes on one deal by number, without those that were taken back."""

    __slots__ = ("club_of_stream", "notes")

    NAME = sentence("note")
    OPENING = NoteWritten
    DERIVED = True
    notes: dict[int, Note]

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.club_of_stream = None
        self.notes = {}

    def fold(self, event: Recorded) -> None:
        match event.fact:
            case NoteWritten(_, entry, text):
                number = event.originator_version
                self.notes[number] = Note(number, entry, text, event.by, event.at)
            case NoteRetracted(number):
                self.notes.pop(number, None)
