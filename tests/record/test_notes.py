"""Notes on deals: a stream of their own, which touches nothing of the record."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from domain.engine.facts import Passed
from domain.engine.refusals import Refused
from domain.kernel.errors import Declined, KeyReused, NotFound
from domain.ledger import Ledger
from domain.record.facts import NoteRetracted, NoteWritten
from store.tables.catalogue import Catalogue
from tests.record.play import SCRIBE, before_bidding, open_deal

TEACHER = {"by": "A teacher", "at": "2026-03-01T10:00:00.000Z"}


@pytest.fixture
def deal(ledger: Ledger) -> UUID:
    """A deal before the bidding, South dealer."""
    identity = open_deal(ledger)
    ledger.deals.act(identity, [*before_bidding("S"), Passed("E")], **SCRIBE)
    return identity


def test_a_note_leaves_the_deal_as_it_was(ledger: Ledger, catalogue: Catalogue, deal: UUID) -> None:
    before = ledger.repository.history(deal)
    saved = ledger.notes.write(deal, 1, "  Look at the cut.  ", **TEACHER)
    assert ledger.repository.history(deal) == before
    assert saved.id != deal
    assert catalogue.find(saved.id) is None
    entry = before[2].originator_version
    assert [event.fact for event in saved.events] == [NoteWritten(str(deal), entry, "Look at the cut.")]
    (note,) = ledger.notes.get(deal).notes.values()
    assert (note.number, note.entry, note.text, note.by) == (1, entry, "Look at the cut.", "A teacher")


def test_a_note_that_was_taken_back_stays_in_its_stream_only(ledger: Ledger, deal: UUID) -> None:
    first = ledger.notes.write(deal, 0, "One", **TEACHER)
    second = ledger.notes.write(deal, -1, "Two", **TEACHER)
    ledger.notes.retract(deal, first.version, **TEACHER)
    assert [note.text for note in ledger.notes.get(deal).notes.values()] == ["Two"]
    assert [type(event.fact) for event in ledger.repository.history(second.id)] == [
        NoteWritten,
        NoteWritten,
        NoteRetracted,
    ]
    for number in (first.version, 3, 99):
        with pytest.raises(Declined, match=f"there is no note {number}"):
            ledger.notes.retract(deal, number, **TEACHER)


def test_a_note_sent_twice_is_written_once(ledger: Ledger, deal: UUID) -> None:
    one = ledger.notes.write(deal, 0, "One", **TEACHER, key="n1")
    again = ledger.notes.write(deal, 0, "One", **TEACHER, key="n1")
    assert (again.version, again.replayed) == (one.version, True)
    with pytest.raises(KeyReused):
        ledger.notes.write(deal, 0, "Other", **TEACHER, key="n1")
    assert len(ledger.notes.get(deal).notes) == 1


def test_a_note_is_about_something_and_says_something(ledger: Ledger, deal: UUID) -> None:
    plies = len(ledger.deals.get(deal).record.entries)
    for ply in (plies, -2):
        with pytest.raises(Refused, match=f"there is no entry {ply}"):
            ledger.notes.write(deal, ply, "Look", **TEACHER)
    with pytest.raises(Declined, match="a note says something"):
        ledger.notes.write(deal, 0, " \n ", **TEACHER)
    with pytest.raises(NotFound):
        ledger.notes.write(uuid4(), 0, "Look", **TEACHER)
    assert ledger.notes.get(deal).notes == {}
