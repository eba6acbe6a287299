"""Notes and lines that you keep for yourself beside deals. Nobody else reads them."""

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
    """List your notes and lines on a deal."""
    return json_response(OwnNotesOfDeal().dump({"items": notes.of_deal(deal_id)}))


@blp.post("/deals/<uuid:deal_id>/notes")
@allow(ACCOUNTS)
@blp.arguments(WriteOwnNote)
@blp.response(201, OwnNote)
@blp.problems(403, 404, 413, 415, 422)
def write_own_note(params: dict[str, Any], deal_id: UUID) -> dict[str, Any]:
    """Write a note, or keep a line of cards. A line with the same cards gets the new name.

    An equal note is not written twice. An account keeps 1,000 at most.
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
