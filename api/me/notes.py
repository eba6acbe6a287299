"""The notes and lines that the caller keeps beside deals. Nobody else reads those that it does not show to the club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from api.deals import access as deal_access
from api.lists import catalogue
from api.me import club_notes
from api.messages.access import own_account
from api.services import services
from domain.engine.refusals import Refused, no_ply
from domain.kernel.errors import Declined, NotFound
from domain.kernel.ids import as_id
from store.tables.people.own_notes import MOST, MOST_SHOWN

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from store.tables.catalogue import Row
    from store.tables.people.own_notes import OwnNote

PAGE: Final = 50
"""The notes on a page of the list."""


def of_deal(deal_id: UUID) -> list[dict[str, Any]]:
    """Return the caller's notes on a deal and those that others show to the club, as JSON values, by its plies."""
    own = services().own_notes.of_deal(own_account(), deal_id)
    others = [(each.note, by) for each, by in club_notes.of_deal(deal_id)]
    notes = sorted([*((note, "") for note in own), *others], key=lambda each: each[0].ply)
    return [payload(note, by) for note, by in notes]


def page(number: int) -> tuple[list[tuple[OwnNote, Row | None]], bool]:
    """Return a page of the caller's notes, the newest first, and whether there are older ones.

    Each note is with the row of its deal; None if the caller does not see the deal now.
    """
    notes = services().own_notes.of_account(own_account(), PAGE + 1, (number - 1) * PAGE)
    rows = {row.id: row for row in catalogue().find_all({note.deal for note in notes}) if row.kind == "deal"}
    return [(note, rows.get(note.deal)) for note in notes[:PAGE]], len(notes) > PAGE


def write(deal_id: UUID, params: Mapping[str, Any]) -> dict[str, Any]:
    """Write a note on an act, or a line of cards after it. Raises `NotFound` if the caller does not see the deal.

    Raises `Refused` for an unknown ply, and `Declined` for an empty note, or if the caller has too many notes.
    """
    record = deal_access.get(deal_id).record
    ply, cards, text = params["ply"], params["cards"], params["text"].strip()
    if not -1 <= ply < len(record.entries):
        raise Refused(no_ply(ply, -1, len(record.entries) - 1))
    if not text and not cards:
        raise Declined("note", "a note says something")
    club = as_id(record.opened.club)
    note = services().own_notes.write(own_account(), deal_id, club, ply, cards, text)
    if note is None:
        raise Declined("note", "you keep {most} notes: delete some first", most=MOST)
    return payload(note)


def delete(note_id: UUID) -> None:
    """Delete one of the caller's notes. Raises `NotFound`."""
    if not services().own_notes.delete(own_account(), note_id):
        raise NotFound("note", note_id)


def show(note_id: UUID) -> dict[str, Any]:
    """Show one of the caller's notes to the club of its deal. Raises what `club_notes.check` raises, and `Declined`."""
    account, table = own_account(), services().own_notes
    note = table.find(account, note_id)
    if note is None:
        raise NotFound("note", note_id)
    player = club_notes.check(note)
    if not table.show(account, note_id, player):
        raise Declined("note", "you show {most} notes on this deal to the club: take one back first", most=MOST_SHOWN)
    return payload(table.find(account, note_id) or note)


def take_back(note_id: UUID) -> None:
    """Take one of the caller's notes back from the club, or for an official of the club anybody's.

    Raises `NotFound`, also for a note that is not shown.
    """
    if not services().own_notes.hide(own_account(), note_id):
        club_notes.take_back(note_id)


def payload(note: OwnNote, by: str = "") -> dict[str, Any]:
    """Return a note as JSON values. ``by``: the name of its writer; empty for the caller's own."""
    return {
        "id": str(note.id),
        "deal": str(note.deal),
        "ply": note.ply,
        "cards": list(note.cards),
        "text": note.text,
        "at": note.at.isoformat(),
        "for_club": note.is_shown,
        "taken_back": note.is_taken_back,
        **({"by": by} if by else {}),
    }
