"""Notes and lines that you keep beside deals. Nobody else reads those that you do not show to the club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response

from api.blueprint import Blueprint
from api.me import notes
from api.permissions import ACCOUNTS, allow
from api.responses import json_response
from schemas.own_notes import OwnNote, OwnNotesOfDeal, OwnNotesPage, OwnNotesQuery, WriteOwnNote

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("own-notes", __name__, url_prefix="/api/v1/me", description="Your own notes and lines")


@blp.get("/notes")
@blp.arguments(OwnNotesQuery, location="query")
@blp.answers(OwnNotesPage)
@blp.reads(ACCOUNTS)
def list_own_notes(query: dict[str, Any]) -> Response:
    """List your notes and lines on all deals, the newest first, 50 on a page."""
    page, has_more = notes.page(query["page"])
    items = [notes.payload(note) for note, _ in page]
    return json_response(OwnNotesPage().dump({"items": items, "has_more": has_more}))


@blp.get("/deals/<uuid:deal_id>/notes")
@blp.answers(OwnNotesOfDeal)
@blp.reads(ACCOUNTS)
def list_own_notes_of_deal(deal_id: UUID) -> Response:
    """List your notes and lines on a deal, and those that others show to the club (`for_club` with `by`).

    You get those of others as an account of the club, once you may see all hands of the deal and their analysis.
    """
    return json_response(OwnNotesOfDeal().dump({"items": notes.of_deal(deal_id)}))


@blp.post("/deals/<uuid:deal_id>/notes")
@allow(ACCOUNTS)
@blp.arguments(WriteOwnNote)
@blp.response(201, OwnNote)
@blp.problems(403, 404, 413, 415, 422)
def write_own_note(params: dict[str, Any], deal_id: UUID) -> dict[str, Any]:
    """Write a note, or keep a line of cards. A line with the same cards gets the new name.

    An equal note is not written twice, and what is written again is private again. An account keeps 1,000 at most.
    """
    return notes.write(deal_id, params)


@blp.delete("/notes/<uuid:note_id>")
@allow(ACCOUNTS)
@blp.response(204)
@blp.problems(403, 404)
def delete_own_note(note_id: UUID) -> Response:
    """Delete one of your notes or lines. Nothing of it is kept."""
    notes.delete(note_id)
    return Response(status=204)


@blp.post("/notes/<uuid:note_id>/club")
@allow(ACCOUNTS)
@blp.response(200, OwnNote)
@blp.problems(403, 404, 422)
def show_own_note(note_id: UUID) -> dict[str, Any]:
    """Show one of your notes or lines to the club of its deal, whose player or official you are.

    Its players and officials read it once they may see all hands of the deal. You show 20 on a deal at most.
    """
    return notes.show(note_id)


@blp.delete("/notes/<uuid:note_id>/club")
@allow(ACCOUNTS)
@blp.response(204)
@blp.problems(403, 404)
def take_note_back(note_id: UUID) -> Response:
    """Make a note or a line private again: your own, or as an official of the club anybody's.

    What an official took back is not shown again.
    """
    notes.take_back(note_id)
    return Response(status=204)
