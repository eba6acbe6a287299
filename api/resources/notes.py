"""Notes of teachers and officials on the acts of a deal, beside the record.

A note may name any card, so only those who may see all hands can read it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response

from api import commands
from api.blueprint import Blueprint
from api.deals import access as deal_access
from api.deals.broadcast import delay
from api.permissions import EVERYBODY, OFFICIALS
from api.responses import json_response
from api.services import ledger, services
from domain.engine.hiding import ARBITER
from domain.record.notebook import notebook_id
from schemas.answers import NoteList, SavedAnswer
from schemas.commands import ReplayQuery, WriteNote

if TYPE_CHECKING:
    from uuid import UUID

    from domain.record.notebook import Note
    from domain.record.record import Record

blp = Blueprint("notes", __name__, url_prefix="/api/v1/deals", description="Notes on acts, beside the record")


@blp.get("/<uuid:deal_id>/notes")
@blp.arguments(ReplayQuery, location="query")
@blp.answers(NoteList)
@blp.reads(EVERYBODY)
def list_notes(query: dict[str, Any], deal_id: UUID) -> Response:
    """List the notes on a deal, for those who may see all hands; with `until`, those up to that ply."""
    visible = deal_access.get(deal_id, ARBITER)
    here, seconds = services(), delay(visible.place)
    by_now = here.recorder.version_ago(notebook_id(deal_id), seconds) if seconds else None
    rows = [_row(note, visible.record) for note in here.ledger.notes.get(deal_id, by_now).notes.values()]
    if "until" in query:
        rows = [row for row in rows if "ply" in row and row["ply"] <= query["until"]]
    return json_response({"items": rows})


@blp.post("/<uuid:deal_id>/notes")
@blp.arguments(WriteNote)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICIALS, within="deal_id", match=False)
def write_note(params: dict[str, Any], deal_id: UUID) -> commands.Answer:
    """Add a note. The deal and its version do not change."""
    saved = ledger().notes.write(deal_id, params["ply"], params["text"], **commands.metadata(params))
    return commands.answer(saved, f"/api/v1/deals/{deal_id}/notes")


@blp.delete("/<uuid:deal_id>/notes/<int:number>")
@blp.response(204)
@blp.commands(OFFICIALS, within="deal_id", match=False)
def retract_note(deal_id: UUID, number: int) -> Response:
    """Remove a note. It is not shown any more."""
    ledger().notes.retract(deal_id, number, **commands.metadata({}))
    return Response(status=204)


def _row(note: Note, record: Record) -> dict[str, Any]:
    row: dict[str, Any] = {"number": note.number, "text": note.text, "by": note.by, "at": note.at}
    plies = {entry.stamp.version: ply for ply, entry in enumerate(record.entries)} | {0: -1}
    if note.entry in plies:
        row["ply"] = plies[note.entry]
    return row
